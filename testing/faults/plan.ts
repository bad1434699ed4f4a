import { dice } from '#testing/seed/dice.ts'
import type { FaultKind } from './kinds.ts'

/**
 * Which fault comes in round `round`, counted from 1: every kind once in each turn of all of them, in an order that
 * the seed decides.
 */
export function kindOfRound(kinds: readonly FaultKind[], seed: number, round: number): FaultKind {
  const turn = Math.floor((round - 1) / kinds.length)
  const order = shuffled(kinds, seed + turn * 7919)
  return order[(round - 1) % kinds.length] as FaultKind
}

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const chance = dice(seed)
  const order = [...list]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = chance.whole(0, last)
    const moved = order[last] as T
    order[last] = order[other] as T
    order[other] = moved
  }
  return order
}
