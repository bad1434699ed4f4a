/** A place of the page; paragraphs have fewer signs than lie between two of them here. */
interface Spot {
  paragraph: number
  offset: number
}
interface Stretch {
  from: Spot
  to: Spot
}

const APART = 2 ** 22

const orderOf = ({ paragraph, offset }: Spot): number => paragraph * APART + offset

/** Stretches of a page, for asking of many others whether one of these meets them. */
export class Stretches {
  readonly #starts: readonly number[]
  /** Of each the furthest end that it or one before it has. */
  readonly #ends: readonly number[]

  constructor(stretches: readonly Stretch[]) {
    const rising = stretches
      .map(({ from, to }) => ({ start: orderOf(from), end: orderOf(to) }))
      .toSorted((one, other) => one.start - other.start)
    let furthest = -1
    this.#starts = rising.map(({ start }) => start)
    this.#ends = rising.map(({ end }) => (furthest = Math.max(furthest, end)))
  }

  meet({ from, to }: Stretch): boolean {
    return this.#furthestBefore(orderOf(to)) > orderOf(from)
  }

  /** Whether one of these holds the sign at a spot. */
  hold(at: Spot): boolean {
    return this.#furthestBefore(orderOf(at) + 1) > orderOf(at)
  }

  /** Whether one of these holds all of a stretch. */
  cover({ from, to }: Stretch): boolean {
    return this.#furthestBefore(orderOf(from) + 1) >= orderOf(to)
  }

  /** The furthest end of those that begin before a spot. */
  #furthestBefore(order: number): number {
    let [low, high] = [0, this.#starts.length]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((this.#starts[middle] ?? 0) < order) low = middle + 1
      else high = middle
    }
    return this.#ends[low - 1] ?? -1
  }
}

/** A key that is the same for stretches between the same spots. */
export const keyOf = ({ from, to }: Stretch): string => `${orderOf(from)} ${orderOf(to)}`
