import { sql } from 'kysely'
import {
  housePapers,
  MAX_PAPER_NUMBER,
  type NumberedPaper,
  type NumberSeries,
  numberText,
  paperKinds,
  defaultSeries,
} from '#contract/numbering.ts'
import type { Db } from '#server/db/db.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { foldedNumber } from './house-number.ts'

/** Every series of the company, in the order of the contract; those never changed are as at first. */
export async function numberSeriesOf(db: Db, accountId: string): Promise<NumberSeries[]> {
  const rows = await db
    .selectFrom('number_series')
    .select(['kind', 'prefix', 'digits', 'next_number as nextNumber'])
    .where('account_id', '=', accountId)
    .execute()
  return paperKinds.map(kind => {
    const stored = rows.find(row => row.kind === kind)
    return stored ? { ...stored, kind } : defaultSeries(kind)
  })
}

/** Puts a pattern in the place of the one that stands. */
export async function updateSeries(
  db: Db,
  accountId: string,
  { kind, prefix, digits, nextNumber }: NumberSeries,
): Promise<void> {
  await db
    .updateTable('number_series')
    .set({ prefix, digits, next_number: nextNumber })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()
}

/** A number that was taken and given back, the lowest that the series as it is now would give. */
const selectReturned = (db: Db, accountId: string, kind: NumberedPaper, prefix: string) =>
  db
    .selectFrom('returned_numbers')
    .select('number')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where(sql<boolean>`starts_with(number, ${prefix})`)
    .orderBy(sql`length(number)`)
    .orderBy('number')
    .limit(1)

/** What the series would give now, as far as nobody typed it. */
export async function nextNumberText(
  db: Db,
  accountId: string,
  { kind, ...series }: NumberSeries,
): Promise<string> {
  const returned = await selectReturned(db, accountId, kind, series.prefix).executeTakeFirst()
  return returned?.number ?? numberText(series)
}

/** The series as it stands, its row locked until the transaction ends. */
export async function lockSeries(db: Db, accountId: string, kind: NumberedPaper) {
  const first = defaultSeries(kind)
  await db
    .insertInto('number_series')
    .values({ account_id: accountId, kind, prefix: first.prefix, digits: first.digits, next_number: 1 })
    .onConflict(conflict => conflict.columns(['account_id', 'kind']).doNothing())
    .execute()
  return db
    .selectFrom('number_series')
    .select(['prefix', 'digits', 'next_number as nextNumber'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

const setNext = (db: Db, accountId: string, kind: NumberedPaper, nextNumber: number) =>
  db
    .updateTable('number_series')
    .set({ next_number: nextNumber })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()

/**
 * Takes the series' next number, numbers that were given back first. The series stays locked until the transaction
 * ends, so that no number is given twice and none is left out. null where they are used up.
 */
export async function takeNumber(db: Db, accountId: string, kind: NumberedPaper): Promise<string | null> {
  const series = await lockSeries(db, accountId, kind)
  const returned = await selectReturned(db, accountId, kind, series.prefix).executeTakeFirst()
  if (returned) {
    await forgetReturned(db, accountId, kind, returned.number)
    return returned.number
  }
  if (series.nextNumber > MAX_PAPER_NUMBER) return null
  await setNext(db, accountId, kind, series.nextNumber + 1)
  return numberText(series)
}

const forgetReturned = async (db: Db, accountId: string, kind: NumberedPaper, number: string) => {
  const { numDeletedRows } = await db
    .deleteFrom('returned_numbers')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('number', '=', number)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Gives a number back to its series, which gives it to the next paper. */
export async function returnNumber(
  db: Db,
  accountId: string,
  kind: NumberedPaper,
  number: string,
): Promise<void> {
  const { nextNumber, ...series } = await lockSeries(db, accountId, kind)
  const before = (next: number) => numberText({ ...series, nextNumber: next - 1 })
  if (nextNumber === 1 || before(nextNumber) !== number) {
    await db
      .insertInto('returned_numbers')
      .values({ account_id: accountId, kind, number })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return
  }
  let next = nextNumber - 1
  while (next > 1 && (await forgetReturned(db, accountId, kind, before(next)))) next -= 1
  await setNext(db, accountId, kind, next)
}

/** Forgets what was given back, for a series that people have set to go on elsewhere. */
export async function deleteReturnedNumbers(db: Db, accountId: string, kind: NumberedPaper): Promise<void> {
  await db
    .deleteFrom('returned_numbers')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()
}

// What JavaScript takes for a blank, whatever PostgreSQL's locale does.
const BLANKS = '[\\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+'

const wordsOf = (number: string) => containing(foldedNumber(number)).replaceAll(' ', '%')

/**
 * The jobs that bear this as House B/L, in whatever capitals and with whatever blanks around and within it, or were
 * given it by the series of a house paper.
 */
export const jobsWithNumber = (db: Db, accountId: string, number: string) =>
  db
    .selectFrom('jobs')
    .select(['id', 'job_number as jobId', 'name', 'house_bl as houseBl'])
    .where('account_id', '=', accountId)
    .where('id', 'in', bearing =>
      bearing
        .selectFrom('jobs as j')
        .select('j.id')
        .where('j.account_id', '=', accountId)
        // The expression is dear, so few rows get as far as that.
        .where(sql<boolean>`lower(j.house_bl) like lower(${wordsOf(number)})`)
        .where(
          sql<boolean>`lower(btrim(regexp_replace(j.house_bl, ${BLANKS}, ' ', 'g'))) = lower(${foldedNumber(number)})`,
        )
        .union(
          bearing
            .selectFrom('job_numbers as n')
            .select('n.job_id as id')
            .where('n.account_id', '=', accountId)
            .where('n.kind', 'in', [...housePapers])
            .where('n.number', '=', number)
            .where(sql<boolean>`not n.is_typed`),
        ),
    )
    .orderBy('job_number')
    .execute()
