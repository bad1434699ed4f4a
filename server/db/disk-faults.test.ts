import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDiskStore } from '#server/files/disk.ts'
import { newFileKey } from '#server/files/store.ts'
import { componentFailure } from '#server/component-failures.ts'
import { makeFolder, postmasterPid, query } from '#testing/held-database.ts'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'

/** Whether this process may mount a file system of its own; what failures mean is tested without one as well. */
const mayMount = ((): boolean => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
    return process.platform === 'linux' && process.getuid?.() === 0
  } catch {
    return false
  }
})()

let disk: string

const mount = (...args: string[]) => execFileSync('mount', [...args, disk])

beforeEach(async () => {
  disk = await makeFolder()
  if (!mayMount) return
  mount('-t', 'tmpfs', '-o', 'size=140m,mode=755', 'tmpfs')
})
afterEach(async () => {
  if (mayMount) execFileSync('umount', ['--lazy', disk])
  await rm(disk, { recursive: true, force: true })
})

/** Leaves so many bytes. */
async function fill(left: number): Promise<void> {
  const { bavail, bsize } = await statfs(disk)
  await writeFile(join(disk, 'filled'), Buffer.alloc(bavail * bsize - left))
}
const empty = () => rm(join(disk, 'filled'))
const open = () => openEmbeddedDatabase({ dataDir: join(disk, 'data'), role: 'server' })
const refusal = () =>
  open().then(
    database => database.stop().then(() => 'it started'),
    (error: Error) => error.message,
  )

test.runIf(mayMount)(
  'a start on a full disk says so at once, leaves nothing running, and loses nothing',
  async () => {
    const first = await open()
    await query(first.ownerUrl, 'create table jobs as select 7 as id')
    await first.stop()
    await fill(0)
    expect(await refusal()).toMatch(/^PostgreSQL did not start: the disk is full/)
    expect(await postmasterPid(join(disk, 'data'))).toBeUndefined()
    await empty()
    const again = await open()
    expect(await query(again.ownerUrl, 'select id from jobs')).toEqual([{ id: 7 }])
    await again.stop()
  },
  60_000,
)

test.runIf(mayMount)(
  'a start on a disk that can only be read says so, and not whose it is',
  async () => {
    await (await open()).stop()
    mount('-o', 'remount,ro')
    expect(await refusal()).toMatch(
      /^The disk that holds the database in .* can only be read \(EROFS\): mount it/,
    )
    mount('-o', 'remount,rw')
    expect(await refusal()).toBe('it started')
  },
  60_000,
)

test.runIf(mayMount)(
  'a statement that finds the disk full is refused, and works once there is room',
  async () => {
    const database = await open()
    await query(database.ownerUrl, 'create table papers (content text)')
    await fill(20 * 1024 * 1024)
    const write = (megabytes: number) =>
      query(
        database.ownerUrl,
        `insert into papers select string_agg(md5(i::text), '') from generate_series(1, ${megabytes * 32_768}) i
       returning length(content)`,
      )
    const failure = await write(64).catch((error: unknown) => error)
    expect(componentFailure(failure)).toMatchObject({ status: 507 })
    await empty()
    await expect.poll(() => write(1).catch(() => []), { timeout: 30_000 }).toEqual([{ length: 1_048_576 }])
    await database.stop()
  },
  60_000,
)

test.runIf(mayMount)(
  'the file store tells a full disk from one that can only be read, and keeps no half file',
  async () => {
    const store = await openDiskStore(join(disk, 'files'))
    const key = newFileKey(crypto.randomUUID())
    const put = (name: string) =>
      store.put(name, Readable.from([Buffer.alloc(1024 * 1024)]), { limitBytes: 2 ** 21 })
    await put(key)
    await fill(64 * 1024)
    const other = newFileKey(crypto.randomUUID())
    expect(componentFailure(await put(other).catch((error: unknown) => error))).toMatchObject({ status: 507 })
    expect(await readdir(join(disk, 'files', '.tmp'))).toEqual([])
    await empty()
    mount('-o', 'remount,ro')
    const words = {
      status: 503,
      message:
        'The folder of the file store cannot be used: its disk can only be read (EROFS). Nothing was changed. Tell the operator of the server.',
    }
    for (const asked of [() => put(other), () => store.delete(key), () => store.check()])
      await expect(asked()).rejects.toMatchObject(words)
    // Reading goes on, and so does a start.
    await store.sweep()
    expect(Buffer.concat(await (await store.get(key)).toArray())).toHaveLength(1024 * 1024)
    mount('-o', 'remount,rw')
    await store.check()
    await put(other)
  },
)

test('a file store whose folder is gone says so', async () => {
  const folder = join(disk, 'gone')
  await mkdir(folder)
  const store = await openDiskStore(folder)
  await store.check()
  await rm(folder, { recursive: true })
  const put = () =>
    store.put(newFileKey(crypto.randomUUID()), Readable.from([Buffer.from('x')]), { limitBytes: 9 })
  for (const asked of [put, () => store.check()])
    await expect(asked()).rejects.toMatchObject({
      status: 503,
      message: expect.stringMatching(
        /^The folder of the file store cannot be used: it is not there \(ENOENT\)/,
      ) as string,
    })
})
