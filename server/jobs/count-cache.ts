import { LRUCache } from 'lru-cache'
import type { JobListOptions } from './list-parameters.ts'

/** How many jobs match what was asked, at a revision of the company's data. */
export type CachedCount = { revision: string; matches: number }

// An entry is as long as what was asked: some hundred bytes, with the longest search 1 kB.
const remembered = new LRUCache<string, CachedCount>({ max: 5000 })

/** All that decides how many there are: neither the order nor the page. */
export function countKeyOf(
  accountId: string,
  { sort: _sort, offset: _offset, limit: _limit, ...asked }: JobListOptions,
): string {
  return JSON.stringify([
    accountId,
    ...Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1)),
  ])
}

export const cachedCount = (key: string): CachedCount | undefined => remembered.get(key)

export function cacheCount(key: string, known: CachedCount): void {
  remembered.set(key, known)
}
