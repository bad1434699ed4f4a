import { Client } from 'pg'
import { openEmbeddedDatabase } from '#server/db/embedded/database.ts'
import { letRolesLogIn } from '#server/db/embedded/logins.ts'

export type BorrowedDatabase = {
  /** A superuser on a database of one's own. */
  ownerUrl: string
  /** Cuts what is still connected and removes the database. */
  release(): Promise<void>
}

type Migrate = (ownerUrl: string) => Promise<unknown>

const templateLock = 7_141_003

/**
 * A database of one's own with the product's whole schema, cloned from a template that is migrated once a run.
 * With `migrate`, an empty one that this function has filled.
 */
export async function borrowDatabase(migrate?: Migrate): Promise<BorrowedDatabase> {
  const serverUrl = await (server ??= findServer())
  const name = nextName()
  if (migrate === undefined) {
    const template = await ensureTemplate(serverUrl)
    await onServer(serverUrl, client =>
      client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
    )
  } else {
    await onServer(serverUrl, client => client.query(`CREATE DATABASE ${name} TEMPLATE template0`))
    await migrate(withDatabase(serverUrl, name))
  }
  return {
    ownerUrl: withDatabase(serverUrl, name),
    release: () =>
      onServer(serverUrl, client => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  }
}

/** Removes every database of this run from the server that LADING_TEST_DATABASE_URL names. */
export async function dropTestDatabases(): Promise<void> {
  await onServer(await findServer(), async client => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE starts_with(datname, $1)`,
      [runPrefix()],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  })
}

let server: Promise<string> | undefined
let template: Promise<string> | undefined
let borrowed = 0

async function findServer(): Promise<string> {
  const url = process.env.LADING_TEST_DATABASE_URL
  if (url) {
    await onServer(url, client => letRolesLogIn(client, decodeURIComponent(new URL(url).password)))
    return url
  }
  const dataDir = process.env.LADING_TEST_DATA_DIR
  if (!dataDir) throw new Error('No test database: testing/global-setup.ts must run before the tests.')
  const { ownerUrl } = await openEmbeddedDatabase({ dataDir, role: 'command', disposable: true })
  return ownerUrl
}

function ensureTemplate(serverUrl: string): Promise<string> {
  return (template ??= buildTemplate(serverUrl))
}

async function buildTemplate(serverUrl: string): Promise<string> {
  const name = `${runPrefix()}template`
  await onServer(serverUrl, async client => {
    await client.query('SELECT pg_advisory_lock($1)', [templateLock])
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount !== 0) return
    const draft = `${name}_draft`
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`)
    await client.query(`CREATE DATABASE ${draft} TEMPLATE template0`)
    const { migrate } = await import('#server/db/migrate.ts')
    const { loadWorldPorts } = await import('#server/ports/world-port-records.ts')
    await migrate(withDatabase(serverUrl, draft))
    await onServer(withDatabase(serverUrl, draft), loadWorldPorts)
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`)
  })
  return name
}

async function onServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function runPrefix(): string {
  return `lading_test_${process.env.LADING_TEST_RUN ?? process.pid}_`
}

function nextName(): string {
  borrowed += 1
  return `${runPrefix()}${process.pid}_${borrowed}`
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
