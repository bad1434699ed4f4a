import type { PageSpot } from '#contract/template-pages.ts'
import type { Mark } from './marks.ts'
import type { PageText } from './page-text.ts'

type Around = { text: PageText; marks: readonly Mark[] }

/** Where a key takes the caret, over a mark in one step; undefined for a key that does not move it. */
export function movedCaret(key: string, at: PageSpot, { text, marks }: Around): PageSpot | undefined {
  const { paragraph, offset } = at
  const length = text.textOf(paragraph).length
  const to = (next: number) => ({ paragraph, offset: next })
  if (key === 'ArrowRight') {
    const next = Math.min(length, offset + 1)
    return to(marks.find(({ from, to: end }) => from < next && next < end)?.to ?? next)
  }
  if (key === 'ArrowLeft') {
    const next = Math.max(0, offset - 1)
    return to(marks.find(({ from, to: end }) => from < next && next < end)?.from ?? next)
  }
  if (key === 'Home') return to(0)
  if (key === 'End') return to(length)
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const here = text.paragraphs.indexOf(paragraph)
  const other = text.paragraphs[here + (key === 'ArrowDown' ? 1 : -1)]
  return other === undefined ? at : { paragraph: other, offset: text.textOf(other).length }
}
