import type { DateOrder } from '#contract/date-orders.ts'
import { createContext, useContext } from 'react'

/** What entry fields must know of the company that they are filled in for. */
export type EntryContext = {
  /** The company's day, yyyy-MM-dd: what "today" and "+3" count from. */
  today: () => string
  /** ISO 3166 alpha-2: whether 03/12/2026 is in March or in December. null: nobody knows. */
  country: string | null
  /** What the company says of that itself; null: its country decides. */
  dateOrder: DateOrder | null
}

const browserDay = () => {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const Context = createContext<EntryContext>({ today: browserDay, country: null, dateOrder: null })

export const EntryContextProvider = Context.Provider
export const useEntryContext = () => useContext(Context)
