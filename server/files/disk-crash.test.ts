import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDiskStore } from './disk.ts'
import { FileMissing, newFileKey } from './store.ts'

const root = join(import.meta.dirname, '../..')

// Puts what never ends, so that it can only be killed in the middle.
const program = `
  import { openDiskStore } from '#server/files/disk.ts'
  const [folder, key] = process.argv.slice(1)
  async function* endless() {
    for (;;) {
      await new Promise(resolve => setTimeout(resolve, 1))
      yield Buffer.alloc(100_000, 7)
    }
  }
  const store = await openDiskStore(folder)
  await store.put(key, endless(), { limitBytes: Infinity })
`

test('a server killed in the middle of an upload leaves a draft and no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-files-'))
  const key = newFileKey(crypto.randomUUID())
  const server = spawn(process.execPath, ['--input-type=module', '-e', program, '--', folder, key], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  const drafts = () => readdir(join(folder, '.tmp')).catch((): string[] => [])
  for (let attempt = 0; attempt < 400 && (await drafts()).length === 0; attempt += 1) await pause(25)
  expect(await drafts()).toHaveLength(1)
  server.kill('SIGKILL')
  await ended
  expect((await readdir(folder)).filter(name => name !== '.tmp')).toEqual([])
  const store = await openDiskStore(folder)
  await expect(store.get(key)).rejects.toThrow(FileMissing)
  await store.put(
    key,
    (async function* again() {
      yield Buffer.from('whole')
    })(),
    { limitBytes: 10 },
  )
  expect((await (await store.get(key)).toArray()).toString()).toBe('whole')
  await rm(folder, { recursive: true })
})
