/** Random choices that are the same for the same seed, so that two runs make the same jobs. */
export type Dice = {
  whole(from: number, to: number): number
  of<T>(list: readonly T[]): T
  chance(share: number): boolean
}

// Mulberry32: small, fast, and good enough to spread names over jobs.
export function dice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    whole,
    of: list => list[whole(0, list.length - 1)] as (typeof list)[number],
    chance: share => next() < share,
  }
}

const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ'

/** A pattern with its places filled: # is a digit, N one from 2 to 9, A a letter. */
export const filled = (dice: Dice, pattern: string): string =>
  pattern.replace(/[#NA]/g, place =>
    place === 'A' ? dice.of([...LETTERS]) : String(dice.whole(place === 'N' ? 2 : 0, 9)),
  )
