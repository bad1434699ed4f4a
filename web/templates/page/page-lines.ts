import type { PageBlock } from '#contract/page-blocks.ts'
import type { TemplatePage } from '#contract/template-pages.ts'

type Row = Extract<PageBlock, { kind: 'table' }>['rows'][number]
/** What stands below each other in one text, or the rows of one table. */
export type LineUnit = PageBlock | Row

type Unit = { of: LineUnit; first: number; last: number }
type Holder = { kind: 'lines' | 'rows'; units: Unit[]; table: number }
type Step = { holder: Holder; at: number }

/** Lines that stand together: paragraphs and tables of one text, or rows of one table. */
export type Lines = {
  kind: 'lines' | 'rows'
  first: number
  last: number
  /** A table of one paragraph by itself, which reads like the paragraph in it. */
  table?: number
}
type Extent = { holder: Holder; from: number; to: number }

type Read = {
  /** Of each paragraph the lines that it is in, the outermost first. */
  steps: ReadonlyMap<number, readonly Step[]>
  units: ReadonlyMap<LineUnit, Step>
}
const known = new WeakMap<TemplatePage['parts'], Read>()

type Page = Pick<TemplatePage, 'parts'>

function read({ parts }: Page): Read {
  const before = known.get(parts)
  if (before) return before
  const steps = new Map<number, readonly Step[]>()
  const units = new Map<LineUnit, Step>()
  const add = (holder: Holder, unit: Unit, around: readonly Step[]): readonly Step[] => {
    const step = { holder, at: holder.units.push(unit) - 1 }
    units.set(unit.of, step)
    return [...around, step]
  }
  const walk = (blocks: readonly PageBlock[], around: readonly Step[]): void => {
    // A text box stands between the lines of a page, and is a text of its own.
    const main: Holder = { kind: 'lines', units: [], table: -1 }
    let box: Holder | undefined
    for (const block of blocks) {
      const [first, last] = rangeOf(block)
      const follows = (holder: Holder | undefined) => holder?.units.at(-1)?.last === first - 1
      if (main.units.length === 0 || follows(main)) box = undefined
      else if (!box || !follows(box)) box = { kind: 'lines', units: [], table: -1 }
      const within = add(box ?? main, { of: block, first, last }, around)
      if (block.kind === 'paragraph') steps.set(block.index, within)
      else {
        const rows: Holder = { kind: 'rows', units: [], table: block.index }
        for (const row of block.rows) {
          const [top, bottom] = rowRange(row)
          const inRow = add(rows, { of: row, first: top, last: bottom }, within)
          for (const cell of row.cells) walk(cell.blocks, inRow)
        }
      }
    }
  }
  for (const { blocks } of parts) walk(blocks, [])
  const result = { steps, units }
  known.set(parts, result)
  return result
}

function rangeOf(block: PageBlock): [number, number] {
  if (block.kind === 'paragraph') return [block.index, block.index]
  const ranges = block.rows.map(rowRange).filter(([first, last]) => first <= last)
  return [ranges[0]?.[0] ?? 0, ranges.at(-1)?.[1] ?? -1]
}

const rowRange = ({ cells }: Row): [number, number] => {
  const ranges = cells.map(({ blocks }) => blocksRange(blocks)).filter(([first, last]) => first <= last)
  return [ranges[0]?.[0] ?? 0, ranges.at(-1)?.[1] ?? -1]
}

/** Without the text boxes among them. */
function blocksRange([top, ...others]: readonly PageBlock[]): [number, number] {
  if (!top) return [0, -1]
  const [first, end] = rangeOf(top)
  let last = end
  for (const block of others) {
    const [from, to] = rangeOf(block)
    if (from === last + 1) last = to
  }
  return [first, last]
}

/** The innermost lines that hold both paragraphs; undefined where they are not in one text. */
function extentOf(page: Page, one: number, other: number): Extent | undefined {
  const { steps } = read(page)
  const [own, theirs] = [steps.get(one) ?? [], steps.get(other) ?? []]
  for (const { holder, at } of own.toReversed()) {
    const there = theirs.find(step => step.holder === holder)
    if (there) return { holder, from: Math.min(at, there.at), to: Math.max(at, there.at) }
  }
  return undefined
}

function linesOf({ holder, from, to }: Extent): Lines {
  const only = from === to ? holder.units[from]?.of : undefined
  const [first, last] = [holder.units[from]?.first ?? 0, holder.units[to]?.last ?? -1]
  const isTable = only !== undefined && 'kind' in only && only.kind === 'table' && first === last
  return { kind: holder.kind, first, last, ...(isTable && { table: only.index }) }
}

/** The lines from one paragraph to another: whole rows where they are in different cells of a table. */
export function linesBetween(page: Page, one: number, other: number): Lines | undefined {
  const extent = extentOf(page, one, other)
  return extent && linesOf(extent)
}

/** One line more or less at the top or the bottom; undefined where there is none. */
export function resized(page: Page, lines: Lines, end: 'first' | 'last', by: 1 | -1): Lines | undefined {
  const extent = extentAt(page, lines)
  if (!extent) return undefined
  const { holder } = extent
  const from = end === 'first' ? extent.from - by : extent.from
  const to = end === 'last' ? extent.to + by : extent.to
  return from >= 0 && from <= to && to < holder.units.length ? linesOf({ holder, from, to }) : undefined
}

/** The rows of the table that lines in a cell are in; undefined where they are in none, or are rows already. */
export function rowsAround(page: Page, { kind, first }: Lines): Lines | undefined {
  if (kind === 'rows') return undefined
  const row = read(page)
    .steps.get(first)
    ?.findLast(({ holder }) => holder.kind === 'rows')
  return row && linesOf({ holder: row.holder, from: row.at, to: row.at })
}

function extentAt(page: Page, { kind, first, last, table }: Lines): Extent | undefined {
  const steps = read(page).steps.get(first) ?? []
  // Of a paragraph that is all of a table the innermost lines are its own.
  for (const { holder, at } of first === last && table === undefined ? steps.toReversed() : steps) {
    const to = holder.units.findIndex(unit => unit.last === last)
    if (holder.kind === kind && holder.units[at]?.first === first && to >= at) return { holder, from: at, to }
  }
  return undefined
}

/** The lines one by one, as the page shows them. */
export function unitsIn(page: Page, lines: Lines): LineUnit[] {
  const extent = extentAt(page, lines)
  return extent ? extent.holder.units.slice(extent.from, extent.to + 1).map(({ of }) => of) : []
}
