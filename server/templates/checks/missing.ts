import { labelOf, TransportMode, transportModes } from '#contract/choices.ts'
import { chargeSections, sectionsFor } from '#contract/finance-sections.ts'
import type { MissingValue } from '#contract/generation.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { catalogue, type TemplateSource } from '#server/templates/fields/catalogue.ts'
import { airportsToCheck, isCoveredByAirport } from './airports-to-check.ts'
import { chargesToCheck } from './charges-to-check.ts'
import { contradictionsToCheck } from './contradictions-to-check.ts'
import { capital } from '#server/templates/fields/field-group.ts'
import { groupOf, groupTitle } from '#server/templates/fields/field-groups.ts'
import { isFilledByHand, placeToFill } from '#server/templates/fields/field-places.ts'
import { isBlank } from '#server/templates/fields/field-text.ts'
import { measuresToCheck } from './measures-to-check.ts'
import { atStart, emptyField, emptyInRows, emptyList } from './missing-words.ts'

/** The list whose sums a field is among: without an entry, that is the one thing that all of them lack. */
const summedBy = (name: string) =>
  groupOf(name) === 'ItemTotals' ? 'Items' : name === 'Finance.Total' ? 'Charges' : undefined

/** Said where a total has no one unit or no one kind of package; then that total itself is blank. */
const besideTotals = /^(ItemTotals|BillTotals)\.(Packaging|PackagesByKind|.+ByUnit)$/
const byUnitOf = (name: string) =>
  name.replace(
    /(GrossWeight|NetWeight|Volume|WeightUnit|VolumeUnit)$/,
    whole => ({ WeightUnit: 'GrossWeightByUnit', VolumeUnit: 'VolumeByUnit' })[whole] ?? `${whole}ByUnit`,
  )

/** Charges that the quote type leaves out are printed nowhere; amounts stored in them are reported with the charges. */
function isLeftOut(name: string, quoteType: number | null): boolean {
  const section = chargeSections.find(one => capital(one) === groupOf(name))
  return section !== undefined && quoteType !== null && !sectionsFor(quoteType).includes(section)
}

/** A port of call need not exist, and only what goes by sea is a full container load or less. */
function mayBeBlank(name: string, { job, ports }: TemplateSource): boolean {
  const { transportMode, quoteType } = job.quote
  if (isLeftOut(name, quoteType)) return true
  if (name === 'Quote.LoadType')
    return transportMode === TransportMode.air || transportMode === TransportMode.road
  return (name === 'Quote.ViaPort' || groupOf(name) === 'ViaPort') && !ports.Via
}

const byAirOrRoad: ReadonlySet<string> = new Set(
  [TransportMode.air, TransportMode.road].flatMap(mode => labelOf(transportModes, mode) ?? []),
)

/** A total of the items that are without a figure, in the words in which their own lines tell it. */
function ofEveryItem(name: string, { lists }: FieldValues): { label: string; message: string } | undefined {
  const field = catalogue.lists.Items.find(one => name === `ItemTotals.${one.name}`)
  const rows = lists['Items'] ?? []
  const blank = field ? rows.filter(row => isBlank(row[field.name])).length : 0
  if (!field || blank === 0) return undefined
  const title = groupTitle('Items')
  const message = emptyInRows(title, field, { blank, rows: rows.length })
  return { label: `${title}: ${field.label}`, message }
}

type Row = FieldValues['lists'][string][number]

/** The same of a bill or a house job, as its row says it. */
function mayBeBlankInRow(name: string, row: Row): boolean {
  const mode = row['TransportMode']
  if (name === 'LoadType') return typeof mode === 'string' && byAirOrRoad.has(mode)
  return name === 'ViaPort'
}

/** Every party has a name: where the row has none, there is no such party at all. */
const isPartyUnset = (name: string, row: Row) => groupOf(name) !== '' && isBlank(row[`${groupOf(name)}.Name`])

/** A job without house jobs is its own one bill: what that lacks, the job lacks. */
const asOwnBill = (printed: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...printed].flatMap(name => {
      if (name === 'Bills') return []
      if (!name.startsWith('Bills.')) return [name]
      const own = name.slice('Bills.'.length)
      return catalogue.fields
        .filter(one => [own, `Shipment.${own}`, `Quote.${own}`].includes(one.name))
        .map(one => one.name)
    }),
  )

export type Missing = Omit<MissingValue, 'templateIds'>

const chargeLists: ReadonlySet<string> = new Set(['Charges', 'GroupedCharges', 'ChargeCurrencies'])

/** Charges in one currency need no list by currencies. */
const mayHaveNoRows: ReadonlySet<string> = new Set(['ChargeCurrencies'])

/** The same thing in another order lacks the same. */
const listOfGaps: ReadonlyMap<string, string> = new Map([['GroupedCharges', 'Charges']])

/**
 * What a document that prints these fields would leave blank, each cause once, and what is wrong in it. `shown`: the
 * fields whose values stand in it, where those are others than the ones that it cannot do without.
 */
export function missingValues(
  named: ReadonlySet<string>,
  source: TemplateSource,
  values: FieldValues,
  shown: ReadonlySet<string> = named,
): Missing[] {
  const inBills = (names: ReadonlySet<string>) => (source.houses.length > 0 ? names : asOwnBill(names))
  const printed = inBills(named)
  const checked = inBills(shown)
  const found = new Map<string, Missing>()
  const add = (missing: Missing) => found.set(missing.message, found.get(missing.message) ?? missing)
  const addEmpty = (list: string) => {
    const title = groupTitle(list)
    add({ label: title, message: emptyList(title), place: placeToFill(list, source).place })
  }
  for (const { name, label } of catalogue.fields) {
    if (!printed.has(name) || !isFilledByHand(name) || !isBlank(values.fields[name])) continue
    if (mayBeBlank(name, source) || besideTotals.test(name)) continue
    if (isCoveredByAirport(name, source)) continue
    if (/^(Item|Bill)Totals\./.test(name) && !isBlank(values.fields[byUnitOf(name)])) continue
    const list = summedBy(name)
    if (list && !values.lists[list]?.length) {
      addEmpty(list)
      continue
    }
    const { place, unset } = placeToFill(name, source)
    const said = unset
      ? { label: unset, message: `${atStart(unset)} is not set` }
      : (ofEveryItem(name, values) ?? emptyField(name, label, source.job.quote.transportMode))
    add({ ...said, place })
  }
  for (const [list, fields] of Object.entries(catalogue.lists)) {
    const used = fields.filter(field => printed.has(`${list}.${field.name}`))
    if (used.length === 0 && !printed.has(list)) continue
    const title = groupTitle(list)
    const { place } = placeToFill(list, source)
    const rows = values.lists[list] ?? []
    if (rows.length === 0 && !mayHaveNoRows.has(list)) addEmpty(listOfGaps.get(list) ?? list)
    // A charge's figures are there or come from others: a rate has no amount, the own currency no exchange.
    for (const field of chargeLists.has(list) ? [] : used) {
      const blank = rows.filter(row => isBlank(row[field.name]) && !mayBeBlankInRow(field.name, row))
      const unset = blank.filter(row => isPartyUnset(field.name, row)).length
      const told = (one: { name: string; label: string }, count: number) => {
        const message = emptyInRows(title, one, { blank: count, rows: rows.length })
        if (count > 0) add({ label: `${title}: ${one.label}`, message, place })
      }
      told({ name: field.name, label: field.label.replace(/: .*$/, '') }, unset)
      told(field, blank.length - unset)
    }
  }
  for (const one of airportsToCheck(checked, source)) add(one)
  for (const one of measuresToCheck(checked, source)) add({ ...one, check: true })
  for (const one of contradictionsToCheck(checked, source)) add({ ...one, check: true })
  for (const one of chargesToCheck(checked, source))
    add({ ...one, place: { screen: 'finance' }, check: true })
  return [...found.values()]
}
