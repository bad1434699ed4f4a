import { LRUCache } from 'lru-cache'

/** How many jobs hold a text, and for which state of the company's data that was counted. */
export type KnownMatches = {
  /** The company's newest history row: every change of anything adds one. */
  asOf: number
  matches: number
}

const remembered = new LRUCache<string, KnownMatches>({ max: 5000 })

const keyOf = (accountId: string, pattern: string) => `${accountId} ${pattern}`

// No history row has this id.
const NOTHING_KNOWN: KnownMatches = { asOf: -1, matches: 0 }

export const knownMatches = (accountId: string, pattern: string): KnownMatches =>
  remembered.get(keyOf(accountId, pattern)) ?? NOTHING_KNOWN

/** To be called only with what was counted while no other transaction was writing. */
export function rememberMatches(accountId: string, pattern: string, known: KnownMatches): void {
  remembered.set(keyOf(accountId, pattern), known)
}
