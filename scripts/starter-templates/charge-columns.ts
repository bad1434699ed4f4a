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
export const amountsToPay = (title: string): string =>
  onlyIf(
    'GroupedCharges',
    heading(title) +
      listTable('GroupedCharges', chargeColumns(), { rowsIf: isCharged, keptIf: isKept }) +
      onlyIf('ChargeCurrencies', space + listTable('ChargeCurrencies', currencyColumns)),
  )

/** Rates have no amount: they are offered, and what they come to is charged. */
const isCharged = 'Amount <> "" or Total <> "" or Subtotal <> ""'
const AT_DESTINATION = '"Destination Charges"'
/** The last section, with its subtotal and the total. */
const isKept = `count GroupedCharges <= 12 or Section = ${AT_DESTINATION} or Subtotal <> ""`

const rateNames = [
  'Minus45',
  'Plus45',
  'Plus100',
  'Plus250',
  'Plus300',
  'Plus500',
  'Plus1000',
  'Fsc',
  'Ssc',
  'MinimumAirCharges',
]

/** The rates of freight by air, one after the other, below what they come to. */
export const ratesOffered = onlyIf(
  rateNames.map(name => `FreightCharge.${name} <> ""`).join(' or '),
  space +
    text(
      '{{#Charges}}{{#if Amount = "" and Total = ""}}{{Name}}. {{/if}}{{/Charges}}The rate of the weight break applies.',
    ),
)

const isPrepaid = 'Shipment.FreightPayment = "Prepaid"'
const isPrepaidTo = (customer: string) =>
  `${isPrepaid} and Finance.DestinationTotal <> "" and Customer.Name = ${customer}`
/** Another customer than the consignee is billed for the charges at destination too: nobody is to pay them twice. */
const consigneePaysAtDestination = `${isPrepaidTo('""')} or ${isPrepaidTo('Consignee.Name')}`

/** All charges of freight that is collected; where it is prepaid the consignee pays what arises at destination. */
export const chargesOfConsignee = (title: string): string =>
  onlyIf(`not ${isPrepaid}`, amountsToPay(title)) +
  onlyIf(
    consigneePaysAtDestination,
    heading(title) +
      text('Freight and charges at origin are prepaid.', { keepNext: true }) +
      listTable('GroupedCharges', chargeColumns('Finance.DestinationTotal'), {
        rowsIf: `Section = ${AT_DESTINATION} or Subtotal = ${AT_DESTINATION}`,
        keptIf: isKept,
      }),
  )
