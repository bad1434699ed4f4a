import { labelOf } from '#contract/choices.ts'
import { countedDays } from '#contract/day-ranges.ts'
import { isOneOf, keysOf, recordOf } from '#contract/typed-objects.ts'
import { jobFields } from '#contract/job-fields.ts'
import { type TextFilterName, textFilterNames } from '#contract/job-list-filters.ts'
import { itemLabels } from '#contract/items.ts'
import { builtInKinds, isBuiltInKind } from '#contract/reference-kinds.ts'
import type { JobRow } from '#contract/jobs.ts'
import { listedRoles, partyWire } from '#contract/parties.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import {
  type ChoiceFilter,
  choiceFilters,
  type CountFilter,
  countFilters,
  type DateFilter,
  dateFilters,
  type FlagFilter,
  flagFilters,
  type JobFilters,
  type RecordFilter,
} from './dashboard-search.ts'

/** What people call the records that filters name by id. */
export type FilterNames = Partial<Record<string, string>>

/** Filters that get another value; undefined takes one away. */
export type FilterChange = { [Name in keyof JobFilters]?: JobFilters[Name] | undefined }

/** One filter as it is shown; some say all with their label. */
export type FilterChip = { kind: FilterKind; label: string; text: string }

/** What people choose among when they filter. */
export type FilterKind =
  | ChoiceFilter
  | RecordFilter
  | DateFilter
  | CountFilter
  | TextFilterName
  | FlagFilter
  | 'owner'

const labelsOfFields = <Name extends keyof typeof jobFields>(...names: readonly Name[]) =>
  recordOf(names, name => jobFields[name].label)
const textOfFields = labelsOfFields(
  ...(['placeOfReceipt', 'placeOfDelivery', 'incotermPlace', 'freightPayableAt', 'placeOfIssue'] as const),
  ...(['emptyDepot', 'containerTerminal', 'handlingInformation'] as const),
)
const countOfFields = labelsOfFields(...countFilters)
const daysOfFields = labelsOfFields(
  ...(['documentsCutOff', 'vgmCutOff', 'cargoCutOff', 'atd', 'ata'] as const),
  ...(['onBoardDate', 'dateOfIssue', 'validUntil', 'releaseValidUntil', 'receivedAtCfs'] as const),
)

export const filterLabels: Record<FilterKind, string> = {
  status: 'Status',
  etd: 'ETD',
  eta: 'ETA',
  party: 'Party',
  port: 'Port',
  owner: 'Owner',
  mode: choiceFilters.mode.label,
  loadType: choiceFilters.loadType.label,
  quoteType: choiceFilters.quoteType.label,
  direction: choiceFilters.direction.label,
  container: 'Container',
  seal: 'Seal',
  reference: 'Reference',
  marks: itemLabels.marksAndNumbers,
  hsCode: itemLabels.hsCode,
  unNumber: itemLabels.unNumber,
  dangerousGoods: choiceFilters.dangerousGoods.label,
  incoterm: choiceFilters.incoterm.label,
  service: choiceFilters.service.label,
  freightPayment: choiceFilters.freightPayment.label,
  ...textOfFields,
  ...countOfFields,
  ...daysOfFields,
  master: 'Master Job',
  overdue: 'Overdue',
  noHouseBl: 'No house B/L',
  noDocument: 'No document yet',
  noArrivalNotice: 'No arrival notice sent',
}
export const filterKinds = keysOf(filterLabels)

/** What stands for whoever asks, and for nobody. */
export const ownerWords: Partial<Record<string, string>> = { me: 'me', none: 'none' }

/** The names that these jobs tell. */
export function namesIn(rows: readonly JobRow[]): FilterNames {
  const names: FilterNames = {}
  for (const row of rows) {
    for (const role of listedRoles) {
      const link = row[partyWire[role].list][0]
      if (link) names[link.party.id] = nameOr(link.party.organisation.name)
    }
    const { quote, master } = row
    for (const kind of ['loading', 'via', 'discharge', 'destination'] as const) {
      const id = quote[`${kind}PortId`]
      if (id) names[id] = nameOr(quote[`${kind}Port`])
    }
    if (row.owner) names[row.owner.id] = row.owner.displayName
    if (master) names[master.id] = `${master.jobId} ${master.name ?? ''}`.trim()
  }
  return names
}

/** How a filter by a date is said; '' where there is none. */
function daysText(filters: JobFilters, column: DateFilter): string {
  const { [column]: range, [`${column}From` as const]: from, [`${column}To` as const]: to } = filters
  // “Valid until until …” would say it twice.
  const isEnd = filterLabels[column].endsWith('until')
  const between =
    from && to
      ? from === to
        ? from
        : `from ${from} to ${to}`
      : from
        ? isEnd
          ? `${from} or later`
          : `from ${from}`
        : to
          ? isEnd
            ? `${to} or earlier`
            : `until ${to}`
          : ''
  return [range && rangeText(range), between].filter(Boolean).join(', ')
}

/** How a filter by a number is said; '' where there is none. */
function countsText(filters: JobFilters, field: CountFilter): string {
  const { [`${field}From` as const]: from, [`${field}To` as const]: to } = filters
  if (from && to) return from === to ? from : `from ${from} to ${to}`
  if (from) return `at least ${from}`
  return to ? `at most ${to}` : ''
}

/** “last 3 days”, “before today”. */
export function rangeText(range: string): string {
  const counted = countedDays(range)
  return counted ? `${counted.way} ${countText(counted.count, 'day')}` : range.replaceAll('-', ' ')
}

/** How a filter by references is said; '' where there is none. */
function referencesText({ reference, referenceKind, noReference }: JobFilters, names: FilterNames): string {
  const called = (kind: string) =>
    isBuiltInKind(kind) ? builtInKinds[kind] : (names[kind] ?? 'of the chosen kind')
  const held = [
    referenceKind && called(referenceKind),
    reference ? `contains “${reference}”` : referenceKind && 'is filled in',
  ]
  return [held.filter(Boolean).join(' '), noReference && `${called(noReference)} is empty`]
    .filter(Boolean)
    .join(', ')
}

const isFlag = (kind: FilterKind): kind is FlagFilter => isOneOf(flagFilters, kind)
const isDate = (kind: FilterKind): kind is DateFilter => isOneOf(dateFilters, kind)

const isCount = (kind: FilterKind): kind is CountFilter => isOneOf(countFilters, kind)

/** What taking a filter away changes. */
export const withoutFilter = (kind: FilterKind): FilterChange =>
  isDate(kind)
    ? { [kind]: undefined, [`${kind}From`]: undefined, [`${kind}To`]: undefined }
    : isCount(kind)
      ? { [`${kind}From`]: undefined, [`${kind}To`]: undefined }
      : kind === 'reference'
        ? { reference: undefined, referenceKind: undefined, noReference: undefined }
        : { [kind]: undefined }

/** What a filter says in words; '' where it is not in force. */
function textOf(kind: FilterKind, filters: JobFilters, names: FilterNames): string {
  if (isDate(kind)) return daysText(filters, kind)
  if (isCount(kind)) return countsText(filters, kind)
  if (kind === 'reference') return referencesText(filters, names)
  const wanted = filters[kind]
  if (!wanted || isFlag(kind)) return wanted ?? ''
  if (isOneOf(textFilterNames, kind)) return `contains “${wanted}”`
  if (kind === 'owner') return ownerWords[wanted] ?? names[wanted] ?? 'chosen'
  if (kind === 'party' || kind === 'port' || kind === 'master') return names[wanted] ?? 'chosen'
  const { choices } = choiceFilters[kind]
  return wanted
    .split(',')
    .map(value => labelOf(choices, Number(value)))
    .join(', ')
}

/** The filters in force, in the order in which they are offered; the search text is not one of them. */
export const chipsOf = (filters: JobFilters, names: FilterNames): FilterChip[] =>
  filterKinds
    .map(kind => ({ kind, label: filterLabels[kind], text: textOf(kind, filters, names) }))
    .filter(({ text }) => text !== '')
    .map(chip => (isFlag(chip.kind) ? { ...chip, text: '' } : chip))

/** The filters without those whose new value is undefined. */
export function changed(filters: JobFilters, change: FilterChange) {
  return Object.fromEntries(
    Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined && value !== ''),
  ) as JobFilters
}
