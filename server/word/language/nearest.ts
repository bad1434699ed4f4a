/** The candidate a person most likely meant, or undefined when none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  return nearestOf(
    bareName(name),
    candidates.map(candidate => ({ name: candidate, bare: bareName(candidate) })),
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

// No field's name is as long, so nothing is compared beyond.
const LONGEST_COMPARED = 80

/** Without spaces, signs and capital letters. */
export function bareName(name: string): string {
  return name
    .slice(0, 4 * LONGEST_COMPARED)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, LONGEST_COMPARED)
}

/**
 * Insertions, deletions, changes and swaps of neighbours; anything from `limit` up is answered as `limit`. Only what
 * can still come out below it is computed: a band along the diagonal, and no row after one that is all above.
 */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit
  let beforeLast: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, index) => index)
  let leastOfLast = 0
  for (let row = 1; row <= left.length; row += 1) {
    const from = Math.max(1, row - limit + 1)
    const current = from === 1 ? [row] : []
    let least = current[0] ?? limit
    for (let column = from; column <= Math.min(right.length, row + limit - 1); column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      let cost = Math.min(
        (last[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (last[column - 1] ?? limit) + (isSame ? 0 : 1),
      )
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (isSwap) cost = Math.min(cost, (beforeLast[column - 2] ?? limit) + 1)
      current[column] = cost
      least = Math.min(least, cost)
    }
    // A swap reaches back two rows, and adds one to what stands there.
    if (least >= limit && leastOfLast + 1 >= limit) return limit
    beforeLast = last
    last = current
    leastOfLast = least
  }
  return Math.min(last[right.length] ?? limit, limit)
}
