/** A day without a time of day, as yyyy-MM-dd. */
export type SheetDate = { date: string }

/** What one cell of a spreadsheet holds; null: nothing. */
export type Cell = string | number | SheetDate | null

export type CellKind = 'text' | 'number' | 'date'

export type SheetColumn = { heading: string; kind: CellKind }

const DAY_MS = 86_400_000
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
// Spreadsheets that count from 1900 believe in a 29 February of that year.
const FIRST_SERIAL = 61

/** The number by which spreadsheets know a day; null for one that they do not know. */
export function serialOf(date: string): number | null {
  const serial = (Date.parse(`${date}T00:00:00Z`) - EPOCH_1900) / DAY_MS
  return Number.isInteger(serial) && serial >= FIRST_SERIAL ? serial : null
}

const LAST_SERIAL = 2_958_465

/** The day of a spreadsheet's number, whose fraction is a time of day; null outside of its calendar. */
export function dateOfSerial(serial: number, countsFrom1904: boolean): string | null {
  const days = Math.floor(serial)
  if (!(days >= (countsFrom1904 ? 0 : 1) && days <= LAST_SERIAL)) return null
  const epoch = countsFrom1904 ? EPOCH_1904 : EPOCH_1900
  // Before the day that never was, the numbers are one behind.
  const shift = !countsFrom1904 && days < FIRST_SERIAL ? 1 : 0
  return new Date(epoch + (days + shift) * DAY_MS).toISOString().slice(0, 10)
}

/** "A" for the first column, "AA" for the twenty-seventh. */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26)
  const letter = String.fromCodePoint(65 + (index % 26))
  return before === 0 ? letter : columnLetters(before - 1) + letter
}
