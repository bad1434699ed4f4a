import type { PageSpot, TemplatePage } from '#contract/template-pages.ts'
import { meet, type PlaceState, type RowsState } from './decisions.ts'
import { isShownAsField, OBJECT } from './marks.ts'
import { linesBetween } from './page-lines.ts'
import { pageTextOf } from './page-text.ts'
import type { Selected } from './selected-text.ts'

type Around = { page: TemplatePage; states: readonly PlaceState[]; rows: readonly RowsState[] }

/** Why selected text cannot become one field, and what to do instead; '' where it can. */
export function whyNotAField({ page, states, rows }: Around, { from, to }: Selected): string {
  const text = pageTextOf(page)
  const lines = linesBetween(page, from.paragraph, to.paragraph)
  const around = (paragraph: number) => JSON.stringify(text.cellsOf(paragraph))
  const areLines =
    lines?.kind === 'lines' &&
    Array.from({ length: to.paragraph - from.paragraph + 1 }, (_, at) => from.paragraph + at).every(
      paragraph => around(paragraph) === around(from.paragraph),
    )
  if (!areLines) return 'One field stands in one cell or text: select lines that follow each other there.'
  if (text.between(from, to).includes(OBJECT))
    return 'A picture or another part stands in what is selected: select the text beside it.'
  const met = states.filter(
    one =>
      one.kind !== 'condition' && one.kind !== 'added' && isShownAsField(one) && touch(one, { from, to }),
  )
  if (met.length > 0)
    return 'A field stands in what is selected: change that field, or select the text beside it.'
  const goes = rows.some(
    ({ table, first, last, kept, repeats }) =>
      repeats &&
      text
        .cellsOf(from.paragraph)
        .some(cell => cell.table === table && cell.row >= first && cell.row <= last && cell.row !== kept),
  )
  return goes ? 'This row goes when you save: select in the row that repeats.' : ''
}

const touch = (one: PlaceState, selected: Selected) =>
  meet(
    { from: one.from, to: one.from === one.to ? { ...one.to, offset: one.to.offset + 1 } : one.to },
    selected,
  )

/** The longest words that a line is known by. */
const MOST_WORDS = 4

/** What stands before a spot as its label, or in the cell or line before it: “Voyage” of “Voyage: ”; '' for none. */
export function labelBefore(page: TemplatePage, { paragraph, offset }: PageSpot): string {
  const text = pageTextOf(page)
  const before = lastLabel(text.textOf(paragraph).slice(0, offset))
  if (before !== '') return before
  const at = text.paragraphs.indexOf(paragraph)
  const former = text.paragraphs[at - 1]
  return former === undefined ? '' : lastLabel(text.textOf(former))
}

function lastLabel(text: string): string {
  const words = text.replace(/\{\{[^}]*\}\}/g, '').match(/[\p{L}\p{N}/&.’'-]+/gu) ?? []
  return words.slice(-MOST_WORDS).join(' ')
}
