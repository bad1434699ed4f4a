import { multiply, sum } from '#contract/decimals.ts'
import type { Finance } from '#contract/finance.ts'
import {
  chargeSectionLabels,
  sectionsFor,
  shownLines,
  type ChargeSection,
} from '#contract/finance-sections.ts'
import { lineFigure, lineMeaning, sumOfSections } from '#contract/finance-totals.ts'
import { cents } from './cents.ts'
import { number, text, type CatalogueField } from './field-group.ts'

export type ChargeRow = {
  section: string
  name: string
  /** null for a rate, which says by its name what it is. */
  amount: number | null
  currency: string | null
  /** null where the amount is in the account's currency. */
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
export function chargeRows(finance: Finance | null): ChargeRow[] {
  if (!finance) return []
  const rows = sectionsFor(finance.quoteType).flatMap(section => rowsOf(finance, section))
  return withCents([...rows, ...agreedRows(finance, rows)])
}

function rowsOf(finance: Finance, section: ChargeSection): ChargeRow[] {
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
    exchangeRate: isForeign ? rate : null,
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
  const hasRates = rows.some(row => row.amount === null)
  const rest = sum([charges.total, -sum(rows.map(row => row.amount))])
  const restName = hasRates && rest > 0 ? 'Charged by weight' : rows.length > 0 ? 'Adjustment' : label
  return exactly(multiply(charges.total ?? 0, rate), rest === 0 ? rows : [...rows, charged(restName, rest)])
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
const figureText = (figure: number) => figures.format(figure)
