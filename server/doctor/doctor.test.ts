import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loginUrl } from '#server/db/embedded/logins.ts'
import { RUNTIME_ROLE, SIGN_IN_ROLE } from '#server/db/role-pool.ts'
import { openDiskStore } from '#server/files/disk.ts'
import type { FileStore } from '#server/files/store.ts'
import { createSeal } from '#server/identity/store/sealing.ts'
import { requireSameInstallation } from '#server/installation/marker.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { freePort } from '#testing/free-port.ts'
import { query } from '#testing/held-database.ts'
import { startMailServer } from '#testing/mail-server.ts'
import { makeTemporaryFolder } from '#testing/temporary-folder.ts'
import { ageOf } from './backups.ts'
import { clockOf, connectionsOf } from './database.ts'
import { examine } from './examine.ts'
import { roomOf } from './files.ts'
import { amount, isHealthy, page } from './report.ts'

let folder: string
let database: BorrowedDatabase
let files: FileStore
let environment: Record<string, string>
let provider: Server

const KEY = 'a key of at least thirty-two characters'

beforeAll(async () => {
  folder = await makeTemporaryFolder('lading-doctor-')
  database = await borrowDatabase()
  const { ownerUrl } = database
  environment = {
    DATABASE_URL: loginUrl(ownerUrl, RUNTIME_ROLE),
    DATABASE_SIGN_IN_URL: loginUrl(ownerUrl, SIGN_IN_ROLE),
    DATABASE_MIGRATION_URL: ownerUrl,
    DATA_DIR: join(folder, 'data'),
    DISK_RESERVE_MB: 'none',
    LADING_KEY: KEY,
    PORT: '0',
  }
  files = await openDiskStore(join(folder, 'data/files'))
  await requireSameInstallation(
    { ownerUrl, files, place: { s3: undefined, dataDir: environment['DATA_DIR'] ?? '' } },
    () => undefined,
  )
  await query(
    ownerUrl,
    `insert into oidc_keys (name, value) values ('provider', '${JSON.stringify({ sealed: createSeal(KEY).close('{}') })}')`,
  )
  provider = createServer((request, reply) => {
    const { port } = provider.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    const answers: Record<string, object> = {
      '/good/.well-known/openid-configuration': { issuer: `${origin}/good`, jwks_uri: `${origin}/keys` },
      '/keyless/.well-known/openid-configuration': {
        issuer: `${origin}/keyless`,
        jwks_uri: `${origin}/nothing`,
      },
      '/keys': { keys: [{ kid: '1' }, { kid: '2' }] },
      // A server of Lading that runs and is not ready.
      '/readyz': { status: 'the disk is full', components: {} },
    }
    const answer = answers[request.url ?? '']
    reply
      .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? {}))
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
})
afterAll(async () => {
  provider?.close()
  await files?.close()
  await database?.release()
  await rm(folder, { recursive: true, force: true })
})
// LibreOffice is not found, since it would take seconds for each page; its own tests print.
beforeEach(() => {
  vi.stubEnv('PATH', '/nowhere')
})

const origin = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
const nothing = { acceptsStore: false, comparesFiles: false }

async function report(more: Record<string, string> = {}, options = nothing): Promise<string> {
  const sections = await examine({ ...environment, ...more }, options)
  const text = page(sections)
  // What is wrong is told by the exit code, too.
  expect(isHealthy(sections)).toBe(!text.includes('  WRONG  '))
  return text
    .replaceAll(/\d+(\.\d+)? [kMGT]?B\b/g, 'SOME')
    .replaceAll(/\d+ of \d+ connections/g, 'SOME connections')
}

/** What is said to be wrong, each in one line. */
const wrongs = async (...given: Parameters<typeof report>) =>
  [...(await report(...given)).matchAll(/^ {2}WRONG {2}(.+(?:\n {9}.+)*)/gm)].map(([, text = '']) =>
    text.replaceAll(/\n +/g, ' | '),
  )

test('a page says of each part that it is right, and the command ends with 0', async () => {
  const { rows } = {
    rows: await query(database.ownerUrl, `select current_setting('server_version') as version`),
  }
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const expected = `Settings
  ok     The settings have no mistakes

Database
  ok     PostgreSQL ${String(rows[0]?.['version'])} (your own), database ${name}
  ok     lading_owner has the rights that migrations need
  ok     Its schema is the one of this version
  ok     The product acts as lading_app, its sign-in as lading_sign_in, and neither can do more
  ok     Row-level security guards every table of a company, against its owner too
  ok     LADING_KEY opens what is encrypted
  ok     This machine's clock and the database's agree
  ok     SOME connections are in use
  note   The database takes SOME; how much room its disk has cannot be seen from here

Files
  ok     A file was written to the folder ${folder}/data/files, read back and deleted
  ok     The disk of DATA_DIR has SOME free
  ok     Database and files belong together

Backups
  note   The server makes no backups by itself (BACKUP_TO): see docs/backups.md, unless something else makes them

E-mail
  note   No mail server is set (SMTP_HOST): e-mails of jobs are saved as not sent

Sign-in
  ok     People sign in with the built-in sign-in

PDFs
  note   PDF needs LibreOffice, which is not installed on the server. Documents are made as Word files alone.

Addresses
  ok     No server runs; port 0 of 127.0.0.1 is free
  note   People on other machines cannot sign in: PUBLIC_URL is not set to the address that they use

Nothing is wrong.`
  expect(await report()).toBe(expected)
})

const run = (more: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number | string; said: string }>(resolve => {
    execFile(
      process.execPath,
      ['scripts/run.cjs', 'server/doctor.ts', ...args],
      { cwd: join(import.meta.dirname, '../..'), env: { ...environment, PATH: '/nowhere', ...more } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}` }),
    )
  })

test('a worker is looked for at its own port, and has no need of a proxy', async () => {
  const taken = new URL(origin()).port
  const settings = { PUBLIC_URL: 'https://lading.invalid', LADING_KEY: KEY }
  const text = await report({ ...settings, WORKER_PORT: await freePort().then(String) })
  expect(text).toMatch(/ok {5}No worker runs; port \d+ of 127\.0\.0\.1 is free/)
  expect(text).not.toContain('TRUSTED_PROXIES')
  expect(await report({ ...settings, WORKER_PORT: taken })).toContain(
    `A worker runs on port ${taken} of 127.0.0.1, and is not ready: the disk is full`,
  )
})

test('the command ends with 0 or 1, and takes no words that it does not know', async () => {
  const [well, ill, unknown] = await Promise.all([
    run({}),
    run({ DATABSE_URL: 'x', DATABASE_URL: '' }),
    run({}, '--fix'),
  ])
  expect([well.code, well.said.endsWith('\nNothing is wrong.\n')]).toEqual([0, true])
  expect([ill.code, ill.said]).toEqual([
    1,
    expect.stringContaining('DATABSE_URL is not a setting; did you mean DATABASE_URL?') as unknown,
  ])
  expect([unknown.code, unknown.said]).toEqual([
    1,
    expect.stringContaining("Unknown option '--fix'") as unknown,
  ])
})

test('before the first start there is nothing to be wrong, and nothing is made', async () => {
  const dataDir = join(folder, 'new')
  const { DATABASE_URL: _, DATABASE_SIGN_IN_URL: _also, DATABASE_MIGRATION_URL: _too, ...rest } = environment
  const text = page(await examine({ ...rest, DATA_DIR: dataDir }, nothing))
  expect(text).toContain(`There is no database yet: the first start makes it in ${dataDir}`)
  expect(text).toContain(`There is no file yet: the first start makes the folder ${dataDir}/files`)
  expect(text).toContain('Nothing is wrong.')
  await expect(mkdir(dataDir)).resolves.toBeUndefined()
})

describe('what is wrong is told with what to do', () => {
  type Case = [what: string, more: () => Record<string, string>, says: () => (string | RegExp)[]]
  const cases: Case[] = [
    [
      'a database that does not answer',
      () => ({ DATABASE_MIGRATION_URL: 'postgres://a:b@127.0.0.1:1/lading' }),
      () => [
        'The database cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Check DATABASE_URL and that the server runs.',
      ],
    ],
    [
      'another LADING_KEY',
      () => ({ LADING_KEY: `${KEY}s` }),
      () => [
        'The sign-in secrets in the database were encrypted with another key. Set LADING_KEY to that one.',
      ],
    ],
    [
      'no LADING_KEY',
      () => ({ LADING_KEY: '' }),
      () => [
        'The sign-in secrets in the database are encrypted. Set LADING_KEY to the key that they were encrypted with.',
      ],
    ],
    [
      'other files',
      () => ({ DATA_DIR: join(folder, 'other') }),
      () => [/^The database belongs to another file store: .*npm run doctor -- --accept-store$/],
    ],
    [
      'S3 that is down',
      () => ({
        S3_BUCKET: 'files',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'b',
      }),
      () => [/^The file store does not answer as S3 does \(ECONNREFUSED\): the S3 bucket “files”/],
    ],
    [
      'a mail server that is away',
      () => ({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '1', MAIL_FROM: 'a@harbour.example' }),
      () => [
        /^The mail server 127\.0\.0\.1:1 cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1 \| Check SMTP_HOST/,
      ],
    ],
    [
      'a provider without keys',
      () => ({ ...ownProvider('keyless') }),
      () => [`The provider's signing keys cannot be had from ${origin()}/nothing: it answered 404`],
    ],
    [
      'a provider without a discovery document',
      () => ({ ...ownProvider('none') }),
      () => [
        /^Lading could not start\. The sign-in provider could not be asked for its keys at .*it answered 404/,
      ],
    ],
    [
      'a program named as LibreOffice that is none',
      () => ({ SOFFICE_PATH: '/nowhere' }),
      () => [
        'PDF needs LibreOffice, and SOFFICE_PATH (/nowhere) names no program. Documents are made as Word files alone.',
      ],
    ],
    [
      'a folder for temporary files that is not there',
      () => {
        vi.stubEnv('TMPDIR', '/nowhere')
        return { SOFFICE_PATH: '/bin/false' }
      },
      () => [
        /^PDFs are made in .* \/nowhere, which cannot be written to \(ENOENT\)\. Set TMPDIR to a folder that/,
      ],
    ],
    [
      'workers that print nothing',
      () => ({ PDF_WORKERS: 'http://127.0.0.1:1' }),
      () => [/^The worker http:\/\/127\.0\.0\.1:1 printed nothing: /],
    ],
    [
      'a running server that is not ready',
      () => ({ PORT: new URL(origin()).port }),
      () => [`A server runs on port ${new URL(origin()).port}, and is not ready: the disk is full`],
    ],
    [
      'a public address without a proxy that is trusted',
      () => ({ PUBLIC_URL: 'https://lading.invalid', SIGN_UP: 'closed' }),
      () => [
        /^PUBLIC_URL is https:\/\/lading\.invalid, so a proxy stands in front/,
        /^lading\.invalid of PUBLIC_URL has no/,
      ],
    ],
    [
      'settings with mistakes',
      () => ({ PORT: 'x' }),
      () => ['The configuration has mistakes: |   PORT must be a port number'],
    ],
  ]
  test.each(cases)('%s', async (_what, more, says) => {
    const found = await wrongs(more())
    expect(found).toEqual(
      says().map(one =>
        typeof one === 'string' ? one.replaceAll('|   ', '| ') : (expect.stringMatching(one) as unknown),
      ),
    )
  })
})

const ownProvider = (name: string) => ({
  OIDC_AUTHORITY: `${origin()}/${name}`,
  OIDC_CLIENT_ID: 'client',
  OIDC_SCOPE: 'scope',
  OIDC_AUDIENCE: 'audience',
})

test('a provider and a mail server that answer are right', async () => {
  const mail = await startMailServer({ password: { user: 'anna', password: 'geheim' } })
  try {
    const more = {
      ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mail.settings.port), SMTP_SECURITY: 'none' },
      ...{ SMTP_USER: 'anna', MAIL_FROM: 'a@harbour.example', ...ownProvider('good') },
    }
    const text = await report({ ...more, SMTP_PASSWORD: 'geheim' })
    expect(text).toContain(
      `  ok     The mail server 127.0.0.1:${mail.settings.port} answers, without encryption, and takes the login`,
    )
    expect(text).toContain(`  ok     The provider shows 2 signing keys at ${origin()}/keys`)
    expect(mail.mails).toEqual([])
    expect(await wrongs({ ...more, SMTP_PASSWORD: 'falsch' })).toEqual([
      expect.stringContaining('cannot be used: ') as unknown,
    ])
  } finally {
    await mail.close()
  }
})

test('a server that leaves background work to others is looked at by its own logins', async () => {
  const { DATABASE_MIGRATION_URL: _, ...rest } = environment
  const text = page(await examine({ ...rest, BACKGROUND: 'off' }, nothing))
  expect(text).toContain(
    '  ok     The product acts as lading_app, its sign-in as lading_sign_in, and neither can do more\n',
  )
  expect(text).toContain(
    '  note   Background work is done elsewhere (BACKGROUND=off): run this there for the rest\n',
  )
  expect(text).toContain('Nothing is wrong.')
})

test.runIf(process.getuid?.() === 0)('root is told as whom to run it, and makes nothing', async () => {
  const dataDir = join(folder, 'theirs')
  await mkdir(join(dataDir, 'files'), { recursive: true })
  await chown(join(dataDir, 'files'), 65_534, 65_534)
  expect(await wrongs({ DATA_DIR: dataDir })).toEqual([
    `${dataDir}/files belongs to user 65534, and this is root: the server could not use what this would make there. Run ` +
      "it as that user: sudo -u '#65534' npm run doctor",
  ])
  expect(await readdir(join(dataDir, 'files'))).toEqual([])
})

test('a table that somebody has opened is named', async () => {
  await query(database.ownerUrl, 'alter table items no force row level security')
  try {
    expect(await wrongs()).toEqual([
      'Row-level security is off, or not forced, on: items. Somebody has altered them: run, as their owner, “alter table … ' +
        'enable row level security, force row level security”.',
    ])
  } finally {
    await query(database.ownerUrl, 'alter table items force row level security')
  }
})

test('a database of a version before is looked at as it is, and not changed', async () => {
  const removed = await query(
    database.ownerUrl,
    `delete from schema_migrations where name = '0063_installation.sql' returning *`,
  )
  try {
    const text = await report()
    expect(text).toContain('  note   The next start applies 1 migrations: 0063_installation.sql')
    expect(text).toContain('Nothing is wrong.')
    expect(await wrongs({}, { ...nothing, acceptsStore: true })).toEqual([
      'The file store was not accepted: the database is not at this version, or its owner is not known here',
    ])
  } finally {
    const { checksum } = removed[0] ?? {}
    await query(
      database.ownerUrl,
      `insert into schema_migrations (name, checksum) values ('0063_installation.sql', '${String(checksum)}')`,
    )
  }
})

test('with --files, rows without a file are wrong and files without a row are told', async () => {
  const account = randomUUID()
  const [kept, lost, stray] = [1, 2, 3].map(() => `${account}/${randomUUID()}`) as [string, string, string]
  for (const key of [kept, stray])
    await files.put(
      key,
      (async function* () {
        yield Buffer.from('a page')
      })(),
      { limitBytes: 100 },
    )
  await query(database.ownerUrl, `insert into accounts (id, name) values ('${account}', 'Harbour')`)
  for (const key of [kept, lost])
    await query(
      database.ownerUrl,
      `insert into document_templates (account_id, id, name, default_document_name, type, size, content_key, content_hash)
       values ('${account}', gen_random_uuid(), '${key}', 'Page', 'other', 6, '${key}', 'x')`,
    )
  expect(await wrongs()).toEqual([])
  const text = await report({}, { ...nothing, comparesFiles: true })
  expect(text).toContain(
    '  WRONG  1 of the 2 files that the database knows are missing. Restore them from a backup:\n' +
      `         ${lost}\n` +
      '  note   1 files are known to no row of the database, and only take room:\n' +
      `         ${stray}\n`,
  )
})

test('a store that is accepted belongs to the database from then on, and the former one does not', async () => {
  const moved = { DATA_DIR: join(folder, 'moved') }
  expect(await report(moved, { ...nothing, acceptsStore: true })).toContain(
    'Database and files have a new id in common. Servers that still run with other files are refused at their next start.',
  )
  expect(await wrongs(moved)).toEqual([])
  expect(await wrongs()).toEqual([expect.stringContaining('belong to different installations') as unknown])
  expect(await report({}, { ...nothing, acceptsStore: true })).toContain('Nothing is wrong.')
})

test('backups that the server is to make are looked for', async () => {
  const to = join(folder, 'backups')
  await mkdir(to)
  expect(await report({ BACKUP_TO: to })).toContain(
    `  note   There is no backup in ${to} yet: the server makes the first`,
  )
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const daily = { to, everyMs: 24 * 3_600_000 }
  expect(ageOf(hoursAgo(47), daily).state).toBe('right')
  expect(ageOf(hoursAgo(72), daily)).toEqual({
    state: 'wrong',
    text: expect.stringMatching(
      /, 72 hours ago, and one is due every 24 hours\. Look for “backup” in the log/,
    ) as unknown,
  })
})

test('figures are judged as people would', () => {
  const states = (...found: { state: string }[]) => found.map(({ state }) => state)
  expect(states(clockOf(100), clockOf(-1_900), clockOf(2_000), clockOf(-31_000))).toEqual([
    ...['right', 'right', 'note', 'wrong'],
  ])
  expect(clockOf(-31_000).text).toContain("The database's clock is 31 s behind this machine's")
  const most = { mostConnections: 100 }
  expect(
    states(connectionsOf({ connections: 79, ...most }), connectionsOf({ connections: 80, ...most })),
  ).toEqual([...['right', 'note']])
  expect(states(roomOf(2e9, 1e9), roomOf(0.9e9, 1e9), roomOf(1e6, 0))).toEqual(['right', 'wrong', 'wrong'])
  expect([0, 999, 1000, 12_345_678, 58_357_309_440].map(amount)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '12.3 MB',
    '58.4 GB',
  ])
})
