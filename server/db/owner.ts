import pg from 'pg'
import { DatabaseAccessError, withStatements } from './access-error.ts'
import {
  isStatementTimeout,
  TCP_KEEP_ALIVE,
  type PoolTimeouts,
  DEFAULT_POOL_TIMEOUTS,
  RUNTIME_ROLE,
  SIGN_IN_ROLE,
} from './role-pool.ts'

/**
 * Runs `work` on a connection of the tables' owner: for migrations and imports, never for people's requests. Its
 * statements may take as long as they need: an import of a million rows is no failure.
 */
export async function withOwner<Result>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'lading owner',
    connectionTimeoutMillis: DEFAULT_POOL_TIMEOUTS.connect,
    ...TCP_KEEP_ALIVE,
  })
  // A connection that breaks between two statements fails the next one; the event alone must not end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await bypassRowSecurity(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Refuses the logins of people's requests: they must never get the owner's rights, whichever others are missing. */
export function refuseProductLogin(login: string): void {
  if (login !== RUNTIME_ROLE && login !== SIGN_IN_ROLE) return
  throw new DatabaseAccessError(
    `${login} is the login for people’s requests, and this needs the login of the tables’ owner: set DATABASE_MIGRATION_URL ` +
      'to it. With several machines, run this with the settings of a worker. Nothing was changed.',
  )
}

/** Refuses, with words, whoever is not the owner of the database's tables. */
export async function requireOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string; owner: string }>(
    `select quote_ident(current_user) as login, c.relowner::regrole::text as owner from pg_class c
     where c.oid = to_regclass('public.schema_migrations') and not pg_has_role(c.relowner, 'usage')`,
  )
  const [other] = rows
  if (other)
    throw new DatabaseAccessError(
      withStatements(
        `The tables of this database belong to ${other.owner}, and ${other.login} may not bring them up to date. ` +
          `Set DATABASE_MIGRATION_URL to the login of ${other.owner}, or give the database to ${other.login} by ` +
          'this statement, run in it by an administrator of the PostgreSQL server:',
        [`reassign owned by ${other.owner} to ${other.login}`],
      ),
    )
}

/**
 * Makes sure that row-level security hides nothing from this connection: for one who owns no table, or whom no
 * policy knows, a table with rows would look like an empty one.
 */
export async function bypassRowSecurity(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ login: string; bypasses: boolean; hidden: string | null }>(
    `select current_user as login, u.rolsuper or u.rolbypassrls as bypasses,
       (select string_agg(c.oid::regclass::text, ', ' order by c.relname)
        from pg_class c
        where c.relnamespace in (to_regnamespace('public'), to_regnamespace('graphile_worker'))
          and c.relkind in ('r', 'p') and c.relrowsecurity and row_security_active(c.oid)
          and not exists (
            select from pg_policy p, unnest(p.polroles) as r (oid)
            where p.polrelid = c.oid and p.polname = 'of_owner' and pg_has_role(r.oid, 'usage'))) as hidden
     from pg_roles u where u.rolname = current_user`,
  )
  const [access] = rows
  if (access?.hidden) {
    refuseProductLogin(access.login)
    throw new DatabaseAccessError(
      `Row-level security hides rows of these tables from ${access.login}, and work on them would take them for ` +
        `empty: ${access.hidden}. Start Lading once with the login of their owner in DATABASE_MIGRATION_URL; it ` +
        'recreates the policies that let the owner see everything.',
    )
  }
  // Whom policies do not bind stays unbound, or is refused: nothing is ever filtered. Others cannot say so, since
  // PostgreSQL then refuses a table's owner too where row-level security is forced.
  if (access?.bypasses) await client.query('set row_security = off')
}

export type QueueClient = pg.PoolClient

// One of them is held as long as the process lives.
const QUEUE_CONNECTIONS = 7

/**
 * The queue's connections. Its tables are the owner's, and secured so that nobody else sees a row of them: whoever would
 * not see all of them gets no connection, and the queue never looks empty by mistake.
 */
export function openQueuePool(
  ownerUrl: string,
  onError: (error: Error) => void,
  patience: PoolTimeouts = DEFAULT_POOL_TIMEOUTS,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: QUEUE_CONNECTIONS,
    application_name: 'lading queue',
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.answer,
    ...TCP_KEEP_ALIVE,
    // The pool waits for the promise before it hands the connection out, which its types do not know.
    onConnect: client => bypassRowSecurity(client) as unknown as void,
  })
  pool.on('error', onError)
  pool.on('connect', client => {
    client.on('error', () => undefined)
    closeWhenUnanswered(client)
  })
  return pool
}

/**
 * The queue's library gives a connection back whose statement found no answer, and whoever takes it next would wait
 * behind that statement. Closed, it leaves the pool.
 */
function closeWhenUnanswered(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...given: unknown[]) => unknown
  const watched = (...given: unknown[]): unknown => {
    const asked = ask(...given)
    if (asked instanceof Promise)
      asked.catch((error: unknown) => {
        if (isStatementTimeout(error))
          (client as unknown as { connection: pg.Connection }).connection.stream.destroy()
      })
    return asked
  }
  client.query = watched as typeof client.query
}
