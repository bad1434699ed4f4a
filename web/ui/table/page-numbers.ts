/** So many pages are all offered. */
export const MAX_OFFERED = 9

/** The page numbers to offer: the ends, and the ones around the current; null where some are left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  if (pages <= MAX_OFFERED) return range(1, pages)
  // As many at either end as in the middle, so that the buttons stay where they are while one steps on.
  const from = Math.max(1, Math.min(page - 2, pages - 6))
  const to = Math.min(pages, Math.max(page + 2, 7))
  return [
    ...(from > 1 ? [1] : []),
    ...(from > 3 ? [null] : range(2, from - 1)),
    ...range(from, to),
    ...(to < pages - 2 ? [null] : range(to + 1, pages - 1)),
    ...(to < pages ? [pages] : []),
  ]
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
