import { LRUCache } from 'lru-cache'

/** How many jobs hold a text, and for which state of the company's data that was counted. */
export type CachedCount = {
  /** The company's newest history row: every change of anything adds one. */
  asOf: number
  matches: number
}

const remembered = new LRUCache<string, CachedCount>({ max: 5000 })

const keyOf = (accountId: string, pattern: string) => `${accountId} ${pattern}`

// No history row has this id.
const NOTHING_KNOWN: CachedCount = { asOf: -1, matches: 0 }

export const cachedCount = (accountId: string, pattern: string): CachedCount =>
  remembered.get(keyOf(accountId, pattern)) ?? NOTHING_KNOWN

/** To be called only with what was counted while no other transaction was writing. */
export function cacheCount(accountId: string, pattern: string, known: CachedCount): void {
  remembered.set(keyOf(accountId, pattern), known)
}
