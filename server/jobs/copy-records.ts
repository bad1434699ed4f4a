import { type CompiledQuery, sql } from 'kysely'
import type { CopiedPart } from '#contract/job-copies.ts'
import type { OtherJob } from '#contract/jobs.ts'
import { JobStatus } from '#contract/choices.ts'
import type { Db } from '#server/db/db.ts'
import { orMadeMeanwhile } from '#server/db/deadlocks.ts'
import { inLastTripForOthers } from '#server/db/transaction.ts'
import { takenColumns } from './copied-columns.ts'

type Source = {
  jobNumber: number
  itemCount: number
  /** Those of the new jobs' ids that are in use already. */
  standing: { id: string; copiedFrom: number | null }[]
}

/** The job that is to be copied, and what stands of its copies; undefined where there is no such job. */
export async function findSource(
  db: Db,
  accountId: string,
  id: string,
  copies: readonly string[],
): Promise<Source | undefined> {
  const { rows } = await sql<Source>`
    select j.job_number as "jobNumber",
      (select count(*)::int from items i where i.account_id = j.account_id and i.job_id = j.id) as "itemCount",
      (select coalesce(json_agg(json_build_object('id', c.id, 'copiedFrom', c.copied_from_number)), '[]') from jobs c
        where c.account_id = j.account_id and c.id = any(${copies}::uuid[])) as standing
    from jobs j where j.account_id = ${accountId} and j.id = ${id}`.execute(db)
  return rows[0]
}

const jobsNamed = (db: Db, accountId: string, ids: readonly string[]): CompiledQuery<OtherJob> =>
  db
    .selectFrom('jobs')
    .select(['id', 'job_number as jobId', 'name'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('job_number')
    .compile()

export async function listJobsNamed(db: Db, accountId: string, ids: readonly string[]): Promise<OtherJob[]> {
  const { rows } = await db.executeQuery(jobsNamed(db, accountId, ids))
  return rows
}

/** The copies that are made: their ids, and what they take. */
export type NewCopies = { ids: readonly string[]; parts: ReadonlySet<CopiedPart> }

const CHARGES = ['origin_charges', 'freight_charges', 'destination_charges'] as const

/**
 * Makes jobs of these ids that have from another what the parts say, under the next numbers of the account, in one
 * statement: it reads the job as it is at one moment, whatever others change meanwhile.
 */
function copyStatement(accountId: string, sourceId: string, { ids, parts }: NewCopies) {
  const columnsOf = (table: Parameters<typeof takenColumns>[0]) => {
    const columns = takenColumns(table, parts)
    return {
      into: sql.join(
        columns.map(column => sql`, ${sql.ref(column)}`),
        sql``,
      ),
      from: sql.join(
        columns.map(column => sql`, source.${sql.ref(column)}`),
        sql``,
      ),
    }
  }
  const job = columnsOf('jobs')
  const finance = columnsOf('finances')
  /** Rows of a part, each for every copy. */
  const rowsOf = (table: 'job_parties' | 'items', order = sql``) => {
    const { into, from } = columnsOf(table)
    return sql`, ${sql.ref(`copied_${table}`)} as (
      insert into ${sql.table(table)} (account_id, id, job_id ${into})
      select ${accountId}, gen_random_uuid(), made.id ${from}
      from made join ${sql.table(table)} as source on source.account_id = ${accountId} and source.job_id = ${sourceId}
      ${order})`
  }
  const chargesOf = (table: (typeof CHARGES)[number]) => {
    const { into, from } = columnsOf(table)
    return sql`, ${sql.ref(`copied_${table}`)} as (
      insert into ${sql.table(table)} (account_id, id, finance_id ${into})
      select ${accountId}, gen_random_uuid(), made.finance_id ${from}
      from made
      join jobs j on j.account_id = ${accountId} and j.id = ${sourceId}
      join ${sql.table(table)} as source on source.account_id = j.account_id and source.finance_id = j.finance_id)`
  }
  return sql<OtherJob>`
    with numbered as (
      update accounts set last_job_number = last_job_number + ${ids.length}, job_count = job_count + ${ids.length}
      where id = ${accountId} returning last_job_number - ${ids.length} as last_before
    ), made as materialized (
      select wanted.id, numbered.last_before + wanted.turn as job_number, gen_random_uuid() as finance_id
      from numbered, unnest(${ids}::uuid[]) with ordinality as wanted (id, turn)
    ), copied_finances as (
      insert into finances (account_id, id ${finance.into})
      select ${accountId}, made.finance_id ${finance.from}
      from made
      join jobs j on j.account_id = ${accountId} and j.id = ${sourceId}
      join finances source on source.account_id = j.account_id and source.id = j.finance_id
    )
    ${parts.has('parties') ? rowsOf('job_parties') : sql``}
    ${parts.has('items') ? rowsOf('items', sql`order by made.job_number, source.position`) : sql``}
    ${parts.has('charges') ? sql.join(CHARGES.map(chargesOf), sql``) : sql``}
    insert into jobs (account_id, id, job_number, finance_id, copied_from_number, status ${job.into})
    select ${accountId}, made.id, made.job_number, made.finance_id, source.job_number, ${JobStatus.inProgress} ${job.from}
    from made join jobs source on source.account_id = ${accountId} and source.id = ${sourceId}
    order by made.job_number
    returning id, job_number as "jobId", name`
}

/**
 * Other transactions of the account that make jobs wait from the copies on, so it ends the transaction in the same round
 * trip. Answers `answered`, which may hold jobs that were there before.
 */
export async function insertCopies(
  db: Db,
  accountId: string,
  sourceId: string,
  { answered, ...copies }: NewCopies & { answered: readonly string[] },
): Promise<OtherJob[]> {
  const copy = copyStatement(accountId, sourceId, copies)
  const [, jobs] = await orMadeMeanwhile(
    inLastTripForOthers(db, [copy.compile(db), jobsNamed(db, accountId, answered)]),
  )
  return jobs
}

/** A copy of a job in a transaction that goes on; who makes jobs of the account waits until it ends. */
export async function insertCopy(
  db: Db,
  accountId: string,
  sourceId: string,
  { id, parts }: { id: string; parts: ReadonlySet<CopiedPart> },
): Promise<OtherJob | undefined> {
  const { rows } = await copyStatement(accountId, sourceId, { ids: [id], parts }).execute(db)
  return rows[0]
}

/** The jobs that have more items than one copy may have, and how many. */
export async function jobsOfTooManyItems(
  db: Db,
  accountId: string,
  { ids, most }: { ids: readonly string[]; most: number },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select job_id as id, count(*)::integer as count from items
    where account_id = ${accountId} and job_id = any (${sql.val([...ids])}::uuid[])
    group by job_id having count(*) > ${most}`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
