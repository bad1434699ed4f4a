/** The candidate a person most likely meant, or undefined when none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  return nearestOf(
    bare(name),
    candidates.map(candidate => ({ name: candidate, bare: bare(candidate) })),
  )
}

/** The same for names that have been stripped of spaces and signs before. */
export function nearestOf(
  wanted: string,
  candidates: readonly { name: string; bare: string }[],
): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.bare, bestDistance)
    if (distance < bestDistance) {
      best = candidate.name
      bestDistance = distance
    }
  }
  return best ?? candidates.find(candidate => wanted.length > 3 && candidate.bare.endsWith(wanted))?.name
}

/** Without spaces, signs and capital letters. */
export function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 80)
}

/** Insertions, deletions, changes and swaps of neighbours; anything from `limit` up is answered as `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      let cost = Math.min(
        (last[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (last[column - 1] ?? limit) + (isSame ? 0 : 1),
      )
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? limit) + 1)
      current.push(cost)
    }
    // No longer stretch of either can be nearer than the nearest of this row and the one before.
    if (Math.min(...current, ...last) >= limit) return limit
    beforeLast = last
    last = current
  }
  return Math.min(last[right.length] ?? limit, limit)
}
