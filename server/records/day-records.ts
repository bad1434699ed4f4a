import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Today where the company is: the day that every date bears which the product writes itself. */
export async function companyDay(db: Db): Promise<string> {
  const { day } = await db.selectNoFrom(sql<string>`company_day()`.as('day')).executeTakeFirstOrThrow()
  return day
}
