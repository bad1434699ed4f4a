import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** The last moment of a calendar day where the company is. */
export async function endOfCompanyDay(db: Db, day: string): Promise<Date> {
  const { end } = await db
    .selectNoFrom(sql<Date>`company_day_begins(${day}::date + 1) - interval '1 millisecond'`.as('end'))
    .executeTakeFirstOrThrow()
  return end
}

/** Whether the database can reckon in a time zone of this name. */
export async function isKnownTimeZone(db: Db, name: string): Promise<boolean> {
  const { known } = await db
    .selectNoFrom(sql<boolean>`exists (select from pg_timezone_names where name = ${name})`.as('known'))
    .executeTakeFirstOrThrow()
  return known
}

/** Sets the company's time zone where none is set; one that stands is kept. */
export async function setFirstTimeZone(db: Db, accountId: string, timeZone: string): Promise<void> {
  await db
    .updateTable('company_settings')
    .set(eb => ({ time_zone: timeZone, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('time_zone', 'is', null)
    .execute()
}
