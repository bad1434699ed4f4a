import { storeSeconds } from './counters.ts'
import { AppError } from './errors.ts'
import { FileMissing, FileStoreUnavailable, type FileStore } from './files/store.ts'

type Operation = 'put' | 'get' | 'delete'

/** The same store, of which /metrics tells how long it takes, the wait for a turn included, and how often it fails. */
export function withMeasurements(store: FileStore): FileStore {
  const measured = async <Result>(operation: Operation, work: Promise<Result>): Promise<Result> => {
    const begun = performance.now()
    let outcome = 'ok'
    try {
      return await work
    } catch (error) {
      outcome = outcomeOf(error)
      throw error
    } finally {
      storeSeconds.observe({ operation, outcome }, (performance.now() - begun) / 1000)
    }
  }
  return {
    ...store,
    put: (...given) => measured('put', store.put(...given)),
    get: (...given) => measured('get', store.get(...given)),
    delete: (...given) => measured('delete', store.delete(...given)),
  }
}

/** `refused`: too large, no room, or given up by its sender, which is no failure of the store. */
function outcomeOf(error: unknown): 'missing' | 'refused' | 'failed' {
  if (error instanceof FileMissing) return 'missing'
  return error instanceof AppError && !(error instanceof FileStoreUnavailable) ? 'refused' : 'failed'
}
