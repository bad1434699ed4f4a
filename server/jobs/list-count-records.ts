import { sql } from 'kysely'
import type { JobCounts } from '#contract/jobs.ts'
import type { Db } from '#server/db/db.ts'
import { cacheCount, cachedCount, countKeyOf } from './count-cache.ts'
import { isOpen } from './list-filter-records.ts'

const page = { search: null, offset: 0, limit: 1 }
const openJobs = { ...page, open: 'true' } as const

/** The counts that the list remembers too; those known at the present revision are not counted again. */
export async function readCounts(db: Db, accountId: string, person: string | undefined): Promise<JobCounts> {
  const [openKey, mineKey] = [openJobs, { ...openJobs, owner: person }].map(options =>
    countKeyOf(accountId, options),
  ) as [string, string]
  const [open, mine] = [cachedCount(openKey), cachedCount(mineKey)]
  const { rows } = await sql<JobCounts & { revision: string }>`
    select state.revision,
      (select job_count::int from accounts where id = ${accountId}) as "all",
      case when state.revision = ${open?.revision ?? ''} then ${open?.matches ?? 0}::int else (
        select count(*)::int from jobs j where j.account_id = ${accountId} and ${isOpen}) end as open,
      case when state.revision = ${mine?.revision ?? ''} then ${mine?.matches ?? 0}::int else (
        select count(*)::int from jobs j
        where j.account_id = ${accountId} and j.owner_id = ${person ?? null} and ${isOpen}) end as mine
    from (select coalesce(sum(value), 0)::text as revision from account_revisions
      where account_id = ${accountId}) as state`.execute(db)
  const { revision = '', ...counts } = rows[0] ?? { all: 0, open: 0, mine: 0 }
  cacheCount(openKey, { revision, matches: counts.open })
  cacheCount(mineKey, { revision, matches: counts.mine })
  return counts
}
