import type { Cargo } from '#contract/chargeable-weight.ts'
import { multiply, sum } from '#contract/decimals.ts'
import type { Finance } from '#contract/finance.ts'
import {
  chargeSectionLabels,
  sectionsFor,
  shownLines,
  type ChargeSection,
} from '#contract/finance-sections.ts'
import { lineFigure, lineMeaning, sumOfSections } from '#contract/finance-totals.ts'
import { calculateFreight } from '#contract/freight-calculation.ts'
import { cents } from './cents.ts'
import { number, text, type CatalogueField } from './field-group.ts'

export type ChargeRow = {
  section: string
  name: string
  /** null for a rate, which says by its name what it is. */
  amount: number | null
  currency: string | null
  /** null where the amount is in the account's currency, and where nobody has entered one. */
  exchangeRate: number | null
  /** In the account's currency; null for a rate. */
  total: number | null
}

export const chargeListFields: readonly CatalogueField<ChargeRow>[] = [
  text('Section', 'Section', row => row.section),
  text('Name', 'Charge', row => row.name),
  number('Amount', 'Amount', row => row.amount),
  text('Currency', 'Currency', row => row.currency),
  number('ExchangeRate', 'Exchange rate', row => row.exchangeRate),
  number('Total', "Amount in your company's currency", row => row.total),
]

/**
 * Every figure of the sections that the quote type shows. The rows' totals always add up to the finance's: what a
 * typed total says more or less than the lines is a row of its own.
 */
export function chargeRows(finance: Finance | null, cargo: Cargo): ChargeRow[] {
  if (!finance) return []
  const rows = sectionsFor(finance.quoteType).flatMap(section => rowsOf(finance, section, cargo))
  return withCents([...rows, ...agreedRows(finance, rows)])
}

function rowsOf(finance: Finance, section: ChargeSection, cargo: Cargo): ChargeRow[] {
  const charges = finance[section]
  if (!charges) return []
  const currency = charges.currency ?? finance.currency
  const isForeign = currency !== finance.currency
  const rate = charges.exchangeRate ?? 1
  const label = chargeSectionLabels[section]
  const charged = (name: string, amount: number): ChargeRow => ({
    section: label,
    name,
    amount,
    currency,
    exchangeRate: isForeign ? charges.exchangeRate : null,
    total: multiply(amount, rate),
  })
  const rows = shownLines(section, finance.transportMode).flatMap(([line, name]) => {
    const figure = lineFigure(charges, line)
    if (!figure) return []
    const meaning = lineMeaning(section, line, charges)
    if (meaning === 'amount') return [charged(name, figure)]
    const price = `${figureText(figure)} ${currency}`
    return [rateRow(label, meaning === 'perKg' ? `${name}: ${price} per kg` : `${name}: at least ${price}`)]
  })
  const amounts = sum(rows.map(row => row.amount))
  const hasRates = rows.some(row => row.amount === null)
  // Nothing is charged for the rates where the total is that of the amounts alone.
  const byWeight = hasRates && charges.total !== amounts ? chargedByWeight(finance, amounts, cargo) : 0
  const rest = sum([charges.total, -amounts, -byWeight])
  if (byWeight !== 0) rows.push(charged('Charged by weight', byWeight))
  if (rest !== 0) rows.push(charged(rows.length > 0 ? 'Adjustment' : label, rest))
  return exactly(multiply(charges.total ?? 0, rate), rows)
}

/** What the freight's rates come to beside its amounts; 0 where the job has no weight to say it by. */
function chargedByWeight({ freightCharge, transportMode }: Finance, amounts: number, cargo: Cargo): number {
  const result = calculateFreight(freightCharge ?? {}, transportMode, cargo)
  return 'problem' in result ? 0 : sum([result.total, -amounts])
}

const rateRow = (section: string, name: string): ChargeRow => ({
  section,
  name,
  amount: null,
  currency: null,
  exchangeRate: null,
  total: null,
})

/** What the whole job's total says more or less than its sections: somebody typed it. */
function agreedRows(finance: Finance, rows: readonly ChargeRow[]): ChargeRow[] {
  const { total, totalIsTyped, currency } = finance
  const rest = totalIsTyped ? sum([total, -(sumOfSections(finance) ?? 0)]) : 0
  if (rest === 0) return []
  const name = rows.length > 0 ? 'Adjustment' : 'All charges'
  return [{ section: 'All charges', name, amount: rest, currency, exchangeRate: null, total: rest }]
}

/** Each amount is exchanged and rounded by itself; the last takes what that leaves of the section's total. */
function exactly(total: number, rows: ChargeRow[]): ChargeRow[] {
  const last = rows.findLastIndex(row => row.total !== null)
  const others = rows.map((row, index) => (index === last ? null : row.total))
  return rows.map((row, index) => (index === last ? { ...row, total: sum([total, -sum(others)]) } : row))
}

/** A paper prints two decimals: its column has to add up as it is printed. */
function withCents(rows: readonly ChargeRow[]): ChargeRow[] {
  const rounded = cents(rows.map(row => row.total))
  return rows.map((row, index) => ({ ...row, total: rounded[index] ?? null }))
}

// As the words around it are: English.
const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })
export const figureText = (figure: number) => figures.format(figure)
