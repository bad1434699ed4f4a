import type { CSSProperties } from 'react'

/**
 * Where each frozen column stands still, as properties of the table's frame: no row is drawn anew while a column is pulled
 * wider. One that has been moved among the others stands still once they have gone by.
 */
export function frozenPlaces(
  columns: readonly { id: string }[],
  frozen: readonly string[],
  widthOf: (id: string) => number,
): Record<string, string> {
  const places: Record<string, string> = {}
  let left = 0
  for (const { id } of columns) {
    if (!frozen.includes(id)) continue
    places[`--left-${id}`] = `${left}px`
    left += widthOf(id)
  }
  return { ...places, '--frozen-width': `${left}px` }
}

export const frozenStyle = (id: string): CSSProperties => ({ left: `var(--left-${id})` })
