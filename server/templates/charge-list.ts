import { multiply, sum } from '#contract/decimals.ts'
import type { Finance } from '#contract/finance.ts'
import {
  chargeLines,
  chargeSectionLabels,
  isFreightLineShown,
  sectionsFor,
  type ChargeSection,
} from '#contract/finance-sections.ts'
import { number, text, type CatalogueField } from './field-group.ts'

export type ChargeRow = {
  section: string
  name: string
  amount: number
  currency: string
  /** null where the amount is in the account's currency. */
  exchangeRate: number | null
  /** In the account's currency. */
  total: number
}

export const chargeListFields: readonly CatalogueField<ChargeRow>[] = [
  text('Section', 'Section', row => row.section),
  text('Name', 'Charge', row => row.name),
  number('Amount', 'Amount', row => row.amount),
  text('Currency', 'Currency', row => row.currency),
  number('ExchangeRate', 'Exchange rate', row => row.exchangeRate),
  number('Total', "Amount in your company's currency", row => row.total),
]

/** Every charge of the sections that the quote type shows; a section's rows always add up to its total. */
export function chargeRows(finance: Finance | null): ChargeRow[] {
  if (!finance) return []
  return sectionsFor(finance.quoteType).flatMap(section => rowsOf(finance, section))
}

function rowsOf(finance: Finance, section: ChargeSection): ChargeRow[] {
  const charges = finance[section] as (NonNullable<Finance[ChargeSection]> & Record<string, unknown>) | null
  if (!charges?.total) return []
  const shown = Object.entries(chargeLines[section]).flatMap(([line, label]) => {
    if (section === 'freightCharge' && !isFreightLineShown(line, finance.transportMode)) return []
    const amount = charges[line]
    return typeof amount === 'number' && amount !== 0 ? [{ name: label as string, amount }] : []
  })
  // Rates by weight, and a total that somebody typed, are no sum of the lines: the total stands for them.
  const addsUp = sum(shown.map(row => row.amount)) === charges.total
  const rows = addsUp ? shown : [{ name: chargeSectionLabels[section], amount: charges.total }]
  const exchangeRate = charges.exchangeRate ?? 1
  return rows.map(({ name, amount }) => ({
    section: chargeSectionLabels[section],
    name,
    amount,
    currency: charges.currency ?? finance.currency,
    exchangeRate: charges.currency && charges.currency !== finance.currency ? exchangeRate : null,
    total: multiply(amount, exchangeRate),
  }))
}
