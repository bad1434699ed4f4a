/** The width of its place. */
export const FIT = 1

/** How many times as wide as its place a page can be looked at: below 1 a whole page is in sight. */
export const STEPS: readonly number[] = [0.5, 0.75, FIT, 1.5, 2, 3, 4]

/** The next larger step, or the next smaller one. */
export function stepFrom(zoom: number, direction: 1 | -1): number {
  const next = STEPS.indexOf(zoom) + direction
  return STEPS[Math.min(Math.max(next, 0), STEPS.length - 1)] ?? FIT
}

export const zoomWords = (zoom: number) => `${Math.round(zoom * 100)}%`

/**
 * How a page of so many CSS pixels is drawn in a place of so many: shrunk until it fits, never enlarged, then
 * times the zoom.
 */
export const scaleOf = (page: number, { width, zoom }: { width: number; zoom: number }) =>
  Math.min(1, width / page) * zoom
