import {
  append,
  childElement,
  elementsBelow,
  isElement,
  isEnclosure,
  Marker,
  replace,
  type TreeNode,
  type TreeParent,
  XmlElement,
} from './tree.ts'
import { isLineBreak } from './blank-lines.ts'
import { writeXml } from './write-xml.ts'

/**
 * Joins neighbouring runs of text of the same format, so that how Word happened to split the text leaves
 * no trace. Runs with anything else in them stay: programs lay out joined field marks wrongly.
 */
export function tidyRuns(container: TreeParent): void {
  const kept: TreeNode[] = []
  let formatOfLast: string | undefined
  for (const child of container.children) {
    const last = kept.at(-1)
    const format = isTextRun(child) ? formatOf(child) : undefined
    if (isElement(child) && format !== undefined && format === formatOfLast && isElement(last, 'w:r')) {
      for (const content of child.children) if (!isElement(content, 'w:rPr')) append(last, content)
    } else kept.push(child)
    if (isParent(child) && !isElement(child, 'w:pPr') && !isElement(child, 'w:r')) tidyRuns(child)
    formatOfLast = format
  }
  container.children = kept
}

const TEXT_CONTENT = /^w:(rPr|t|tab|br|cr)$/

function isTextRun(node: TreeNode): node is XmlElement {
  return (
    isElement(node, 'w:r') &&
    node.children.every(
      child => child instanceof Marker || (isElement(child) && TEXT_CONTENT.test(child.name)),
    )
  )
}

function isParent(node: TreeNode): node is TreeParent {
  return node instanceof XmlElement || isEnclosure(node)
}

/** A run of text in which lines and tabs are Word's own. */
export function linesRun(text: string, properties: XmlElement | undefined): XmlElement {
  const run = new XmlElement('w:r')
  if (properties !== undefined) append(run, copy(properties))
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) append(run, new XmlElement('w:br'))
    for (const [part, stretch] of line.split('\t').entries()) {
      if (part > 0) append(run, new XmlElement('w:tab'))
      if (stretch === '') continue
      const element = new XmlElement('w:t', new Map([['xml:space', 'preserve']]))
      append(element, stretch)
      append(run, element)
    }
  }
  return run
}

/** Gives each line break of a paragraph with placeholders a run of its own, so that lines can go. */
export function splitAtBreaks(paragraph: XmlElement): void {
  const runs = paragraph.children.filter(child => isElement(child, 'w:r'))
  if (!runs.some(run => run.children.some(isLineBreak)) || !holdsPlaceholder(paragraph)) return
  for (const run of runs) {
    if (!run.children.some(isLineBreak)) continue
    const pieces: TreeNode[][] = []
    for (const child of run.children) {
      if (isElement(child, 'w:rPr')) continue
      const previous = pieces.at(-1)
      if (previous === undefined || isLineBreak(child) || isLineBreak(previous[0])) pieces.push([child])
      else previous.push(child)
    }
    replaceRun(run, pieces)
  }
}

function holdsPlaceholder(node: TreeNode): boolean {
  if (typeof node === 'string') return false
  return node instanceof Marker || isEnclosure(node) || node.children.some(holdsPlaceholder)
}

/** Gives a marker a run of its own, with the format of the run it stood in. */
export function isolate(marker: Marker): void {
  const run = marker.parent
  if (!isElement(run, 'w:r')) return
  const content = run.children.filter(child => !isElement(child, 'w:rPr'))
  const index = content.indexOf(marker)
  replaceRun(run, [content.slice(0, index), [marker], content.slice(index + 1)])
}

/** Puts a run of the same format for each piece of content that is not empty. */
export function replaceRun(run: XmlElement, pieces: readonly TreeNode[][]): void {
  const properties = childElement(run, 'w:rPr')
  const runs = pieces
    .filter(children => children.length > 0)
    .map(children => {
      const piece = new XmlElement('w:r', run.attributes)
      if (properties !== undefined) append(piece, copy(properties))
      for (const child of children) append(piece, child)
      return piece
    })
  replace(run, runs)
}

export function copy(element: XmlElement): XmlElement {
  const twin = new XmlElement(element.name, new Map(element.attributes))
  for (const child of element.children) append(twin, child instanceof XmlElement ? copy(child) : child)
  return twin
}

function formatOf(run: XmlElement): string {
  const properties = childElement(run, 'w:rPr')
  const attributes = [...run.attributes].map(([name, value]) => `${name}=${value}`).join(' ')
  return `${attributes}|${properties === undefined ? '' : writeXml(properties)}`
}

/** Space around a text counts only where the file says so; new text always says so. */
export function trimTexts(root: XmlElement): void {
  for (const element of elementsBelow(root)) {
    if (element.name !== 'w:t' || element.attributes.get('xml:space') === 'preserve') continue
    element.children = element.children.map(child =>
      typeof child === 'string' ? withoutSpaceAround(child) : child,
    )
  }
}

// To XML, white space is these four characters: a non-breaking or an ideographic space belongs to the text.
const XML_SPACE = ' \t\r\n'

function withoutSpaceAround(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && XML_SPACE.includes(text.charAt(start))) start += 1
  while (end > start && XML_SPACE.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const COMPLEX = new Map([
  ['w:b', 'w:bCs'],
  ['w:i', 'w:iCs'],
])

/** Arabic and its like have bold and italics of their own; a value may be in any script. */
export function inEveryScript(run: XmlElement): void {
  const properties = childElement(run, 'w:rPr')
  if (properties === undefined) return
  properties.children = properties.children.flatMap(property => {
    const twin = isElement(property) ? COMPLEX.get(property.name) : undefined
    if (twin === undefined || !isElement(property) || childElement(properties, twin) !== undefined)
      return [property]
    const added = new XmlElement(twin, new Map(property.attributes))
    added.parent = properties
    return [property, added]
  })
}

const LEAVES_NO_TRACE = new Set(['w:proofErr', 'w:lastRenderedPageBreak', 'w:noProof'])

/** Takes out what Word's editing leaves behind and no reader sees: revision ids, spelling marks, paragraph ids. */
export function dropEditingTraces(element: XmlElement): void {
  for (const name of element.attributes.keys()) {
    if (name.startsWith('w:rsid') || name === 'w14:paraId' || name === 'w14:textId')
      element.removeAttribute(name)
  }
  const isTrace = (child: TreeNode) => child instanceof XmlElement && LEAVES_NO_TRACE.has(child.name)
  if (element.children.some(isTrace)) element.children = element.children.filter(child => !isTrace(child))
  for (const child of element.children) if (child instanceof XmlElement) dropEditingTraces(child)
  if (element.name === 'w:r') {
    const properties = childElement(element, 'w:rPr')
    const isEmpty = properties !== undefined && properties.children.length === 0
    if (isEmpty) element.children = element.children.filter(child => child !== properties)
  }
}
