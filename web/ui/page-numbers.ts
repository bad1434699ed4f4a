/** The page numbers to offer: first, last, the ones around the current; null where some are left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = new Set([1, pages, page - 1, page, page + 1].filter(one => one >= 1 && one <= pages))
  const sorted = [...wanted].sort((one, other) => one - other)
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1] ?? 0
    if (number - before === 2) return [number - 1, number]
    return number - before > 2 ? [null, number] : [number]
  })
}
