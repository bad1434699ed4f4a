import { cleanTree, LinkPolicy } from '#server/word/file/clean-package.ts'
import { openPackage, type Part, type WordPackage } from '#server/word/file/package.ts'
import { barrier, type HeldTexts, type Piece, paragraphPieces } from '#server/word/file/paragraph-pieces.ts'
import { type NodeBudget, parseXml, XML_LIMITS } from '#server/word/file/parse-xml.ts'
import { elementsOf, storiesOf, storyParts } from '#server/word/file/stories.ts'
import {
  childElement,
  elementsBelow,
  isElement,
  nearestAncestor,
  type XmlElement,
} from '#server/word/file/tree.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'
import { readZip, unpack, type ZipEntry } from '#server/word/file/zip-read.ts'
import { templateLanguage, templateStyles } from '#server/word/language/language.ts'

/** Where a paragraph stands in the innermost table around it, counted from 0; columns by the table's grid. */
export interface TextCell {
  table: number
  row: number
  column: number
  /** How many columns it covers. */
  columns: number
  /** Whether it begins a cell that reaches into the rows below, or is such a part of the one above. */
  merge: CellMerge
}

export type CellMerge = 'begins' | 'goes on' | undefined

export interface TextParagraph {
  /** Its place in the reading order of the file, which is the same whenever the same bytes are read. */
  index: number
  /** What a person calls the part it is in: “body”, “first-page header”. */
  label: string
  text: string
  cell: TextCell | undefined
  element: XmlElement
  pieces: readonly Piece[]
}

/** A finished document, taken apart. */
export interface OpenDocument {
  entries: ReadonlyMap<string, ZipEntry>
  packaged: WordPackage
  trees: ReadonlyMap<Part, XmlElement>
  paragraphs: readonly TextParagraph[]
  /** What simple fields and content controls within a paragraph hold of its text. */
  held: HeldTexts
  /** The bodies, headers, notes and text boxes in which the paragraphs stand, in the same order. */
  stories: readonly { label: string; story: XmlElement }[]
  /** Paragraphs of text boxes that stand in the file a second time, for older programs: by each its copy. */
  copies: ReadonlyMap<number, number>
  tables: ReadonlyMap<XmlElement, number>
  /** The body, headers and footers as they are called. */
  roots: readonly { label: string; root: XmlElement }[]
  /** The text boxes that are anchored in a paragraph. */
  boxes: (paragraph: XmlElement) => readonly XmlElement[]
  styles: XmlElement | undefined
  /** The language of its styles. */
  language: string
  /** Between the margins of its last section, in twentieths of a point. */
  width: number | undefined
}

/** How much of a file is taken apart. */
export interface DocumentLimits {
  paragraphs: number
  characters: number
}

/** What a page view shows: cells count as paragraphs. A manifest of 1,500 lines has as many, on some 400 pages. */
export const PAGE_LIMITS: DocumentLimits = { paragraphs: 20_000, characters: 2_000_000 }
const UNLIMITED: DocumentLimits = { paragraphs: Infinity, characters: Infinity }

/** Reads a .docx; what is none, hostile or longer is refused with a `WordTemplateError` as a template would be. */
export async function openDocument(bytes: Uint8Array, most = UNLIMITED): Promise<OpenDocument> {
  const budget: NodeBudget = { left: XML_LIMITS.nodes }
  const links = new LinkPolicy()
  const entries = await readZip(bytes)
  const packaged = openPackage(entries, budget, links.keep)
  const read = (part: Part) => {
    const content = unpack(part.entry, XML_LIMITS.partBytes)
    // Before it is read as a tree, which takes most of the time.
    if (
      timesIn(content, '<w:p>', most.paragraphs) + timesIn(content, '<w:p ', most.paragraphs) >
      most.paragraphs
    )
      throw tooLong(most)
    const tree = parseXml(content, part.name, budget)
    cleanTree(tree, links.removedIds(part), () => undefined)
    return tree
  }
  const main = read(packaged.main)
  const trees = new Map([[packaged.main, main]])
  const paragraphs: TextParagraph[] = []
  let characters = 0
  const places = new Places()
  const held: HeldTexts = new Map()
  const stories: { label: string; story: XmlElement }[] = []
  const roots: { label: string; root: XmlElement }[] = []
  for (const { part, label } of storyParts(packaged, main)) {
    const tree = trees.get(part) ?? read(part)
    trees.set(part, tree)
    for (const story of storiesOf(tree))
      if (story.name !== 'w:txbxContent') roots.push({ label, root: story })
    for (const story of storiesOf(tree)) {
      stories.push({ label, story })
      for (const element of elementsOf(story)) {
        if (element.name !== 'w:p') continue
        const pieces = paragraphPieces(element, held)
        if (pieces.length === 0 && isInNamedControl(element)) pieces.push(barrier(undefined, pieces))
        const text = pieces.map(piece => piece.text).join('')
        characters += text.length
        if (paragraphs.length >= most.paragraphs || characters > most.characters) throw tooLong(most)
        paragraphs.push({ index: paragraphs.length, label, text, cell: places.of(element), element, pieces })
      }
    }
  }
  const styles = templateStyles(packaged, budget)
  return {
    ...{ entries, packaged, trees, paragraphs, held, stories, roots, styles, boxes: boxesIn },
    tables: places.tables,
    copies: copiesOf(paragraphs),
    language: templateLanguage(styles),
    width: widthOf(main),
  }
}

function timesIn(content: Buffer, text: string, most: number): number {
  let times = 0
  for (let at = content.indexOf(text); at >= 0 && times <= most; at = content.indexOf(text, at + text.length))
    times += 1
  return times
}

const tooLong = ({ paragraphs, characters }: DocumentLimits) =>
  new WordTemplateError(
    `The file is too long to be shown here: a page has at most ${paragraphs.toLocaleString('en')} paragraphs and cells, which is some 400 pages, and ${characters.toLocaleString('en')} characters. Make it shorter, or change it in Word.`,
    'the file',
  )

/** Whether a paragraph may be the empty content of a control, which is a place although nothing stands there. */
function isInNamedControl(paragraph: XmlElement): boolean {
  const holder = nearestAncestor(paragraph, ({ name }) => /^w:(sdt|tbl|txbxContent)$/.test(name))
  const properties = isElement(holder, 'w:sdt') ? childElement(holder, 'w:sdtPr') : undefined
  return properties !== undefined && ['w:tag', 'w:alias'].some(name => childElement(properties, name))
}

/** The copy in an `mc:Fallback` by the paragraph in the `mc:Choice` beside it that reads the same. */
function copiesOf(paragraphs: readonly TextParagraph[]): Map<number, number> {
  const copies = new Map<number, number>()
  const waiting = new Map<XmlElement, Map<string, { alike: TextParagraph[]; taken: number }>>()
  for (const paragraph of paragraphs) {
    const within = nearestAncestor(paragraph.element, ({ name }) => /^mc:(?:Choice|Fallback)$/.test(name))
    const whole = within && nearestAncestor(within, ({ name }) => name === 'mc:AlternateContent')
    if (!within || !whole) continue
    const shown = waiting.get(whole) ?? new Map<string, { alike: TextParagraph[]; taken: number }>()
    waiting.set(whole, shown)
    const same = shown.get(paragraph.text) ?? { alike: [], taken: 0 }
    shown.set(paragraph.text, same)
    if (within.name === 'mc:Choice') same.alike.push(paragraph)
    else {
      const original = same.alike[same.taken]
      if (!original) continue
      same.taken += 1
      copies.set(original.index, paragraph.index)
    }
  }
  return copies
}

const boxesIn = (paragraph: XmlElement): XmlElement[] =>
  elementsBelow(
    paragraph,
    element => element.name !== 'w:txbxContent' && element.name !== 'mc:Fallback',
  ).filter(element => element.name === 'w:txbxContent')

function widthOf(main: XmlElement): number | undefined {
  const section = elementsBelow(main).findLast(element => element.name === 'w:sectPr')
  const said = (name: string, attribute: string) =>
    Number(section && childElement(section, name)?.attributes.get(attribute))
  const width = said('w:pgSz', 'w:w') - said('w:pgMar', 'w:left') - said('w:pgMar', 'w:right')
  return width > 1_000 && width < 100_000 ? width : undefined
}

/** Counts the tables of a file, and the rows and columns in them, once. */
class Places {
  readonly tables = new Map<XmlElement, number>()
  readonly #cells = new Map<XmlElement, TextCell>()

  of(paragraph: XmlElement): TextCell | undefined {
    const cell = nearestAncestor(paragraph, element => element.name === 'w:tc')
    const table = cell && nearestAncestor(cell, element => element.name === 'w:tbl')
    if (!cell || !table) return undefined
    if (!this.tables.has(table)) this.#count(table)
    return this.#cells.get(cell)
  }

  #count(table: XmlElement): void {
    const number = this.tables.size
    this.tables.set(table, number)
    for (const [row, element] of inside(table, 'w:tr').entries()) {
      let column = figure(element, 'w:trPr', 'w:gridBefore') ?? 0
      for (const cell of inside(element, 'w:tc')) {
        const columns = spanOf(cell)
        this.#cells.set(cell, { table: number, row, column, columns, merge: mergeOf(cell) })
        column += columns
      }
    }
  }
}

/** How many columns of its table's grid a cell covers. */
export const spanOf = (cell: XmlElement): number => figure(cell, 'w:tcPr', 'w:gridSpan') ?? 1

export function mergeOf(cell: XmlElement): CellMerge {
  const properties = childElement(cell, 'w:tcPr')
  const merge = properties && childElement(properties, 'w:vMerge')
  return merge && (merge.attributes.get('w:val') === 'restart' ? 'begins' : 'goes on')
}

/** The rows of a table or the cells of a row, through content controls. */
export function inside(parent: XmlElement, name: 'w:tr' | 'w:tc'): XmlElement[] {
  return parent.children.flatMap(child => {
    if (isElement(child, name)) return child
    return isElement(child) && /^w:(sdt|sdtContent|customXml|smartTag|ins)$/.test(child.name)
      ? inside(child, name)
      : []
  })
}

function figure(element: XmlElement, properties: string, name: string): number | undefined {
  const found = childElement(element, properties)
  const value = Number(found && childElement(found, name)?.attributes.get('w:val'))
  return Number.isInteger(value) && value > 0 && value < 1_000 ? value : undefined
}
