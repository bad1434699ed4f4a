import { z } from 'zod'
import { jobListQuery } from './jobs.ts'

const MOST_CHARACTERS = 2000
/** "tab=open&mode=2&sort=eta": names and values as a browser writes them. */
const PAIRS = /^[A-Za-z]{1,40}=[^\s&=?#<>"\\]*(?:&[A-Za-z]{1,40}=[^\s&=?#<>"\\]*)*$/

const isAddress = (text: string) => {
  if (!PAIRS.test(text)) return false
  try {
    return !decodeURIComponent(text).includes('\0')
  } catch {
    return false
  }
}

// A search is of any text, and the dashboard has pages of its own.
const { search: _, limit: __, offset: ___, ...filters } = jobListQuery.shape

/** Browsers write a text that looks like a number in quotation marks. */
function plainValue(value: string): string {
  if (!/^".*"$/s.test(value)) return value
  try {
    return String(JSON.parse(value))
  } catch {
    return value
  }
}

/** Why the list of jobs would refuse this filter, or the order; null where it takes it. */
function refusalOf(pair: string): string | null {
  const [name = '', written = ''] = pair.split('=')
  if (!Object.hasOwn(filters, name)) return null
  const value = decodeURIComponent(written.replaceAll('+', ' '))
  const { error } = filters[name as keyof typeof filters].safeParse(plainValue(value))
  return error ? `“${name}”: ${error.issues[0]?.message ?? 'This is not taken here.'}` : null
}

/** Why the list of jobs would refuse a filter or the order; null where it takes all of them. */
const refusedFilter = (text: string): string | null =>
  text
    .split('&')
    .map(refusalOf)
    .find(message => message !== null) ?? null

/** What the list of jobs takes of an address that was kept before its filters were looked at; '' for none. */
export const usableAddress = (text: string): string =>
  isAddress(text)
    ? text
        .split('&')
        .filter(pair => refusalOf(pair) === null)
        .join('&')
    : ''

/** What stands behind "?" in the dashboard's address. */
export const viewAddress = z
  .string()
  .max(MOST_CHARACTERS, `At most ${MOST_CHARACTERS} characters.`)
  .superRefine((text, context) => {
    const message = isAddress(text)
      ? refusedFilter(text)
      : 'This is no address of the dashboard. Expected is what stands behind its “?”, such as tab=open&sort=eta.'
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
