import { sql } from 'kysely'
import type { NumberedPaper } from '#contract/numbering.ts'
import type { Db } from '#server/db/db.ts'
import { houseNumberIn, type JobNumber, type NumberedJob } from './house-number.ts'

/** `isEmpty`: nothing stands on the job that a paper could print: no party, no goods and no route. */
export type LockedJob = NumberedJob & {
  isEmpty: boolean
  /** An item has a UN number. */
  hasDangerousGoods: boolean
  hasHaulier: boolean
  numbers: JobNumber[]
}

// Jobs, their numbers, then the series, in this order everywhere: nobody waits in a circle.
const selectNumbered = (db: Db, accountId: string, ids: readonly string[]) =>
  db
    .selectFrom('jobs as j')
    .where('j.account_id', '=', accountId)
    .where('j.id', 'in', [...ids])
    .orderBy('j.id')
    .select([
      'j.id',
      'j.job_number as jobId',
      'j.house_bl as hbl',
      'j.transport_mode as transportMode',
      sql<boolean>`exists (
        select from jobs h where h.account_id = j.account_id and h.master_job_id = j.id)`.as('hasHouses'),
      sql<boolean>`num_nonnulls(
        j.commodity, j.loading_port_id, j.via_port_id, j.discharge_port_id, j.destination_port_id,
        j.gross_weight, j.net_weight, j.volume, j.number_of_packages) = 0
        and not exists (select from job_parties p where p.account_id = j.account_id and p.job_id = j.id)
        and not exists (select from items i where i.account_id = j.account_id and i.job_id = j.id)`.as(
        'isEmpty',
      ),
      sql<boolean>`exists (
        select from items i where i.account_id = j.account_id and i.job_id = j.id and i.un_number <> '')`.as(
        'hasDangerousGoods',
      ),
      sql<boolean>`exists (
        select from job_parties p
        where p.account_id = j.account_id and p.job_id = j.id and p.role = 'haulier')`.as('hasHaulier'),
    ])

const withNumbers = (
  job: Omit<LockedJob, 'numbers'>,
  numbers: ReadonlyMap<string, JobNumber[]>,
): LockedJob => ({
  ...job,
  hbl: houseNumberIn(job.hbl),
  numbers: numbers.get(job.id) ?? [],
})

/** The jobs with their numbers as they stand; nobody is kept from changing them. */
export async function readNumberedJobs(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<LockedJob[]> {
  if (ids.length === 0) return []
  const jobs = await selectNumbered(db, accountId, ids).execute()
  const numbers = await numbersOfJobs(db, accountId, ids)
  return jobs.map(job => withNumbers(job, numbers))
}

/** The houses of a job. */
export async function housesOf(db: Db, accountId: string, jobId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('master_job_id', '=', jobId)
    .execute()
  return rows.map(({ id }) => id)
}

/** The jobs with their numbers, by id, locked until the transaction ends; those that are not there are left out. */
export async function lockNumberedJobs(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, LockedJob>> {
  if (ids.length === 0) return new Map()
  const jobs = await selectNumbered(db, accountId, ids).forUpdate('j').execute()
  const numbers = await numbersOfJobs(db, accountId, ids)
  return new Map(jobs.map(job => [job.id, withNumbers(job, numbers)]))
}

/** The numbers that jobs have, by job, those that were taken first standing first. */
export async function numbersOfJobs(
  db: Db,
  accountId: string,
  jobIds: readonly string[],
): Promise<Map<string, JobNumber[]>> {
  const rows = await db
    .selectFrom('job_numbers')
    .select([
      'job_id as jobId',
      'kind',
      'number',
      'is_typed as isTyped',
      'held_by as heldBy',
      'used_at as usedAt',
    ])
    .where('account_id', '=', accountId)
    .where('job_id', 'in', [...jobIds])
    .orderBy('allotted_at')
    .orderBy('kind', 'desc')
    .execute()
  const byJob = new Map<string, JobNumber[]>()
  for (const { jobId, kind, usedAt, ...row } of rows)
    byJob.set(jobId, [...(byJob.get(jobId) ?? []), { ...row, kind, isUsed: usedAt !== null }])
  return byJob
}

type OfJob = { jobId: string; kind: NumberedPaper }

/** False where a paper of another job bears this number of the series already. */
export async function insertJobNumber(
  db: Db,
  accountId: string,
  { jobId, kind, number, isTyped, heldBy }: OfJob & Omit<JobNumber, 'isUsed'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('job_numbers')
    .values({
      account_id: accountId,
      job_id: jobId,
      kind,
      number,
      is_typed: isTyped,
      held_by: [...heldBy],
      // Within one transaction the first to be taken is the first.
      allotted_at: sql<Date>`clock_timestamp()`,
    })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'kind', 'number']).where(sql<boolean>`not is_typed`).doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const ofJob = (db: Db, accountId: string, { jobId, kind }: OfJob) =>
  db
    .updateTable('job_numbers')
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .where('kind', '=', kind)

export async function addHolder(db: Db, accountId: string, one: OfJob, holder: string): Promise<void> {
  await ofJob(db, accountId, one)
    .set({ held_by: sql`array_append(held_by, ${holder}::uuid)` })
    .execute()
}

export async function markNumberUsed(db: Db, accountId: string, one: OfJob): Promise<void> {
  await ofJob(db, accountId, one).set({ used_at: sql<Date>`now()` }).execute()
}

export async function deleteJobNumber(db: Db, accountId: string, { jobId, kind }: OfJob): Promise<void> {
  await db
    .deleteFrom('job_numbers')
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .where('kind', '=', kind)
    .execute()
}

const isHeldBy = (holder: string) => sql<boolean>`held_by @> array[${holder}::uuid]`

/** The jobs of which somebody holds numbers. */
export async function jobsHeldBy(db: Db, accountId: string, holder: string): Promise<string[]> {
  const rows = await db
    .selectFrom('job_numbers')
    .select('job_id as id')
    .distinct()
    .where('account_id', '=', accountId)
    .where(isHeldBy(holder))
    .execute()
  return rows.map(({ id }) => id)
}

export async function removeHolder(db: Db, accountId: string, holder: string): Promise<void> {
  await db
    .updateTable('job_numbers')
    .set({ held_by: sql`array_remove(held_by, ${holder}::uuid)` })
    .where('account_id', '=', accountId)
    .where(isHeldBy(holder))
    .execute()
}

/** What `work` does in the database is undone when it has its answer. */
export async function dryRun<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint trying`.execute(db)
  const result = await work()
  await sql`rollback to savepoint trying`.execute(db)
  return result
}
