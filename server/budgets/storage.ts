import { LRUCache } from 'lru-cache'
import type { FileStore } from '#server/files/store.ts'
import { ownerOf } from '#server/files/store.ts'
import type { Budgets } from './budgets.ts'
import { storageExceeded } from './refusals.ts'

/** A company's storage is measured again after this time; in between, what passes through this server is counted. */
const MEASURED_FOR_MS = 60_000

type Stored = {
  /** As the tables said, with what this server has put and deleted since. */
  bytes: number
  /** Being written at this moment, in no table yet. */
  underWay: number
  measuredAt: number
}

export type CountedStore = {
  files: FileStore
  budgets: Budgets
  /** Bytes that a company stores, from the tables. */
  measure: (company: string) => Promise<number>
  now?: () => number
}

/**
 * A file store in which a company has so much room and uploads so much a day. Whose a file is stands in its key. Refuses
 * before a byte is read where the length is known, else as soon as it is too much; what was refused is not kept.
 */
export function countedFiles({ files, budgets, measure, now = Date.now }: CountedStore): FileStore {
  const companies = new LRUCache<string, Stored>({ max: 10_000 })
  const sizes = new LRUCache<string, number>({ max: 10_000 })

  const storedOf = async (company: string): Promise<Stored> => {
    const existing = companies.get(company)
    if (existing && now() - existing.measuredAt < MEASURED_FOR_MS) return existing
    const bytes = await measure(company)
    const latest = companies.get(company)
    const stored = { bytes, underWay: latest?.underWay ?? 0, measuredAt: now() }
    if (latest) return Object.assign(latest, stored)
    companies.set(company, stored)
    return stored
  }
  const requireStorage = (company: string, stored: Stored, bytes: number) => {
    const allowed = budgets.allowed(company, 'storage')
    if (allowed !== null && stored.bytes + stored.underWay + bytes > allowed) throw storageExceeded(allowed)
  }

  return {
    async requireRoom(key, { bytes, isUpload }) {
      const company = ownerOf(key)
      if (isUpload) budgets.require(company, 'uploads', bytes)
      if (budgets.allowed(company, 'storage') !== null)
        requireStorage(company, await storedOf(company), Math.max(1, bytes))
      await files.requireRoom(key, { bytes, isUpload })
    },

    async put(key, content, options) {
      const company = ownerOf(key)
      const isLimited = budgets.allowed(company, 'storage') !== null
      const stored = isLimited ? await storedOf(company) : undefined
      let taken = 0
      async function* counted() {
        for await (const chunk of content) {
          if (options.isUpload) budgets.take(company, 'uploads', chunk.length)
          if (stored) {
            requireStorage(company, stored, chunk.length)
            stored.underWay += chunk.length
            taken += chunk.length
          }
          yield chunk
        }
      }
      try {
        const put = await files.put(key, counted(), options)
        sizes.set(key, put.size)
        if (stored) stored.bytes += put.size
        return put
      } finally {
        if (stored) stored.underWay -= taken
      }
    },

    presigned: files.presigned,
    get: (key, options) => files.get(key, options),

    async delete(key) {
      await files.delete(key)
      const stored = companies.peek(ownerOf(key))
      if (stored) stored.bytes = Math.max(0, stored.bytes - (sizes.get(key) ?? 0))
      sizes.delete(key)
    },

    check: () => files.check(),
    sweep: () => files.sweep(),
    close: () => files.close(),
  }
}
