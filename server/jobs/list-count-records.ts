import { sql } from 'kysely'
import type { JobCounts } from '#contract/jobs.ts'
import type { Db } from '#server/db/db.ts'
import { cacheCount, cachedCount, countKeyOf } from './count-cache.ts'
import { isOpen } from '#server/records/open-job-records.ts'
import { overdueNumbers } from './overdue-records.ts'

const page = { search: null, offset: 0, limit: 1 }
const openJobs = { ...page, open: 'true' } as const

/** The counts that the list remembers too; those known at the present revision are not counted again. */
export async function readCounts(db: Db, accountId: string, person: string | undefined): Promise<JobCounts> {
  const keyOf = (options: Parameters<typeof countKeyOf>[1]) => countKeyOf(accountId, options)
  const openKey = keyOf(openJobs)
  const mineKey = keyOf({ ...openJobs, owner: person })
  // Which day it is, the statement itself says: this count is remembered with the day as well.
  const overdueKey = keyOf({ ...page, overdue: 'today' })
  const [open, mine, overdue] = [cachedCount(openKey), cachedCount(mineKey), cachedCount(overdueKey)]
  const { rows } = await sql<JobCounts & { revision: string; day: string }>`
    select state.revision, state.day::text as day,
      (select job_count::int from accounts where id = ${accountId}) as "all",
      case when state.revision = ${open?.revision ?? ''} then ${open?.matches ?? 0}::int else (
        select count(*)::int from jobs j where j.account_id = ${accountId} and ${isOpen}) end as open,
      case when state.revision = ${mine?.revision ?? ''} then ${mine?.matches ?? 0}::int else (
        select count(*)::int from jobs j
        where j.account_id = ${accountId} and j.owner_id = ${person ?? null} and ${isOpen}) end as mine,
      case when state.revision || ' ' || state.day = ${overdue?.revision ?? ''} then ${overdue?.matches ?? 0}::int
        else (select count(*)::int from (${overdueNumbers(sql`${accountId}`, sql`state.day`)}) as found) end as overdue
    from (select coalesce(sum(value), 0)::text as revision, company_day() as day from account_revisions
      where account_id = ${accountId}) as state`.execute(db)
  const { revision = '', day = '', ...counts } = rows[0] ?? { all: 0, open: 0, mine: 0, overdue: 0 }
  cacheCount(openKey, { revision, matches: counts.open })
  cacheCount(mineKey, { revision, matches: counts.mine })
  cacheCount(overdueKey, { revision: `${revision} ${day}`, matches: counts.overdue })
  cacheCount(keyOf({ ...page, overdue: day }), { revision, matches: counts.overdue })
  return counts
}
