import pg from 'pg'
import { DatabaseAccessError } from './access-error.ts'

/** Runs `work` on a connection of the tables' owner: for migrations and imports, never for people's requests. */
export async function withOwner<Result>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'lading owner' })
  await client.connect()
  try {
    await seeEverything(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Makes sure that row-level security hides nothing from this connection: for one who owns no table, or whom no
 * policy knows, a table with rows would look like an empty one.
 */
export async function seeEverything(client: pg.Client): Promise<void> {
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
  const [standing] = rows
  if (standing?.hidden)
    throw new DatabaseAccessError(
      `The database login ${standing.login} does not see all rows of ${standing.hidden}: they belong to another ` +
        'role. Log in as their owner (DATABASE_MIGRATION_URL, or DATABASE_URL where that is not set), or give them ' +
        `to ${standing.login} as an administrator: reassign owned by … to ${standing.login};`,
    )
  // Whom policies do not bind stays unbound, or is refused: nothing is ever filtered. Others cannot say so, since
  // PostgreSQL then refuses a table's owner too where row-level security is forced.
  if (standing?.bypasses) await client.query('set row_security = off')
}

const QUEUE_CONNECTIONS = 6

/**
 * The queue's connections. Its tables are the owner's, and secured so that nobody else sees a row of them: with
 * row_security off, whoever is not their owner is refused, and the queue never looks empty by mistake.
 */
export function openQueuePool(ownerUrl: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: QUEUE_CONNECTIONS,
    application_name: 'lading queue',
    // The pool waits for the promise before it hands the connection out, which its types do not know.
    onConnect: client => client.query('set row_security = off') as unknown as void,
  })
  pool.on('error', onError)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}
