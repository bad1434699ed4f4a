import { expect, test } from 'vitest'
import type { PageTable } from '#contract/page-blocks.ts'
import { MOST_PARAGRAPHS, MOST_ROWS, piecesOf } from './page-pieces.ts'
import { paragraph } from './sample-page.ts'

/** A table of rows with so many paragraphs each; `covered` are the rows that a cell of the row above covers too. */
const tableOf = (rows: number, { each = 1, covered = [] as number[], widths = [1000] } = {}): PageTable => ({
  ...{ kind: 'table', index: 3, hasBorders: true, widths },
  rows: Array.from({ length: rows }, (_, index) => ({
    index,
    cells: [
      {
        ...{ columns: 1, shade: null, rows: covered.includes(index) ? 0 : 1 },
        blocks: Array.from({ length: each }, (_, at) => paragraph(index * each + at, 'Cotton')),
      },
    ],
  })),
})
const sizes = (table: PageTable) => piecesOf([table]).map(({ lines }) => lines)

test('a long table is cut into pieces that the browser draws one by one', () => {
  expect(sizes(tableOf(MOST_ROWS))).toEqual([MOST_ROWS])
  expect(sizes(tableOf(MOST_ROWS * 2 + 5))).toEqual([MOST_ROWS, MOST_ROWS, 5])
  const each = 10
  expect(sizes(tableOf(45, { each }))).toEqual([
    MOST_PARAGRAPHS / each,
    MOST_PARAGRAPHS / each,
    45 - (2 * MOST_PARAGRAPHS) / each,
  ])
  const pieces = piecesOf([tableOf(85)])
  expect(pieces.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
  expect(pieces.flatMap(({ paragraphs }) => paragraphs)).toEqual(Array.from({ length: 85 }, (_, at) => at))
  expect(pieces.map(({ tables }) => tables)).toEqual([[3], [3], [3]])
})

test('no cell over several rows is cut, and the pieces have the same columns', () => {
  const covered = [MOST_ROWS, MOST_ROWS + 1]
  expect(sizes(tableOf(90, { covered }))).toEqual([MOST_ROWS + 2, MOST_ROWS, 90 - 2 * MOST_ROWS - 2])
  const columns = piecesOf([tableOf(50, { widths: [] })]).map(({ content }) =>
    content.kind === 'table' ? content.widths : undefined,
  )
  expect(columns).toEqual([[1], [1]])
})
