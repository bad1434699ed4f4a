import { portTypes } from '#contract/ports.ts'
import type { Findable } from '#server/word/finding/find-places.ts'
import type { EntryChoice } from '#server/word/finding/find-rows.ts'
import type { KnownField } from '#server/word/language/known-fields.ts'
import { knownFields } from './catalogue.ts'
import { groupOf, groupTitle } from './field-groups.ts'

/** Roles and ports as papers call them beside our own words. */
const groupWords: Readonly<Record<string, readonly string[]>> = {
  Consignee: ['consignee', 'importer', 'receiver', 'deliver to', 'consigned to order of'],
  Shipper: ['shipper', 'exporter', 'sender', 'consignor', 'shipper exporter'],
  Agent: ['agent', 'delivery agent', 'for delivery apply to', 'destination agent'],
  Carrier: ['carrier', 'shipping line', 'airline', 'issuing carrier', 'truck'],
  ClearingAgent: ['clearing agent', 'customs broker', 'broker'],
  NotifyParty: ['notify party', 'notify', 'notify address'],
  SecondNotifyParty: ['second notify party', 'also notify', 'also notify party'],
  Customer: ['customer', 'bill to', 'account of', 'invoice to', 'client', 'for'],
  Haulier: ['haulier', 'trucker', 'transporter', 'truck company', 'truck', 'carrier'],
  Warehouse: ['warehouse', 'terminal', 'cfs'],
  LoadingPort: [
    ...[
      'port of loading',
      'loading port',
      'pol',
      'airport of departure',
      'airport of loading',
      'from',
      'origin',
    ],
    ...['place of loading', 'place of departure', 'place of taking over'],
  ],
  ViaPort: ['via', 'via port', 'transhipment port', 'port of transhipment'],
  DischargePort: [
    ...['port of discharge', 'discharge port', 'pod', 'airport of destination', 'airport of discharge', 'to'],
    ...['place of unloading', 'place of discharge', 'port of unloading'],
  ],
  DestinationPort: ['final destination', 'port of destination', 'destination', 'place of delivery', 'to'],
}

/** What the whole cargo comes to, which the job says and the sums of its items, containers and bills. */
const cargoWords = {
  packages: ['packages', 'number of packages', 'pieces', 'pkgs', 'total packages', 'cartons'],
  grossWeight: ['gross weight', 'gross wt', 'g w', 'total gross weight', 'weight'],
  netWeight: ['net weight', 'net wt', 'n w'],
  volume: ['volume', 'measurement', 'cbm', 'total volume'],
  chargeableWeight: ['chargeable weight', 'chargeable'],
}

/** Fields as papers call them beside our own words. */
const fieldWords: Readonly<Record<string, readonly string[]>> = {
  'Shipment.HouseBl': [
    'house bl',
    'hbl',
    'b l no',
    'bill of lading no',
    'house bill',
    'hawb',
    'house air waybill',
  ],
  'Shipment.MasterBl': ['master bl', 'mbl', 'ocean bill', 'master bill', 'mawb', 'master air waybill'],
  'Shipment.VesselName': ['vessel', 'ocean vessel', 'vessel name', 'flight', 'carried by', 'truck'],
  'Shipment.Voyage': ['voyage', 'voyage no', 'voy', 'flight no'],
  'Shipment.Etd': ['etd', 'departure', 'sailing date', 'departure date', 'flight date'],
  'Shipment.Eta': ['eta', 'arrival', 'expected on', 'arrival date'],
  'Shipment.ReadyOn': ['cargo ready on', 'ready date', 'pickup date'],
  'Shipment.GrossWeight': cargoWords.grossWeight,
  'ItemTotals.GrossWeight': cargoWords.grossWeight,
  'ContainerTotals.CargoWeight': cargoWords.grossWeight,
  'BillTotals.GrossWeight': cargoWords.grossWeight,
  'Shipment.NetWeight': cargoWords.netWeight,
  'ItemTotals.NetWeight': cargoWords.netWeight,
  'Shipment.Volume': cargoWords.volume,
  'ItemTotals.Volume': cargoWords.volume,
  'ContainerTotals.Volume': cargoWords.volume,
  'BillTotals.Volume': cargoWords.volume,
  'Shipment.NumberOfPackages': cargoWords.packages,
  'ItemTotals.NumberOfPacks': cargoWords.packages,
  'ContainerTotals.Packages': cargoWords.packages,
  'BillTotals.NumberOfPackages': cargoWords.packages,
  'Shipment.JobId': ['job', 'our reference', 'our ref', 'file no', 'reference'],
  'Shipment.ChargeableWeight': cargoWords.chargeableWeight,
  'ItemTotals.ChargeableWeight': cargoWords.chargeableWeight,
  'Shipment.DateOfIssue': ['date of issue', 'issued on', 'place and date of issue', 'dated'],
  'Shipment.PlaceOfIssue': ['place of issue', 'issued at', 'place and date of issue'],
  'Shipment.OnBoardDate': ['shipped on board', 'on board date', 'laden on board'],
  'Quote.Commodity': ['commodity', 'goods', 'nature of goods', 'description of goods'],
  'Finance.Total': ['total', 'amount due', 'total amount', 'grand total'],
  Today: ['date', 'today', 'dated', 'invoice date'],
}

const OWN = /^(?:Company|User)\./
/** What kind of company a party is: “Agent” on a page is a heading. */
const WORD = /^(?!Shipment|Quote).*\.Description$/
const BLOCK = /\.(?:NameAndAddress|Block|Address|AddressLine|ContactLine)$/
/** What papers print of a list one by one; the others are the same entries in another order or in one line. */
const LISTS = ['Items', 'Containers', 'GroupedCharges', 'Charges', 'Bills', 'References', 'ChargeCurrencies']

/** Dangerous goods notes show dangerous goods alone, an arrival notice of prepaid freight the charges at destination. */
const entryChoices: Readonly<Record<string, readonly EntryChoice[]>> = {
  Items: [{ filled: ['UnNumber'] }],
  Containers: [{ filled: ['DangerousGoods'] }],
  GroupedCharges: [{ filled: ['Amount', 'Total', 'Subtotal'] }, { same: ['Section', 'Subtotal'] }],
  Charges: [{ filled: ['Amount', 'Total'] }, { same: ['Section'] }],
}

const withoutGroup = (name: string, label: string): string => {
  const start = `${groupTitle(groupOf(name))}: `
  return label.startsWith(start) ? label.slice(start.length) : label
}

function labelsOf({ name, label = '', aliases = [] }: KnownField): string[] {
  const group = groupOf(name)
  const roles = groupWords[group] ?? []
  const own = withoutGroup(name, label)
  const plainNames = [name, ...aliases].map(one => spelled(one.slice(one.lastIndexOf('.') + 1)))
  // The name of a party, its address or a port stands below the word for it alone.
  const isOfGroup = roles.length > 0
  return [
    ...(isOfGroup ? roles.flatMap(role => [role, `${role} ${own}`]) : [own, ...plainNames]),
    ...(fieldWords[name] ?? []),
  ]
}

const spelled = (name: string) => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')

const columnWords: Readonly<Record<string, readonly string[]>> = {
  Number: ['no', 'number', 'item', 'line'],
  NumberOfPacks: ['packages', 'pkgs', 'no of packages', 'pieces', 'ctns', 'cartons'],
  MarksAndNumbers: ['marks and numbers', 'marks', 'shipping marks'],
  Name: ['description of goods', 'goods', 'description', 'item', 'charge'],
  Description: ['description of goods', 'description'],
  GrossWeight: ['gross weight', 'gross wt', 'weight', 'kgs'],
  NetWeight: ['net weight', 'net wt'],
  Volume: ['volume', 'measurement', 'cbm', 'm3'],
  ContainerNumber: ['container', 'container no'],
  Amount: ['amount', 'price', 'rate'],
  ExchangeRate: ['rate', 'exchange rate', 'roe'],
  SubtotalAmount: ['amount', 'price', 'rate'],
  SubtotalTotal: ['total', 'amount', 'amount in {Company.Currency}', 'total in {Company.Currency}'],
  Total: ['total', 'amount', 'amount in {Company.Currency}', 'total in {Company.Currency}'],
  Section: ['section', 'charge group'],
}

const listLabels = ({ name, label = '' }: { name: string; label?: string }) => [
  label,
  spelled(name),
  ...(columnWords[name] ?? []),
]

/** The fields whose values are looked for in finished documents, with what papers call them. */
export const findable: Findable = {
  known: knownFields,
  fields: knownFields.fields
    .filter(({ name }) => !WORD.test(name))
    .map(field => ({
      ...field,
      group: groupOf(field.name),
      isOfGroup: Object.hasOwn(groupWords, groupOf(field.name)),
      labels: labelsOf(field),
      isOwn: OWN.test(field.name),
      isBlock: BLOCK.test(field.name),
    })),
  lists: LISTS.flatMap(name => {
    const list = knownFields.lists.find(one => one.name === name)
    const labels = list && Object.fromEntries(list.fields.map(field => [field.name, listLabels(field)]))
    const told = name === 'Bills' ? { toldBy: 'HouseBl' } : {}
    return labels ? [{ name, labels, choices: entryChoices[name] ?? [], ...told }] : []
  }),
  alike: [
    ...portTypes.map(type => [`${type}Port.Code`, `${type}Port.ModeCode`, `${type}Port.IataCode`]),
    ['Shipment.HouseBl', 'Numbers.HouseBill'],
    ['Items.Packaging', 'Items.PackingMode'],
    ...portTypes.map(type => [`${type}Port.Name`, `Quote.${type}Port`]),
  ],
  totals: {
    Items: 'ItemTotals',
    Containers: 'ContainerTotals',
    Bills: 'BillTotals',
    GroupedCharges: 'Finance',
    Charges: 'Finance',
  },
}
