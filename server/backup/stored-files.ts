import { FileMissing, type FileStore } from '#server/files/store.ts'
import { measure, type Measured } from './content-checks.ts'

/** What a store returns under a key, read to its end; null where it has no such file. */
export async function measureStored(store: FileStore, key: string): Promise<Measured | null> {
  try {
    return await measure(await store.get(key))
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}
