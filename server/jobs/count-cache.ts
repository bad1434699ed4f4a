import { LRUCache } from 'lru-cache'
import type { JobListOptions } from './list-parameters.ts'

/** How many jobs match what was asked, at a revision of the company's data. */
export type CachedCount = { revision: string; matches: number }

const MEGABYTE = 1024 * 1024
/** What an entry takes besides its key, about. */
const ENTRY_BYTES = 300

const remembered = new LRUCache<string, CachedCount>({
  max: 5000,
  maxSize: 4 * MEGABYTE,
  sizeCalculation: (_, key) => 2 * key.length + ENTRY_BYTES,
})

/** All that decides how many there are: neither the order nor the page, nor what its rows hold. */
export function countKeyOf(
  accountId: string,
  { sort: _sort, offset: _offset, limit: _limit, further: _further, ...asked }: JobListOptions,
): string {
  return JSON.stringify([
    accountId,
    ...Object.entries(asked)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  ])
}

export const cachedCount = (key: string): CachedCount | undefined => remembered.get(key)

export function cacheCount(key: string, known: CachedCount): void {
  remembered.set(key, known)
}
