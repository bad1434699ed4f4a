import { type RawBuilder, sql } from 'kysely'

const isDay = (moment: string) => !moment.includes('T')

/** The instant with which a period begins; a day begins where the company is. */
export const startOf = (moment: string): RawBuilder<Date> =>
  isDay(moment) ? sql`company_day_begins(${moment}::date)` : sql`${moment}::timestamptz`

/** The instant before which a period ends: a day as the end counts whole, an instant does not count itself. */
export const endOf = (moment: string): RawBuilder<Date> =>
  isDay(moment) ? sql`company_day_begins(${moment}::date + 1)` : sql`${moment}::timestamptz`
