import { keysOf } from './typed-objects.ts'
import { z } from 'zod'
import { cleanLine } from './clean-text.ts'
import { TransportMode } from './choices.ts'

/** The papers that are numbered one after the other, and how their numbers begin. */
export const numberedPapers = {
  houseBill: { label: 'House bill of lading', prefix: 'HBL' },
  houseAirWaybill: { label: 'House air waybill', prefix: 'HAWB' },
  quotation: { label: 'Quotation', prefix: 'QUO' },
  booking: { label: 'Booking confirmation', prefix: 'BKG' },
  arrivalNotice: { label: 'Arrival notice', prefix: 'AN' },
  deliveryOrder: { label: 'Delivery order', prefix: 'DO' },
  cargoReceipt: { label: 'Certificate of receipt', prefix: 'FCR' },
  proformaInvoice: { label: 'Proforma invoice', prefix: 'PRO' },
  invoice: { label: 'Invoice', prefix: 'INV' },
} as const
export type NumberedPaper = keyof typeof numberedPapers
export const paperKinds = keysOf(numberedPapers)

export const MAX_DIGITS = 12
export const MAX_PAPER_NUMBER = 999_999_999
const DIGITS_AT_FIRST = 5

const pattern = {
  /** Stands before the figures: "HBL-2026-". */
  prefix: z.string().overwrite(cleanLine).max(30, 'At most 30 characters.'),
  /** Figures are filled up with noughts to this length. */
  digits: z
    .int('This must be a whole number.')
    .min(1, 'At least 1.')
    .max(MAX_DIGITS, `At most ${MAX_DIGITS}.`),
  nextNumber: z
    .int('This must be a whole number.')
    .min(1, 'At least 1.')
    // One more where the last number has been taken: what was read may be sent back.
    .max(MAX_PAPER_NUMBER + 1, `At most ${MAX_PAPER_NUMBER}.`),
}

export const numberSeries = z.object({ kind: z.enum(paperKinds), ...pattern })
export type NumberSeries = z.infer<typeof numberSeries>

export const numberSeriesInput = z.object({
  kind: z.enum(paperKinds, 'There is no such series of numbers.'),
  ...z.object(pattern).partial().shape,
})

export const defaultSeries = (kind: NumberedPaper): NumberSeries => ({
  kind,
  prefix: `${numberedPapers[kind].prefix}-`,
  digits: DIGITS_AT_FIRST,
  nextNumber: 1,
})

/** "HBL-00042". */
export const numberText = ({ prefix, digits, nextNumber }: Omit<NumberSeries, 'kind'>) =>
  prefix + String(nextNumber).padStart(digits, '0')

/** The two papers that bear a job's House B/L: by sea the bill of lading, by air the air waybill. */
export const housePapers = ['houseBill', 'houseAirWaybill'] as const
export type HousePaper = (typeof housePapers)[number]

export const isHousePaper = (kind: NumberedPaper): kind is HousePaper =>
  housePapers.some(paper => paper === kind)

export const otherHousePaper = (kind: HousePaper): HousePaper =>
  kind === 'houseBill' ? 'houseAirWaybill' : 'houseBill'

/** The house paper of jobs of this mode; null by road and where no mode is chosen: either may be made. */
export function housePaperOf(transportMode: number | null): HousePaper | null {
  if (transportMode === TransportMode.sea) return 'houseBill'
  return transportMode === TransportMode.air ? 'houseAirWaybill' : null
}
