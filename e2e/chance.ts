/** Numbers that look random and are the same for the same seed. */
export type Chance = {
  /** From `least` to `most`, both included. */
  whole: (least: number, most: number) => number
  one: <Value>(values: readonly Value[]) => Value
}

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    whole,
    one: <Value>(values: readonly Value[]) => values[whole(0, values.length - 1)] as Value,
  }
}
