import { keysOf } from './typed-objects.ts'
import { QuoteType, TransportMode } from './choices.ts'

export const chargeSections = ['originCharge', 'freightCharge', 'destinationCharge'] as const
export type ChargeSection = (typeof chargeSections)[number]

export const chargeSectionLabels: Record<ChargeSection, string> = {
  originCharge: 'Origin Charges',
  freightCharge: 'Freight Charges',
  destinationCharge: 'Destination Charges',
}

/** The lines of each section, in the order in which the screen shows them. */
export const chargeLines = {
  originCharge: {
    pickUp: 'Pick Up',
    handling: 'Handling',
    documentation: 'Documentation',
    customClearance: 'Custom Clearance',
    portCharges: 'Port Charges',
    thc: 'THC',
    blfee: 'B/L Fee',
    otherCharges: 'Other Charges',
  },
  freightCharge: {
    lcl: 'LCL',
    fcl20: "FCL 20'",
    fcl40: "FCL 40'",
    fsc: 'FSC',
    ssc: 'SSC',
    minimumAirCharges: 'Minimum Air Charges',
    minus45: 'Minus 45',
    plus45: 'Plus 45',
    plus100: 'Plus 100',
    plus250: 'Plus 250',
    plus300: 'Plus 300',
    plus500: 'Plus 500',
    plus1000: 'Plus 1000',
    otherAirCharges: 'Other Air Charges',
    otherFreightCharges: 'Other Freight Charges',
  },
  destinationCharge: {
    deliveryOrder: 'Delivery Order',
    documentation: 'Documentation',
    insurance: 'Insurance',
    splitting: 'Splitting',
    thc: 'THC',
    yardDocumentation: 'Yard Documentation',
    yardFed: 'Yard FED',
    yardRandD: 'Yard R & D',
    otherDestinationCharges: 'Other Destination Charges',
  },
} as const satisfies Record<ChargeSection, Record<string, string>>

const sectionsByQuoteType: Record<number, readonly ChargeSection[]> = {
  [QuoteType.costAndFreight]: ['destinationCharge'],
  [QuoteType.exWorks]: ['originCharge', 'freightCharge', 'destinationCharge'],
  [QuoteType.freeOnBoard]: ['freightCharge', 'destinationCharge'],
}

/** Who pays which leg follows from the quote type; none for a job without one. */
export function sectionsFor(quoteType: number | null): readonly ChargeSection[] {
  return quoteType === null ? [] : (sectionsByQuoteType[quoteType] ?? [])
}

const seaAndRoad: readonly string[] = ['lcl', 'fcl20', 'fcl40']
const airAndRoad: readonly string[] = ['fsc', 'ssc']
const airOnly: readonly string[] = [
  'minimumAirCharges',
  'minus45',
  'otherAirCharges',
  'plus45',
  'plus100',
  'plus250',
  'plus300',
  'plus500',
  'plus1000',
]

/** The freight lines that are rates per kilogram, and from which weight each holds. */
export const breakLines = [
  { line: 'minus45', from: 0 },
  { line: 'plus45', from: 45 },
  { line: 'plus100', from: 100 },
  { line: 'plus250', from: 250 },
  { line: 'plus300', from: 300 },
  { line: 'plus500', from: 500 },
  { line: 'plus1000', from: 1000 },
] as const

/** What a surcharge's figure is: a rate per kilogram, or an amount. */
export const surchargeBases = ['perKg', 'flat'] as const
export type SurchargeBasis = (typeof surchargeBases)[number]
export const surchargeBasisLabels: Record<SurchargeBasis, string> = { perKg: 'per kg', flat: 'flat' }

/** Which field says the basis of a surcharge. */
export const surchargeBasisFields = { fsc: 'fscBasis', ssc: 'sscBasis' } as const
export const surchargeLines = keysOf(surchargeBasisFields)

/** The basis of a surcharge of which nobody has said any: carriers by air quote per kilogram. */
export const defaultBasis = (transportMode: number | null): SurchargeBasis =>
  transportMode === TransportMode.air ? 'perKg' : 'flat'

/** The lines of a section that a transport mode shows, with their labels. */
export function visibleLines(section: ChargeSection, transportMode: number | null): [string, string][] {
  return Object.entries(chargeLines[section]).filter(
    ([line]) => section !== 'freightCharge' || isFreightLineShown(line, transportMode),
  )
}

/** Whether a freight line is shown for a transport mode (null: not chosen yet). */
export function isFreightLineShown(line: string, transportMode: number | null): boolean {
  if (seaAndRoad.includes(line)) return transportMode !== TransportMode.air
  if (airAndRoad.includes(line)) return transportMode !== TransportMode.sea
  if (airOnly.includes(line)) return transportMode === TransportMode.air
  return true
}
