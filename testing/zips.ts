import { fromBufferPromise } from 'yauzl'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { ZipStream } from '#server/files/zip-stream.ts'

/** What a zip holds, by path. */
export async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const parts = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return parts
}

/** A zip that holds these parts, as they are. */
export async function zipped(parts: ReadonlyMap<string, Uint8Array | string>): Promise<Buffer> {
  const zip = new ZipStream(new Date('2026-12-03T00:00:00Z'))
  const bytes = buffer(zip.output)
  for (const [path, content] of parts) await zip.add(path, Readable.from([Buffer.from(content)]))
  zip.end()
  return bytes
}
