import { searchText, waysToWrite } from '#server/search-text.ts'

/** `texts`: the ways to write what is looked for, of which a job holds one. */
export type JobSearch = { texts: string[] } | { jobNumber: number }

/**
 * What a search asks of the job list: a text of at least 3 characters (job numbers are among the texts), or
 * a whole number of any length, which finds the job of that number.
 */
export function readSearch(raw: string | undefined): JobSearch | null {
  const text = raw?.trim() ?? ''
  if (text === '') return null
  if (/^\d{1,2}$/.test(text)) return { jobNumber: Number(text) }
  return { texts: waysToWrite(searchText(text)) }
}
