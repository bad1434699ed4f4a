import type { PageSpot } from '#contract/template-pages.ts'

/** What a person has selected of the page, from its first sign to its last. */
export type Selected = { from: PageSpot; to: PageSpot }

const PIECE = '[data-paragraph] [data-from]'

const paragraphOf = (element: Element) =>
  Number(element.closest<HTMLElement>('[data-paragraph]')?.dataset['paragraph'])

/** The selection as spots of the page, without blanks at its ends; undefined where no text of it is selected. */
export function selectedText(root: Element): Selected | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  // A triple click reaches to the beginning of the next line, of which it selects nothing.
  const within = range.commonAncestorContainer
  const around = within instanceof Element ? within : within.parentElement
  if (!around || !root.contains(around)) return undefined
  const own = around.closest<HTMLElement>(PIECE)
  const pieces = own ? [own] : [...around.querySelectorAll<HTMLElement>(PIECE)]
  const parts = pieces.filter(piece => range.intersectsNode(piece)).flatMap(piece => partOf(piece, range))
  const [first, last] = [parts[0], parts.at(-1)]
  return first && last ? { from: first.from, to: last.to } : undefined
}

/** What is selected of one piece of a line; of a picture or of a field all of it. */
function partOf(piece: HTMLElement, range: Range): Selected[] {
  const paragraph = paragraphOf(piece)
  const begins = Number(piece.dataset['from'])
  const node = piece.firstChild
  const spots = (from: number, to: number) => [
    { from: { paragraph, offset: from }, to: { paragraph, offset: to } },
  ]
  if (piece.dataset['to'] !== undefined) return spots(begins, Number(piece.dataset['to']))
  if (!(node instanceof Text)) return spots(begins, begins + 1)
  const start = node === range.startContainer ? range.startOffset : 0
  const end = node === range.endContainer ? range.endOffset : node.data.length
  const text = node.data.slice(start, end)
  if (text.trim() === '') return []
  const blanks = text.length - text.trimStart().length
  return spots(begins + start + blanks, begins + start + text.trimEnd().length)
}

/** Where a selection by keys has got to; undefined where nothing is selected. */
export function selectionEnd(root: Element): PageSpot | undefined {
  const selection = document.getSelection()
  const piece = selection?.focusNode?.parentElement?.closest<HTMLElement>(PIECE)
  if (!selection || selection.isCollapsed || !piece || !root.contains(piece)) return undefined
  return { paragraph: paragraphOf(piece), offset: Number(piece.dataset['from']) + selection.focusOffset }
}

/** Selects the text of a line from one spot to another. */
export function select(root: Element, from: PageSpot, to: PageSpot): void {
  const [start, end] = [nodeAt(root, from), nodeAt(root, to)]
  if (start && end) document.getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset)
}

function nodeAt(root: Element, { paragraph, offset }: PageSpot) {
  const pieces = root.querySelectorAll<HTMLElement>(`[data-paragraph="${paragraph}"] [data-from]`)
  for (const piece of pieces) {
    const node = piece.firstChild
    const at = offset - Number(piece.dataset['from'])
    if (node instanceof Text && piece.dataset['to'] === undefined && at >= 0 && at <= node.data.length)
      return { node, offset: at }
  }
  return undefined
}
