import {
  type DayBound,
  dayFilterFields,
  numberFilterNames,
  textFilterNames,
  type TextFilterName,
} from '#contract/job-list-filters.ts'
import { plainUnNumber } from '#contract/un-number.ts'
import { isOneOf } from '#contract/typed-objects.ts'
import { MINIMUM_SEARCH_LENGTH } from '#contract/values.ts'
import type { JobTableQuery } from '#contract/job-table.ts'
import type { JobListQuery } from '#contract/jobs.ts'
import type { Session } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { compactNumber, foldBlanks } from '#server/search-text.ts'
import { companyDay } from '#server/records/day-records.ts'
import { DEFAULT_LIMIT } from '#server/record-headers.ts'
import { type WrittenPage, writtenPage } from '#server/written-pages.ts'
import { daysInBoth, daysOf } from './day-ranges.ts'
import { PageCache } from './page-cache.ts'
import { readCounts } from './list-count-records.ts'
import { readJobPage, type RowShape } from './list-records.ts'
import { readSearch } from './list-search.ts'
import { currentPerson } from './owner-records.ts'

export type ListJobs = (session: Session, query: JobTableQuery, rowShape: RowShape) => Promise<WrittenPage>

/** Who the owner is whom the query names; a program asks for the jobs of the person responsible for it. */
async function ownerOf({ db, userId, isProgram }: Session, { owner }: Pick<JobListQuery, 'owner'>) {
  if (owner === 'none') return { owner: undefined, unowned: true as const }
  if (owner !== 'me') return {}
  return { owner: isProgram ? await currentPerson(db) : userId }
}

const needsDay = (query: JobListQuery) =>
  query.overdue !== undefined || dayFilterFields.some(field => query[field] !== undefined)

/** The first and last days that a range from today on and the two dates leave of each date. */
function daysAsked(query: JobListQuery, today: string): { [Bound in DayBound]?: string } {
  const bounds = dayFilterFields.flatMap(field => {
    const [range, from, to] = [query[field], query[`${field}From`], query[`${field}To`]]
    const days = daysInBoth(range === undefined ? {} : daysOf(range, today), {
      ...(from && { from }),
      ...(to && { to }),
    })
    return [
      ...(days.from === undefined ? [] : [[`${field}From`, days.from] as const]),
      ...(days.to === undefined ? [] : [[`${field}To`, days.to] as const]),
    ]
  })
  return Object.fromEntries(bounds)
}

const patternsOf = (query: JobListQuery): { [Name in TextFilterName]?: string } =>
  Object.fromEntries(
    textFilterNames.flatMap(name => {
      const text = query[name]
      return text === undefined ? [] : [[name, containing(soughtAs(name, text))]]
    }),
  )

/** A number is looked for however it is written. */
function soughtAs(name: TextFilterName, text: string): string {
  const compact = compactNumber(name === 'unNumber' ? plainUnNumber(text) : text)
  // Of blanks and hyphens alone nothing would be left, which every number contains.
  const isNumber = isOneOf(numberFilterNames, name) && compact.length >= MINIMUM_SEARCH_LENGTH
  return isNumber ? compact : foldBlanks(text)
}

/**
 * What the query asks of a job, for this person on this day: nothing that is left in it depends on who asks or when, so a
 * page is remembered by it.
 */
export async function filtersOf(session: Session, query: JobTableQuery) {
  const { overdue, search, ...others } = query
  for (const field of dayFilterFields) delete others[field]
  const today = needsDay(query) ? await companyDay(session.db) : ''
  return {
    ...others,
    ...daysAsked(query, today),
    ...patternsOf(query),
    ...(overdue && { overdue: today }),
    ...(await ownerOf(session, query)),
    search: readSearch(search),
  }
}

/** How many jobs stand under each of the dashboard's tabs. */
export async function countTabs(session: Session) {
  const { owner } = await ownerOf(session, { owner: 'me' })
  return readCounts(session.db, session.accountId, owner)
}

/**
 * Lists jobs, and remembers each page with the revision of the company's data at which it was read. Who asks, and what
 * they may see, is asked of the database every time; it reads the page again only where the revision is another one.
 */
export function openJobList(known = new PageCache()): ListJobs {
  return async (session, query, rowShape) => {
    const { db, accountId } = session
    const options = {
      ...(await filtersOf(session, query)),
      offset: query.offset ?? 0,
      limit: query.limit ?? DEFAULT_LIMIT,
    }
    // All that a page depends on beside the data: the same people of a company see the same jobs in every role.
    const asked = JSON.stringify([accountId, rowShape, options])
    const remembered = known.get(asked)
    const { revision, page } = await readJobPage(db, accountId, options, rowShape, remembered?.revision)
    if (remembered && page === null) return remembered.page
    const written = writtenPage(page ?? { text: '[]', count: 0, total: 0 })
    known.remember(asked, { revision, page: written })
    return written
  }
}
