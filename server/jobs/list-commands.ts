import type { JobListQuery } from '#contract/jobs.ts'
import type { Session } from '#server/db/db.ts'
import { companyDay } from '#server/records/day-records.ts'
import { DEFAULT_LIMIT } from '#server/record-headers.ts'
import { type WrittenPage, writtenPage } from '#server/written-pages.ts'
import { daysInBoth, daysOf } from './day-ranges.ts'
import { PageCache } from './page-cache.ts'
import { readCounts } from './list-count-records.ts'
import { readJobPage, type RowShape } from './list-records.ts'
import { readSearch } from './list-search.ts'
import { currentPerson } from './owner-records.ts'

export type ListJobs = (session: Session, query: JobListQuery, rowShape: RowShape) => Promise<WrittenPage>

/** Who the owner is whom the query names; a program asks for the jobs of the person responsible for it. */
async function ownerOf({ db, userId, isProgram }: Session, { owner }: Pick<JobListQuery, 'owner'>) {
  if (owner === 'none') return { owner: undefined, unowned: true as const }
  if (owner !== 'me') return {}
  return { owner: isProgram ? await currentPerson(db) : userId }
}

const needsDay = ({ etd, eta, overdue }: JobListQuery) => (etd ?? eta ?? overdue) !== undefined

/**
 * What the query asks of a job, for this person on this day: nothing that is left in it depends on who asks or when, so a
 * page is remembered by it.
 */
export async function filtersOf(session: Session, query: JobListQuery) {
  const { etd, eta, overdue, search, ...others } = query
  const today = needsDay(query) ? await companyDay(session.db) : ''
  const days = (range: string | undefined, from: string | undefined, to: string | undefined) =>
    daysInBoth(range === undefined ? {} : daysOf(range, today), { ...(from && { from }), ...(to && { to }) })
  const [ofEtd, ofEta] = [days(etd, others.etdFrom, others.etdTo), days(eta, others.etaFrom, others.etaTo)]
  return {
    ...others,
    ...{ etdFrom: ofEtd.from, etdTo: ofEtd.to, etaFrom: ofEta.from, etaTo: ofEta.to },
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
