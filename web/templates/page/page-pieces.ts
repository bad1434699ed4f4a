import type { PageBlock, PageTable } from '#contract/page-blocks.ts'
import type { LineUnit } from './page-lines.ts'

/** So much of a long table is drawn, and left out of sight, at a time. */
export const MOST_ROWS = 40
export const MOST_PARAGRAPHS = 200

/** A paragraph, a table, or some rows of a long one. */
export type Piece = {
  key: string
  content: PageBlock
  /** What brackets stand beside it: the table of which it is a part. */
  unit: PageBlock
  /** Of a table that is cut. */
  isFirst: boolean
  isLast: boolean
  lines: number
  /** The indices of all paragraphs in it. */
  paragraphs: readonly number[]
  /** Everything in it that brackets may stand beside. */
  units: readonly LineUnit[]
  tables: readonly number[]
}

const known = new WeakMap<readonly PageBlock[], readonly Piece[]>()

/** Blocks, with long tables cut between rows that no cell covers both of. */
export function piecesOf(blocks: readonly PageBlock[]): readonly Piece[] {
  const pieces = known.get(blocks) ?? blocks.flatMap(cut)
  known.set(blocks, pieces)
  return pieces
}

/** Pieces that the browser leaves out of sight together: to watch each line costs more than to draw it. */
export type Section = { key: string; pieces: readonly Piece[]; lines: number; paragraphs: number }

const knownSections = new WeakMap<readonly Piece[], readonly Section[]>()

/** Lines that follow each other, so many at a time; each part of a long table is a section of its own. */
export function sectionsOf(pieces: readonly Piece[]): readonly Section[] {
  const before = knownSections.get(pieces)
  if (before) return before
  const groups: Piece[][] = []
  let isOpen = false
  for (const piece of pieces) {
    const last = groups.at(-1)
    const isAlone = piece.lines > 1 || !piece.isFirst
    if (last && isOpen && !isAlone && last.length < MOST_ROWS) last.push(piece)
    else groups.push([piece])
    isOpen = !isAlone
  }
  const sections = groups.map(own => ({
    ...{ key: own[0]?.key ?? '', pieces: own, lines: own.reduce((sum, { lines }) => sum + lines, 0) },
    paragraphs: own.reduce((sum, { paragraphs }) => sum + paragraphs.length, 0),
  }))
  knownSections.set(pieces, sections)
  return sections
}

function cut(block: PageBlock): Piece[] {
  if (block.kind === 'paragraph') return [pieceOf(block, block, `paragraph ${block.index}`)]
  const parts: PageTable['rows'][] = []
  let paragraphs = 0
  for (const row of block.rows) {
    const own = row.cells.reduce((sum, { blocks }) => sum + countIn(blocks), 0)
    const last = parts.at(-1)
    const isFull = last && (last.length >= MOST_ROWS || paragraphs + own > MOST_PARAGRAPHS)
    // A cell without rows is covered by the one above.
    if (!last || (isFull && row.cells.every(({ rows }) => rows > 0))) {
      parts.push([row])
      paragraphs = own
    } else {
      last.push(row)
      paragraphs += own
    }
  }
  if (parts.length < 2) return [pieceOf(block, block, `table ${block.index}`)]
  const widths = block.widths.length > 0 ? block.widths : Array<number>(columnsOf(block)).fill(1)
  return parts.map((rows, at) => ({
    ...pieceOf({ ...block, widths, rows }, block, `table ${block.index} ${at}`),
    ...{ isFirst: at === 0, isLast: at === parts.length - 1 },
  }))
}

const columnsOf = ({ rows }: PageTable) =>
  Math.max(0, ...rows.map(({ cells }) => cells.reduce((sum, { columns }) => sum + columns, 0)))

const countIn = (blocks: readonly PageBlock[]): number =>
  blocks.reduce(
    (sum, block) =>
      block.kind === 'paragraph'
        ? sum + 1
        : sum + block.rows.flatMap(({ cells }) => cells).reduce((all, cell) => all + countIn(cell.blocks), 0),
    0,
  )

function pieceOf(content: PageBlock, unit: PageBlock, key: string): Piece {
  const paragraphs: number[] = []
  const units: LineUnit[] = [unit]
  const tables: number[] = []
  const read = (block: PageBlock) => {
    if (block.kind === 'paragraph') return paragraphs.push(block.index)
    tables.push(block.index)
    for (const row of block.rows) {
      units.push(row)
      for (const inner of row.cells.flatMap(({ blocks }) => blocks)) {
        units.push(inner)
        read(inner)
      }
    }
  }
  read(content)
  const lines = content.kind === 'table' ? content.rows.length : 1
  return { ...{ key, content, unit, lines, paragraphs, units, tables }, isFirst: true, isLast: true }
}
