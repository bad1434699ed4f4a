import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds for which nobody notices that the server's one thread is taken. */
const PIECE_MS = 10

/** As `map`, letting whatever else waits for the server's thread go first every few milliseconds. */
export async function mapYielding<One, Other>(
  all: readonly One[],
  map: (one: One) => Other,
): Promise<Other[]> {
  const mapped: Other[] = []
  let began = performance.now()
  for (const one of all) {
    mapped.push(map(one))
    if (performance.now() - began < PIECE_MS) continue
    await nextTurn()
    began = performance.now()
  }
  return mapped
}
