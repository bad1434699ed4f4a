import { LRUCache } from 'lru-cache'

/** How many jobs hold a text, at a revision of the company's data. */
export type CachedCount = { revision: string; matches: number }

const remembered = new LRUCache<string, CachedCount>({ max: 5000 })

const keyOf = (accountId: string, pattern: string) => `${accountId} ${pattern}`

// No revision is called this.
const NOTHING_KNOWN: CachedCount = { revision: '', matches: 0 }

export const cachedCount = (accountId: string, pattern: string): CachedCount =>
  remembered.get(keyOf(accountId, pattern)) ?? NOTHING_KNOWN

export function cacheCount(accountId: string, pattern: string, known: CachedCount): void {
  remembered.set(keyOf(accountId, pattern), known)
}
