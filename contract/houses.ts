import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { schemasOf } from './field.ts'
import { jobFields, quoteFields } from './job-fields.ts'
import { amount, id, idParams, paging, version } from './values.ts'

/** How many houses of a master are listed; further ones are counted. */
export const MAX_HOUSES = 500
/** How many days before or after the master's ETD the ETD of a job may lie that fits into it. */
export const FITTING_DAYS = 7

const tag = 'Houses'
const company = z.object({ id, name: z.string().nullable() })

const { name, hbl, numberOfPackages, grossWeight, weightUnit, volume, volumeUnit } = jobFields
const { receivedAtCfs, dateOfIssue, etd, costShareByHand, costSplit } = jobFields
const { loadingPortId, dischargePortId } = quoteFields

/** What kind of measure an amount of cargo is charged by: weight or measure by sea, kilograms by air. */
const chargeable = z
  .number()
  .nullable()
  .describe(
    'By air the chargeable weight in kilograms; otherwise W/M, the greater of tonnes and cubic metres',
  )

const cargo = {
  ...schemasOf({ numberOfPackages, grossWeight, weightUnit, volume, volumeUnit }),
  /** The gross weight in kilograms. */
  kilograms: z.number().nullable(),
  /** The volume in cubic metres. */
  cubicMetres: z.number().nullable(),
}

export const house = z.object({
  id,
  jobId: z.int(),
  ...schemasOf({ name, hbl }),
  /** The organisations, as contacts know them. */
  shipper: company.nullable(),
  consignee: company.nullable(),
  ...cargo,
  chargeable,
  ...schemasOf({ receivedAtCfs, dateOfIssue, etd }),
  /** What was typed as its share for this master. */
  ...schemasOf({ costShareByHand }),
  /** What it bears of the master's costs, in the company's currency; null while they are not split. */
  costShare: amount,
  version,
})
export type House = z.infer<typeof house>

/** What tells a house's papers from those of the other houses in one e-mail: its house B/L, or else its number. */
export const markOfHouse = ({ hbl, jobId }: Pick<House, 'hbl' | 'jobId'>) => hbl?.trim() || `job ${jobId}`

export const houseList = z.object({
  /** How many houses the master has, also those beyond the listed ones. */
  total: z.int(),
  houses: z.array(house),
  costs: z.object({
    basis: costSplit.schema,
    /** The master's Finance Total; null where its quote type shows no charges. */
    amount,
    currency: z.string(),
    /** What no house bears; below 0 where they bear too much, null while the costs are not split. */
    leftOver: amount,
  }),
})
export type HouseList = z.infer<typeof houseList>

export const listHouses = endpoint({
  method: 'GET',
  path: '/api/shipment/:id/houses',
  summary: `The houses of a master job by their numbers, at most ${MAX_HOUSES}, with their cargo in kilograms and cubic metres and their shares of the master’s costs, which are not split among more`,
  tag,
  access: 'jobs:read',
  params: idParams,
  reply: houseList,
})

const portName = z.string().nullable()

export const fittingHouse = z.object({
  id,
  jobId: z.int(),
  ...schemasOf({ name, hbl, etd, loadingPortId, dischargePortId, numberOfPackages }),
  shipper: z.string().nullable(),
  consignee: z.string().nullable(),
  loadingPort: portName,
  dischargePort: portName,
  /** By how many days its ETD is later than the master's; null where one of them has none. */
  etdDays: z.int().nullable(),
  kilograms: cargo.kilograms,
  cubicMetres: cargo.cubicMetres,
})
export type FittingHouse = z.infer<typeof fittingHouse>

export const listFittingHouses = endpoint({
  method: 'GET',
  path: '/api/shipment/:id/fittinghouses',
  summary: `Jobs that may join a consolidation, those of the nearest ETD first: In Progress, on the same way with the same ports, an ETD within ${FITTING_DAYS} days, no full container load, neither a master nor a house; what is not set yet excludes nothing`,
  tag,
  access: 'jobs:read',
  params: idParams,
  query: z.object({ search: z.string().max(200).optional(), ...paging }),
  reply: z.array(fittingHouse),
})

/** Of a master's dates and ports, what a fitting job is held against. */
export type FittingMaster = {
  etd: string | null
  loadingPortId: string | null
  dischargePortId: string | null
}

/** "Same ports · ETD 3 days later": in which way a job fits, or is not settled yet. */
export function fitWords(master: FittingMaster, job: FittingHouse): string {
  const port = (label: string, wanted: string | null, own: string | null) =>
    own === null ? `no ${label}` : wanted === null ? `${label} of its own` : null
  const ports = [
    port('port of loading', master.loadingPortId, job.loadingPortId),
    port('port of discharge', master.dischargePortId, job.dischargePortId),
  ].filter(words => words !== null)
  const words = [ports.length === 0 ? 'same ports' : ports.join(', '), etdWords(job)].join(' · ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function etdWords({ etd: own, etdDays }: FittingHouse): string {
  if (own === null) return 'no ETD'
  if (etdDays === null) return `ETD ${own}`
  if (etdDays === 0) return 'same ETD'
  const days = Math.abs(etdDays)
  return `ETD ${days} ${days === 1 ? 'day' : 'days'} ${etdDays > 0 ? 'later' : 'earlier'}`
}
