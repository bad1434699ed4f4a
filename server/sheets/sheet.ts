import { MAX_IMPORTED_ROWS } from '#contract/imports.ts'
import type { SheetDate } from './cells.ts'

type Plain = string | number | boolean | SheetDate | { fault: string }

/**
 * What a cell of a file that is read holds; `fault`: an error that the spreadsheet shows, such as #REF!; `merged`: what
 * the cell at the top of those with which it is merged holds.
 */
export type ReadCell = Plain | { merged: Plain; top: string } | null

/** The fault of a formula whose value is not in the file. */
export const NOT_RECKONED = '(formula)'

/** A row that holds something, under its number in the file. */
export type ReadRow = { number: number; cells: ReadCell[] }

/** What the spreadsheet shows to nobody: columns by their places, rows by their numbers. */
export type Hidden = { columns: number[]; rows: number[] }

export type ReadSheet = { name: string; rows: ReadRow[]; hidden?: Hidden }

/** `isText`: every value came as text, so that its dates and decimals are still to be read. */
export type ReadFile = { sheets: ReadSheet[]; isText: boolean; from1904?: boolean }

export const SHEET_LIMITS = {
  fileBytes: 20 * 1024 * 1024,
  /** Of all parts of the file that are read, unpacked. */
  unpackedBytes: 256 * 1024 * 1024,
  entries: 2_000,
  sheets: 20,
  rows: MAX_IMPORTED_ROWS,
  /** Lines of a text, with the empty ones: spreadsheet programs write some for what once held something. */
  lines: 100_000,
  columns: 200,
  /** Spreadsheet programs allow a number format no more characters; a longer one counts as none. */
  format: 255,
  /** Spreadsheet programs allow no more. */
  styles: 65_490,
  /** Characters of one cell, of which spreadsheet programs allow no more. */
  cellText: 32_767,
  /** Characters of all that is kept. */
  text: 32 * 1024 * 1024,
} as const

/** A file that cannot be read, in words for whoever sent it. */
export class SheetError extends Error {
  override readonly name = 'SheetError'
}

const figureOf = (count: number) => count.toLocaleString('en')

const tooManyRows = (count: string, files?: number) =>
  new SheetError(
    `The sheet has ${count} rows, and a file may have at most ${figureOf(SHEET_LIMITS.rows)}. Split it into ${files ?? 'several'} files.`,
  )

/** Counts what is kept of a file, and refuses what is too much. */
export class Kept {
  #text = 0
  #above = 0

  text(text: string): string {
    this.#text += text.length
    if (this.#text > SHEET_LIMITS.text)
      throw new SheetError('The file holds too much text: more than 32 million characters. Split it.')
    return text
  }

  /** The whole text of a cell. */
  cell(text: string): string {
    if (text.length > SHEET_LIMITS.cellText)
      throw new SheetError(
        `A cell has more than ${SHEET_LIMITS.cellText} characters, and spreadsheet programs allow no more. Shorten it, or look for a quotation mark that is missing.`,
      )
    return this.text(text)
  }

  /** Keeps a row; those above the limit are only counted, so that the refusal can say how many there are. */
  row(rows: ReadRow[], row: ReadRow): void {
    if (rows.length < SHEET_LIMITS.rows) rows.push(row)
    else if (++this.#above > SHEET_LIMITS.lines)
      throw tooManyRows(`more than ${figureOf(SHEET_LIMITS.lines)}`)
  }

  /** Refuses a sheet that had more rows than are kept. */
  endSheet(): void {
    if (this.#above === 0) return
    const count = SHEET_LIMITS.rows + this.#above
    throw tooManyRows(figureOf(count), Math.ceil(count / SHEET_LIMITS.rows))
  }

  lines(count: number): void {
    if (count <= SHEET_LIMITS.lines) return
    if (this.#above > 0) throw tooManyRows(`more than ${figureOf(SHEET_LIMITS.rows + this.#above)}`)
    throw new SheetError(
      `The file has more than ${SHEET_LIMITS.lines} lines, most of them empty. Delete the empty ones.`,
    )
  }

  column(index: number): void {
    if (index >= SHEET_LIMITS.columns)
      throw new SheetError(
        `A sheet has more than ${SHEET_LIMITS.columns} columns. Delete those that are not needed.`,
      )
  }
}
