import { createServer } from 'node:net'
import { once } from 'node:events'
import { chmod, chown, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HeldDatabase, HoldOptions } from '#testing/held-database.ts'
import { holdDatabase, killPostgres, makeFolder, postmasterPid, query } from '#testing/held-database.ts'
import { chooseAccount } from './system-account.ts'
import { loginUrl } from './logins.ts'
import { openEmbeddedDatabase } from './database.ts'

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

test('the caller is told when it only waits: for the first start twice, for later ones once', async () => {
  const waits: string[] = []
  for (const start of ['first', 'second']) {
    const options = { dataDir, role: 'server', disposable: true } as const
    const opened = await openEmbeddedDatabase({ ...options, onWaiting: () => waits.push(start) })
    await opened.stop()
  }
  expect(waits).toEqual(['first', 'first', 'second'])
})

test('a database is made, keeps its rows, its address and its password over a restart', async () => {
  const first = await openEmbeddedDatabase({ dataDir, role: 'server' })
  expect(first.attached).toBe(false)
  await query(first.ownerUrl, "CREATE TABLE jobs AS SELECT 1 AS id, 'Ærø → Øresund' AS name")
  await first.stop()
  expect(await postmasterPid(dataDir)).toBeUndefined()

  const second = await openEmbeddedDatabase({ dataDir, role: 'server' })
  expect(second.ownerUrl).toBe(first.ownerUrl)
  expect(second.attached).toBe(false)
  expect(await query(second.ownerUrl, 'SELECT * FROM jobs')).toEqual([{ id: 1, name: 'Ærø → Øresund' }])
  await second.stop()
})

test('it is durable, of the right settings, and closed to others', async () => {
  const database = await openEmbeddedDatabase({ dataDir, role: 'server' })
  const { ownerUrl } = database
  const [settings] = await query(
    ownerUrl,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
       current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS listens,
       current_setting('unix_socket_directories') AS sockets, current_setting('TimeZone') AS zone,
       current_setting('max_connections') AS connections, current_setting('password_encryption') AS passwords,
       current_user AS owner, current_database() AS database, datlocprovider AS provider, datlocale AS locale,
       pg_encoding_to_char(encoding) AS encoding, lower('ÆRØ') AS lower
     FROM pg_database WHERE datname = current_database()`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    checksums: 'on',
    listens: '127.0.0.1',
    sockets: '',
    zone: 'UTC',
    connections: '60',
    passwords: 'scram-sha-256',
    owner: 'lading_owner',
    database: 'lading',
    provider: 'b',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
    lower: 'ærø',
  })
  const wrong = new URL(ownerUrl)
  wrong.password = 'password'
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  const { mode } = await stat(join(dataDir, 'postgres', 'password'))
  expect(mode & 0o777).toBe(0o600)
  await database.stop()
})

test('a second server on the same folder is refused and disturbs nothing', async () => {
  const first = hold({ role: 'server' })
  const { ownerUrl } = await first.opened
  const second = hold({ role: 'server' })
  await expect(second.opened).rejects.toThrow(
    `ServerAlreadyRunningError: Another server (process ${first.pid}) already uses the data folder ${dataDir}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  )
  expect(await query(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await first.end('SIGTERM')
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

test('commands and a server share the database, and the last to leave stops it', async () => {
  const importing = hold({ role: 'command' })
  expect((await importing.opened).attached).toBe(false)
  const seeding = hold({ role: 'command' })
  const { ownerUrl, attached } = await seeding.opened
  expect(attached).toBe(true)
  await importing.end('SIGTERM')
  expect(await query(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])

  const server = hold({ role: 'server' })
  expect(await server.opened).toEqual({ ownerUrl, attached: true })
  await seeding.end('SIGTERM')
  expect(await query(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await server.end('SIGTERM')
  expect(await postmasterPid(dataDir)).toBeUndefined()
})

test('first starts at the same moment make one database', async () => {
  const holders = [hold({ role: 'server' }), hold({ role: 'command' }), hold({ role: 'command' })]
  const opened = await Promise.all(holders.map(holder => holder.opened))
  expect(new Set(opened.map(each => each.ownerUrl)).size).toBe(1)
  expect(opened.filter(each => !each.attached)).toHaveLength(1)
  await Promise.all(holders.map(holder => holder.end('SIGTERM')))
  expect(await postmasterPid(dataDir)).toBeUndefined()
  expect((await readdir(dataDir)).filter(name => name.startsWith('postgres.new-'))).toEqual([])
})

test('Ctrl+C reaches the server, and the database ends after it', async () => {
  const server = hold({ role: 'server' })
  await server.opened
  await server.end('SIGINT')
  expect(await postmasterPid(dataDir)).toBeUndefined()
  const log = await readFile(join(dataDir, 'postgres', 'server.log'), 'utf8')
  expect(log.match(/received fast shutdown request/g)).toHaveLength(1)
  expect(log).toContain('database system is shut down')
})

test('another program on its port makes it take another', async () => {
  const first = await openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
  await first.stop()
  const port = Number(new URL(first.ownerUrl).port)
  const intruder = createServer().listen(port, '127.0.0.1')
  await once(intruder, 'listening')
  const second = await openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
  expect(new URL(second.ownerUrl).port).not.toBe(String(port))
  expect(await query(second.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await second.stop()
  intruder.close()
})

test('a folder that only its owner can enter will do', async () => {
  await chmod(folder, 0o700)
  const server = hold({ role: 'server' })
  const { ownerUrl } = await server.opened
  expect(await query(ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  // Root gives PostgreSQL to another user, who may pass through.
  expect((await stat(join(dataDir, 'postgres', 'cluster'))).uid).not.toBe(0)
  await server.end('SIGTERM')
})

test('an ordinary user needs nothing special', async () => {
  const account = await chooseAccount(folder, folder, { path: process.execPath, environment: {} })
  if (account.owner) await chown(folder, account.owner.uid, account.owner.gid)
  const server = hold({ role: 'server', account })
  await server.opened
  const { uid } = await stat(join(dataDir, 'postgres', 'password'))
  expect(uid).toBe(account.owner?.uid ?? process.getuid?.())
  expect(uid).not.toBe(0)
  await server.end('SIGTERM')

  // What root starts later stays the user's.
  const byRoot = await openEmbeddedDatabase({ dataDir, role: 'server', disposable: true })
  await byRoot.stop()
  expect((await stat(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))).uid).toBe(uid)
  const again = hold({ role: 'server', account })
  await again.opened
  await again.end('SIGTERM')
})

test('a database of another major version is named, not touched', async () => {
  const first = await openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
  await first.stop()
  await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '17\n')
  await expect(openEmbeddedDatabase({ dataDir, role: 'server' })).rejects.toThrow(
    /is of PostgreSQL 17 and this release brings 18: carry it over by a backup\. With the release that wrote it: npm run backup/,
  )
})

test('the product’s logins are written once, and again only where somebody changed them', async () => {
  const open = () => openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
  const logins = (url: string) =>
    query(
      url,
      `select rolname as name, rolcanlogin as enters, rolsuper as super, rolpassword as password, xmin::text as written
       from pg_authid where rolname in ('lading_app', 'lading_sign_in') order by 1`,
    )
  const enter = (url: string, role: string) =>
    query(loginUrl(url, role), 'select session_user::text as login')
  const first = await open()
  const made = await logins(first.ownerUrl)
  expect(made).toMatchObject([
    { name: 'lading_app', enters: true, super: false },
    { name: 'lading_sign_in', enters: true, super: false },
  ])
  expect(await enter(first.ownerUrl, 'lading_app')).toEqual([{ login: 'lading_app' }])
  await first.stop()

  // Several processes at once find nothing to write.
  const [second, third] = await Promise.all([open(), open()])
  expect(await logins(second.ownerUrl)).toEqual(made)
  await query(second.ownerUrl, `alter role lading_app superuser password 'known to others'`)
  await query(second.ownerUrl, `alter role lading_owner password 'a new one'`)
  await writeFile(join(dataDir, 'postgres', 'password'), 'a new one')
  await second.stop()
  await third.stop()

  const last = await open()
  expect(await enter(last.ownerUrl, 'lading_app')).toEqual([{ login: 'lading_app' }])
  expect(await enter(last.ownerUrl, 'lading_sign_in')).toEqual([{ login: 'lading_sign_in' }])
  expect(await logins(last.ownerUrl)).toMatchObject([{ super: false }, { super: false }])
  await expect(enter(first.ownerUrl, 'lading_app')).rejects.toThrow('password authentication failed')
  await last.stop()
})
