import { replaceRun } from '#server/word/file/runs.ts'
import type { Story } from '#server/word/file/stories.ts'
import { WordTemplateError } from '#server/word/file/word-error.ts'
import { isElement, type TreeParent, XmlElement } from '#server/word/file/tree.ts'

/** One thing that a run holds, or an end of a field that Word keeps as one element. */
export interface Entry {
  run: XmlElement
  node: XmlElement
  paragraph: XmlElement
}

/** A field of Word: its marks are entries, and what lies between them is its code, then its result. */
export interface Field {
  start: number
  /** Where the result begins; `end` when there is none. */
  separate: number
  end: number
  /** The element of a field that is kept as one; its code is an attribute. */
  simple: XmlElement | undefined
  inCode: Field[]
  inResult: Field[]
}

export interface FieldScan {
  entries: readonly Entry[]
  /** The outermost fields, in the order they begin. */
  fields: readonly Field[]
}

const DEPTH_LIMIT = 40
const OWN_FIELD =
  /MERGEFIELD|\bIF\b|NEXT|SKIPIF|MERGEREC|MERGESEQ|ADDRESSBLOCK|GREETINGLINE|FORM(TEXT|CHECKBOX|DROPDOWN)/i

/** Finds the fields of a story; undefined when none can concern the filling. */
export function scanFields(story: Story, label: string): FieldScan | undefined {
  const before = collectEntries(story)
  const codes = before.map(({ node }) =>
    isElement(node, 'w:fldSimple')
      ? (node.attributes.get('w:instr') ?? '')
      : isCode(node)
        ? textIn(node)
        : '',
  )
  // A field's name may be split over runs, so the codes are looked through as one text.
  if (!OWN_FIELD.test(codes.join(''))) return undefined
  for (const run of new Set(before.map(entry => entry.run))) splitFieldMarks(run)
  const entries = collectEntries(story)
  return { entries, fields: pairMarks(entries, label) }
}

/** The same, with each run as it is in the file. */
export function readFields(story: Story, label: string): FieldScan {
  const entries = collectEntries(story)
  return { entries, fields: pairMarks(entries, label) }
}

export function textIn(node: XmlElement): string {
  return node.children.map(child => (typeof child === 'string' ? child : '')).join('')
}

export function isCode(node: XmlElement): boolean {
  return node.name === 'w:instrText'
}

/** Gives a field's marks and code runs of their own. */
export function splitFieldMarks(run: XmlElement): void {
  if (!isElement(run, 'w:r')) return
  const content = run.children.filter(child => !isElement(child, 'w:rPr'))
  if (
    content.length < 2 ||
    !content.some(child => isElement(child, 'w:fldChar') || isElement(child, 'w:instrText'))
  )
    return
  replaceRun(
    run,
    content.map(child => [child]),
  )
}

const LEFT_ALONE = new Set([
  'w:pPr',
  'w:rPr',
  'w:txbxContent',
  'w:del',
  'w:moveFrom',
  'w:sdtPr',
  'w:sdtEndPr',
])

function collectEntries(story: Story): Entry[] {
  const entries: Entry[] = []
  const visit = (container: TreeParent, paragraph: XmlElement | undefined): void => {
    for (const child of container.children) {
      if (!(child instanceof XmlElement) || LEFT_ALONE.has(child.name)) continue
      if (child.name === 'w:r') {
        if (paragraph !== undefined) collectRun(child, paragraph)
        continue
      }
      const inside = child.name === 'w:p' ? child : paragraph
      const isField = child.name === 'w:fldSimple' && inside !== undefined
      // Once for its beginning and once for its end.
      if (isField) entries.push({ run: child, node: child, paragraph: inside })
      visit(child, inside)
      if (isField) entries.push({ run: child, node: child, paragraph: inside })
    }
  }
  const collectRun = (run: XmlElement, paragraph: XmlElement): void => {
    for (const node of run.children) {
      if (node instanceof XmlElement && node.name !== 'w:rPr') entries.push({ run, node, paragraph })
    }
  }
  visit(story, undefined)
  return entries
}

function pairMarks(entries: readonly Entry[], label: string): Field[] {
  const outermost: Field[] = []
  const open: Field[] = []
  const begin = (start: number, simple: XmlElement | undefined) => {
    if (open.length >= DEPTH_LIMIT) {
      throw new WordTemplateError(`Fields are inside each other more than ${DEPTH_LIMIT} deep.`, label)
    }
    open.push({
      start,
      separate: simple === undefined ? -1 : start,
      end: -1,
      simple,
      inCode: [],
      inResult: [],
    })
  }
  const finish = (end: number) => {
    const field = open.pop()
    if (field === undefined) return
    field.end = end
    if (field.separate < 0) field.separate = end
    const holder = open.at(-1)
    if (holder === undefined) outermost.push(field)
    else if (holder.separate < 0) holder.inCode.push(field)
    else holder.inResult.push(field)
  }
  for (const [index, { node }] of entries.entries()) {
    const field = open.at(-1)
    if (node.name === 'w:fldSimple') {
      if (field?.simple === node) finish(index)
      else if (!open.some(each => each.simple === node)) begin(index, node)
    }
    if (node.name !== 'w:fldChar') continue
    const type = node.attributes.get('w:fldCharType')
    if (type === 'begin') begin(index, undefined)
    else if (type === 'separate' && field !== undefined && field.separate < 0) field.separate = index
    else if (type === 'end' && field?.simple === undefined) finish(index)
  }
  const [unfinished] = open
  if (unfinished !== undefined) outermost.push(...cutShort(unfinished, open.slice(1), entries))
  return outermost.toSorted((one, other) => one.start - other.start)
}

/** A field that lost its end goes as far as its paragraph; what lies beyond stands by itself. */
function cutShort(field: Field, within: readonly Field[], entries: readonly Entry[]): Field[] {
  const paragraph = entries[field.start]?.paragraph
  field.end = entries.findLastIndex(entry => entry.paragraph === paragraph)
  if (field.separate < 0 || field.separate > field.end) field.separate = field.end + 1
  const inside = [
    ...field.inCode,
    ...field.inResult,
    ...within.flatMap(each => [...each.inCode, ...each.inResult]),
  ]
  const isBeyond = (each: Field) => each.start > field.end
  field.inCode = field.inCode.filter(each => !isBeyond(each))
  field.inResult = field.inResult.filter(each => !isBeyond(each))
  return [field, ...inside.filter(isBeyond)]
}
