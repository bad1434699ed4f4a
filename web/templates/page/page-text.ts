import type { PageBlock, PageParagraph } from '#contract/page-blocks.ts'
import type { PageSpot, TemplatePage } from '#contract/template-pages.ts'

type Cell = { table: number; row: number; column: number }

export type PageText = {
  /** '' for a paragraph that the page does not have. */
  textOf: (paragraph: number) => string
  /** The rows around a paragraph, the innermost table last. */
  cellsOf: (paragraph: number) => readonly Cell[]
  /** The paragraphs of a row, without those of tables within it. */
  rowOf: (cell: Pick<Cell, 'table' | 'row'>) => readonly number[]
  /** What stands from one spot to another, with a line break between paragraphs. */
  between: (from: PageSpot, to: PageSpot) => string
  /** In reading order. */
  paragraphs: readonly number[]
  /** What stands just before a spot, for a person who does not see it. */
  before: (spot: PageSpot) => string
}

const known = new WeakMap<TemplatePage['parts'], PageText>()

export const paragraphText = ({ runs }: PageParagraph) => runs.map(({ text }) => text).join('')

/** The texts of a page and where in its tables they stand. */
export function pageTextOf({ parts }: Pick<TemplatePage, 'parts'>): PageText {
  const read = known.get(parts) ?? readText(parts)
  known.set(parts, read)
  return read
}

const rowKey = ({ table, row }: Pick<Cell, 'table' | 'row'>) => `${table} ${row}`

function readText(parts: TemplatePage['parts']): PageText {
  const texts = new Map<number, { text: string; cells: readonly Cell[] }>()
  const rows = new Map<string, number[]>()
  const walk = (blocks: readonly PageBlock[], cells: readonly Cell[]) => {
    for (const block of blocks) {
      if (block.kind === 'paragraph') {
        texts.set(block.index, { text: paragraphText(block), cells })
        const cell = cells.at(-1)
        const own = cell && rows.get(rowKey(cell))
        if (own) own.push(block.index)
        else if (cell) rows.set(rowKey(cell), [block.index])
      } else
        for (const { index: row, cells: inRow } of block.rows) {
          let column = 0
          for (const cell of inRow) {
            walk(cell.blocks, [...cells, { table: block.index, row, column }])
            column += cell.columns
          }
        }
    }
  }
  for (const { blocks } of parts) walk(blocks, [])
  const textOf = (paragraph: number) => texts.get(paragraph)?.text ?? ''
  return {
    textOf,
    rowOf: cell => rows.get(rowKey(cell)) ?? [],
    cellsOf: paragraph => texts.get(paragraph)?.cells ?? [],
    between: (from, to) =>
      Array.from({ length: to.paragraph - from.paragraph + 1 }, (_, at) => {
        const index = from.paragraph + at
        const end = index === to.paragraph ? to.offset : undefined
        return textOf(index).slice(at === 0 ? from.offset : 0, end)
      }).join('\n'),
    paragraphs: [...texts.keys()],
    before: ({ paragraph, offset }) =>
      textOf(paragraph)
        .slice(0, offset)
        .replaceAll(/\{\{[^{}]*\}\}/g, ' … ')
        .slice(-30)
        .trim(),
  }
}
