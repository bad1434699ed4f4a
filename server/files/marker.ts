import { text } from 'node:stream/consumers'
import { type FileStore, FileMissing, OWN_FILES } from './store.ts'

/** Where the store keeps its marker, beside the companies' files. */
export const MARKER_KEY = `${OWN_FILES}/00000000-0000-0000-0000-00000000000a`

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id that this store has in common with its database; null where it has none, or nothing that is one. */
export async function readMarker(store: Pick<FileStore, 'get'>): Promise<string | null> {
  try {
    const marker = (await text(await store.get(MARKER_KEY))).trim()
    return UUID.test(marker) ? marker : null
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}

/** Replaces the marker that is there. */
export async function writeMarker(store: FileStore, marker: string): Promise<void> {
  const content = async function* () {
    yield Buffer.from(`${marker}\n`)
  }
  await store.put(MARKER_KEY, content(), { limitBytes: 100 })
}
