import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { serveAssets } from './assets.ts'
import { packAssets, packInBackground, zipAssets } from './web-compression.ts'

let folder: string
let app: FastifyInstance
const names = ['a-1.js', 'b-2.css', 'c-3.js', 'd-4.svg', 'e-5.js', 'f-6.js']
const texts = new Map<string, string>()

/** Words that repeat but not too soon, so that packing them takes a while. */
function someText(length: number): string {
  const words = Array.from({ length: 4096 }, () => randomBytes(3).toString('hex'))
  const picks = randomBytes(length / 4)
  return Array.from({ length: length / 8 }, (_, at) => words[picks.readUInt16LE(at * 2) % words.length]).join(
    ' ',
  )
}

beforeEach(async () => {
  folder = await makeTemporaryFolder('lading-assets-')
  for (const [index, name] of names.entries()) {
    const text = someText(40_000 * (index + 1))
    texts.set(name, text)
    await writeFile(join(folder, name), text)
  }
  await writeFile(join(folder, 'tiny.js'), 'export{}')
  await writeFile(join(folder, 'font.woff2'), randomBytes(5000))
  app = fastify()
  await serveAssets(app, folder)
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const fetchAs = (name: string, encodings: string, more: Record<string, string> = {}) =>
  app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encodings, ...more } })

/** Asks for every asset as browsers do; answers with the encodings it came in, having compared what was in them. */
async function encodingsServed(): Promise<string[]> {
  const replies = await Promise.all(names.map(name => fetchAs(name, 'gzip, deflate, br, zstd')))
  return replies.map(({ statusCode, headers, rawPayload }, index) => {
    const encoding = String(headers['content-encoding'] ?? 'identity')
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding]
    const text = (unpack ? unpack(rawPayload) : rawPayload).toString()
    expect([statusCode, text === texts.get(names[index] ?? '')]).toEqual([200, true])
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(headers['vary']).toMatch(/accept-encoding/i)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    return encoding
  })
}

/** Milliseconds: on a machine whose cores are all taken, what gives way to everybody waits long. */
const PACKED_WITHIN = 240_000

const copies = async (ending: string) => (await readdir(folder)).filter(name => name.endsWith(ending)).sort()

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: PACKED_WITHIN, interval: 20 }).toBe(true)
}

test(
  'assets are served whole before, while and after they are packed',
  async () => {
    expect(new Set(await encodingsServed())).toEqual(new Set(['identity']))
    await zipAssets(folder)
    expect(new Set(await encodingsServed())).toEqual(new Set(['gzip']))
    const said: string[] = []
    const packing = await packInBackground(folder, line => said.push(line))
    const seen = new Set<string>()
    let isDone = false
    void packing.done.then(() => (isDone = true))
    // The packing gives way to everybody else: asking without a pause would hold it up.
    await until(async () => {
      seen.add([...(await encodingsServed())].sort().join(' '))
      return isDone
    })
    expect(seen.size).toBeGreaterThan(1)
    expect(await encodingsServed()).toEqual(names.map(() => 'br'))
    expect([await copies('.br'), await copies('.gz')]).toEqual([
      names.map(name => `${name}.br`),
      names.map(name => `${name}.gz`),
    ])
    expect([said, await copies('.draft')]).toEqual([[], []])
  },
  PACKED_WITHIN,
)

test(
  'each copy has its own tag, by which it is not sent again',
  async () => {
    await zipAssets(folder)
    const zipped = await fetchAs('a-1.js', 'gzip, br')
    await packAssets(folder)
    const packed = await fetchAs('a-1.js', 'gzip, br')
    const plain = await fetchAs('a-1.js', 'identity')
    const tags = [zipped, packed, plain].map(({ headers }) => String(headers['etag']))
    expect(new Set(tags).size).toBe(3)
    for (const [encodings, tag] of [
      ['gzip', tags[0]],
      ['gzip, br', tags[1]],
      ['identity', tags[2]],
    ] as const)
      expect((await fetchAs('a-1.js', encodings, { 'if-none-match': tag ?? '' })).statusCode).toBe(304)
    // What was asked for as zipped and is there as packed by now is sent again, packed.
    const again = await fetchAs('a-1.js', 'gzip, br', { 'if-none-match': tags[0] ?? '' })
    expect([again.statusCode, again.headers['content-encoding']]).toEqual([200, 'br'])
  },
  PACKED_WITHIN,
)

test(
  'packing that is killed leaves nothing half written, and the next start goes on',
  async () => {
    await zipAssets(folder)
    const script = join(import.meta.dirname, 'web-compression.ts')
    const child: ChildProcess = spawn(process.execPath, [script, folder], { stdio: 'ignore' })
    await until(async () => (await copies('.br')).length > 1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const first = await copies('.br')
    expect(first.length).toBeLessThan(names.length)
    expect((await encodingsServed()).filter(encoding => encoding === 'br')).toHaveLength(first.length)

    const made = await Promise.all(first.map(name => stat(join(folder, name))))
    await (await packInBackground(folder, () => undefined)).done
    expect(await encodingsServed()).toEqual(names.map(() => 'br'))
    // What was there was not made again.
    const still = await Promise.all(first.map(name => stat(join(folder, name))))
    expect(still.map(({ ino, mtimeMs }) => [ino, mtimeMs])).toEqual(
      made.map(({ ino, mtimeMs }) => [ino, mtimeMs]),
    )
  },
  PACKED_WITHIN,
)

test(
  'a stop ends it at once, and a start with nothing to do starts no process',
  async () => {
    const packing = await packInBackground(folder, () => undefined)
    await packing.stop()
    expect((await copies('.br')).length).toBeLessThan(names.length)
    await packAssets(folder)
    const done = await packInBackground(folder, () => undefined)
    await done.stop()
    expect(await copies('.br')).toEqual(names.map(name => `${name}.br`))
  },
  PACKED_WITHIN,
)

test(
  'drafts of a run that was killed go, those of one that works stay',
  async () => {
    const [old, fresh] = ['a-1.js.br.1.draft', 'a-1.js.br.2.draft'].map(name => join(folder, name))
    for (const path of [old, fresh]) await writeFile(path ?? '', 'half')
    await utimes(old ?? '', 1, 1)
    await packAssets(folder)
    expect(await copies('.draft')).toEqual(['a-1.js.br.2.draft'])
    expect(await readFile(join(folder, 'a-1.js.br'))).not.toEqual(Buffer.from('half'))
  },
  PACKED_WITHIN,
)

test('where copies cannot be written, that is told and what is there is served', async () => {
  // With the ending of a draft its name is longer than names may be.
  await writeFile(join(folder, `${'a'.repeat(247)}.js`), texts.get('a-1.js') ?? '')
  await zipAssets(folder).catch(() => undefined)
  const said: string[] = []
  await (await packInBackground(folder, line => said.push(line))).done
  expect(said).toEqual([
    expect.stringMatching(
      /^The web pages stay larger than they could be: compressing them failed \(ENAMETOOLONG: /,
    ),
  ])
  await encodingsServed()

  await rm(folder, { recursive: true })
  await (await packInBackground(folder, line => said.push(line))).done
  expect(said.slice(1)).toEqual([
    expect.stringMatching(
      /^The web pages stay larger than they could be: compressing them failed \(ENOENT: /,
    ),
  ])
})
