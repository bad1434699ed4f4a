import { LRUCache } from 'lru-cache'
import type { WrittenPage } from '#server/written-pages.ts'

/** A page as it was at a revision of the company's data. */
export type CachedPage = { revision: string; page: WrittenPage }

const MEBIBYTE = 1024 * 1024

/** Enough for the first pages of some two hundred companies. */
const REMEMBERED_BYTES = 16 * MEBIBYTE

/** A page of the greatest length with whole rows is not worth forgetting forty others. */
const LARGEST_BYTES = MEBIBYTE

/** All that does not grow with the page: key, tag, the objects around them. */
const OVERHEAD_BYTES = 1024

/** The pages that were read last, by what was asked; no more than so many bytes of them. */
export class PageCache {
  readonly #pages: LRUCache<string, CachedPage>

  constructor(bytes = REMEMBERED_BYTES) {
    this.#pages = new LRUCache({
      maxSize: bytes,
      maxEntrySize: Math.min(bytes, LARGEST_BYTES),
      // All compressed forms together are smaller than what they are of.
      sizeCalculation: ({ page }, key) => 2 * page.body.length + key.length + OVERHEAD_BYTES,
    })
  }

  get(asked: string): CachedPage | undefined {
    return this.#pages.get(asked)
  }

  remember(asked: string, known: CachedPage): void {
    this.#pages.set(asked, known)
  }

  get bytes(): number {
    return this.#pages.calculatedSize
  }
}
