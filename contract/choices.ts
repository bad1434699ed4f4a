import { z } from 'zod'
import { packingModes } from './packing-modes.ts'

export type Choice = { value: number; label: string }

const numbered = (...labels: string[]): readonly Choice[] => labels.map((label, value) => ({ value, label }))

export const jobStatuses = numbered('Cancelled', 'In Progress', 'Completed', 'Closed')
export const transportModes = numbered('Air', 'Road', 'Sea')
export const quoteTypes = numbered(
  'Cost & Freight (C&F)',
  'ExWorks - Required pickup from shipper',
  'Free on board (FOB)',
)
export const loadTypes = numbered('FCL', 'LCL')
export const weightUnits = numbered('KG', 'TON')
export const volumeUnits = numbered('Cubic Meter', 'Cubic Feet')
/** By what the costs of a consolidation are shared among its houses. */
export const costSplits = numbered('W/M', 'Chargeable weight', 'Packages', 'By hand')
export const packingModeChoices = numbered(...packingModes.map(mode => mode.label))
/** Of a package's length, width and height. */
export const dimensionUnits = numbered('cm', 'in')
/** Classes and divisions of dangerous goods, alike in the IMDG Code and in IATA's Dangerous Goods Regulations. */
export const hazardClasses = numbered(
  ...['1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '2.1', '2.2', '2.3', '3', '4.1', '4.2', '4.3'],
  ...['5.1', '5.2', '6.1', '6.2', '7', '8', '9'],
)
/** How dangerous a substance is within its class: I is great danger, III minor. */
export const packingGroups = numbered('I', 'II', 'III')
/** What may be left unsaid: null is neither. */
export const yesOrNo = numbered('No', 'Yes')
export const directions = numbered('Import', 'Export')
/** Incoterms 2020 of the International Chamber of Commerce. */
export const incoterms = numbered(
  'EXW Ex Works',
  'FCA Free Carrier',
  'CPT Carriage Paid To',
  'CIP Carriage and Insurance Paid To',
  'DAP Delivered at Place',
  'DPU Delivered at Place Unloaded',
  'DDP Delivered Duty Paid',
  'FAS Free Alongside Ship',
  'FOB Free on Board',
  'CFR Cost and Freight',
  'CIF Cost, Insurance and Freight',
)
export const freightPayments = numbered('Prepaid', 'Collect')
/** What a house air waybill says of what the carriage costs. */
export const waybillChargesChoices = numbered('As agreed', 'Shown')
/** Of the codes of IATA's Cargo Services Conference Resolution 600a those that one rate by weight is entered with. */
export const rateClasses = numbered(
  'M Minimum charge',
  'N Normal rate',
  'Q Quantity rate',
  'C Specific commodity rate',
  'R Class rate, reduction',
  'S Class rate, surcharge',
)
/** From where the carrier takes a container over and where it hands it over: container yard, freight station, door. */
export const services = numbered(
  'CY/CY',
  'CY/CFS',
  'CFS/CY',
  'CFS/CFS',
  'CY/Door',
  'Door/CY',
  'CFS/Door',
  'Door/CFS',
  'Door/Door',
)

export const JobStatus = { cancelled: 0, inProgress: 1, completed: 2, closed: 3 } as const
/** By their places in the list above. */
export const Incoterm = {
  exw: 0,
  fca: 1,
  cpt: 2,
  cip: 3,
  dap: 4,
  dpu: 5,
  ddp: 6,
  fas: 7,
  fob: 8,
  cfr: 9,
  cif: 10,
} as const
export const Direction = { import: 0, export: 1 } as const
export const TransportMode = { air: 0, road: 1, sea: 2 } as const
export const LoadType = { fcl: 0, lcl: 1 } as const
/** By their places in the lists above. */
export const WeightUnit = { kilogram: 0, ton: 1 } as const
export const VolumeUnit = { cubicMetre: 0, cubicFoot: 1 } as const
export const CostSplit = { weightOrMeasure: 0, chargeableWeight: 1, packages: 2, byHand: 3 } as const
export const WaybillCharges = { asAgreed: 0, shown: 1 } as const
/** By their places in the list above. */
export const RateClass = { minimum: 0, normal: 1, quantity: 2 } as const
export const QuoteType = { costAndFreight: 0, exWorks: 1, freeOnBoard: 2 } as const

/** The label of a stored value; empty where nothing is chosen. */
export function labelOf(choices: readonly Choice[], value: number | null | undefined): string {
  return choices.find(choice => choice.value === value)?.label ?? ''
}

/** One of the choices, which are numbered from 0 without a gap, or null for none. */
export function choice(choices: readonly Choice[]) {
  const highest = choices.length - 1
  const message = `This must be one of 0 to ${highest}.`
  return z
    .int('This must be one of the numbered choices.')
    .min(0, message)
    .max(highest, message)
    .describe(choices.map(({ value, label }) => `${value}: ${label}`).join(', '))
    .nullable()
}
