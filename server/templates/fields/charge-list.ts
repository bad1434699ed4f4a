import type { Cargo } from '#contract/chargeable-weight.ts'
import { multiply, round, sum } from '#contract/decimals.ts'
import type { Finance } from '#contract/finance.ts'
import {
  chargeSectionLabels,
  sectionsFor,
  visibleLines,
  type ChargeSection,
} from '#contract/finance-sections.ts'
import { lineFigure, lineMeaning, payable, rateOf, sumOfSections } from '#contract/finance-totals.ts'
import { calculateFreight, isBelowCoins, isCharged } from '#contract/freight-calculation.ts'
import { decimalsOf } from '#contract/currency-decimals.ts'
import { unbroken } from '#server/word/language/unit-signs.ts'
import { chargeName } from './charge-names.ts'
import { figureWithUnit } from './measures.ts'
import { amountIn, number, text, type CatalogueField } from './field-group.ts'

export type ChargeRow = {
  section: string
  name: string
  /** null for a rate, which says by its name what it is, and for what rounding leaves. */
  amount: number | null
  currency: string | null
  /** null where the amount is in the account's currency, and where nobody has entered one. */
  exchangeRate: number | null
  /** In the account's currency, in whole minor units of it; null for a rate. */
  total: number | null
}

/** The rows of one section, or of what belongs to none: then `charge` is null. */
export type ChargeBlock = {
  label: string
  rows: ChargeRow[]
  charge: { amount: number; currency: string; exchangeRate: number | null; total: number } | null
}

/** In the account's currency: `Currency` beside them is the section's own. */
export const inOwnCurrency = <Source>(field: CatalogueField<Source>) => amountIn('Finance.Currency', field)

export const chargeListFields: readonly CatalogueField<ChargeRow>[] = [
  text('Section', 'Section', row => row.section),
  text('Name', 'Charge', row => row.name),
  number('Amount', 'Amount', row => row.amount),
  text('Currency', 'Currency', row => row.currency),
  number('ExchangeRate', 'Exchange rate', row => row.exchangeRate),
  inOwnCurrency(number('Total', "Amount in your company's currency", row => row.total)),
]

const NOT_CHARGED = 'The rates are not in the total'

/**
 * Every figure of the sections that the quote type shows. The rows' totals add up to the finance's, as they are
 * printed: what a typed total says more or less than the lines is a row of its own, and so is what rounding leaves.
 */
export function chargeBlocks(finance: Finance | null, cargo: Cargo): ChargeBlock[] {
  if (!finance) return []
  const blocks = sectionsFor(finance.quoteType).flatMap(section => blockOf(finance, section, cargo) ?? [])
  const rows = rowsOfNoSection(finance, blocks)
  return rows.length > 0 ? [...blocks, { label: ALL, rows, charge: null }] : blocks
}

function blockOf(finance: Finance, section: ChargeSection, cargo: Cargo): ChargeBlock | null {
  const charges = finance[section]
  if (!charges) return null
  const label = chargeSectionLabels[section]
  const currency = charges.currency ?? finance.currency
  const exchangeRate = currency === finance.currency ? null : charges.exchangeRate
  const exchanged = (amount: number) =>
    round(multiply(amount, rateOf(charges, finance.currency)), decimalsOf(finance.currency))
  const charged = (name: string, amount: number): ChargeRow => ({
    section: label,
    name,
    amount,
    currency,
    exchangeRate,
    total: exchanged(amount),
  })
  const figures = visibleLines(section, finance.transportMode).flatMap(([line]) => {
    const figure = lineFigure(charges, line)
    return figure
      ? [{ name: chargeName(section, line), figure, meaning: lineMeaning(section, line, charges) }]
      : []
  })
  const rates = figures.flatMap(({ name, figure, meaning }) => {
    if (meaning === 'amount') return []
    const price = unbroken(`${rateText(figure, currency)}${meaning === 'perKg' ? ' per kg' : ''}`)
    return [withoutAmount(label, `${name}: ${meaning === 'perKg' ? '' : 'at least '}${price}`)]
  })
  const rows = figures.flatMap(({ name, figure, meaning }) =>
    meaning === 'amount' ? [charged(name, figure)] : [],
  )
  const amounts = sum(rows.map(row => row.amount))
  const areRatesCharged = rates.length > 0 && charges.total !== amounts
  if (rates.length > 0 && !areRatesCharged) rates.push(withoutAmount(label, NOT_CHARGED))
  const byWeight = areRatesCharged ? chargedByWeight(finance, currency, cargo) : []
  rows.push(...byWeight.map(part => charged(part.name, part.amount)))
  const rest = sum([charges.total, -amounts, ...byWeight.map(part => -part.amount)])
  if (!isBelowCoins(rest, currency))
    rows.push(charged(rows.length + rates.length > 0 ? 'Adjustment' : label, rest))
  if (rows.length + rates.length === 0) return null
  const amount = charges.total ?? 0
  const total = exchanged(amount)
  const all = [...rates, ...rows, ...rounding(label, total, rows)]
  return { label, rows: all, charge: rows.length > 0 ? { amount, currency, exchangeRate, total } : null }
}

/** What the freight's rates come to, each with how it is reached; nothing where the job has no weight to say it by. */
function chargedByWeight(
  finance: Finance,
  currency: string,
  cargo: Cargo,
): { name: string; amount: number }[] {
  const result = calculateFreight(finance.freightCharge ?? {}, finance, cargo)
  if ('problem' in result) return []
  return result.parts.flatMap(part => {
    if (!isCharged(part) || part.kind === 'amount') return []
    const name = chargeName('freightCharge', part.line)
    // The minimum is charged because the weight comes to less.
    if (part.kind !== 'perKg') return [{ name, amount: part.amount }]
    const [weight, rate] = [figureWithUnit(part.kilograms, 'KG'), rateText(part.rate, currency)]
    const reached = `${unbroken(weight)} × ${unbroken(rate)}`
    return [{ name: `Charged by weight: ${name}, ${reached}`, amount: part.amount }]
  })
}

const withoutAmount = (section: string, name: string, total: number | null = null): ChargeRow => ({
  section,
  name,
  amount: null,
  currency: null,
  exchangeRate: null,
  total,
})

const ALL = 'All charges'

/** What the whole job's total says more or less than its sections, since somebody typed it or since all are rounded. */
function rowsOfNoSection(finance: Finance, blocks: readonly ChargeBlock[]): ChargeRow[] {
  const { total, totalIsTyped, currency } = finance
  const rest = totalIsTyped ? sum([total, -(sumOfSections(finance) ?? 0)]) : 0
  const typed = round(rest, decimalsOf(currency))
  const name = blocks.length > 0 ? 'Adjustment' : ALL
  const rows: ChargeRow[] =
    typed === 0 ? [] : [{ section: ALL, name, amount: typed, currency, exchangeRate: null, total: typed }]
  const before = [...blocks.map(block => ({ total: block.charge?.total ?? null })), ...rows]
  return [...rows, ...rounding(ALL, payable(finance) ?? 0, before)]
}

/** A row for what rows that are rounded one by one add up to more or less than their total. */
function rounding(section: string, total: number, rows: readonly { total: number | null }[]): ChargeRow[] {
  const rest = sum([total, ...rows.map(row => -(row.total ?? 0))])
  return rest === 0 ? [] : [withoutAmount(section, 'Rounding', rest)]
}

/** "6.10": with at least the decimals of its currency, and those further ones that were entered. English, as the words are. */
export const amountText = (amount: number, currency: string): string =>
  amount.toLocaleString('en', { minimumFractionDigits: decimalsOf(currency), maximumFractionDigits: 4 })

/** "6.10 USD". */
export const rateText = (rate: number, currency: string): string =>
  `${amountText(rate, currency)} ${currency}`
