import { space, onlyIf, listTable, heading, text, type ListColumn } from './blocks.ts'
import { PAGE_WIDTH } from './markup.ts'

const amount = (name: string) => `{{${name} | amount}}`

/** A charge's figure, or in bold a subtotal's: a row has the one or the other. */
const orSubtotal = (charge: string, subtotal: string) => `{{${charge} | amount}}*{{${subtotal} | amount}}*`

/** Every charge of the job in its own currency, what it comes to in the company's, and the sections' subtotals. */
function chargeColumns(total = 'Finance.Total'): ListColumn[] {
  const figures: ListColumn[] = [
    { heading: 'Amount', width: 1_650, content: orSubtotal('Amount', 'SubtotalAmount'), isFigure: true },
    { heading: 'Currency', width: 850, content: '{{Currency}}' },
    { heading: 'Rate', width: 1_250, content: '{{ExchangeRate}}', isFigure: true },
    {
      heading: 'Amount in {{Company.Currency}}',
      width: 1_750,
      content: orSubtotal('Total', 'SubtotalTotal'),
      isFigure: true,
      total: amount(total),
    },
  ]
  // “Destination Charges” in one line, in bold too.
  const section = 1_750
  const taken = figures.reduce((sum, column) => sum + column.width, section)
  return [
    { heading: 'Section', width: section, content: '{{Section}}*{{Subtotal}}*', total: 'Total' },
    {
      heading: 'Charge',
      width: PAGE_WIDTH - taken,
      content: '{{Name}}*{{#if Subtotal}}Subtotal{{/if}}*',
    },
    ...figures,
  ]
}

/** What is charged in each currency, and what that comes to in the company's. */
const currencyColumns: readonly ListColumn[] = [
  { heading: 'Of this in', width: PAGE_WIDTH - 4_650, content: '{{Name}}' },
  { heading: 'Amount', width: 1_650, content: amount('Amount'), isFigure: true },
  { heading: 'Rate', width: 1_250, content: '{{ExchangeRate}}', isFigure: true },
  { heading: 'Amount in {{Company.Currency}}', width: 1_750, content: amount('Total'), isFigure: true },
]

/**
 * The charges with their subtotals and total, and below, where there are several, each currency's part of them. A job
 * without charges has no heading and no total either: an empty table that ends with 0.00 says that nothing is to be paid.
 */
export const chargeTables = (title: string, { rowsIf }: { rowsIf?: string } = {}): string =>
  onlyIf(
    'GroupedCharges',
    heading(title) +
      listTable('GroupedCharges', chargeColumns(), rowsIf ? { rowsIf } : {}) +
      onlyIf('ChargeCurrencies', space + listTable('ChargeCurrencies', currencyColumns)),
  )

/** Rates have no amount: they are offered, and what they come to is charged. */
const isCharged = 'Amount <> "" or Total <> "" or Subtotal <> ""'

/** The charges of a paper that asks for money, without the rates. */
export const amountsToPay = (title: string): string => chargeTables(title, { rowsIf: isCharged })

const AT_DESTINATION = '"Destination Charges"'
const isPrepaid = 'Shipment.FreightPayment = "Prepaid"'

/** All charges of freight that is collected; where it is prepaid the consignee pays what arises at destination. */
export const chargesOfConsignee = (title: string): string =>
  onlyIf(`not ${isPrepaid}`, amountsToPay(title)) +
  onlyIf(
    `${isPrepaid} and Finance.DestinationTotal <> ""`,
    heading(title) +
      text('Freight and charges at origin are prepaid.', { keepNext: true }) +
      listTable('GroupedCharges', chargeColumns('Finance.DestinationTotal'), {
        rowsIf: `Section = ${AT_DESTINATION} or Subtotal = ${AT_DESTINATION}`,
      }),
  )
