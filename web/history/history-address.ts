import type { HistorySearch } from '#contract/history.ts'
import { startOfDay } from './moments.ts'

/** What the address of the History screen says: days as yyyy-MM-dd. */
export type HistoryAddress = {
  by?: string | undefined
  from?: string | undefined
  to?: string | undefined
  /** Failed sign-ins alone. */
  failed?: boolean | undefined
  page?: number | undefined
  size?: number | undefined
}

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const day = /^\d{4}-\d\d-\d\d$/

const textLike = (value: unknown, shape: RegExp) =>
  typeof value === 'string' && shape.test(value) ? value : undefined
const positive = (value: unknown) =>
  Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined

/** What an address says and can be understood. */
export function historyAddress({
  by,
  from,
  to,
  failed,
  page,
  size,
}: Record<string, unknown>): HistoryAddress {
  const read = {
    by: textLike(by, guid),
    from: textLike(from, day),
    to: textLike(to, day),
    failed: failed === true ? true : undefined,
    page: positive(page),
    size: positive(size),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** The same as the API is asked for it: from the first day's beginning to the end of the last, where the reader is. */
export function searchOf({ by, from, to }: HistoryAddress): HistorySearch {
  return {
    ...(by && { by }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: startOfDay(to, 1) }),
  }
}
