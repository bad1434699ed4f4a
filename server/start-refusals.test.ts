import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { query } from '#testing/held-database.ts'
import { onConnection } from '#testing/own-server.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { loginUrl } from './db/embedded/logins.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from './db/role-pool.ts'
import { readServerFacts, requireServer } from './db/required-server.ts'
import { openDiskStore } from './files/disk.ts'
import { requireSameInstallation } from './installation/marker.ts'
import { explained } from './listening.ts'
import { startFailure } from './start-failure.ts'

// Real starts, side by side. Those that get past their ports are of the worker, which opens database and files by the
// same code and builds no web pages.
const PASSWORD = 'a password'
const ADDRESSES = 'DATABASE_URL, DATABASE_SIGN_IN_URL and DATABASE_MIGRATION_URL'

let folder: string
let empty: BorrowedDatabase
let ready: BorrowedDatabase
let taken: Server
let s3: Server
/** Logins of this file alone on a server that all tests share. */
let logins: Record<'owner' | 'poor' | 'aged', string>

const portOf = (server: Server) => (server.address() as AddressInfo).port

const listening = async <Listener extends Server>(server: Listener): Promise<Listener> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** A service with a bucket that nobody may write to, and no other. */
const refusingS3 = () =>
  createHttpServer((request, reply) => {
    const isThere = request.url?.startsWith('/readonly/')
    const code = isThere ? (request.method === 'GET' ? 'NoSuchKey' : 'AccessDenied') : 'NoSuchBucket'
    request.resume()
    reply
      .writeHead(code === 'AccessDenied' ? 403 : 404, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
  })

const databaseOf = (url: string) => new URL(url).pathname.slice(1)

function addressOf(database: BorrowedDatabase, login: string, password = PASSWORD): string {
  const url = new URL(database.ownerUrl)
  url.username = login
  url.password = password
  return url.href
}

/** Logins that can do no more than they need, of whom a start has nothing to say. */
const urlsOf = ({ ownerUrl }: BorrowedDatabase) => ({
  DATABASE_URL: loginUrl(ownerUrl, RUNTIME_ROLE),
  DATABASE_SIGN_IN_URL: loginUrl(ownerUrl, SIGN_IN_ROLE),
  DATABASE_MIGRATION_URL: ownerUrl,
})

beforeAll(async () => {
  folder = await makeTemporaryFolder('lading-refusals-')
  ;[empty, ready, taken, s3] = await Promise.all([
    borrowDatabase(async () => undefined),
    borrowDatabase(),
    listening(createServer()),
    listening(refusingS3()),
  ])
  const name = databaseOf(empty.ownerUrl)
  // The log takes a long word that begins like an API token for one, and hides it.
  const own = name.replace(/^lading_/, '')
  logins = { owner: `${own}_owner`, poor: `${own}_poor`, aged: `${own}_aged` }
  await query(
    empty.ownerUrl,
    `${Object.values(logins)
      .map(
        login =>
          `create role ${login} login password '${PASSWORD}'; grant create on database ${name} to ${login};`,
      )
      .join('\n')}
     grant create on schema public to ${logins.owner}, ${logins.aged};
     create schema aged;
     grant usage on schema aged to ${logins.aged};
     -- What asks for the version finds a PostgreSQL 14.
     create function aged.current_setting(name text) returns text language sql
       as $$ select case name when 'server_version_num' then '140023' else '14.23' end $$;
     alter role ${logins.aged} set search_path = aged, pg_catalog, public;`,
  )
  await writeFile(join(folder, 'file'), '')
  const dataDir = join(folder, 'one')
  const files = await openDiskStore(join(dataDir, 'files'))
  await requireSameInstallation(
    { ownerUrl: ready.ownerUrl, files, place: { dataDir, s3: undefined } },
    () => undefined,
  )
})
afterAll(async () => {
  const all = Object.values(logins).join(', ')
  await query(empty.ownerUrl, `drop owned by ${all} cascade; drop role ${all};`)
  for (const server of [taken, s3]) server?.close()
  await Promise.all([empty?.release(), ready?.release()])
  await rm(folder, { recursive: true, force: true })
})

type Program = 'main' | 'worker'
type Outcome = { said: string; code: number | string | undefined }

/** Starts a program with these variables alone, and waits for its end. */
function start(program: Program, environment: Record<string, string>): Promise<Outcome> {
  const { PATH = '', HOME = '' } = process.env
  return new Promise(resolve => {
    execFile(
      process.execPath,
      ['scripts/run.cjs', `server/${program}.ts`],
      {
        cwd: join(import.meta.dirname, '..'),
        env: { PATH, HOME, DATA_DIR: join(folder, 'data'), ...environment },
        timeout: 150_000,
      },
      (error, stdout, stderr) => resolve({ said: `${stdout}${stderr}`, code: error?.code ?? 0 }),
    )
  })
}

const bucket = (name: string, port: number) => ({
  S3_BUCKET: name,
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
})

type Case = { what: string; program?: Program; given: () => Record<string, string>; says: () => string }

const cases: Case[] = [
  {
    what: 'a wrong password',
    given: () => ({ DATABASE_URL: addressOf(empty, logins.owner, 'another') }),
    says: () =>
      `The database refuses a login (password authentication failed for user "${logins.owner}"). Check the addresses in ${ADDRESSES}.`,
  },
  {
    what: 'a database that is not there',
    given: () => ({ DATABASE_URL: addressOf(empty, logins.owner).replace(/\/[^/]*$/, '/nowhere') }),
    says: () =>
      `The database refuses a login (database "nowhere" does not exist). Check the addresses in ${ADDRESSES}.`,
  },
  {
    what: 'a database without encryption where it is asked for',
    given: () => ({ DATABASE_URL: `${addressOf(empty, logins.owner)}?sslmode=verify-full` }),
    says: () =>
      'The database server offers no encryption, and an address of it asks for that. Switch ssl on in PostgreSQL; or, ' +
      `where it runs on this machine or in a network of its own, write sslmode=disable in ${ADDRESSES}.`,
  },
  {
    what: 'an address with a password that is not escaped',
    given: () => ({ DATABASE_URL: 'postgres://anna:a/b#c@127.0.0.1:1/lading' }),
    says: () =>
      `An address in ${ADDRESSES} cannot be read. Special characters of a password are written as % and two digits: ` +
      '%40 for @, %23 for #, %2F for /.',
  },
  {
    what: 'no right to create tables',
    given: () => ({ DATABASE_URL: addressOf(empty, logins.poor) }),
    says: () =>
      `${logins.poor} does not have the rights in this database that Lading needs. Nothing was changed. Run these ` +
      'statements in it as an administrator of the PostgreSQL server, then start again:\n' +
      `  grant usage, create on schema public to ${logins.poor};\n` +
      `  grant lading_app to ${logins.poor} with admin option;\n` +
      `  grant lading_sign_in to ${logins.poor} with admin option;`,
  },
  {
    what: 'no right to act as the product’s roles',
    given: () => ({ DATABASE_URL: addressOf(empty, logins.owner) }),
    says: () =>
      `Lading needs roles in PostgreSQL that ${logins.owner} may not make. Nothing was changed. Run these statements as ` +
      'an administrator of the PostgreSQL server, then start again:\n' +
      `  grant lading_app to ${logins.owner} with admin option;\n` +
      `  grant lading_sign_in to ${logins.owner} with admin option;`,
  },
  {
    what: 'PostgreSQL 14',
    given: () => ({ DATABASE_URL: addressOf(empty, logins.aged) }),
    says: () =>
      'Lading needs PostgreSQL 15 or later, and this server is 14.23. Upgrade it, for example with pg_upgrade, or set ' +
      'DATABASE_URL to a newer one. Nothing was changed.',
  },
  {
    what: 'a data folder that cannot be made',
    given: () => ({ ...urlsOf(ready), DATA_DIR: join(folder, 'file/data') }),
    says: () =>
      `The folder ${folder}/file/data/files, which is to hold the files, cannot be made or entered (ENOTDIR): set ` +
      'DATA_DIR to a folder that this user can write to.',
  },
  {
    what: 'files that are not the database’s',
    given: () => ({ ...urlsOf(ready), DATA_DIR: join(folder, 'another') }),
    says: () =>
      `The database belongs to another file store: the folder ${folder}/another/files does not have its marker. All ` +
      'servers of one database need the same files: one S3 bucket, or one folder that they share. Check DATA_DIR. If the ' +
      'files have moved there, accept the store with: npm run doctor -- --accept-store',
  },
  {
    what: 'S3 that is down',
    given: () => ({ ...urlsOf(ready), ...bucket('files', 1) }),
    says: () =>
      'The file store does not answer as S3 does (ECONNREFUSED): the S3 bucket “files” at http://127.0.0.1:1. Check ' +
      'S3_ENDPOINT, and that the service runs and can be reached from this machine.',
  },
  {
    what: 'a bucket that is not there',
    given: () => ({ ...urlsOf(ready), ...bucket('files', portOf(s3)) }),
    says: () =>
      `There is no bucket: the S3 bucket “files” at http://127.0.0.1:${portOf(s3)}. Make it, or correct S3_BUCKET.`,
  },
  {
    what: 'a bucket that may not be written to',
    given: () => ({ ...urlsOf(ready), ...bucket('readonly', portOf(s3)) }),
    says: () =>
      `The key may not write to the S3 bucket “readonly” at http://127.0.0.1:${portOf(s3)}. Give it the rights to get, ` +
      'put and delete objects there.',
  },
  {
    what: 'a port that is taken',
    program: 'main',
    given: () => ({ PORT: String(portOf(taken)) }),
    says: () =>
      `Another program already listens on port ${portOf(taken)} of 127.0.0.1. Set PORT to a free port, or stop that program.`,
  },
  {
    what: 'a port for figures that is taken',
    program: 'main',
    given: () => ({ PORT: '0', METRICS_PORT: String(portOf(taken)) }),
    says: () =>
      `Another program already listens on port ${portOf(taken)} of 127.0.0.1. Set METRICS_PORT to a free port, or stop that program.`,
  },
  {
    what: 'a worker’s port that is taken',
    given: () => ({ WORKER_PORT: String(portOf(taken)) }),
    says: () =>
      `Another program already listens on port ${portOf(taken)} of 127.0.0.1. Set WORKER_PORT to a free port, or stop that program.`,
  },
  {
    what: 'an address that is not the machine’s',
    program: 'main',
    // Kept for examples (RFC 5737).
    given: () => ({ HOST: '192.0.2.1' }),
    says: () =>
      'HOST is 192.0.2.1, which is no address of this machine (EADDRNOTAVAIL). Set it to one of its own, to 127.0.0.1, ' +
      'or to 0.0.0.0 for all of them.',
  },
  {
    what: 'settings with mistakes',
    program: 'main',
    given: () => ({ DATABSE_URL: 'postgres://db/lading', S3_ACCESS_KEY_ID: 'key' }),
    says: () =>
      'The configuration has mistakes:\n' +
      '  DATABSE_URL is not a setting; did you mean DATABASE_URL?\n' +
      '  S3_ACCESS_KEY_ID is given without S3_BUCKET; without it files are kept under DATA_DIR\n' +
      '  S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together; set both or neither',
  },
]

describe('a start is refused in words, without a stack, and changes nothing', () => {
  test.concurrent.each(cases)(
    '$what',
    async ({ program = 'worker', given, says }) => {
      const { said, code } = await start(program, given())
      // One line of the log, and nothing beside it.
      expect(JSON.parse(said)).toEqual({
        ...{ level: 'fatal', msg: says() },
        ...{ time: expect.any(String) as unknown, pid: expect.any(Number) as unknown },
        hostname: expect.any(String) as unknown,
      })
      expect(code).toBe(1)
    },
    180_000,
  )
})

test('no database was made for a server that could not listen, and no table for one without rights', async () => {
  await expect(mkdir(join(folder, 'data', 'postgres'), { recursive: true })).resolves.toContain('data')
  expect(
    await query(empty.ownerUrl, `select relname from pg_class where relnamespace = 'public'::regnamespace`),
  ).toEqual([])
})

test('an ordinary user is told of ports below 1024', () => {
  const denied = Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:80'), { code: 'EACCES' })
  const names = { host: 'HOST', port: 'PORT' }
  expect(explained(denied, { host: '127.0.0.1', port: 80 }, names)).toBe(
    'This user may not listen on port 80: ports below 1024 are reserved. Set PORT to a higher one and put a proxy in ' +
      'front, or allow it to the service (systemd: AmbientCapabilities=CAP_NET_BIND_SERVICE).',
  )
})

test.each([
  'password authentication failed for user "lading_app"',
  'SASL authentication failed',
  'no such database: harbour',
])('a pooler that refuses a login is told from a connection that broke: %s', words => {
  const refused = Object.assign(new Error(words), { code: '08P01' })
  expect(startFailure(refused)).toBe(
    `The pooler before the database refuses a login (${words}). Check the addresses in ${ADDRESSES}, the list of logins ` +
      'that the pooler has, and that PostgreSQL knows each of them by the same password.',
  )
})

test('what nobody foresaw is told in one line, with the way to its stack', () => {
  const failure = new Error('The tide is out.')
  expect(startFailure(failure)).toBe(
    'Lading could not start. The tide is out. (LOG_LEVEL=debug shows where this happened.)',
  )
  vi.stubEnv('LOG_LEVEL', 'debug')
  expect(startFailure(failure)).toContain('start-refusals.test.ts')
})

describe('a server that no rights could mend is refused', () => {
  const good = { isReplica: false, encoding: 'UTF8', isFresh: true, hasTrigrams: false, offersTrigrams: true }
  const facts = async (odd: object) => ({
    ...(await onConnection(empty.ownerUrl, readServerFacts)),
    ...good,
    ...odd,
  })

  test.each([
    [{ isReplica: true }, /^This PostgreSQL server is a replica, which takes no changes\. Set DATABASE_URL/],
    [
      { encoding: 'SQL_ASCII' },
      /has the encoding SQL_ASCII, which cannot keep every text\. Make one with: create/,
    ],
    [{ offersTrigrams: false }, /does not have the extension pg_trgm, .* Install its contrib package/],
    [
      { versionNumber: 149_999, version: '14.9' },
      /^Lading needs PostgreSQL 15 or later, and this server is 14\.9\./,
    ],
  ])('%j', async (odd, words) => {
    await expect(async () => requireServer(await facts(odd))).rejects.toThrow(words)
  })

  test.each([{}, { encoding: 'SQL_ASCII', isFresh: false }, { hasTrigrams: true, offersTrigrams: false }])(
    'but not with %j',
    async odd => expect(requireServer(await facts(odd))).toBeUndefined(),
  )
})
