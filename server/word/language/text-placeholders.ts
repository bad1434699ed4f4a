import { findPlaceholders, parseExpression, type Placeholder } from './expression.ts'
import { BARRIER, paragraphPieces, type Piece, textElement } from '#server/word/file/paragraph-pieces.ts'
import { elementsOf, numberOf, placeOf, type Story } from '#server/word/file/stories.ts'
import { isElement, Marker, remove, type TreeNode, type XmlElement } from '#server/word/file/tree.ts'
import type { PlaceholderSink } from './placeholder-sink.ts'

/** Puts a marker where each `{{…}}` of a story's text stands, however Word has split it over runs. */
export function markTextPlaceholders(story: Story, label: string, sink: PlaceholderSink): void {
  let paragraphBefore = ''
  for (const element of elementsOf(story)) {
    if (element.name !== 'w:p') continue
    const pieces = paragraphPieces(element)
    const text = pieces.map(piece => piece.text).join('')
    if (text.includes('{{')) markParagraph({ paragraph: element, pieces, text, label, paragraphBefore }, sink)
    if (text.trim() !== '') paragraphBefore = text
  }
}

interface ParagraphText {
  paragraph: XmlElement
  pieces: readonly Piece[]
  text: string
  label: string
  paragraphBefore: string
}

function markParagraph(found: ParagraphText, sink: PlaceholderSink): void {
  const { paragraph, pieces, text, label, paragraphBefore } = found
  const placeholders = findPlaceholders(text)
  const marks = placeholders.map((placeholder): Mark => {
    const source = text.slice(placeholder.start, placeholder.end)
    const [before, after] = [text.slice(0, placeholder.start), text.slice(placeholder.end)]
    const place = placeOf(paragraph, label, { before, after, paragraphBefore })
    const origin = { source, place, order: sink.nextOrder(), paragraph: numberOf(paragraph) }
    const instruction = placeholder.isFinished
      ? parseExpression(placeholder.inner)
      : 'It never ends with “}}”.'
    if (typeof instruction !== 'string') return { placeholder, marker: new Marker(instruction, origin) }
    const shown = placeholder.isFinished ? source : `${source}${placeholder.inner.replaceAll(BARRIER, '')}`
    const message = `“${shown.trim()}” cannot be read. ${instruction}`
    sink.problem(origin, { kind: 'broken', name: placeholder.inner.trim(), message })
    return { placeholder, marker: undefined }
  })
  let next = 0
  for (const piece of pieces) {
    while ((marks[next]?.placeholder.end ?? Number.POSITIVE_INFINITY) <= piece.start) next += 1
    if (piece.node !== undefined) rewrite(piece, piece.node, marks, next)
  }
  for (const run of new Set(pieces.map(piece => piece.run))) {
    if (run !== undefined && !run.children.some(child => !isElement(child, 'w:rPr'))) remove(run)
  }
}

interface Mark {
  placeholder: Placeholder
  marker: Marker | undefined
}

/**
 * Keeps a text's stretches outside placeholders, and puts each marker where its placeholder began. The marks
 * before `first` end before the piece.
 */
function rewrite(piece: Piece, node: XmlElement, marks: readonly Mark[], first: number): void {
  const { run } = piece
  if (run === undefined) return
  const end = piece.start + piece.text.length
  const kept: TreeNode[] = []
  let at = piece.start
  let touching = 0
  for (let next = first; next < marks.length; next += 1) {
    const { placeholder, marker } = marks[next] ?? {}
    if (placeholder === undefined || placeholder.start >= end) break
    touching += 1
    if (placeholder.start > at)
      kept.push(textElement(piece.text.slice(at - piece.start, placeholder.start - piece.start)))
    if (placeholder.start >= piece.start && marker !== undefined) kept.push(marker)
    at = Math.max(at, placeholder.end)
  }
  if (touching === 0) return
  if (at < end) kept.push(textElement(piece.text.slice(at - piece.start)))
  const index = run.children.indexOf(node)
  for (const child of kept) if (typeof child !== 'string') child.parent = run
  run.children.splice(index, 1, ...kept)
}
