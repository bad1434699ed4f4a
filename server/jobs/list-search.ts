import { searchText } from '#server/search-text.ts'

export type JobSearch = { text: string | null; jobNumber: number | null }

const HIGHEST_NUMBER = Number.MAX_SAFE_INTEGER

/**
 * What a search asks of the job list: a text of at least 3 characters, or a whole number of any length,
 * which finds the job of that number too.
 */
export function readSearch(raw: string | undefined): JobSearch | null {
  const text = raw?.trim() ?? ''
  if (text === '') return null
  const number = /^\d{1,16}$/.test(text) ? Number(text) : null
  const jobNumber = number !== null && number <= HIGHEST_NUMBER ? number : null
  if (jobNumber !== null && text.length < 3) return { text: null, jobNumber }
  return { text: searchText(text), jobNumber }
}
