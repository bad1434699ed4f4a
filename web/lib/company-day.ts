import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DateOrder } from '#contract/date-orders.ts'
import { dayIn, isTimeZone } from '#contract/time-zones.ts'
import { membershipQuery } from './membership.ts'

export type CompanyDay = {
  /** The calendar day that it is where the company is, as "yyyy-MM-dd". */
  today: () => string
  /** ISO 3166-1 alpha-2 of the company's address; null where it has none. */
  country: string | null
  /** How the company reads dates; null: as its country writes them. */
  dateOrder: DateOrder | null
}

/** What the company's day is and how its country writes dates; before a time zone is set the day is that of UTC. */
export function useCompanyDay(): CompanyDay {
  const { data } = useQuery(membershipQuery)
  const { timeZone = null, country = null, dateOrder = null } = data?.account ?? {}
  return useMemo(
    () => ({ today: () => companyToday(timeZone, new Date()), country, dateOrder }),
    [timeZone, country, dateOrder],
  )
}

/** The calendar day of an instant in the company's time zone. A browser may not know the newest zones. */
export const companyToday = (timeZone: string | null, now: Date): string =>
  dayIn(timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC', now)
