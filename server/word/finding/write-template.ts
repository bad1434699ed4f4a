import { asTemplate } from '#server/word/file/as-template.ts'
import {
  append,
  insertBefore,
  isElement,
  nearestAncestor,
  remove,
  replace,
  XmlElement,
} from '#server/word/file/tree.ts'
import type { FieldIndex } from '#server/word/language/known-fields.ts'
import { writeXml, XML_DECLARATION } from '#server/word/file/write-xml.ts'
import { packEntry, writeZip } from '#server/word/file/zip-write.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'
import { changeNative, withBreaks } from './change-native.ts'
import type { NativePlace } from './native-place.ts'
import type { OpenDocument, TextParagraph } from './open-document.ts'
import type { PageText, Span } from './page-text.ts'
import { removeSpentLine } from './spent-lines.ts'
import {
  type BlockCondition,
  encloseRows,
  placeConditions,
  writeAroundLines,
  writeAroundRows,
} from './write-conditions.ts'

/** A stretch of the page that becomes something else. */
export interface Replacement extends Span {
  text: string
}

/** Rows of a table, counted from 0. */
export interface TableRows {
  table: number
  from: number
  to: number
}

export interface TemplateChanges {
  replacements: readonly Replacement[]
  /** Fields and controls of Word, and what they become. */
  natives: readonly { native: NativePlace; text: string }[]
  /** What fields and controls of Word hold: nothing is put into it. */
  held: ReadonlySet<XmlElement>
  goneRows: readonly TableRows[]
  /** What stands before and behind a row, such as a list of whose entries only some have it. */
  aroundRows: readonly { table: number; row: number; before: string; after: string }[]
  conditions: readonly BlockCondition[]
}

/**
 * The document as a .dotx, with other text in some places; each keeps the look of the run in which it begins. What
 * reaches over several paragraphs leaves the first of them. Changes the trees of `document`, which serves once. Throws
 * `WordTemplateError` for a condition around what is not in one text or one table.
 */
export async function writeTemplate(
  document: OpenDocument,
  page: PageText,
  { replacements, natives, held, goneRows, aroundRows, conditions }: TemplateChanges,
  index: FieldIndex,
): Promise<Uint8Array> {
  const { paragraphs } = document
  const cuts = new Map<number, (Span & { text: string })[]>()
  const cut = (paragraph: number, start: number, end: number, text: string) =>
    cuts.set(paragraph, [...(cuts.get(paragraph) ?? []), { start, end, text }])
  const gone = new Set<XmlElement>()
  for (const { start, end, text } of replacements) {
    const [from, to] = [page.at(start), page.at(end)]
    const length = (index: number) => paragraphs[index]?.text.length ?? 0
    const isOne = from.paragraph === to.paragraph
    cut(from.paragraph, from.offset, isOne ? to.offset : length(from.paragraph), text)
    for (let index = from.paragraph + 1; index <= to.paragraph; index += 1) {
      const element = paragraphs[index]?.element
      if (element && (index < to.paragraph || to.offset >= length(index))) gone.add(element)
      else cut(index, 0, to.offset, '')
    }
  }
  for (const [index, own] of cuts) {
    const paragraph = paragraphs[index]
    if (paragraph) rewrite(paragraph, own, held)
  }
  for (const { native, text } of natives) changeNative(native, text, index)
  for (const element of gone) remove(element)
  for (const [index, own] of cuts) {
    const paragraph = paragraphs[index]
    if (paragraph && own.every(({ text }) => text === '')) removeSpentLine(paragraph, own)
  }
  const around = aroundRows.map(one => ({
    ...one,
    rows: rowsOf(document, [{ table: one.table, from: one.row, to: one.row }]),
  }))
  for (const row of rowsOf(document, goneRows)) remove(row)
  const placed = placeConditions(paragraphs, conditions)
  const refused = placed.find(({ ends }) => ends === undefined)
  if (refused)
    throw new WordTemplateError(
      `What is to stand only where ${refused.field} is filled in begins and ends in one text or in one table. Choose it again: nothing was changed.`,
      `paragraph ${refused.first + 1}`,
    )
  // From within: lines of a cell, then a row that repeats, then what stands around rows.
  writeAroundLines(placed)
  for (const { rows, before, after } of around)
    for (const row of rows) encloseRows(row, row, { before, after })
  writeAroundRows(placed)
  const written = new Map(
    [...document.trees].map(([part, tree]) => [part.name, XML_DECLARATION + writeXml(tree)]),
  )
  const entries = [...document.entries.values()].map(entry => {
    const xml = written.get(entry.name)
    return xml === undefined ? entry : packEntry(entry.name, xml)
  })
  return asTemplate(writeZip(entries))
}

function rewrite(
  { element, pieces }: TextParagraph,
  cuts: readonly Replacement[],
  held: ReadonlySet<XmlElement>,
): void {
  const rising = cuts.toSorted((one, other) => one.start - other.start || one.end - other.end)
  const left = new Set(rising)
  for (const { node, text, start } of pieces) {
    if (node === undefined) continue
    const end = start + text.length
    const isText = node.name === 'w:t'
    const own = rising.filter(cut =>
      cut.start === cut.end
        ? left.has(cut) && isText && !held.has(node) && cut.start >= start && cut.start <= end
        : cut.start < end && cut.end > start,
    )
    if (own.length === 0) continue
    let kept = ''
    let at = start
    for (const cut of own) {
      kept += text.slice(at - start, Math.max(at, cut.start) - start)
      // What begins in an earlier piece stands there.
      if (left.delete(cut)) kept += cut.text
      at = Math.max(at, Math.min(end, cut.end))
    }
    kept += text.slice(at - start)
    if (kept === '') remove(node)
    else replace(node, withBreaks(kept))
  }
  // Into a paragraph without text, or behind a picture.
  for (const cut of left) {
    const run = new XmlElement('w:r')
    for (const node of withBreaks(cut.text)) append(run, node)
    if (cut.text === '') continue
    const behind = pieces.find(
      piece => piece.start >= cut.start && piece.element && isBelow(piece.element, element),
    )
    const next = behind?.element && stepBelow(element, behind.element)
    if (next) insertBefore(next, [run])
    else append(element, run)
  }
}

const isBelow = (node: XmlElement, holder: XmlElement) =>
  nearestAncestor(node, ancestor => ancestor === holder) !== undefined

/** The child of `holder` in which `node` is. */
function stepBelow(holder: XmlElement, node: XmlElement): XmlElement {
  let step = node
  while (isElement(step.parent) && step.parent !== holder) step = step.parent
  return step
}

function rowsOf({ paragraphs }: OpenDocument, gone: readonly TableRows[]): Set<XmlElement> {
  const rows = new Set<XmlElement>()
  for (const { cell, element } of paragraphs) {
    if (!cell) continue
    const isGone = gone.some(
      ({ table, from, to }) => cell.table === table && cell.row >= from && cell.row <= to,
    )
    const row = isGone && nearestAncestor(element, ({ name }) => name === 'w:tr')
    if (row) rows.add(row)
  }
  return rows
}
