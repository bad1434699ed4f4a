import { sql } from 'kysely'
import type { SummarySettings } from '#contract/summaries.ts'
import { JobStatus } from '#contract/choices.ts'
import type { Db, Session } from '#server/db/db.ts'

export async function readSummary({ db, accountId, userId }: Session): Promise<SummarySettings | null> {
  const row = await db
    .selectFrom('morning_summaries')
    .select(['hour', 'time_zone as timeZone'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, on: true } : null
}

/** What is switched on after its hour has struck begins on the next day. */
export async function keepSummary(
  { db, accountId, userId }: Session,
  { hour, timeZone }: SummarySettings,
): Promise<void> {
  const now = sql`(now() at time zone ${timeZone})`
  await db
    .insertInto('morning_summaries')
    .values({
      account_id: accountId,
      user_id: userId,
      hour,
      time_zone: timeZone,
      last_day: sql<string>`case when extract(hour from ${now}) >= ${hour} then ${now}::date end`,
    })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'user_id']).doUpdateSet({ hour, time_zone: timeZone }),
    )
    .execute()
}

export async function removeSummary({ db, accountId, userId }: Session): Promise<void> {
  await db
    .deleteFrom('morning_summaries')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute()
}

export type DueSummary = { accountId: string; userId: string; day: string }

export async function dueSummaries(db: Db): Promise<DueSummary[]> {
  const { rows } = await sql<DueSummary>`
    select account_id as "accountId", user_id as "userId", day from due_summaries()`.execute(db)
  return rows
}

export async function noteSummary({ db, accountId, userId }: Session, day: string): Promise<void> {
  await db
    .updateTable('morning_summaries')
    .set({ last_day: day })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute()
}

const MOST_JOBS = 1000

/** The jobs in progress that a day's summary could tell of, the earliest arrival first. */
export async function jobsOfSummary({ db, accountId }: Pick<Session, 'db' | 'accountId'>, day: string) {
  return db
    .selectFrom('jobs')
    .select([
      'id',
      'job_number as jobId',
      'name',
      'etd',
      'eta',
      'house_bl as houseBl',
      'master_bl as masterBl',
      'documents_received_on as documentsReceivedOn',
      'documents_emailed_to_customer_on as documentsEmailedOn',
      'delivery_order_picked_up_on as pickedUpOn',
    ])
    .where('account_id', '=', accountId)
    .where('status', '=', JobStatus.inProgress)
    .where(eb => eb.or([eb('etd', '<=', day), eb('eta', '<=', sql<string>`${day}::date + 7`)]))
    .orderBy('eta')
    .orderBy('job_number')
    .limit(MOST_JOBS)
    .execute()
}
export type SummaryJob = Awaited<ReturnType<typeof jobsOfSummary>>[number]
