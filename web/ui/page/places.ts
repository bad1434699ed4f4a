export type Places = ReturnType<typeof createPlaces>

/** Places on the screen for one thing that is shown far from where it is made: it stands in the one that came last. */
export function createPlaces() {
  let places: readonly HTMLElement[] = []
  const listeners = new Set<() => void>()
  const change = (next: readonly HTMLElement[]) => {
    places = next
    for (const listener of listeners) listener()
  }
  return {
    /** Adds a place, before all others where it serves only in want of another; what it answers takes the place away. */
    add: (place: HTMLElement, { isSpare = false } = {}) => {
      change(isSpare ? [place, ...places] : [...places, place])
      return () => change(places.filter(other => other !== place))
    },
    read: () => places.at(-1) ?? null,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
