import { isElement, type TreeParent, type XmlElement } from '#server/word/file/tree.ts'
import { rightToLeftParagraphs } from '#server/word/file/directions.ts'
import { type Align, below, hexadecimal, type Look, Looks, valueOf } from './looks.ts'
import {
  type CellMerge,
  inside,
  mergeOf,
  type OpenDocument,
  spanOf,
  type TextParagraph,
} from './open-document.ts'

export interface ModelParagraph {
  kind: 'paragraph'
  index: number
  align: Align
  isRightToLeft: boolean
  runs: (Look & { text: string })[]
}
export interface ModelTable {
  kind: 'table'
  index: number
  /** Of its grid, in twentieths of a point. */
  widths: number[]
  hasBorders: boolean
  rows: { index: number; cells: ModelCell[] }[]
}
export interface ModelCell {
  columns: number
  /** 0 where the cell above covers it. */
  rows: number
  shade: string | null
  blocks: ModelBlock[]
}
export type ModelBlock = ModelParagraph | ModelTable

export interface PageModel {
  parts: { label: string; blocks: ModelBlock[] }[]
  /** Between the margins, in twentieths of a point. */
  width: number
}

/** Letter paper between margins of an inch. */
const USUAL_WIDTH = 9_360
/** Tables in tables deeper than this are shown without theirs. */
const DEEPEST = 8

/** What a page view shows of a document: its texts with their looks, its tables, and no pictures. */
export function pageModel(document: OpenDocument): PageModel {
  const looks = new Looks(document.styles)
  const isRightToLeft = rightToLeftParagraphs(document.styles)
  const paragraphs = new Map(document.paragraphs.map(paragraph => [paragraph.element, paragraph]))

  const paragraphOf = ({ element, index, pieces }: TextParagraph): ModelParagraph => {
    const own = looks.ofParagraph(element)
    const runs: ModelParagraph['runs'] = []
    let [before, look]: [XmlElement | undefined, Look] = [undefined, looks.ofRun(undefined, own)]
    for (const { run, text } of pieces) {
      // Of a run of thousands of tabs each would look through all for the run's format.
      if (run !== before) [before, look] = [run, looks.ofRun(run, own)]
      const last = runs.at(-1)
      if (last && isSameLook(last, look)) last.text += text
      else runs.push({ text, ...look })
    }
    return {
      kind: 'paragraph',
      index,
      align: looks.alignOf(element),
      isRightToLeft: isRightToLeft(element),
      runs,
    }
  }

  const blocksOf = (parent: TreeParent, depth: number): ModelBlock[] =>
    parent.children.flatMap((child): ModelBlock[] => {
      if (!isElement(child)) return []
      if (child.name === 'w:p') {
        const known = paragraphs.get(child)
        return [...(known ? [paragraphOf(known)] : []), ...boxesIn(child, depth)]
      }
      if (child.name === 'w:tbl') return depth < DEEPEST ? [tableOf(child, depth)] : []
      return /^w:(sdt|sdtContent|customXml|ins)$/.test(child.name) ? blocksOf(child, depth) : []
    })

  /** The text boxes anchored in a paragraph stand below it. */
  const boxesIn = (paragraph: XmlElement, depth: number): ModelBlock[] =>
    document.boxes(paragraph).flatMap(box => (depth < DEEPEST ? blocksOf(box, depth + 1) : []))

  const tableOf = (table: XmlElement, depth: number): ModelTable => {
    const grid = below(table, 'w:tblGrid')?.children.filter(child => isElement(child, 'w:gridCol')) ?? []
    const rows = inside(table, 'w:tr').map((row, index) => ({
      index,
      cells: inside(row, 'w:tc').map(cell => ({
        columns: spanOf(cell),
        rows: 1,
        shade: hexadecimal(below(cell, 'w:tcPr', 'w:shd')?.attributes.get('w:fill')),
        blocks: blocksOf(cell, depth + 1),
        merge: mergeOf(cell),
      })),
    }))
    return {
      kind: 'table',
      index: document.tables.get(table) ?? -1,
      widths: grid.map(column => (isElement(column) ? widthOf(column) : 0)),
      hasBorders:
        below(table, 'w:tblPr', 'w:tblBorders') !== undefined ||
        valueOf(below(table, 'w:tblPr'), 'w:tblStyle') !== undefined,
      rows: merged(rows),
    }
  }

  const parts = document.roots.map(({ label, root }) => ({ label, blocks: blocksOf(root, 0) }))
  return { parts, width: document.width ?? USUAL_WIDTH }
}

const isSameLook = (one: Look, other: Look) =>
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.underline === other.underline &&
  one.size === other.size &&
  one.color === other.color

const widthOf = (column: XmlElement) => {
  const width = Number(column.attributes.get('w:w'))
  return width > 0 && width < 100_000 ? width : 0
}

type Row<Cell> = { index: number; cells: Cell[] }

/** The rows with cells that cover those below them. */
function merged(rows: readonly Row<ModelCell & { merge: CellMerge }>[]): Row<ModelCell>[] {
  const above = new Map<number, ModelCell>()
  return rows.map(({ index, cells }) => {
    let column = 0
    return {
      index,
      cells: cells.map(({ merge, ...cell }) => {
        const top = above.get(column)
        const isCovered = merge === 'goes on' && top !== undefined
        if (isCovered) top.rows += 1
        const shown: ModelCell = isCovered ? { ...cell, rows: 0 } : cell
        if (merge === 'begins') above.set(column, shown)
        else if (!isCovered) above.delete(column)
        column += cell.columns
        return shown
      }),
    }
  })
}
