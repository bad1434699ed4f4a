import { Client } from 'pg'
import { ownerRole } from './init.ts'
import { errorCode } from './errors.ts'
import { DEFAULT_POOL_TIMEOUTS } from '#server/db/role-pool.ts'

/**
 * A connection held for as long as a process uses the embedded database. Its advisory locks say who uses it:
 * PostgreSQL drops them the moment the process dies, however it dies, so no lock is ever left behind.
 */
export type Session = { client: Client; closed: boolean }

export type Role = 'server' | 'command'

const inUse = 7_141_001
const serverLock = 7_141_002

export function databaseUrl(password: string, port: number, database: string): string {
  return `postgresql://${ownerRole}:${password}@127.0.0.1:${port}/${database}`
}

/** Connects and registers as a user; undefined when the database is about to stop. */
export async function joinDatabase(url: string, role: Role): Promise<Session | undefined> {
  const client = new Client({
    connectionString: url,
    application_name: `lading ${role} ${process.pid}`,
    connectionTimeoutMillis: DEFAULT_POOL_TIMEOUTS.connect,
    query_timeout: DEFAULT_POOL_TIMEOUTS.answer,
  })
  const session: Session = { client, closed: false }
  client.on('error', () => undefined)
  client.once('end', () => (session.closed = true))
  await client.connect()
  if (await ask(session, 'SELECT pg_try_advisory_lock_shared($1) AS answer', inUse)) return session
  await client.end()
  return undefined
}

/** Takes the one place of a server. */
export async function takeServerLock(session: Session): Promise<boolean> {
  return ask(session, 'SELECT pg_try_advisory_lock($1) AS answer', serverLock)
}

/** The process that holds the server's place, if it can be told. */
export async function findServerPid(session: Session): Promise<number | undefined> {
  const { rows } = await session.client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1 AND l.objsubid = 1`,
    [serverLock],
  )
  const pid = Number(rows[0]?.name.split(' ').at(-1))
  return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
}

/** Gives the place up; true when nobody else uses the database, and from then on nobody else can join. */
export async function leaveDatabase(session: Session): Promise<boolean> {
  await session.client.query('SELECT pg_advisory_unlock_all()')
  return ask(session, 'SELECT pg_try_advisory_lock($1) AS answer', inUse)
}

export async function createDatabaseIfMissing(session: Session, name: string): Promise<void> {
  const found = await session.client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (found.rowCount !== 0) return
  try {
    await session.client.query(`CREATE DATABASE ${session.client.escapeIdentifier(name)}`)
  } catch (error) {
    // Two first starts at once: the other was quicker.
    if (errorCode(error) !== '42P04' && errorCode(error) !== '23505') throw error
  }
}

async function ask(session: Session, question: string, key: number): Promise<boolean> {
  const { rows } = await session.client.query<{ answer: boolean }>(question, [key])
  return rows[0]?.answer === true
}
