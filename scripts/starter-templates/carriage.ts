import { field, fieldIfFilled, heading, onlyIf, portLines, text, whenFilled } from './blocks.ts'
import { byMode, dischargeLine } from './by-mode.ts'
import { service } from './cargo.ts'

/** What a paper of the carriage states beside the route, as the boxes of bills and waybills name it. */

export const placeOfReceipt = field('Place of receipt', '{{Shipment.PlaceOfReceipt}}')

const [destination, destinationCode] = portLines('Destination')
const orDestination = (line: string) =>
  `{{#if Shipment.PlaceOfDelivery}}{{Shipment.PlaceOfDelivery}}{{else}}${line}{{/if}}`

/** The place that is named for it, or else the port of destination. */
export const deliveryLines: readonly string[] = [
  orDestination(destination),
  `{{#unless Shipment.PlaceOfDelivery}}${destinationCode}{{/unless}}`,
]
/** Below it where the cargo leaves the vessel. */
export const placeOfDelivery = field('Place of delivery', ...deliveryLines) + dischargeLine
/** The same beside a box of its own for that. */
export const placeOfDeliveryAlone = field('Place of delivery', ...deliveryLines)

/** Prepaid freight is payable at origin and freight to collect at destination, where nobody names the place. */
export const payableAt =
  '{{#if Shipment.FreightPayableAt}}{{Shipment.FreightPayableAt}}{{else if Shipment.FreightPayment = "Prepaid"}}Origin' +
  '{{else if Shipment.FreightPayment = "Collect"}}Destination{{/if}}'
export const freight = field('Freight', '{{Shipment.FreightPayment}}', payableAt)

/** None are made out, which makes the bill a waybill; a number that nobody entered is unknown. */
export const hasNoOriginals = 'Shipment.NumberOfOriginals <> "" and Shipment.NumberOfOriginals = 0'

/** Nobody asks for an original where none is made out. */
export const withOriginals = (content: string, otherwise: string): string =>
  `{{#if ${hasNoOriginals}}}${otherwise}{{else}}${content}{{/if}}`

/** In figures and in words, as a bank reads it: “3 (THREE)”. */
export const originals = field(
  'Number of originals',
  '{{#if Shipment.NumberOfOriginals}}{{Shipment.NumberOfOriginals}} ' +
    `({{Shipment.NumberOfOriginals | words | upper}}){{else if ${hasNoOriginals}}}None: waybill{{/if}}`,
)

/** The city of the company and today, where the job names no other place and no other day. */
export const issuedAt =
  '{{#if Shipment.PlaceOfIssue}}{{Shipment.PlaceOfIssue}}{{else}}{{Company.City}}{{/if}}'
export const issuedOn = '{{#if Shipment.DateOfIssue}}{{Shipment.DateOfIssue}}{{else}}{{Today}}{{/if}}'
export const issued = field('Place and date of issue', issuedAt, issuedOn)

/** UCP 600, article 20: the day on which the goods were shipped on board, on the vessel and at the port that are named. */
export const shippedOnBoard = field(
  'Shipped on board',
  '{{Shipment.OnBoardDate}}',
  whenFilled(
    'Shipment.OnBoardDate',
    `{{Shipment.VesselName}}${whenFilled('LoadingPort.Name', '{{#if Shipment.VesselName}}, {{/if}}{{LoadingPort.Name}}')}`,
  ),
)

const kind = '{{#if ItemTotals.Packaging}}{{ItemTotals.Packaging | upper}}{{else}}PACKAGES{{/if}}'
/** “ONE THOUSAND TWO HUNDRED FOUR CARTONS”: the items' packages, or else the job's own. */
export const packagesInWords = field(
  'Number of packages, in words',
  '{{#if ItemTotals.NumberOfPacks}}{{ItemTotals.NumberOfPacks | words | upper}} ' +
    `${kind}{{else if Shipment.NumberOfPackages}}{{Shipment.NumberOfPackages | words | upper}} ` +
    '{{#if Shipment.NumberOfPackages = 1}}PACKAGE{{else}}PACKAGES{{/if}}{{/if}}',
)

/** How the goods are to be handled, and what must be known of them, where somebody has said so. */
export const handling = onlyIf(
  'Shipment.HandlingInformation',
  heading('Handling information') + text('{{Shipment.HandlingInformation}}'),
)

/** Where an import's full containers lie until they are taken over. */
export const terminalOfImport = fieldIfFilled(
  'Container terminal',
  'Shipment.ContainerTerminal',
  'Shipment.ContainerTerminal and Shipment.Direction = "Import"',
)

/** By what the customs of an import's country know the cargo, where there is such a number. */
export const manifestNumbers =
  fieldIfFilled('IGM', 'Shipment.Igm') + fieldIfFilled('Index', 'Shipment.IndexNumber')

/** What customs knows the cargo by, where it has been declared. */
export const customsDeclaration = fieldIfFilled('Customs declaration', 'Shipment.CustomsDeclaration')
/** Where an import's containers are returned, once the goods are out of them. */
export const emptyReturn = fieldIfFilled(
  'Empty containers to',
  'Shipment.EmptyDepot',
  'Shipment.EmptyDepot and Shipment.Direction = "Import"',
)
/** An amount in the company's currency, or what is said where none is declared (IATA Resolution 600a). */
export const declared = (name: string, otherwise: string): string =>
  `{{#if Shipment.${name} <> ""}}{{Shipment.${name} | amount}} {{Company.Currency}}{{else}}${otherwise}{{/if}}`

/** The buyer's orders and the credit that pays for the goods, on the papers that a bank compares. */
export const ordersBox = field('Purchase order', '{{Shipment.PurchaseOrders}}')
export const creditBox = field('Letter of credit', '{{Shipment.LetterOfCredit}}')

export const incoterm = field('Incoterm', '{{Shipment.Incoterm}}', '{{Shipment.IncotermPlace}}')

export const bookingNumber = field('Carrier’s booking number', '{{Shipment.BookingNumber}}')

/** From door to door goes by every mode; yards and freight stations are terms of ships that carry containers. */
const doorToDoor = whenFilled('Shipment.Service = "Door/Door"', '{{Shipment.Service}}')

/** Mode and load, and how the carrier takes the cargo over and hands it over. */
export const serviceBox = field(
  'Service',
  service,
  byMode({ sea: '{{Shipment.Service}}', air: doorToDoor, road: doorToDoor }),
)
