import type { KnownList } from '#server/word/language/known-fields.ts'
import type { PageText, Span } from './page-text.ts'
import type { ReadColumn, RowValue } from './read-column.ts'
import type { Entry } from './row-lines.ts'

/** A field whose value rows write otherwise than a format prints it, such as “40HC” of 40' HC. */
export interface SpelledInRows {
  field: string
  /** What may be such a text. */
  pattern: RegExp
  /** What texts mean, by `plainOf`; those that mean the same are alike. No function: it is sent to another thread. */
  meanings: ReadonlyMap<string, string>
}

/** A text without its case, its spaces and its signs. */
export const plainOf = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

type Search = {
  page: PageText
  list: KnownList & { spelled?: SpelledInRows | undefined }
  entries: readonly Entry[]
}

/** A column whose cells write the field in other words: read, and its values are asked. */
export function spelledColumn(cells: readonly Span[], search: Search): ReadColumn | undefined {
  const isSpelled = cells.every((cell, at) => {
    const [value, ...others] = spelledIn([cell], [], search, at)
    return others.length === 0 && value?.text === search.page.text.slice(cell.start, cell.end).trim()
  })
  return isSpelled ? { shown: cells.map(() => 0), valuesAt: () => [] } : undefined
}

/** What the cells of a row say of its entry in other words, beside what is found in them: it is asked. */
export function spelledIn(
  cells: readonly Span[],
  found: readonly Span[],
  { page, list, entries }: Search,
  entry: number,
): RowValue[] {
  const field = list.fields.find(({ name }) => name === list.spelled?.field)
  const value = field && entries[entry]?.[field.name]
  const { spelled } = list
  if (!field || !spelled || typeof value !== 'string' || value === '') return []
  const isFree = ({ start, end }: Span) => found.every(one => one.end <= start || one.start >= end)
  return cells.flatMap(cell =>
    [...page.text.slice(cell.start, cell.end).matchAll(spelled.pattern)].flatMap(({ index, 0: text }) => {
      const span = { start: cell.start + index, end: cell.start + index + text.length }
      const meant = spelled.meanings.get(plainOf(text))
      if (!isFree(span) || meant === undefined || meant !== spelled.meanings.get(plainOf(value))) return []
      const choices = [{ field, formats: '', isRounded: false, isNearest: true }]
      return [{ ...span, text, choices, isCertain: false }]
    }),
  )
}
