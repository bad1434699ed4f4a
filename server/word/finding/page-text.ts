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
  readonly #cells: ReadonlyMap<string, Box>

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
    // Of two in one cell the first, as of two texts around a table in it.
    this.#cells = new Map(
      boxes
        .toReversed()
        .flatMap(box => (box.cell ? [[`${box.cell.table} ${box.cell.row} ${box.cell.column}`, box]] : [])),
    )
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

  boxAt(offset: number): Box | undefined {
    const box = this.boxes[lastAtMost(this.#boxStarts, offset)]
    return box && offset <= box.end ? box : undefined
  }

  /** The text of a cell beside or above another, if it is not blank. */
  cellText(table: number, row: number, column: number): string | undefined {
    const box = this.#cells.get(`${table} ${row} ${column}`)
    const text = box && this.text.slice(box.start, box.end).trim()
    return text === '' ? undefined : text
  }
}

const isSameBox = (box: Box, { cell, label }: TextParagraph) =>
  box.label === label &&
  (cell && box.cell
    ? cell.table === box.cell.table && cell.row === box.cell.row && cell.column === box.cell.column
    : !cell && !box.cell)

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
