import type { Session } from '#server/db/db.ts'
import { masterRefusals } from '#server/jobs/master-records.ts'
import type { ChangeableColumn, PlannedFields } from './plan.ts'
import { ownerRefusals } from './reason-records.ts'

export type Refusal = { column: ChangeableColumn; reason: string }

/** Which fields cannot have the values that they are to have, and why, by job. */
export async function refusalsOf(
  { db, accountId }: Session,
  jobs: readonly { id: string; fields: PlannedFields }[],
): Promise<Map<string, Refusal[]>> {
  const wanted = (column: 'master_job_id' | 'owner_id') =>
    jobs.flatMap(({ id, fields }) => {
      const value = fields[column]?.[1]
      return typeof value === 'string' ? [{ id, value }] : []
    })
  const owners = wanted('owner_id')
  const masters = wanted('master_job_id').map(({ id, value }) => ({ id, masterId: value }))
  const noMasters = await masterRefusals(db, accountId, masters)
  const noOwners = await ownerRefusals(
    db,
    accountId,
    owners.map(({ value }) => value),
  )
  const refusals = new Map<string, Refusal[]>()
  const refuse = (id: string, column: ChangeableColumn, reason: string | undefined) => {
    if (reason !== undefined) refusals.set(id, [...(refusals.get(id) ?? []), { column, reason }])
  }
  for (const { id } of masters) refuse(id, 'master_job_id', noMasters.get(id))
  for (const { id, value } of owners) refuse(id, 'owner_id', noOwners.get(value))
  return refusals
}
