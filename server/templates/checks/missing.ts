import { labelOf, TransportMode, transportModes } from '#contract/choices.ts'
import { chargeSections, isFreightLineShown, sectionsFor } from '#contract/finance-sections.ts'
import { keptFigures, lineFigure, sectionsWithoutRate } from '#contract/finance-totals.ts'
import type { MissingValue } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { catalogue, type TemplateSource } from '#server/templates/fields/catalogue.ts'
import { airportsToCheck, isCoveredByAirport } from './airports-to-check.ts'
import { chargesToCheck } from './charges-to-check.ts'
import {
  isOfContainers,
  isOfSharedCargo,
  mayBeBlankOfContainer,
  mayHaveNoContainers,
} from './containers-to-check.ts'
import { contradictionsToCheck } from './contradictions-to-check.ts'
import { capital } from '#server/templates/fields/field-group.ts'
import { groupOf, groupTitle } from '#server/templates/fields/field-groups.ts'
import { isFilledByHand, placeToFill } from '#server/templates/fields/field-places.ts'
import { isBlank } from '#server/templates/fields/field-text.ts'
import { measuresToCheck } from './measures-to-check.ts'
import { atStart, emptyField, emptyInRows, emptyList } from './missing-words.ts'
import { stowageToCheck } from './stowage-to-check.ts'
import { waybillToCheck } from './waybill-to-check.ts'

/** The list whose sums a field is among: without an entry, that is the one thing that all of them lack. */
function summedBy(name: string): string | undefined {
  if (groupOf(name) === 'ItemTotals') return 'Items'
  if (isOfContainers(name)) return 'Containers'
  return name === 'Finance.Total' ? 'Charges' : undefined
}

/** Said where a total has no one unit or no one kind of package; then that total itself is blank. */
const besideTotals = /^(ItemTotals|BillTotals)\.(Packaging|PackagesByKind|.+ByUnit)$/
const byUnitOf = (name: string) =>
  name.replace(
    /(GrossWeight|NetWeight|Volume|WeightUnit|VolumeUnit)$/,
    whole => ({ WeightUnit: 'GrossWeightByUnit', VolumeUnit: 'VolumeByUnit' })[whole] ?? `${whole}ByUnit`,
  )

const chargeCurrency = /Charge\.Currency$/
const exchangeRate = /Charge\.ExchangeRate$/

/**
 * Charges that the quote type or the transport mode leaves out are printed nowhere; amounts stored in them are reported
 * with the charges.
 */
function isLeftOut(name: string, { finance, job }: TemplateSource): boolean {
  const { transportMode, quoteType } = job.quote
  const section = sectionOf(name)
  if (section === undefined) return false
  if (quoteType !== null && !sectionsFor(quoteType).includes(section)) return true
  const field = name.slice(name.indexOf('.') + 1)
  const line = field.charAt(0).toLowerCase() + field.replace(/Basis$/, '').slice(1)
  if (section !== 'freightCharge') return false
  // What a figure is says nothing where there is no figure.
  const isBasisOfNothing =
    field.endsWith('Basis') && lineFigure(finance?.freightCharge ?? null, line) === null
  return isBasisOfNothing || !isFreightLineShown(line, transportMode)
}

const sectionOf = (name: string) => chargeSections.find(one => capital(one) === groupOf(name))

/** Charges in the company's own currency have no exchange rate, nor do those that nobody has entered. */
const needsRate = (name: string, { finance }: TemplateSource) =>
  finance !== null && sectionsWithoutRate(finance).some(({ section }) => section === sectionOf(name))

/** What papers say by something else where it is blank, such as the port of destination, the company's city, today. */
const hasStandIn: ReadonlySet<string> = new Set(
  [
    ...['PlaceOfReceipt', 'PlaceOfDelivery', 'PlaceOfIssue', 'DateOfIssue', 'FreightPayableAt'],
    ...['IncotermPlace', 'Service', 'Atd', 'Ata', 'HandlingInformation', 'AttachedDocuments'],
    ...['DeclaredValueForCarriage', 'DeclaredValueForCustoms', 'InsuranceAmount'],
    // Boxes of a waybill that stay empty where nothing is charged.
    ...['ValuationCharge', 'WaybillTax', 'ChargesDueAgent', 'ChargesDueCarrier'],
    // What they lack is told with the weight charge.
    ...['RatedWeight', 'RateClass', 'WaybillRate', 'WeightCharge', 'WaybillTotal'],
  ].map(name => `Shipment.${name}`),
)

/** Not every company is an IATA agent, keeps accounts of its own numbers, or has heard the agent's reference yet. */
const mayBeUnknown = /^(Company\.IataAgentCode|.+\.AccountNumber|Shipment\.AgentReference)$/

/** A port of call need not exist, and only what goes by sea is a full container load or less. */
function mayBeBlank(name: string, source: TemplateSource, printed: ReadonlySet<string>): boolean {
  const { job, ports } = source
  const { transportMode } = job.quote
  if (isLeftOut(name, source)) return true
  if (hasStandIn.has(name) || mayBeUnknown.test(name)) return true
  if (name === 'Shipment.VesselFlag' && transportMode !== null && transportMode !== TransportMode.sea)
    return true
  if (isOfContainers(name)) return mayHaveNoContainers(source) || isOfSharedCargo(name, source)
  if (exchangeRate.test(name) && !needsRate(name, source)) return true
  // Charges without a currency of their own are in the company's, and those without one at all are not entered.
  if (chargeCurrency.test(name) && printed.has('Company.Currency')) return true
  if (name === 'Quote.LoadType')
    return transportMode === TransportMode.air || transportMode === TransportMode.road
  return (name === 'Quote.ViaPort' || groupOf(name) === 'ViaPort') && !ports.Via
}

const byAirOrRoad: ReadonlySet<string> = new Set(
  [TransportMode.air, TransportMode.road].flatMap(mode => labelOf(transportModes, mode) ?? []),
)

/** A total that some rows give without a unit, where only the one total is printed; null for its unit. */
function totalWithoutUnit(name: string, label: string): { label: string; message: string } | null {
  if (name.endsWith('Unit')) return null
  const rows = name.startsWith('Item') ? 'cargo items' : 'house bills'
  return {
    label,
    message: `“${label}” is left blank: some ${rows} are in a unit and others without one`,
  }
}

/** A total of the items that are without a figure, in the words in which their own lines tell it. */
function ofEveryItem(
  name: string,
  printed: ReadonlySet<string>,
  { lists }: FieldValues,
): { label: string; message: string } | undefined {
  const field = catalogue.lists.Items.find(one => name === `ItemTotals.${one.name}`)
  const rows = lists['Items'] ?? []
  const isGap = (row: Row, own: string) =>
    isBlank(row[own]) && !isUnitOfNothing(own, printed, row, 'ItemTotals.')
  const blank = field ? rows.filter(row => isGap(row, field.name)).length : 0
  if (!field || blank === 0) return undefined
  const title = groupTitle('Items')
  const message = emptyInRows(title, field, { blank, rows: rows.length })
  return { label: `${title}: ${field.label}`, message }
}

type Row = FieldValues['lists'][string][number]

const unitOfFigures = /^(?:(.*)\.)?(WeightUnit|VolumeUnit)$/

/** A unit is asked for where a figure stands that it belongs to: one that is printed, or without any such one at all. */
function isUnitOfNothing(name: string, printed: ReadonlySet<string>, row: Row, list = ''): boolean {
  const [whole, group = '', unit] = unitOfFigures.exec(name) ?? []
  if (whole === undefined) return false
  const start = group === '' ? '' : `${group}.`
  const figures = (unit === 'VolumeUnit' ? ['Volume'] : ['GrossWeight', 'NetWeight']).map(one => start + one)
  const shown = figures.filter(one => printed.has(list + one))
  return (shown.length > 0 ? shown : figures).every(one => isBlank(row[one]))
}

/** Most goods are not dangerous, and only some packages are measured. */
const ofSomeGoods =
  /^(Length|Width|Height|DimensionUnit|Dimensions|Volume|VolumeUnit|PackingGroup|Flashpoint|MarinePollutant|LimitedQuantity)$/
const ofDangerousGoods = /^(UnNumber|HazardClass|ProperShippingName|DangerousGoods)$/
const mayBeBlankOfItem = (name: string, row: Row) =>
  ofSomeGoods.test(name) || (ofDangerousGoods.test(name) && isBlank(row['UnNumber']))

/** The same of a bill or a house job, as its row says it. */
function mayBeBlankInRow(name: string, row: Row): boolean {
  const mode = row['TransportMode']
  if (name === 'LoadType') return typeof mode === 'string' && byAirOrRoad.has(mode)
  if (name === 'VesselFlag') return typeof mode === 'string' && byAirOrRoad.has(mode)
  return name === 'ViaPort' || mayBeUnknown.test(name)
}

/** Every party has a name: where the row has none, there is no such party at all. */
const isPartyUnset = (name: string, row: Row) => groupOf(name) !== '' && isBlank(row[`${groupOf(name)}.Name`])

const listsOfHouses: ReadonlySet<string> = new Set(['Bills', 'Houses'])

/** The house jobs that the rows of a list are, in their order. */
const housesOf = (list: string, { houses }: TemplateSource): readonly Job[] =>
  listsOfHouses.has(list) ? houses : []

const MOST_JOBS_NAMED = 5

/** ": job 43", ": jobs 43 and 44": which ones the gap is in. */
function inJobs(houses: readonly Job[]): string {
  if (houses.length === 0) return ''
  const named = houses.slice(0, MOST_JOBS_NAMED).map(({ jobId }) => String(jobId))
  const others = houses.length - named.length
  const all = new Intl.ListFormat('en-GB').format(others > 0 ? [...named, `${others} more`] : named)
  return `: ${houses.length === 1 ? 'job' : 'jobs'} ${all}`
}

/** Where a house job's field is filled in. */
function placeInHouse(name: string, house: Job | undefined, source: TemplateSource): Missing['place'] {
  if (!house) return null
  const own = catalogue.fields.find(one => [name, `Shipment.${name}`, `Quote.${name}`].includes(one.name))
  const place = own ? placeToFill(own.name, { ...source, job: house }).place : null
  return place?.screen === 'details' ? { ...place, shipmentId: house.id } : place
}

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
    // What is kept there and not printed is told with its reason.
    if (chargeLists.has(list) && source.finance && keptFigures(source.finance).length > 0) return
    const title = groupTitle(list)
    add({ label: title, message: emptyList(title), place: placeToFill(list, source).place })
  }
  for (const { name, label } of catalogue.fields) {
    if (!printed.has(name) || !isFilledByHand(name) || !isBlank(values.fields[name])) continue
    if (mayBeBlank(name, source, printed) || besideTotals.test(name)) continue
    if (isCoveredByAirport(name, source, printed) || isUnitOfNothing(name, printed, values.fields)) continue
    if (/^(Item|Bill)Totals\./.test(name) && !isBlank(values.fields[byUnitOf(name)])) {
      const withoutUnit = printed.has(byUnitOf(name)) ? null : totalWithoutUnit(name, label)
      if (withoutUnit) add({ ...withoutUnit, place: placeToFill(name, source).place, check: true })
      continue
    }
    const list = summedBy(name)
    if (list && !values.lists[list]?.length) {
      addEmpty(list)
      continue
    }
    const { place, unset } = placeToFill(name, source)
    const said = unset
      ? { label: unset, message: `${atStart(unset)} is not set` }
      : (ofEveryItem(name, printed, values) ?? emptyField(name, label, source.job.quote.transportMode))
    add({ ...said, place })
  }
  for (const [list, fields] of Object.entries(catalogue.lists)) {
    const used = fields.filter(field => printed.has(`${list}.${field.name}`))
    if (used.length === 0 && !printed.has(list)) continue
    const title = groupTitle(list)
    const { place } = placeToFill(list, source)
    const rows = values.lists[list] ?? []
    const mayBeEmpty = mayHaveNoRows.has(list) || (list === 'Containers' && mayHaveNoContainers(source))
    if (rows.length === 0 && !mayBeEmpty) addEmpty(listOfGaps.get(list) ?? list)
    // A charge's figures are there or come from others: a rate has no amount, the own currency no exchange.
    for (const field of chargeLists.has(list) ? [] : used) {
      const isGap = (row: Row) =>
        isBlank(row[field.name]) &&
        !mayBeBlankInRow(field.name, row) &&
        !(list === 'Items' && mayBeBlankOfItem(field.name, row)) &&
        !(list === 'Containers' && mayBeBlankOfContainer(field.name, row, source)) &&
        !isUnitOfNothing(field.name, printed, row, `${list}.`)
      const blank = rows.flatMap((row, index) =>
        isGap(row) ? [{ row, house: housesOf(list, source)[index] }] : [],
      )
      const isUnset = ({ row }: { row: Row }) => isPartyUnset(field.name, row)
      const told = (one: { name: string; label: string }, gaps: typeof blank) => {
        if (gaps.length === 0) return
        const houses = gaps.flatMap(({ house }) => house ?? [])
        const message = emptyInRows(title, one, { blank: gaps.length, rows: rows.length }) + inJobs(houses)
        add({
          label: `${title}: ${one.label}`,
          message,
          place: placeInHouse(field.name, houses[0], source) ?? place,
        })
      }
      const party = { name: groupOf(field.name), label: field.label.replace(/: .*$/, '') }
      told(party, blank.filter(isUnset))
      told(
        field,
        blank.filter(one => !isUnset(one)),
      )
    }
  }
  for (const one of airportsToCheck(checked, source)) add(one)
  for (const one of measuresToCheck(checked, source)) add({ ...one, check: true })
  for (const one of stowageToCheck(checked, source)) add({ ...one, check: true })
  for (const one of waybillToCheck(checked, source)) add({ ...one, check: true })
  for (const one of contradictionsToCheck(checked, source)) add({ ...one, check: true })
  for (const one of chargesToCheck(checked, source))
    add({ ...one, place: { screen: 'finance' }, check: true })
  return [...found.values()]
}
