import { select, type Selected } from './selected-text.ts'

const found = (root: Element, selector: string, name: string, value: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)].find(element => element.dataset[name] === value)

/** Brings a place into sight, on the page and in the list, and gives its line of the list the focus. */
export function reveal(root: Element, { key, line }: { key: string; line: string }): void {
  const item = found(root, '[data-item]', 'item', line)
  const place = found(root, '[data-place]', 'place', key)
  // A rule has no line in the list.
  const target = item?.querySelector<HTMLElement>('[data-go]') ?? place
  // Who undoes one step after another goes on doing so.
  if (!document.activeElement?.matches('[data-keeps-focus]')) target?.focus({ preventScroll: true })
  item?.scrollIntoView({ block: 'nearest' })
  // Whoever works through the open list of a telephone goes on there.
  if (!root.querySelector('[data-place-bar] [aria-expanded=true]')) place?.scrollIntoView({ block: 'center' })
}

/** The place whose line of the list has the focus. */
export function focusedKey(root: HTMLElement | null): string | undefined {
  const { activeElement } = document
  if (!root?.contains(activeElement) || !activeElement?.matches('[data-go]')) return undefined
  return activeElement.closest<HTMLElement>('[data-item]')?.dataset['item']
}

/** Whoever works by keys goes on beside the page where what had the focus is gone. */
export function keepFocus(root: HTMLElement | null): void {
  if (document.activeElement === document.body) root?.focus({ preventScroll: true })
}

/** Gives a line of the page the focus, also where it is none that Tab reaches. */
export function focusLine(root: ParentNode, paragraph: number): HTMLElement | undefined {
  const line = root.querySelector<HTMLElement>(`[data-paragraph="${paragraph}"]`)
  if (!line) return undefined
  if (line.tabIndex < 0) line.tabIndex = -1
  line.focus({ preventScroll: true })
  return line
}

/** Brings a line of the page into sight and gives it the focus. */
export const revealLine = (root: Element, paragraph: number): void =>
  focusLine(root, paragraph)?.scrollIntoView({ block: 'center' })

/** Brings a text of the page into sight and selects it. */
export function revealText(root: Element | null, { from, to }: Selected): void {
  if (!root) return
  revealLine(root, from.paragraph)
  select(root, from, to)
}
