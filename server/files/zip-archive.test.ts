import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { rm } from 'node:fs/promises'
import { zipped } from '#testing/zips.ts'
import { ArchiveError, ZipArchive } from './zip-archive.ts'
import { ZipStream } from './zip-stream.ts'

let folder: string
beforeAll(async () => {
  folder = await makeTemporaryFolder('lading-zips-')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function opened(bytes: Uint8Array): Promise<ZipArchive> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return ZipArchive.open(path)
}

const textOf = async (archive: ZipArchive, path: string) =>
  (await buffer(Readable.from(archive.read(path)))).toString()

/** The table of contents says of its one part that it has so many bytes. */
function claiming(zip: Buffer, bytes: number): Buffer {
  const changed = Buffer.from(zip)
  changed.writeUInt32LE(bytes, changed.indexOf('PK\u0001\u0002') + 24)
  return changed
}

test('what was packed is read again, empty parts and names in any writing too', async () => {
  const parts = new Map([
    ['empty.txt', ''],
    ['files/12/Größe 船.txt', 'a text '.repeat(50_000)],
  ])
  const archive = await opened(await zipped(parts))
  for (const [path, text] of parts) expect(await textOf(archive, path)).toBe(text)
  await expect(textOf(archive, 'other.txt')).rejects.toThrow(new ArchiveError('It has no other.txt.'))
  archive.close()
})

test('a part that claims to hold far more than it can is not opened', async () => {
  const zip = await zipped(new Map([['bomb.txt', 'x'.repeat(1000)]]))
  await expect(opened(claiming(zip, 3_000_000_000))).rejects.toThrow(
    /^bomb\.txt would unpack to 3000000000 bytes from \d+, more than any honest file\.$/,
  )
})

test('a part that holds more than it claims is given up', async () => {
  const zip = await zipped(new Map([['bomb.txt', 'x'.repeat(1000)]]))
  const archive = await opened(claiming(zip, 10))
  await expect(textOf(archive, 'bomb.txt')).rejects.toThrow(/^bomb\.txt is damaged \(too many bytes/)
  archive.close()
})

test('parts that share their bytes are refused', async () => {
  const zip = await zipped(
    new Map([
      ['one.txt', 'x'.repeat(100)],
      ['two.txt', 'y'],
    ]),
  )
  const second = zip.lastIndexOf('PK\u0001\u0002')
  // Both entries of the table of contents say that they take the whole file.
  for (const at of [zip.indexOf('PK\u0001\u0002'), second]) zip.writeUInt32LE(zip.length - 1, at + 20)
  await expect(opened(zip)).rejects.toThrow(/overlap|damaged/)
})

test('a zip whose receiver leaves is given up, and so is the part that was being read', async () => {
  const zip = new ZipStream(new Date())
  const content = new Readable({ read: () => undefined })
  const adding = zip.add('endless.txt', content)
  zip.output.destroy()
  await expect(adding).rejects.toThrow('Whoever received the zip has left.')
  expect(content.destroyed).toBe(true)
})
