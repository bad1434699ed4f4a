import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killPostgres, makeFolder, postmasterPid } from '#testing/held-database.ts'
import { capLog } from './log.ts'
import { isListedAsPostmaster, isPostmasterOf, readPostmaster } from './process.ts'
import { openEmbeddedDatabase } from './database.ts'

let folder: string

beforeEach(async () => {
  folder = await makeFolder()
})

afterEach(async () => {
  await killPostgres(folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

test('a running PostgreSQL is known by its data folder, with /proc and without', async () => {
  const database = await openEmbeddedDatabase({ dataDir: folder, role: 'command', disposable: true })
  const pid = Number(await postmasterPid(folder))
  const data = join(folder, 'postgres', 'cluster')
  const other = join(folder, 'postgres')
  expect(await isPostmasterOf(pid, data)).toBe(true)
  expect(await isListedAsPostmaster(pid, data)).toBe(true)
  expect(await isPostmasterOf(pid, other)).toBe(false)
  expect(await isListedAsPostmaster(pid, other)).toBe(false)
  expect(await isPostmasterOf(process.pid, data)).toBe(false)
  expect(await isListedAsPostmaster(process.pid, data)).toBe(false)
  await database.stop()
  expect(await isPostmasterOf(pid, data)).toBe(false)
  expect(await isListedAsPostmaster(pid, data)).toBe(false)
})

test('a pid file that is missing, empty or half-written is no PostgreSQL yet', async () => {
  await mkdir(join(folder, 'cluster'))
  const pidFile = join(folder, 'cluster', 'postmaster.pid')
  expect(await readPostmaster(join(folder, 'cluster'))).toBeUndefined()
  await writeFile(pidFile, '')
  expect(await readPostmaster(join(folder, 'cluster'))).toBeUndefined()
  await writeFile(pidFile, '4711\n/data\n1700000000\n5440\n')
  expect(await readPostmaster(join(folder, 'cluster'))).toEqual({ pid: 4711, port: 5440, status: 'starting' })
})

test('the log is cut before it fills the disk, and one older part is kept', async () => {
  const log = join(folder, 'server.log')
  await writeFile(log, 'a'.repeat(100))
  await capLog(log, 100)
  expect((await stat(log)).size).toBe(100)
  await writeFile(log, 'b'.repeat(101))
  await capLog(log, 100)
  expect((await stat(log)).size).toBe(0)
  expect(await readFile(`${log}.1`, 'utf8')).toBe('b'.repeat(101))
})
