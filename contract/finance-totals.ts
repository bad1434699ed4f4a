import { decimalsOf } from './currency-decimals.ts'
import { multiply, round, sum } from './decimals.ts'
import type { Finance } from './finance.ts'
import {
  breakLines,
  chargeLines,
  chargeSections,
  sectionsFor,
  visibleLines,
  surchargeBasisFields,
  type ChargeSection,
} from './finance-sections.ts'

export type Charges = Readonly<Record<string, unknown>>

/** What a line's figure says: what is charged, what a kilogram costs, or the least that is charged. */
export type LineMeaning = 'amount' | 'perKg' | 'minimum'

const weightBreaks: ReadonlySet<string> = new Set(breakLines.map(({ line }) => line))
const basisFields: Readonly<Record<string, string>> = surchargeBasisFields

export function lineMeaning(section: ChargeSection, line: string, charges: Charges): LineMeaning {
  if (section !== 'freightCharge') return 'amount'
  if (line === 'minimumAirCharges') return 'minimum'
  const basisField = basisFields[line]
  const isRate = weightBreaks.has(line) || (basisField !== undefined && charges[basisField] === 'perKg')
  return isRate ? 'perKg' : 'amount'
}

/** A line's figure; null where nothing was entered. */
export function lineFigure(charges: Charges | null, line: string): number | null {
  const figure = charges?.[line]
  return typeof figure === 'number' ? figure : null
}

const isEntered = (charges: Charges | null, line: string) => (lineFigure(charges, line) ?? 0) !== 0

/** The sum of a section's amounts, as far as the transport mode shows them; rates enter no sum. */
export function sumOfLines(
  section: ChargeSection,
  charges: Charges | null,
  transportMode: number | null,
): number | null {
  if (!charges) return null
  return sum(
    visibleLines(section, transportMode).map(([line]) =>
      lineMeaning(section, line, charges) === 'amount' ? lineFigure(charges, line) : null,
    ),
  )
}

/** A total as it is to be paid: in whole minor units of its currency, which an exchange rate knows nothing of. */
export function payable({ total, currency }: Pick<Finance, 'total' | 'currency'>): number | null {
  return total === null ? null : round(total, decimalsOf(currency))
}

type Exchanged = { currency: string | null; exchangeRate: number | null }

/** How much of the account's currency one unit of a section's currency counts for: 1 in the account's own. */
export const rateOf = ({ currency, exchangeRate }: Exchanged, ownCurrency: string) =>
  currency === null || currency === ownCurrency ? 1 : (exchangeRate ?? 1)

/** The sum of the shown sections' totals in the account's currency; null where no section is shown. */
export function sumOfSections(
  record: Pick<Finance, ChargeSection | 'quoteType' | 'currency'>,
): number | null {
  const shown = sectionsFor(record.quoteType)
  if (shown.length === 0) return null
  return sum(
    shown.map(section => {
      const charges = record[section]
      return charges?.total ? multiply(charges.total, rateOf(charges, record.currency)) : 0
    }),
  )
}

/** The same charges with the sum for every total that nobody typed. */
export function withSums(finance: Finance): Finance {
  const summed = { ...finance }
  for (const section of chargeSections) {
    const charges = finance[section]
    if (!charges || charges.totalIsTyped) continue
    const total = sumOfLines(section, charges, finance.transportMode)
    Object.assign(summed, { [section]: { ...charges, total } })
  }
  if (!finance.totalIsTyped) summed.total = sumOfSections(summed)
  return summed
}

/** Whether the section shows rates, such as those by weight break. */
export function hasRates(section: ChargeSection, charges: Charges | null, transportMode: number | null) {
  return visibleLines(section, transportMode).some(
    ([line]) => charges && isEntered(charges, line) && lineMeaning(section, line, charges) !== 'amount',
  )
}

/** Whether freight is shown with rates for which nothing is charged, since nobody has taken a total from them. */
export function hasUnchargedRates(
  finance: Pick<Finance, 'freightCharge' | 'quoteType' | 'transportMode'>,
): boolean {
  const { freightCharge, quoteType, transportMode } = finance
  return (
    sectionsFor(quoteType).includes('freightCharge') &&
    freightCharge?.totalIsTyped === false &&
    hasRates('freightCharge', freightCharge, transportMode)
  )
}

/** The shown sections with figures that count one for one, since their foreign currency has no exchange rate. */
export function sectionsWithoutRate(
  finance: Pick<Finance, ChargeSection | 'quoteType' | 'currency' | 'transportMode'>,
): { section: ChargeSection; currency: string }[] {
  return sectionsFor(finance.quoteType).flatMap(section => {
    const { currency = null, exchangeRate = null, total = null } = finance[section] ?? {}
    const lacksRate = currency !== null && currency !== finance.currency && exchangeRate === null
    // Lines that come to 0 are printed one by one all the same.
    const lines = visibleLines(section, finance.transportMode)
    const isCharged = Boolean(total) || lines.some(([line]) => isEntered(finance[section], line))
    return lacksRate && isCharged ? [{ section, currency }] : []
  })
}

/** Figures of one section that are kept and not charged, since the quote type or the transport mode hides them. */
export type KeptFigures = {
  section: ChargeSection
  /** The whole section is hidden, by the quote type; else some of its lines, by the transport mode. */
  isWhole: boolean
  lines: string[]
}

export function keptFigures(finance: Finance): KeptFigures[] {
  const shown = sectionsFor(finance.quoteType)
  return chargeSections.flatMap<KeptFigures>(section => {
    const charges = finance[section]
    const entered = Object.keys(chargeLines[section]).filter(line => isEntered(charges, line))
    if (!shown.includes(section)) {
      const hasTotal = charges?.totalIsTyped && charges.total
      return entered.length > 0 || hasTotal ? [{ section, isWhole: true, lines: entered }] : []
    }
    const visible = visibleLines(section, finance.transportMode).map(([line]) => line)
    const hidden = entered.filter(line => !visible.includes(line))
    return hidden.length > 0 ? [{ section, isWhole: false, lines: hidden }] : []
  })
}
