import { sum } from '#contract/decimals.ts'
import { type ChargeBlock, chargeListFields, type ChargeRow, inOwnCurrency } from './charge-list.ts'
import { number, text, type CatalogueField } from './field-group.ts'

/** A charge, or what the charges of a section come to: its figures are then the subtotal's. */
type GroupedRow = ChargeRow & {
  subtotal: string | null
  subtotalAmount: number | null
  subtotalTotal: number | null
}

export const groupedChargeFields: readonly CatalogueField<GroupedRow>[] = [
  ...chargeListFields,
  text('Subtotal', 'Section whose subtotal the row is', row => row.subtotal),
  number('SubtotalAmount', 'Subtotal of the section', row => row.subtotalAmount),
  inOwnCurrency(number('SubtotalTotal', "Subtotal in your company's currency", row => row.subtotalTotal)),
]

/** Every charge, and a subtotal after the last one of each section. */
export function groupedCharges(blocks: readonly ChargeBlock[]): GroupedRow[] {
  return blocks.flatMap(({ label, rows, charge }) => {
    const charges = rows.map(row => ({ ...row, subtotal: null, subtotalAmount: null, subtotalTotal: null }))
    if (!charge) return charges
    const { amount, currency, exchangeRate, total } = charge
    const subtotal: GroupedRow = {
      section: '',
      name: '',
      amount: null,
      total: null,
      currency,
      exchangeRate,
      subtotal: label,
      subtotalAmount: amount,
      subtotalTotal: total,
    }
    return [...charges, subtotal]
  })
}

/** What is charged in one currency, or what no section says. */
type CurrencyRow = {
  name: string
  amount: number | null
  currency: string | null
  exchangeRate: number | null
  total: number | null
}

export const chargeCurrencyFields: readonly CatalogueField<CurrencyRow>[] = [
  text('Name', 'Currency, or Adjustment or Rounding', row => row.name),
  number('Amount', 'Amount in this currency', row => row.amount),
  text('Currency', 'Currency', row => row.currency),
  number('ExchangeRate', 'Exchange rate', row => row.exchangeRate),
  inOwnCurrency(number('Total', "Amount in your company's currency", row => row.total)),
]

/** What is charged in each currency, where there is more than the company's own; the totals add up to the finance's. */
export function chargeCurrencies(blocks: readonly ChargeBlock[], own: string): CurrencyRow[] {
  const rows: CurrencyRow[] = []
  for (const { charge } of blocks) {
    if (!charge) continue
    const { amount, currency, exchangeRate, total } = charge
    const same = rows.find(row => row.currency === currency && row.exchangeRate === exchangeRate)
    if (same) Object.assign(same, { amount: sum([same.amount, amount]), total: sum([same.total, total]) })
    else rows.push({ name: currency, amount, currency, exchangeRate, total })
  }
  if (rows.every(row => row.currency === own)) return []
  const ofNoSection = blocks.filter(block => block.charge === null).flatMap(block => block.rows)
  const further = ofNoSection.filter(row => row.total !== null)
  return [...rows, ...further.map(({ section: _section, ...row }) => row)]
}
