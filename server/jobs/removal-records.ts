import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** What people add to a job by themselves: a job that has any of it stays. */
export const addedToJobs = [
  'containers',
  'item_containers',
  'documents',
  'notes',
  'mails',
  'job_numbers',
  'job_change_jobs',
] as const
/** What is made with a job and goes with it. */
export const madeWithJobs = ['job_parties', 'items', 'job_references'] as const
const CHARGES = ['origin_charges', 'freight_charges', 'destination_charges'] as const

/**
 * Takes away the jobs `j` of these ids that nobody has saved, to which nothing was added and which `isUntouched`. Answers
 * which went; their numbers are not given again.
 */
export async function removeJobs(
  db: Db,
  accountId: string,
  ids: readonly string[],
  isUntouched: RawBuilder<unknown>,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; financeId: string }>`
    select j.id, j.finance_id as "financeId" from jobs j
    join finances f on f.account_id = j.account_id and f.id = j.finance_id
    where j.account_id = ${accountId} and j.id = any (${sql.val([...ids])}::uuid[]) and j.version = 1 and f.version = 1
      and ${sql.join(
        addedToJobs.map(
          table =>
            sql`not exists (select from ${sql.table(table)} x where x.account_id = j.account_id and x.job_id = j.id)`,
        ),
        sql` and `,
      )}
      and not exists (select from jobs h where h.account_id = j.account_id and h.master_job_id = j.id)
      and ${isUntouched}
    order by j.id for update of j`.execute(db)
  if (rows.length === 0) return new Set()
  const gone = sql`any (${sql.val(rows.map(({ id }) => id))}::uuid[])`
  const finances = sql`any (${sql.val(rows.map(({ financeId }) => financeId))}::uuid[])`
  for (const table of madeWithJobs)
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and job_id = ${gone}`.execute(
      db,
    )
  for (const table of CHARGES)
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and finance_id = ${finances}`.execute(
      db,
    )
  await sql`delete from jobs where account_id = ${accountId} and id = ${gone}`.execute(db)
  await sql`delete from finances where account_id = ${accountId} and id = ${finances}`.execute(db)
  await sql`update accounts set job_count = job_count - ${rows.length} where id = ${accountId}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Of a job `j`: it has no items, no charges and no references but those that an import has left as they are. */
export const isBare = sql`not exists (select from items x where x.account_id = j.account_id and x.job_id = j.id)
  and ${sql.join(
    CHARGES.map(
      table =>
        sql`not exists (select from ${sql.table(table)} x where x.account_id = j.account_id and x.finance_id = j.finance_id)`,
    ),
    sql` and `,
  )}
  and not exists (select from history h where h.account_id = j.account_id and h.job_id = j.id
    and h.record_type = 'job_references' and h.import_id is null)`

/** Of a job `j`: everything that its history holds was done by this action. */
export const onlyChangedBy = (change: string) => sql`not exists (
  select from history h where h.account_id = j.account_id and h.job_id = j.id
    and h.job_change_id is distinct from ${change}::uuid)`
