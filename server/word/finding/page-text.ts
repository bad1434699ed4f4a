import type { OpenDocument, TextCell, TextParagraph } from './open-document.ts'
import { plainText } from './writings.ts'

/** A stretch of a document's text; the end is behind the last sign. */
export interface Span {
  start: number
  end: number
}

/** Paragraphs that are read together: those of one cell, or those that follow each other outside of tables. */
export interface Box extends Span {
  cell: TextCell | undefined
  label: string
  /** The same for all boxes of a table. */
  table: number | undefined
}

/** The whole text of a document in one piece, a paragraph a line, for finding places in it. */
export class PageText {
  readonly text: string
  readonly boxes: readonly Box[]
  readonly #starts: readonly number[]
  readonly #boxStarts: readonly number[]
  readonly #paragraphs: readonly TextParagraph[]
  /** By table and row, from left to right, each with the column in which it begins. */
  readonly #rows: ReadonlyMap<string, { columns: readonly number[]; boxes: readonly Box[] }>
  readonly #wholes = new Map<Box, Box>()
  #lines: readonly number[] | undefined
  #columns: ReadonlyMap<string, readonly number[]> | undefined

  constructor({ paragraphs }: OpenDocument) {
    this.#paragraphs = paragraphs
    const starts: number[] = []
    const boxes: Box[] = []
    let length = 0
    let isOpen = false
    for (const paragraph of paragraphs) {
      starts.push(length)
      const last = boxes.at(-1)
      const end = length + paragraph.text.length
      const isBlank = paragraph.text.trim() === ''
      if (last && isOpen && isSameBox(last, paragraph) && (paragraph.cell || !isBlank)) last.end = end
      else if (!isBlank || paragraph.cell)
        boxes.push({
          ...{ start: length, end, cell: paragraph.cell, label: paragraph.label },
          table: paragraph.cell?.table,
        })
      isOpen = paragraph.cell !== undefined || !isBlank
      length = end + 1
    }
    this.#starts = starts
    this.boxes = boxes
    this.#rows = rowsOf(boxes)
    this.#boxStarts = boxes.map(({ start }) => start)
    this.text = plainText(paragraphs.map(({ text }) => text).join('\n'))
  }

  /** The place in `paragraphs` of the one that has this offset, and the offset within it. */
  at(offset: number): { paragraph: number; offset: number } {
    const paragraph = lastAtMost(this.#starts, offset)
    return { paragraph, offset: offset - (this.#starts[paragraph] ?? 0) }
  }

  /** The offset of a spot; undefined where there is none such. */
  offsetOf({ paragraph, offset }: { paragraph: number; offset: number }): number | undefined {
    const start = this.#starts[paragraph]
    const length = this.#paragraphs[paragraph]?.text.length ?? 0
    return start === undefined || offset > length ? undefined : start + offset
  }

  /** The line of an offset, without its end. */
  lineAt(offset: number): Span {
    this.#lines ??= lineStarts(this.text)
    const at = lastAtMost(this.#lines, offset)
    const next = this.#lines[at + 1]
    return { start: this.#lines[at] ?? 0, end: next === undefined ? this.text.length : next - 1 }
  }

  boxAt(offset: number): Box | undefined {
    const box = this.boxes[lastAtMost(this.#boxStarts, offset)]
    return box && offset <= box.end ? box : undefined
  }

  /** The text of the cell that begins in a row and a column, if it is not blank. */
  cellText(table: number, row: number, column: number): string | undefined {
    const box = this.#cellAt(table, row, column)
    return box?.cell?.column === column ? this.#textOf(box) : undefined
  }

  /** The text of the cell to the right of the one that has this offset, if it is not blank. */
  besideText(offset: number): string | undefined {
    const cell = this.boxAt(offset)?.cell
    return cell && this.cellText(cell.table, cell.row, cell.column + cell.columns)
  }

  /** The text of the cell that covers a column of a row, from the left or from above, if it is not blank. */
  coveringText(table: number, row: number, column: number): string | undefined {
    const box = this.#cellAt(table, row, column)
    return box && this.#textOf(this.whole(box))
  }

  /** The nearest cell above a row that begins in a column and is not blank. */
  textAbove(table: number, row: number, column: number): { row: number; text: string } | undefined {
    this.#columns ??= this.#filledColumns()
    const rows = this.#columns.get(`${table} ${column}`) ?? []
    const above = rows[lastAtMost(rows, row - 1)]
    if (above === undefined || above >= row) return undefined
    const text = this.cellText(table, above, column)
    return text === undefined ? undefined : { row: above, text }
  }

  /** By table and column the rows with a cell that begins there and is not blank, rising. */
  #filledColumns(): Map<string, number[]> {
    const columns = new Map<string, number[]>()
    for (const { boxes } of this.#rows.values())
      for (const box of boxes) {
        if (!box.cell || this.#textOf(box) === undefined) continue
        const key = `${box.cell.table} ${box.cell.column}`
        const rows = columns.get(key) ?? []
        if (rows.length === 0) columns.set(key, rows)
        rows.push(box.cell.row)
      }
    for (const rows of columns.values()) rows.sort((one, other) => one - other)
    return columns
  }

  /** The cell that reaches down over this one, or itself. */
  whole(box: Box): Box {
    const { cell } = box
    if (cell?.merge !== 'goes on') return box
    const passed = [box]
    let top: Box | undefined
    for (let row = cell.row - 1; row >= 0 && !top; row -= 1) {
      const above = this.#cellAt(cell.table, row, cell.column)
      if (above?.cell?.column !== cell.column || !above.cell.merge) top = box
      else if (above.cell.merge === 'begins') top = above
      else {
        top = this.#wholes.get(above)
        passed.push(above)
      }
    }
    for (const one of passed) this.#wholes.set(one, top ?? box)
    return top ?? box
  }

  /** The first row from one on that says anything, or itself where none does. */
  nextFilledRow(table: number, from: number): number {
    for (let row = from; ; row += 1) {
      const found = this.#rows.get(`${table} ${row}`)
      if (!found) return from
      if (found.boxes.some(box => this.#textOf(box) !== undefined)) return row
    }
  }

  #textOf({ start, end }: Box): string | undefined {
    const text = this.text.slice(start, end).trim()
    return text === '' ? undefined : text
  }

  #cellAt(table: number, row: number, column: number): Box | undefined {
    const found = this.#rows.get(`${table} ${row}`)
    const box = found?.boxes[lastAtMost(found.columns, column)]
    const cell = box?.cell
    return cell && cell.column <= column && column < cell.column + cell.columns ? box : undefined
  }
}

function rowsOf(boxes: readonly Box[]): Map<string, { columns: number[]; boxes: Box[] }> {
  const rows = new Map<string, { columns: number[]; boxes: Box[] }>()
  for (const box of boxes) {
    if (!box.cell) continue
    const key = `${box.cell.table} ${box.cell.row}`
    const row = rows.get(key) ?? { columns: [], boxes: [] }
    rows.set(key, row)
    // Of two texts in one cell, as around a table in it, the first.
    if (row.columns.at(-1) === box.cell.column) continue
    row.columns.push(box.cell.column)
    row.boxes.push(box)
  }
  return rows
}

const isSameBox = (box: Box, { cell, label }: TextParagraph) =>
  box.label === label &&
  (cell && box.cell
    ? cell.table === box.cell.table && cell.row === box.cell.row && cell.column === box.cell.column
    : !cell && !box.cell)

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The place of the last of the rising `values` that is not above `wanted`. */
function lastAtMost(values: readonly number[], wanted: number): number {
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((values[middle] ?? 0) <= wanted) low = middle
    else high = middle - 1
  }
  return low
}
