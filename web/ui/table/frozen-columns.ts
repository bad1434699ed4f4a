import type { CSSProperties } from 'react'

/** What is read beside them needs the other part of the window. */
const LARGEST_PART = 0.5

/** Those of the frozen columns that leave room for the others in a window of this width: a column pulled too wide goes along. */
export function fittingFrozen(
  columns: readonly { id: string }[],
  frozen: readonly string[],
  widthOf: (id: string) => number,
  windowWidth: number,
): string[] {
  let right = 0
  return columns.flatMap(({ id }) => {
    if (!frozen.includes(id) || right + widthOf(id) > windowWidth * LARGEST_PART) return []
    right += widthOf(id)
    return [id]
  })
}

/**
 * Where each frozen column stands still, as properties of the table's frame: no row is drawn anew while a column is pulled
 * wider. One that has been moved among the others stands still once they have gone by.
 */
export function frozenPlaces(
  frozen: readonly string[],
  widthOf: (id: string) => number,
): Record<string, string> {
  const places: Record<string, string> = {}
  let left = 0
  for (const id of frozen) {
    places[`--left-${id}`] = `${left}px`
    left += widthOf(id)
  }
  return { ...places, '--frozen-width': `${left}px` }
}

export const frozenStyle = (id: string): CSSProperties => ({ left: `var(--left-${id})` })
