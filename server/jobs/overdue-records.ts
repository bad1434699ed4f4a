import { sql, type RawBuilder } from 'kysely'
import { Direction, JobStatus, TransportMode } from '#contract/choices.ts'

// The same rules as server/summaries/lines.ts has, which tells them in words; server/summaries/overdue.test.ts compares.
// Conditions on one job, which goes by `j`. Migration 0091 has an index for each of them, whose conditions say the same.

const is = (value: number) => sql.lit(value)

export const hasNoText = (column: 'house_bl' | 'master_bl', job = 'j') =>
  sql<boolean>`coalesce(${sql.ref(`${job}.${column}`)}, '') = ''`

/** Work at the destination is this company's for imports, and maybe where no direction is set. */
export const isAtDestination = sql<boolean>`(j.direction is null or j.direction = ${is(Direction.import)})`

const isReported = sql`j.status = ${is(JobStatus.inProgress)}`
const hasBill = sql`j.transport_mode is distinct from ${is(TransportMode.road)}`
const isExportWithBill = sql`j.direction = ${is(Direction.export)} and ${hasBill}`
const masterHasNoBill = sql`not exists (select from jobs m
  where m.account_id = j.account_id and m.id = j.master_job_id and coalesce(m.master_bl, '') <> '')`

/** Each of them is one line of the summary. */
const overdueWhere = (today: RawBuilder<unknown>): RawBuilder<unknown>[] => [
  sql`${isReported} and ${isAtDestination} and j.delivery_order_picked_up_on is null and j.eta < ${today}::date`,
  sql`${isReported} and ${isAtDestination} and ${hasNoText('house_bl')} and ${hasNoText('master_bl')}
    and ${hasBill} and j.etd < ${today}::date`,
  sql`${isReported} and ${isExportWithBill} and ${hasNoText('master_bl')} and j.etd < ${today}::date
    and ${masterHasNoBill}`,
  sql`${isReported} and ${isExportWithBill} and j.master_job_id is not null and ${hasNoText('house_bl')}
    and j.etd < ${today}::date`,
]

/** Whether one job is overdue on the day. */
export const isOverdue = (today: RawBuilder<unknown>) =>
  sql<boolean>`(${sql.join(
    overdueWhere(today).map(condition => sql`(${condition})`),
    sql` or `,
  )})`

/** The numbers of all jobs that are overdue on the day, each once. */
export const overdueNumbers = (accountId: RawBuilder<unknown>, today: RawBuilder<unknown>) =>
  sql.join(
    overdueWhere(today).map(
      condition => sql`select j.job_number from jobs j where j.account_id = ${accountId} and ${condition}`,
    ),
    sql` union `,
  )
