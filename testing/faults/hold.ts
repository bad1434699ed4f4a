import type { Dice } from '#testing/seed/dice.ts'

const LONG_HOLD_MS = 11_000

/**
 * How long a component is made to hang, in milliseconds. In the first round of a kind and every second one after it
 * longer than anybody may be kept waiting, so that each run shows whether calls are answered before that; else shortly.
 */
export const hangDuration = (roundsBefore: number, chance: Dice): number =>
  roundsBefore % 2 === 0 ? LONG_HOLD_MS : chance.whole(1000, 3000)
