const found = (root: Element, selector: string, name: string, value: string) =>
  [...root.querySelectorAll<HTMLElement>(selector)].find(element => element.dataset[name] === value)

/** Brings a place into sight, on the page and in the list, and gives its line of the list the focus. */
export function reveal(root: Element, { key, line }: { key: string; line: string }): void {
  const item = found(root, '[data-item]', 'item', line)
  item?.querySelector<HTMLElement>('[data-go]')?.focus({ preventScroll: true })
  item?.scrollIntoView({ block: 'nearest' })
  found(root, '[data-place]', 'place', key)?.scrollIntoView({ block: 'center' })
}
