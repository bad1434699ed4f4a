import { sql } from 'kysely'
import type { Container, containerFields } from '#contract/containers.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of a container on the wire. */
export const containerColumns = {
  number: 'number',
  sizeType: 'size_type',
  seals: 'seals',
  packages: 'packages',
  cargoWeight: 'cargo_weight',
  tareWeight: 'tare_weight',
  volume: 'volume',
  vgm: 'vgm',
  vgmMethod: 'vgm_method',
  vgmDate: 'vgm_date',
  vgmSignatory: 'vgm_signatory',
  temperature: 'temperature',
  emptyPickedUp: 'empty_picked_up_on',
  gatedIn: 'gated_in_on',
  loaded: 'loaded_on',
  discharged: 'discharged_on',
  gatedOut: 'gated_out_on',
  emptyReturned: 'empty_returned_on',
} as const satisfies Record<keyof typeof containerFields, keyof DB['containers']>

/** A container in the contract's shape. */
const selection = [
  'id',
  'job_id as shipmentId',
  'number',
  'size_type as sizeType',
  'seals',
  'packages',
  'cargo_weight as cargoWeight',
  'tare_weight as tareWeight',
  'volume',
  'vgm',
  'vgm_method as vgmMethod',
  'vgm_date as vgmDate',
  'vgm_signatory as vgmSignatory',
  'temperature',
  'empty_picked_up_on as emptyPickedUp',
  'gated_in_on as gatedIn',
  'loaded_on as loaded',
  'discharged_on as discharged',
  'gated_out_on as gatedOut',
  'empty_returned_on as emptyReturned',
  'version',
] as const

/** One container, several, or all of a job, in their order. */
export function readContainers(
  db: Db,
  accountId: string,
  wanted: { id: string } | { job_id: string } | { ids: readonly string[] },
): Promise<Container[]> {
  const query = db.selectFrom('containers').select(selection).where('account_id', '=', accountId)
  const some =
    'ids' in wanted
      ? query.where('id', '=', sql<string>`any(${[...wanted.ids]}::uuid[])`)
      : 'id' in wanted
        ? query.where('id', '=', wanted.id)
        : query.where('job_id', '=', wanted.job_id)
  return some.orderBy('position').execute()
}
