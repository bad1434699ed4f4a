import { sql } from 'kysely'
import type { SummarySettings } from '#contract/summaries.ts'
import { Direction } from '#contract/choices.ts'
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
export async function saveSummary(
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

export async function markSummarySent({ db, accountId, userId }: Session, day: string): Promise<void> {
  await db
    .updateTable('morning_summaries')
    .set({ last_day: day })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute()
}

/** Small rows, of which an export house may have thousands that are past their ETA and need nothing. */
const MAX_JOBS = 10_000

/** The jobs that a day's summary could tell of, the earliest arrival first. */
export async function jobsOfSummary(
  { db, accountId }: Pick<Session, 'db' | 'accountId'>,
  { day, daysAhead, statuses }: { day: string; daysAhead: number; statuses: readonly number[] },
) {
  const soon = sql<string>`${day}::date + ${daysAhead}::integer`
  const rows = await db
    .selectFrom('jobs as j')
    .leftJoin('jobs as m', join =>
      join.onRef('m.account_id', '=', 'j.account_id').onRef('m.id', '=', 'j.master_job_id'),
    )
    .select([
      'j.id',
      'j.job_number as jobId',
      'j.name',
      'j.direction',
      'j.transport_mode as transportMode',
      'j.etd',
      'j.eta',
      'j.house_bl as houseBl',
      'j.master_bl as masterBl',
      'j.shipping_instructions_sent_on as instructionsSentOn',
      'j.documents_submitted_to_carrier_on as documentsSubmittedOn',
      'j.documents_received_on as documentsReceivedOn',
      'j.documents_emailed_to_customer_on as documentsEmailedOn',
      'j.delivery_order_picked_up_on as pickedUpOn',
      'j.master_job_id as masterJobId',
      'm.master_bl as mastersBl',
      'm.shipping_instructions_sent_on as mastersInstructionsSentOn',
    ])
    .where('j.account_id', '=', accountId)
    .where('j.status', 'in', [...statuses])
    .where(eb =>
      eb.or([
        eb('j.etd', '<=', day),
        eb('j.eta', '<=', soon),
        eb.and([eb('j.direction', '=', Direction.export), eb('j.etd', '<=', soon)]),
      ]),
    )
    .orderBy('j.eta')
    .orderBy('j.job_number')
    .limit(MAX_JOBS)
    .execute()
  return rows.map(({ masterJobId, mastersBl, mastersInstructionsSentOn, ...job }) => ({
    ...job,
    isHouse: masterJobId !== null,
    /** What stands on the master job that this one is a house of. */
    ofMaster: { masterBl: mastersBl, instructionsSentOn: mastersInstructionsSentOn },
  }))
}
export type SummaryJob = Awaited<ReturnType<typeof jobsOfSummary>>[number]
