import type { PageSpot } from '#contract/template-pages.ts'

type Point = { clientX: number; clientY: number }

/** The spot of the page under the pointer; behind its last sign where the browser cannot tell, or beside the text. */
export function spotAt(target: Element, { clientX, clientY }: Point): PageSpot | undefined {
  const element = target.closest<HTMLElement>('[data-paragraph]')
  if (!element) return undefined
  const paragraph = Number(element.dataset['paragraph'])
  const end = Number(element.dataset['length'])
  // Not in every browser that the product runs in.
  const position =
    'caretPositionFromPoint' in document ? document.caretPositionFromPoint(clientX, clientY) : null
  const piece = position?.offsetNode.parentElement?.closest<HTMLElement>('[data-from]')
  if (!position || !piece || !element.contains(piece)) return { paragraph, offset: end }
  // A chip shows its label, which is not what stands in the file.
  if (piece.dataset['to'] !== undefined) return { paragraph, offset: Number(piece.dataset['to']) }
  return { paragraph, offset: Math.min(end, Number(piece.dataset['from']) + position.offset) }
}
