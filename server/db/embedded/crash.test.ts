import { spawn } from 'node:child_process'
import { chown, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HeldDatabase, HoldOptions } from '#testing/held-database.ts'
import { holdDatabase, killPostgres, makeFolder, postmasterPid, query } from '#testing/held-database.ts'
import { openEmbeddedDatabase } from './database.ts'
import { whatTakesLong } from './start.ts'

let folder: string
let dataDir: string
let held: HeldDatabase[]

beforeEach(async () => {
  folder = await makeFolder()
  dataDir = join(folder, 'data')
  held = []
})

afterEach(async () => {
  for (const holder of held) if (holder.child.exitCode === null) holder.child.kill('SIGKILL')
  await killPostgres(dataDir)
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

function hold(options: HoldOptions): HeldDatabase {
  const holder = holdDatabase(dataDir, options)
  held.push(holder)
  return holder
}

test('after a kill of the server the next one joins the database that still runs', async () => {
  const killed = hold({ role: 'server', durable: true })
  const { ownerUrl } = await killed.opened
  await query(ownerUrl, 'CREATE TABLE jobs AS SELECT 7 AS id')
  const pid = await postmasterPid(dataDir)
  await killed.end('SIGKILL')

  const next = hold({ role: 'server', durable: true })
  expect(await next.opened).toEqual({ ownerUrl, attached: true })
  expect(await postmasterPid(dataDir)).toBe(pid)
  expect(await query(ownerUrl, 'SELECT * FROM jobs')).toEqual([{ id: 7 }])
  await next.end('SIGTERM')
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

test('after a kill of everything the next start finds every acknowledged row', async () => {
  for (let round = 1; round <= 3; round++) {
    const server = hold({ role: 'server', durable: true })
    const { ownerUrl, attached } = await server.opened
    expect(attached).toBe(false)
    await query(ownerUrl, 'CREATE TABLE IF NOT EXISTS jobs (id int)')
    await query(ownerUrl, `INSERT INTO jobs VALUES (${round})`)
    await Promise.all([server.end('SIGKILL'), killPostgres(dataDir)])
  }
  const last = await openEmbeddedDatabase({ dataDir, role: 'server' })
  const rows = await query(last.ownerUrl, 'SELECT id FROM jobs ORDER BY id')
  expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  await last.stop()
  expect(whatTakesLong(await readFile(join(dataDir, 'postgres/server.log'), 'utf8'))).toContain(
    'after an interruption',
  )
})

test('a first start that is killed half-way, again and again, does not spoil the next', async () => {
  const drafts = async () => {
    const names = await readdir(dataDir).catch(() => [])
    return names.filter(name => name.startsWith('postgres.new-'))
  }
  const ofThisProcess = join(dataDir, `postgres.new-${process.pid}-0`)
  for (const milliseconds of [0, 100, 200, 350]) {
    const server = hold({ role: 'server', durable: true })
    const mine = () => drafts().then(names => names.some(name => name.includes(`-${server.pid}-`)))
    await expect.poll(mine, { timeout: 10_000, interval: 5 }).toBe(true)
    await pause(milliseconds)
    // Once with the programs that it started, once without: they run on, into nothing.
    if (milliseconds < 150) await server.end('SIGKILL')
    else server.child.kill('SIGKILL')
  }
  expect(await drafts()).not.toEqual([])
  await mkdir(ofThisProcess)
  const next = await openEmbeddedDatabase({ dataDir, role: 'server' })
  expect(await query(next.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await next.stop()
  const later = await openEmbeddedDatabase({ dataDir, role: 'server' })
  await later.stop()
  expect((await drafts()).map(name => join(dataDir, name))).toEqual([ofThisProcess])
}, 40_000)

test('a process id that went to another program is not taken for the database', async () => {
  const first = await openEmbeddedDatabase({ dataDir, role: 'server' })
  await query(first.ownerUrl, 'CREATE TABLE jobs AS SELECT 7 AS id')
  const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8')
  await first.stop()
  const { uid, gid } = await stat(join(dataDir, 'postgres', 'cluster'))
  // The same user as PostgreSQL's: of others' processes PostgreSQL itself knows better.
  const other = spawn('sleep', ['60'], { stdio: 'ignore', ...(process.getuid?.() === 0 ? { uid, gid } : {}) })
  try {
    await writeFile(pidFile, text.replace(/^\d+/, String(other.pid)))
    await chown(pidFile, uid, gid)
    const second = await openEmbeddedDatabase({ dataDir, role: 'server' })
    expect(await query(second.ownerUrl, 'SELECT * FROM jobs')).toEqual([{ id: 7 }])
    await second.stop()
    expect(other.exitCode).toBeNull()
    expect(other.signalCode).toBeNull()
  } finally {
    other.kill()
  }
})

test('a database that is killed under a running server comes back at the same address', async () => {
  const server = hold({ role: 'server', durable: true })
  const { ownerUrl } = await server.opened
  await query(ownerUrl, 'CREATE TABLE jobs AS SELECT 7 AS id')
  const pid = Number(await postmasterPid(dataDir))
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => server.log.at(-1), { timeout: 30_000 }).toBe('PostgreSQL is back.')
  expect(await query(ownerUrl, 'SELECT * FROM jobs')).toEqual([{ id: 7 }])
  await expect(hold({ role: 'server' }).opened).rejects.toThrow(`(process ${server.pid})`)
  await server.end('SIGTERM')
  expect(await postmasterPid(dataDir)).toBeUndefined()
}, 60_000)

test('a PostgreSQL in another container, seen by its lock alone, is waited for', async () => {
  const first = await openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
  await first.stop()
  const data = join(dataDir, 'postgres', 'cluster')
  const other = spawn('flock', ['--no-fork', data, 'sleep', '60'], { stdio: 'ignore' })
  await pause(100)
  let opened = false
  const opening = openEmbeddedDatabase({ dataDir, role: 'server', disposable: true }).then(database => {
    opened = true
    return database
  })
  await pause(600)
  expect(opened).toBe(false)
  other.kill('SIGKILL')
  await (await opening).stop()
})
