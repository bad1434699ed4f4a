import { finished } from 'node:stream'
import { busy } from '#server/errors.ts'
import { FairQueue } from '#server/fair-queue.ts'
import { type FileStore, ownerOf } from './store.ts'

export type FairReadsSettings = {
  /** Files that are read at a time: fewer than a client of S3 has connections for everybody. */
  atOnce?: number
  ofOneCompany?: number
  /** How many of one company may wait. */
  waiting?: number
  /** Milliseconds for which one may wait. */
  patience?: number
}

/** The same store, of which no company reads so many files at a time that another has to wait for one. */
export function withFairReads(store: FileStore, settings: FairReadsSettings = {}): FileStore {
  const { atOnce = 40, ofOneCompany = 10, waiting = 100, patience = 20_000 } = settings
  const turns = new FairQueue({
    ...{ atOnce, ofOneCompany, waiting, patience },
    full: () => busy('Your company is reading too many files at the moment. Try again in a minute.'),
  })
  return {
    ...store,
    async get(key, options) {
      const end = await turns.begin(ownerOf(key))
      try {
        const content = await store.get(key, options)
        // Read to its end, given up by its reader or broken: the place is free in any case.
        finished(content, end)
        return content
      } catch (error) {
        end()
        throw error
      }
    },
  }
}
