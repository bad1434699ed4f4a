import { containerTypes, sizeTypeOf } from '#contract/container-types.ts'
import { packingModes } from '#contract/packing-modes.ts'
import { partyRoles } from '#contract/parties.ts'
import { portTypes } from '#contract/ports.ts'
import type { Findable } from '#server/word/finding/find-places.ts'
import { plainOf } from '#server/word/finding/spelled-in-rows.ts'
import type { EntryChoice } from '#server/word/finding/find-rows.ts'
import type { SpelledAs } from '#server/word/finding/findable-field.ts'
import type { KnownField } from '#server/word/language/known-fields.ts'
import { knownFields } from './catalogue.ts'
import { capital } from './field-group.ts'
import { groupOf, groupTitle } from './field-groups.ts'
import { fieldWords, groupWords } from './paper-words.ts'

const OWN = /^(?:Company|User)\./
/** What kind of company a party is: “Agent” on a page is a heading. */
const WORD = /^(?!Shipment|Quote).*\.Description$/
/** “Number of containers” names no job, though our old templates call a job’s number so. */
const OF_ANYTHING = /^(?:Number|Count)$/
/** “For” and “to” mean a party or port by themselves alone: “telephone” is nobody's own. */
const OF_ANY_ROLE = /^(?:for|to)$/
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

/** Which values papers write otherwise than a format does. */
const spelledAs: Readonly<Record<string, SpelledAs>> = {
  'Shipment.PlaceOfReceipt': 'place',
  'Shipment.PlaceOfDelivery': 'place',
  'Shipment.IncotermPlace': 'place',
  'Shipment.FreightPayment': 'freightTerms',
  'Shipment.MasterBl': 'airWaybill',
  'ContainerTotals.Types': 'containers',
  'Shipment.JobId': 'ownNumber',
  'ContainerTotals.Count': 'count',
  'Shipment.FreeDays': 'days',
  ...Object.fromEntries(portTypes.map(type => [`${type}Port.Name`, 'port'])),
  ...Object.fromEntries(partyRoles.map(role => [`${capital(role)}.Name`, 'company'])),
}

/** What texts, and no tables, say of a list's entries. */
const inText: Readonly<Record<string, NonNullable<Findable['lists'][number]['running']>>> = {
  Containers: { lead: 'Number', rest: ['Seals', 'Type', 'TypeCode'] },
  Items: { rest: ['MarksAndNumbers'] },
}

/** “40HC”, “20' DV”: a type of containers as no format prints it. */
const SIZE_TYPE = /(?<![\p{L}\p{N}])(?:20|40|45) ?(?:['’]|ft)? ?[A-Z]{2}(?![\p{L}\p{N}])/giu

/** Every text of the pattern that means a type, and the labels and codes of all types. */
function sizeTypes(): ReadonlyMap<string, string> {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))
  const pairs = letters.flatMap(one => letters.map(other => one + other))
  const texts = ['20', '40', '45'].flatMap(feet =>
    ['', 'FT'].flatMap(unit => pairs.map(pair => feet + unit + pair)),
  )
  const named = containerTypes.flatMap(({ code, label }) => [code, label])
  return new Map(
    [...texts, ...named].flatMap(text => {
      const code = sizeTypeOf(text)
      return code === null ? [] : [[plainOf(text), code] as const]
    }),
  )
}

/** What stands in rows of a list otherwise than a format prints it. */
const inRows: Readonly<Record<string, NonNullable<Findable['lists'][number]['spelled']>>> = {
  Containers: {
    field: 'Type',
    pattern: SIZE_TYPE,
    meanings: sizeTypes(),
  },
}

/** Kinds of packages as papers shorten them. */
const PACKAGES: Readonly<Record<string, string>> = {
  ...{ Cartons: 'CTNS', Packages: 'PKGS', Pallets: 'PLTS', Pieces: 'PCS', Boxes: 'BXS', Crates: 'CRTS' },
  ...{ Drums: 'DRMS', Rolls: 'RLS', Bales: 'BLS', Bags: 'BGS' },
}
const inCapitals = packingModes.map(({ label }) => [label, PACKAGES[label] ?? label.toUpperCase()] as const)

/** How rows write a field, each alike: “480 CTNS”, “40HC”, “SL-1 + SL-2”. */
const styles: Readonly<Record<string, NonNullable<Findable['lists'][number]['styles']>>> = {
  Items: [{ field: 'PackingMode', texts: new Map(inCapitals) }],
  Containers: [
    ...["'", ' ', '’', 'ft ', 'ft'].map(feet => ({
      field: 'Type',
      texts: new Map(containerTypes.map(({ label }) => [label, label.replace("' ", feet)])),
    })),
    { field: 'Type', texts: new Map(containerTypes.map(({ label }) => [label, label.replace("' ", '')])) },
    ...[' + ', ' / ', '/', ' & ', '; ', ' '].map(written => ({
      field: 'Seals',
      joint: { own: ', ', written },
    })),
  ],
}

const withoutGroup = (name: string, label: string): string => {
  const start = `${groupTitle(groupOf(name))}: `
  return label.startsWith(start) ? label.slice(start.length) : label
}

function labelsOf({ name, label = '', aliases = [] }: KnownField): string[] {
  const group = groupOf(name)
  const roles = groupWords[group] ?? []
  const own = withoutGroup(name, label)
  const plainNames = [name, ...aliases]
    .map(one => spelled(one.slice(one.lastIndexOf('.') + 1)))
    .filter(one => !OF_ANYTHING.test(one))
  // The name of a party, its address or a port stands below the word for it alone.
  const isOfGroup = roles.length > 0
  return [
    ...(isOfGroup
      ? roles.flatMap(role => (OF_ANY_ROLE.test(role) ? [role] : [role, `${role} ${own}`]))
      : [own, ...plainNames]),
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
  Seals: ['seal', 'seal no', 'seals', 'seal number'],
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
      ...(spelledAs[field.name] && { spelledAs: spelledAs[field.name] }),
    })),
  lists: LISTS.flatMap(name => {
    const list = knownFields.lists.find(one => one.name === name)
    const labels = list && Object.fromEntries(list.fields.map(field => [field.name, listLabels(field)]))
    const told = name === 'Bills' ? { toldBy: 'HouseBl' } : {}
    const running = inText[name] && { running: inText[name] }
    const spelled = inRows[name] && { spelled: inRows[name] }
    const styled = styles[name] && { styles: styles[name] }
    return labels
      ? [{ name, labels, choices: entryChoices[name] ?? [], ...told, ...running, ...spelled, ...styled }]
      : []
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
  // Papers say them without a table of containers.
  alwaysOwn: ['ContainerTotals.Types', 'ContainerTotals.Count'],
}
