import { sql } from 'kysely'
import {
  type NumberedPaper,
  type NumberSeries,
  numberText,
  paperKinds,
  seriesAtFirst,
} from '#contract/numbering.ts'
import type { Db } from '#server/db/db.ts'

/** Every series of the company, in the order of the contract; those never changed are as at first. */
export async function numberSeriesOf(db: Db, accountId: string): Promise<NumberSeries[]> {
  const rows = await db
    .selectFrom('number_series')
    .select(['kind', 'prefix', 'digits', 'next_number as nextNumber'])
    .where('account_id', '=', accountId)
    .execute()
  return paperKinds.map(kind => {
    const stored = rows.find(row => row.kind === kind)
    return stored ? { ...stored, kind } : seriesAtFirst(kind)
  })
}

type SeriesChange = { [Key in keyof NumberSeries]?: NumberSeries[Key] | undefined } & { kind: NumberedPaper }

/** Changes what is mentioned of a series. */
export async function changeSeries(db: Db, accountId: string, change: SeriesChange): Promise<void> {
  const { prefix, digits, nextNumber } = { ...seriesAtFirst(change.kind), ...withoutUndefined(change) }
  await db
    .insertInto('number_series')
    .values({ account_id: accountId, kind: change.kind, prefix, digits, next_number: nextNumber })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'kind']).doUpdateSet(eb => ({
        prefix: change.prefix ?? eb.ref('number_series.prefix'),
        digits: change.digits ?? eb.ref('number_series.digits'),
        next_number: change.nextNumber ?? eb.ref('number_series.next_number'),
      })),
    )
    .execute()
}

const withoutUndefined = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<NumberSeries>

/** The numbers that a job's papers bear already, by their kind. */
export async function numbersOfJob(
  db: Db,
  accountId: string,
  jobId: string,
): Promise<Partial<Record<NumberedPaper, string>>> {
  const rows = await db
    .selectFrom('job_numbers')
    .select(['kind', 'number'])
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .execute()
  return Object.fromEntries(rows.map(({ kind, number }) => [kind, number]))
}

/**
 * Takes the series' next number for good, unless the transaction fails: the row stays locked until it ends, so
 * that no number is given twice and none is left out.
 */
export async function takeNumber(db: Db, accountId: string, kind: NumberedPaper): Promise<string> {
  const first = seriesAtFirst(kind)
  const { prefix, digits, taken } = await db
    .insertInto('number_series')
    .values({ account_id: accountId, kind, prefix: first.prefix, digits: first.digits, next_number: 2 })
    .onConflict(conflict =>
      conflict
        .columns(['account_id', 'kind'])
        .doUpdateSet(eb => ({ next_number: eb('number_series.next_number', '+', 1) })),
    )
    .returning(['prefix', 'digits', sql<number>`next_number - 1`.as('taken')])
    .executeTakeFirstOrThrow()
  return numberText({ prefix, digits, nextNumber: taken })
}

/** False where a paper of another job bears this number already. */
export async function keepNumber(
  db: Db,
  accountId: string,
  numbered: { jobId: string; kind: NumberedPaper; number: string },
): Promise<boolean> {
  const { jobId, kind, number } = numbered
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('job_numbers')
    .values({ account_id: accountId, job_id: jobId, kind, number })
    .onConflict(conflict => conflict.columns(['account_id', 'kind', 'number']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether any job bears this as its House B/L number. */
export async function isHouseBlTaken(db: Db, accountId: string, number: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(house_bl) = lower(${number})`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
