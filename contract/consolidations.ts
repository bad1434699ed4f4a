import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { schemasOf } from './field.ts'
import { MAX_HOUSES } from './houses.ts'
import { jobFields, quoteFields } from './job-fields.ts'
import { id } from './values.ts'

const { name, direction, vesselName, voyage, etd, eta } = jobFields
const { transportMode, loadingPortId, viaPortId, dischargePortId, destinationPortId } = quoteFields
const portName = z.string().nullable()
/** A party by its id, and what its company is called. */
const party = z.object({ id, name: z.string().nullable() }).nullable()

/** A master job as the jobs that are to be its houses have it in common; null where they differ, or none says it. */
export const masterProposal = z.object({
  ...schemasOf({ name, direction, vesselName, voyage, etd, eta }),
  quote: z.object({
    ...schemasOf({ transportMode, loadingPortId, viaPortId, dischargePortId, destinationPortId }),
    loadingPort: portName,
    viaPort: portName,
    dischargePort: portName,
    destinationPort: portName,
  }),
  carrier: party,
  agent: party,
})
export type MasterProposal = z.infer<typeof masterProposal>

export const proposeMaster = endpoint({
  method: 'POST',
  path: '/api/shipment/masterproposal',
  summary: `What jobs have in common that a new master of them would be made with, at most ${MAX_HOUSES}; it makes nothing`,
  tag: 'Houses',
  access: 'jobs:write',
  body: z.object({
    shipmentIds: z
      .array(id)
      .min(1, 'Choose at least one job.')
      .max(MAX_HOUSES, `At most ${MAX_HOUSES} jobs at a time.`),
  }),
  reply: masterProposal,
})

type Named = Pick<MasterProposal, 'etd'> & {
  /** The codes of the ports of loading and of discharge, or their names. */
  from: string | null
  to: string | null
}

/** "Consolidation KHI–HAM 2026-12-03", as far as it is known. */
export const consolidationName = ({ from, to, etd }: Named): string =>
  ['Consolidation', from && to ? `${from}–${to}` : (from ?? to), etd].filter(Boolean).join(' ')
