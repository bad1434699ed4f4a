import { append, isEnclosure, Marker, type TreeParent, XmlElement } from './tree.ts'

/** Stands in the text for a picture, a field or a note, which no placeholder can hold. */
export const BARRIER = '\uFFFC'

/** A stretch of a paragraph's text, in one element of one run. */
export interface Piece {
  /** Undefined for the edge of an enclosure. */
  run: XmlElement | undefined
  /** Undefined for what only parts the text, such as a picture. */
  node: XmlElement | undefined
  /** What stands there, also where it only parts the text. */
  element: XmlElement | undefined
  text: string
  start: number
}

/** What simple fields and content controls within a paragraph hold of its text. */
export type HeldTexts = Map<XmlElement, { start: number; end: number }>

/**
 * The text of a paragraph in the order in which it is read, without that of the text boxes anchored in it. With `held`
 * it is told which stretches simple fields and content controls hold; one that shows nothing is a barrier then.
 */
export function paragraphPieces(paragraph: XmlElement, held?: HeldTexts): Piece[] {
  const pieces: Piece[] = []
  collect(paragraph, pieces, held)
  return pieces
}

/** An element that holds a text in a run. */
export function textElement(text: string): XmlElement {
  const element = new XmlElement('w:t', new Map([['xml:space', 'preserve']]))
  append(element, text)
  return element
}

const PARTS_TEXT = new Set(['w:p', 'w:pPr', 'w:rPr', 'w:txbxContent'])
const DELETED = new Set(['w:del', 'w:moveFrom'])
const INVISIBLE = new Set(['w:lastRenderedPageBreak', 'w:annotationRef'])
const WHITE: ReadonlyMap<string, string> = new Map([
  ['w:tab', '\t'],
  ['w:br', '\n'],
  ['w:cr', '\n'],
])

const HOLDS_TEXT = new Set(['w:fldSimple', 'w:sdt'])

function collect(container: TreeParent, pieces: Piece[], held: HeldTexts | undefined): void {
  for (const child of container.children) {
    if (isEnclosure(child)) {
      pieces.push(barrier(undefined, pieces))
      collect(child, pieces, held)
      pieces.push(barrier(undefined, pieces))
    }
    if (!(child instanceof XmlElement) || PARTS_TEXT.has(child.name) || DELETED.has(child.name)) continue
    if (child.name === 'w:r') collectRun(child, pieces)
    else {
      const start = endOf(pieces)
      collect(child, pieces, held)
      if (held === undefined || !HOLDS_TEXT.has(child.name)) continue
      if (endOf(pieces) === start) pieces.push(barrier(undefined, pieces, child))
      held.set(child, { start, end: endOf(pieces) })
    }
  }
}

function collectRun(run: XmlElement, pieces: Piece[]): void {
  for (const child of run.children) {
    if (child instanceof Marker) pieces.push(barrier(run, pieces))
    if (!(child instanceof XmlElement) || child.name === 'w:rPr' || INVISIBLE.has(child.name)) continue
    const start = endOf(pieces)
    const white = WHITE.get(child.name)
    if (child.name === 'w:t') {
      pieces.push({
        run,
        node: child,
        element: child,
        text: child.children.map(node => (typeof node === 'string' ? node : '')).join(''),
        start,
      })
    } else if (white !== undefined) pieces.push({ run, node: child, element: child, text: white, start })
    else pieces.push(barrier(run, pieces, child))
  }
}

/** What parts the text of a paragraph, behind its other pieces. */
export function barrier(run: XmlElement | undefined, pieces: readonly Piece[], element?: XmlElement): Piece {
  return { run, node: undefined, element, text: BARRIER, start: endOf(pieces) }
}

function endOf(pieces: readonly Piece[]): number {
  const last = pieces.at(-1)
  return last === undefined ? 0 : last.start + last.text.length
}
