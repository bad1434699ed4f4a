import { keysOf, recordOf } from '#contract/typed-objects.ts'
import { countBounds, dayBounds, type DayFilterField, textFilterNames } from '#contract/job-list-filters.ts'
import { DEFAULT_JOB_SORT, type JobSort } from '#contract/job-columns.ts'
import { type FurtherPart, furtherParts, type JobTableQuery } from '#contract/job-table.ts'
import type { ParameterOf } from '#server/db/prepared.ts'
import type { JobSearch } from './list-search.ts'

/** Texts stand in it as the patterns that they make. */
export type JobListOptions = Omit<
  JobTableQuery,
  'search' | 'offset' | 'limit' | DayFilterField | 'overdue'
> & {
  search: JobSearch | null
  /** Overdue on this day. */
  overdue?: string | undefined
  /** Of nobody; a person stands in `owner`. */
  unowned?: true | undefined
  offset: number
  limit: number
}

export type ListValues = Omit<JobListOptions, 'search' | 'sort' | 'further'> & {
  accountId: string
  patterns: string[]
  jobNumber: number
  newest: number
  /** The revision at which this page is remembered; '' where it is not. */
  knownRevision: string
  /** How many jobs match, and at which revision they were counted; '' where nobody knows. */
  countedRevision: string
  countedMatches: number
}
export type ListParameter = ParameterOf<ListValues>

/** What decides the statement's text; everything else is a value in it. */
export type ListShape = {
  sort: JobSort
  limit: number
  fromStart: boolean
  /** Counted from the last row, which is nearer. */
  fromEnd: boolean
  /** Many rows lie between the page and the end from which it is counted. */
  deep: boolean
  searched: 'text' | 'number' | null
  filters: FilterName[]
  further: FurtherPart[]
  effort: Effort
}

/**
 * In numbers of jobs: `few` matches are all found and sorted; for a page of more, so many are `lookedAt` along the order
 * before all are found after all. A `shallow` page is not far from its end of the list.
 */
export type Effort = { few: number; lookedAt: number; shallow: number }

export const USUAL_EFFORT: Effort = { few: 5000, lookedAt: 20_000, shallow: 1000 }

type FilterName = (typeof filterNames)[number]

const filterNames = keysOf({
  status: 0,
  mode: 0,
  loadType: 0,
  quoteType: 0,
  direction: 0,
  party: 0,
  port: 0,
  master: 0,
  owner: 0,
  unowned: 0,
  open: 0,
  noHouseBl: 0,
  noDocument: 0,
  noArrivalNotice: 0,
  overdue: 0,
  incoterm: 0,
  service: 0,
  freightPayment: 0,
  dangerousGoods: 0,
  referenceKind: 0,
  noReference: 0,
  ...recordOf(textFilterNames, () => 0),
  ...recordOf(dayBounds, () => 0),
  ...recordOf(countBounds, () => 0),
} satisfies Record<Exclude<keyof JobListOptions, 'search' | 'sort' | 'offset' | 'limit' | 'further'>, number>)

/** `total`: about how many jobs there are in the list. */
export function shapeOf(
  { search, sort = DEFAULT_JOB_SORT, limit, offset, further = furtherParts, ...options }: JobListOptions,
  total: number,
  effort: Effort,
): ListShape {
  const fromEnd = offset > effort.shallow && offset + limit / 2 > total / 2
  return {
    sort,
    limit,
    fromStart: offset === 0,
    fromEnd,
    deep: (fromEnd ? total - offset : offset) > effort.shallow,
    searched: search && ('texts' in search ? 'text' : 'number'),
    filters: filterNames.filter(name => options[name] !== undefined),
    further: [...further],
    effort,
  }
}

/** A search alone, newest first, for which the search has a way of its own. */
export const isPlainTextSearch = ({ searched, filters, sort }: ListShape) =>
  searched === 'text' && filters.length === 0 && sort === DEFAULT_JOB_SORT

export const isFiltered = ({ searched, filters }: Pick<ListShape, 'searched' | 'filters'>) =>
  searched !== null || filters.length > 0
