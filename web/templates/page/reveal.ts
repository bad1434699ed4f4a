import { select, type Selected } from './selected-text.ts'

const found = (root: Element, selector: string, name: string, value: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)].find(element => element.dataset[name] === value)

/** Brings a place into sight, on the page and in the list, and gives its line of the list the focus. */
export function reveal(root: Element, { key, line }: { key: string; line: string }): void {
  const item = found(root, '[data-item]', 'item', line)
  item?.querySelector<HTMLElement>('[data-go]')?.focus({ preventScroll: true })
  item?.scrollIntoView({ block: 'nearest' })
  const place = found(root, '[data-place]', 'place', key)
  // A rule has no line in the list.
  if (!item) place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'center' })
}

/** Brings a line of the page into sight and gives it the focus. */
export function revealLine(root: Element, paragraph: number): void {
  const line = found(root, '[data-paragraph]', 'paragraph', String(paragraph))
  if (!line) return
  line.tabIndex = -1
  line.focus({ preventScroll: true })
  line.scrollIntoView({ block: 'center' })
}

/** Brings a text of the page into sight and selects it. */
export function revealText(root: Element | null, { from, to }: Selected): void {
  if (!root) return
  revealLine(root, from.paragraph)
  select(root, from, to)
}
