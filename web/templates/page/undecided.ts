import type { TemplatePage } from '#contract/template-pages.ts'
import type { PlaceState, RowsState } from './decisions.ts'
import { pageTextOf } from './page-text.ts'

export type Undecided = {
  /** In reading order. */
  places: readonly PlaceState[]
  /** Those of a row that repeats: it would print this job’s value for every entry. */
  inRows: readonly PlaceState[]
  /** The rows in which they stand. */
  rows: readonly RowsState[]
}

/** The places that a save leaves as text, because nobody said which field they are. */
export function undecidedOf(
  page: TemplatePage,
  states: readonly PlaceState[],
  rows: readonly RowsState[],
): Undecided {
  const text = pageTextOf(page)
  const rowsOf = ({ from }: PlaceState) =>
    rows.filter(
      ({ table, kept, repeats }) =>
        repeats && text.cellsOf(from.paragraph).some(cell => cell.table === table && cell.row === kept),
    )
  const places = states.filter(({ status }) => status === 'asked')
  return {
    places,
    inRows: places.filter(one => rowsOf(one).length > 0),
    rows: [...new Set(places.flatMap(rowsOf))],
  }
}
