import { normaliseName } from './known-fields.ts'
import {
  append,
  isElement,
  Marker,
  nearestAncestor,
  remove,
  Repeat,
  type TreeNode,
  type TreeParent,
  XmlElement,
} from './tree.ts'
import { elementsOf, type Story } from './stories.ts'
import type { ReportProblem } from './placeholder-sink.ts'

/**
 * Pairs the opening and closing markers of a story and puts what lies between each pair into a `Repeat`:
 * the runs between when both are in one paragraph, whole rows when they are in the same table, else whole
 * paragraphs and tables. Every marker of a loop is gone afterwards.
 */
export function formRepeats(story: Story, report: ReportProblem): void {
  const open: Marker[] = []
  for (const marker of loopMarkers(story)) {
    const { instruction } = marker
    if (instruction.type === 'open') open.push(marker)
    if (instruction.type !== 'close') continue
    const opening = open.at(-1)
    if (opening === undefined || !belongTogether(opening, instruction.list)) {
      const expected =
        opening === undefined ? 'Nothing is open here.' : `“${opening.origin.source}” must be closed first.`
      report(marker.origin, {
        kind: 'broken',
        name: listOf(marker),
        message: `“${marker.origin.source}” closes nothing. ${expected}`,
      })
      discard(marker)
      continue
    }
    open.pop()
    enclose(opening, marker)
  }
  for (const marker of open) {
    report(marker.origin, {
      kind: 'broken',
      name: listOf(marker),
      message: `“${marker.origin.source}” is never closed. Write “{{/${listOf(marker)}}}” where the repeat ends.`,
    })
    discard(marker)
  }
}

function loopMarkers(story: Story): Marker[] {
  const runs = elementsOf(story).filter(element => element.name === 'w:r')
  return runs
    .flatMap(run => run.children)
    .filter((child): child is Marker => child instanceof Marker && child.instruction.type !== 'value')
}

function listOf(marker: Marker): string {
  return marker.instruction.type === 'value' ? '' : marker.instruction.list
}

function belongTogether(opening: Marker, closes: string): boolean {
  return closes === '' || normaliseName(listOf(opening)) === normaliseName(closes)
}

const GOES_UP_FROM = /^(w:(tr|sdt|drawing|pict|object|ruby)|mc:.+|wp:.+)$/

function enclose(opening: Marker, closing: Marker): void {
  let container = commonParent(opening, closing)
  let first = stepBelow(container, opening)
  let last = stepBelow(container, closing)
  while (mustGoUp(container) && container.parent !== null) {
    first = container
    last = container
    container = container.parent
  }
  const from = container.children.indexOf(first)
  const count = container.children.indexOf(last) - from + 1
  const repeat = new Repeat(listOf(opening), opening.origin)
  for (const child of container.children.splice(from, count, repeat)) append(repeat, child)
  repeat.parent = container
  discard(opening)
  discard(closing)
}

/** Within a row the whole row repeats; a content control or a drawing is never cut open. */
function mustGoUp(container: TreeParent): boolean {
  if (container instanceof Repeat || GOES_UP_FROM.test(container.name)) return true
  return container.name === 'w:sdtContent' && container.children.some(child => isElement(child, 'w:tc'))
}

function commonParent(left: Marker, right: Marker): TreeParent {
  const ancestors = new Set<TreeParent>()
  for (let node = left.parent; node !== null; node = node.parent) ancestors.add(node)
  for (let node = right.parent; node !== null; node = node.parent) if (ancestors.has(node)) return node
  throw new Error('two markers of one story have no common parent')
}

function stepBelow(container: TreeParent, marker: Marker): Exclude<TreeNode, string> {
  let node: Exclude<TreeNode, string> = marker
  while (node.parent !== null && node.parent !== container) node = node.parent
  return node
}

/** Takes a marker out, and with it the run, line or row that stood there for the marker alone. */
function discard(marker: Marker): void {
  const within = (name: string) => nearestAncestor(marker, element => element.name === name)
  const run = within('w:r')
  const paragraph = within('w:p')
  const row = within('w:tr')
  remove(marker)
  if (run !== undefined && isHollow(run)) remove(run)
  if (paragraph !== undefined && isHollow(paragraph) && isSpareParagraph(paragraph)) remove(paragraph)
  const isSpareRow = row?.parent instanceof Repeat && row.parent.children.length > 1
  if (row !== undefined && isSpareRow && isHollow(row)) remove(row)
}

function isSpareParagraph(paragraph: XmlElement): boolean {
  const holder = paragraph.parent
  if (holder instanceof Repeat) return holder.children.length > 1
  if (!isElement(holder, 'w:tc')) return false
  const blocks = holder.children.filter(child => !isElement(child, 'w:tcPr'))
  const index = blocks.indexOf(paragraph)
  return blocks[index + 1] !== undefined || isElement(blocks[index - 1], 'w:p')
}

const PRINTS_NOTHING = /^w:(rPr|trPr|tcPr|tblPrEx|bookmarkStart|bookmarkEnd)$/
const MAY_BE_HOLLOW = /^w:(r|p|tr|tc)$/

/** Whether a run, paragraph, row or cell prints nothing. */
function isHollow(node: XmlElement): boolean {
  if (!MAY_BE_HOLLOW.test(node.name)) return false
  return node.children.every(child => {
    if (!(child instanceof XmlElement)) return false
    if (child.name === 'w:pPr') return !child.children.some(property => isElement(property, 'w:sectPr'))
    return PRINTS_NOTHING.test(child.name) || isHollow(child)
  })
}
