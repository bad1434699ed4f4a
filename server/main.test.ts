import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listDatedBackups } from '#server/backup/dated-backups.ts'
import { openFolderPlace } from '#server/backup/folder-place.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { OWN_FILES } from '#server/files/store.ts'
import { childrenOf, makeFolder, postmasterPid } from '#testing/held-database.ts'
import { signUp } from '#testing/identity.ts'
import { freePort } from '#testing/free-port.ts'

let dataDir: string
let backups: string
let port: number | undefined
let origin: string
let child: ChildProcess
let ended: Promise<unknown>
let said = ''
let token: string

const ann = { email: 'ann@main.example', name: 'Ann Lee', company: 'Harbour', password: 'seven silver seas' }
const within = { timeout: 60_000, interval: 100 }

async function start(more: Record<string, string> = {}): Promise<void> {
  // The same again, or the token is another issuer's.
  port ??= await freePort()
  origin = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env
  said = ''
  child = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...{ PATH, HOME, PORT: String(port), PUBLIC_URL: origin, DATA_DIR: dataDir },
      ...{ SHUTDOWN_GRACE_SECONDS: '5', DISK_RESERVE_MB: 'none', BACKUP_TO: backups },
      ...more,
    },
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => (said += String(data)))
  ended = once(child, 'exit')
  await vi.waitFor(() => expect(said).toMatch(/is ready: open \S+ \(version \d+\.\d+\.\d+\S*\)/), {
    ...{ timeout: 240_000, interval: 200 },
  })
}

beforeAll(async () => {
  dataDir = await makeFolder()
  // As root the database runs as another user, who has to get into this folder.
  await chmod(dataDir, 0o755)
  backups = await makeFolder()
  await start()
  token = (await signUp(origin, ann)).accessToken
  expect((await call('POST', '/api/register')).status).toBe(200)
  // Only then has all been started that has to be ended in order.
  const { body } = await vi.waitUntil(async () => {
    const ready = await call('GET', '/readyz')
    return JSON.stringify(ready.body).includes('"queue":{"state":"ok"') && ready
  }, within)
  expect(body['status']).toBe('ok')
  // The files are marked as this database's.
  expect(await readdir(join(dataDir, 'files', OWN_FILES))).toHaveLength(1)
}, 300_000)
afterAll(async () => {
  if (child?.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
  for (const folder of [dataDir, backups]) await rm(folder, { recursive: true, force: true })
}, 60_000)

type Answer = { status: number; body: Record<string, unknown> }

async function call(method: string, path: string): Promise<Answer> {
  const reply = await fetch(`${origin}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

test('it makes the backups of BACKUP_TO by itself', async () => {
  await vi.waitFor(
    () => expect(said).toMatch(/Backup: The backup in .* is complete and was read back: /),
    within,
  )
  const place = openFolderPlace(backups)
  const [made] = await listDatedBackups(place)
  await verifyBackup(place.at(made?.name ?? ''))
  expect(made?.manifest.missing).toEqual([])
}, 90_000)

test('PostgreSQL that hangs is told by /readyz and by calls, and used again when it goes on', async () => {
  const postmaster = await postmasterPid(dataDir)
  if (postmaster === undefined) throw new Error('no PostgreSQL')
  const all = [postmaster, ...(await childrenOf(postmaster))]
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  try {
    expect(await call('GET', '/readyz')).toMatchObject({
      status: 503,
      body: {
        status: 'the database does not answer',
        components: { database: { state: 'failing', detail: 'the database does not answer' } },
      },
    })
    // More than there are connections, and one after them.
    const calls = Array.from({ length: 12 }, () => call('POST', '/api/shipment'))
    for (const answer of [...(await Promise.all(calls)), await call('POST', '/api/shipment')])
      expect(answer).toMatchObject({
        status: 503,
        body: {
          code: 'unavailable',
          detail: expect.stringMatching(/^The database (did not answer|does not answer)/) as unknown,
        },
      })
  } finally {
    for (const pid of all) {
      try {
        process.kill(pid, 'SIGCONT')
      } catch {
        // It was stopped for good meanwhile.
      }
    }
  }
  await expect.poll(async () => (await call('GET', '/readyz')).status, within).toBe(200)
  await expect.poll(async () => (await call('POST', '/api/shipment')).status, within).toBe(201)
  expect(child.exitCode).toBe(null)
}, 180_000)

test('on SIGTERM it is not ready at once, serves on for its grace, and answers what is under way', async () => {
  const underWay = request(`${origin}/api/shipment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': 2 },
    agent: false,
  })
  const answered = once(underWay, 'response')
  underWay.write('{')
  await once(underWay, 'socket')
  child.kill('SIGTERM')
  await expect
    .poll(() => call('GET', '/readyz'), within)
    .toMatchObject({ status: 503, body: { status: 'the server is closing' } })
  // Whoever has not noticed yet is still served, but not for longer on a connection that stood.
  const late = await fetch(`${origin}/api/shipment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect([late.status, late.headers.get('connection')]).toEqual([201, 'close'])
  const refused = () =>
    fetch(`${origin}/readyz`).then(
      () => 'answered',
      (error: Error) => (error.cause as NodeJS.ErrnoException).code,
    )
  await expect.poll(refused, within).toBe('ECONNREFUSED')
  underWay.end('}')
  const [reply] = (await answered) as [IncomingMessage]
  expect([reply.statusCode, JSON.parse(await text(reply))]).toEqual([
    201,
    expect.objectContaining({ id: expect.any(String) as unknown }),
  ])
  await ended
  expect([child.exitCode, child.signalCode]).toEqual([0, null])
  // Nothing but the log speaks on either output, from the first line to the last.
  const lines = said
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  const line = { level: expect.any(String), time: expect.any(String), msg: expect.any(String) } as object
  expect(lines).toEqual(lines.map(() => expect.objectContaining(line) as unknown))
  expect(lines.filter(({ msg }) => String(msg).startsWith('Migrated the database: ')).length).toBeGreaterThan(
    50,
  )
  expect(lines.filter(({ msg }) => String(msg).includes('is ready: open'))).toHaveLength(1)
}, 120_000)

test('Ctrl+C pressed twice ends PostgreSQL too, without waiting for what is under way', async () => {
  await start()
  const underWay = request(`${origin}/api/shipment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': 2 },
    agent: false,
  })
  const broken = once(underWay, 'error')
  await new Promise(resolve => underWay.write('{', resolve))
  // The server reads in the order in which it is written to.
  expect((await call('GET', '/readyz')).status).toBe(200)
  const postmaster = await postmasterPid(dataDir)
  child.kill('SIGINT')
  // As npm hands on what the terminal has sent to all of its processes.
  child.kill('SIGINT')
  await pause(1_100)
  expect([child.exitCode, said]).toEqual([null, expect.not.stringContaining('Stopping without waiting')])
  child.kill('SIGINT')
  await ended
  await broken
  expect([child.exitCode, said]).toEqual([
    0,
    expect.stringContaining('Stopping without waiting for what is under way.'),
  ])
  expect(postmaster).toBeTypeOf('number')
  expect(await postmasterPid(dataDir)).toBe(undefined)
}, 120_000)

test('a server that people reach by a proxy warns of what its settings leave open', async () => {
  await start({ PUBLIC_URL: 'https://lading.invalid' })
  const warnings = () =>
    said
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as { level: string; msg: string })
      .filter(({ level, msg }) => level === 'warn' && !msg.startsWith('PDF'))
      .map(({ msg }) => msg.split(':')[0])
  await expect.poll(warnings, within).toEqual(['LADING_KEY is not set', 'PUBLIC_URL is https'])
  child.kill('SIGINT')
  await ended
  expect(child.exitCode).toBe(0)
}, 120_000)
