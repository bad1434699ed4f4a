import { isOneOf, keysOf } from '#contract/typed-objects.ts'
import { isDayRange } from '#contract/day-ranges.ts'
import {
  directions,
  freightPayments,
  incoterms,
  jobStatuses,
  loadTypes,
  quoteTypes,
  services,
  transportModes,
  yesOrNo,
  type Choice,
} from '#contract/choices.ts'
import { DEFAULT_JOB_SORT, jobSorts, type JobSort } from '#contract/job-columns.ts'
import { jobFields } from '#contract/job-fields.ts'
import {
  type CountBound,
  countBounds,
  type CountFilterField,
  countFilterFields,
  type DayBound,
  dayBounds,
  type DayFilterField,
  dayFilterFields,
  isFilterCount,
  isFilterText,
  type TextFilterName,
  textFilterNames,
} from '#contract/job-list-filters.ts'
import { isBuiltInKind } from '#contract/reference-kinds.ts'
import { type JobTab, jobTabs } from '#contract/jobs.ts'
import { isStoredDay } from '#web/ui/entry/calendar-day.ts'
import { isSearchable } from '#web/lib/searchable.ts'

export const pageSizes = [25, 50, 100, 200] as const
const DEFAULT_SIZE = 50

/** The filters that choose among numbered values: any of those that are named. */
export const choiceFilters = {
  status: { label: 'Status', choices: jobStatuses },
  mode: { label: 'Transport Mode', choices: transportModes },
  loadType: { label: 'Load Type', choices: loadTypes },
  quoteType: { label: 'Quote Type', choices: quoteTypes },
  direction: { label: 'Direction', choices: directions },
  incoterm: { label: jobFields.incoterm.label, choices: incoterms },
  service: { label: jobFields.service.label, choices: services },
  freightPayment: { label: jobFields.freightPayment.label, choices: freightPayments },
  dangerousGoods: { label: 'Dangerous Goods', choices: yesOrNo },
} as const satisfies Record<string, { label: string; choices: readonly Choice[] }>
export type ChoiceFilter = keyof typeof choiceFilters
export const choiceFilterNames = keysOf(choiceFilters)

const recordFilters = ['party', 'port', 'master'] as const
export type RecordFilter = (typeof recordFilters)[number]

/** The columns of dates: each is filtered by days from today on, or between two dates. */
export const dateFilters = dayFilterFields
export type DateFilter = DayFilterField

/** The fields that count something: each is filtered from one number to another. */
export const countFilters = countFilterFields
export type CountFilter = CountFilterField

/** References of one kind: that there are some, or none. */
export const referenceFilters = ['referenceKind', 'noReference'] as const
export type ReferenceFilter = (typeof referenceFilters)[number]

/** What a job lacks, or is. */
export const flagFilters = ['overdue', 'noHouseBl', 'noDocument', 'noArrivalNotice'] as const
export type FlagFilter = (typeof flagFilters)[number]

/**
 * As the API takes them: "0,2" for any of two values, ids, calendar dates, "last-3-days", "me" or "none" for an owner.
 */
export type JobFilters = {
  [Name in
    | ChoiceFilter
    | RecordFilter
    | DateFilter
    | DayBound
    | CountBound
    | TextFilterName
    | ReferenceFilter
    | 'owner'
    | 'search']?: string
} & { [Name in FlagFilter]?: 'true' }

/** `tab`: as the address names it. */
export type DashboardPage = {
  page: number
  size: number
  sort: JobSort
  tab?: JobTab | undefined
  filters: JobFilters
}

/** What the dashboard's address may say; what it does not say stands at its default. */
export type DashboardSearch = { page?: number; size?: number; sort?: JobSort; tab?: JobTab } & {
  // A single number stands there as a number, and "true" as what it is.
  [Name in keyof JobFilters]?: string | number | boolean
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function filtersOf(search: Record<string, unknown>): JobFilters {
  const said = (name: string) => {
    const value = search[name]
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
  }
  const filters: JobFilters = {}
  for (const name of choiceFilterNames) {
    const { choices } = choiceFilters[name]
    const wanted = said(name).split(',')
    const values = choices.map(choice => String(choice.value)).filter(value => wanted.includes(value))
    if (values.length > 0) filters[name] = values.join(',')
  }
  for (const name of recordFilters) if (ID.test(said(name))) filters[name] = said(name)
  for (const name of textFilterNames) {
    const text = said(name).trim()
    if (isFilterText(text)) filters[name] = text
  }
  for (const name of dayBounds) if (isStoredDay(said(name))) filters[name] = said(name)
  for (const name of countBounds) if (isFilterCount(name, said(name))) filters[name] = said(name)
  for (const name of dateFilters) if (isDayRange(said(name))) filters[name] = said(name)
  for (const name of flagFilters) if (said(name) === 'true') filters[name] = 'true'
  for (const name of referenceFilters) {
    const kind = said(name)
    if (isBuiltInKind(kind) || ID.test(kind)) filters[name] = kind
  }
  const owner = said('owner')
  if (owner === 'me' || owner === 'none' || ID.test(owner)) filters.owner = owner
  const text = said('search').trim()
  if (isSearchable(text)) filters.search = text
  return filters
}

/** What the tab says itself is no filter beside it. */
function withoutTabs(tab: JobTab | undefined, filters: JobFilters): JobFilters {
  const { owner, overdue, ...others } = filters
  return {
    ...others,
    ...(owner && tab !== 'mine' && { owner }),
    ...(overdue && tab !== 'overdue' && { overdue }),
  }
}

/** Whether the address says which jobs are meant; where it does not, the person's last tab is opened. */
export const namesJobs = ({ tab, filters }: DashboardPage) =>
  tab !== undefined || Object.keys(filters).length > 0

/** The page as another tab shows it, its first one. */
export const underTab = (view: DashboardPage, tab: JobTab): DashboardPage => ({
  ...view,
  page: 1,
  tab,
  filters: withoutTabs(tab, view.filters),
})

/** The page with other filters. “Mine” is of oneself: of somebody else they are the open ones. */
export const filteredBy = (view: DashboardPage, filters: JobFilters): DashboardPage => ({
  ...view,
  page: 1,
  tab: view.tab === 'mine' && filters.owner ? 'open' : view.tab,
  filters,
})

/** What the list is asked for: the tab's filters among the others. */
export function listedPage({ tab = 'all', filters, ...page }: DashboardPage) {
  const ofTab = {
    all: {},
    open: { open: 'true' },
    mine: { open: 'true', owner: 'me' },
    overdue: { overdue: 'true' },
  } as const
  return { ...page, filters: { ...filters, ...ofTab[tab] } }
}

const sortOf = (value: unknown): JobSort => jobSorts.find(sort => sort === value) ?? DEFAULT_JOB_SORT

export function dashboardPage(search: Record<string, unknown>): DashboardPage {
  const page = Math.floor(Number(search['page']))
  const tab = jobTabs.find(one => one === search['tab'])
  return {
    page: page >= 1 ? page : 1,
    size: pageSizes.find(size => size === Number(search['size'])) ?? DEFAULT_SIZE,
    sort: sortOf(search['sort']),
    ...(tab && { tab }),
    filters: withoutTabs(tab, filtersOf(search)),
  }
}

/** What is no text stands in the address as what it is; of a text “0047” every sign counts. */
function addressValue(name: string, value: string): string | number | boolean {
  if (isOneOf(textFilterNames, name)) return value
  if (/^\d{1,15}$/.test(value)) return Number(value)
  return value === 'true' && name !== 'search' ? true : value
}

/** The same as an address, without what is at its default anyway. */
export function dashboardAddress({ page, size, sort, tab, filters }: DashboardPage): DashboardSearch {
  return {
    ...(tab && { tab }),
    ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, addressValue(name, value)])),
    ...(sort !== DEFAULT_JOB_SORT && { sort }),
    ...(page !== 1 && { page }),
    ...(size !== DEFAULT_SIZE && { size }),
  }
}

export const dashboardSearch = (search: Record<string, unknown>) => dashboardAddress(dashboardPage(search))

/** A sign-in that has just come back carries its token in the fragment; it is dealt with first. */
export const holdsAccessToken = () => window.location.hash.includes('access_token=')
