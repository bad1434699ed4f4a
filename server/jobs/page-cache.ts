import { LRUCache } from 'lru-cache'
import type { WrittenPage } from '#server/written-pages.ts'
import type { WrittenRecord } from '#server/written-record.ts'

const MEBIBYTE = 1024 * 1024

/** Enough for the first pages of some two hundred companies. */
const BYTES_OF_PAGES = 16 * MEBIBYTE

/** Enough for some two thousand jobs: what a hundred people have open, and what they look up beside it. */
const BYTES_OF_JOBS = 32 * MEBIBYTE

/** A page of the greatest length with whole rows is not worth forgetting forty others. */
const LARGEST_BYTES = MEBIBYTE

/** All that does not grow with what is remembered: key, tag, the objects around them. */
const OVERHEAD_BYTES = 1024

/** What was read last, by what was asked, with the revision of the company's data; no more than so many bytes of it. */
class RevisedCache<Known extends { revision: string }> {
  readonly #known: LRUCache<string, Known>

  constructor(lengthOf: (known: Known) => number, bytes: number) {
    this.#known = new LRUCache({
      maxSize: bytes,
      maxEntrySize: Math.min(bytes, LARGEST_BYTES),
      // All compressed forms together are smaller than what they are of.
      sizeCalculation: (known, key) => 2 * lengthOf(known) + key.length + OVERHEAD_BYTES,
    })
  }

  get(asked: string): Known | undefined {
    return this.#known.get(asked)
  }

  remember(asked: string, known: Known): void {
    this.#known.set(asked, known)
  }

  get bytes(): number {
    return this.#known.calculatedSize
  }
}

/** A page as it was at a revision of the company's data. */
export type CachedPage = { revision: string; page: WrittenPage }

export class PageCache extends RevisedCache<CachedPage> {
  constructor(bytes = BYTES_OF_PAGES) {
    super(({ page }) => page.body.length, bytes)
  }
}

/** A whole job as it was at a revision of the company's data. */
export type CachedJob = { revision: string; job: WrittenRecord }

export class JobCache extends RevisedCache<CachedJob> {
  constructor(bytes = BYTES_OF_JOBS) {
    super(({ job }) => job.text.length, bytes)
  }
}
