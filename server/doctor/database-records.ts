import pg from 'pg'
import { listNamedFiles } from '#server/backup/file-key-records.ts'
import type { AppliedMigration } from '#server/db/migration-files.ts'
import { DEFAULT_POOL_TIMEOUTS } from '#server/db/role-pool.ts'

/** Runs `work` on a connection of one address, which nothing else uses. */
export async function onAddress<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lading doctor',
    connectionTimeoutMillis: DEFAULT_POOL_TIMEOUTS.connect,
    query_timeout: DEFAULT_POOL_TIMEOUTS.answer,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type DatabaseState = {
  bytes: number
  connections: number
  mostConnections: number
  /** By how many milliseconds the database's clock is ahead of this machine's. */
  clockAhead: number
}

export async function readState(client: pg.Client): Promise<DatabaseState> {
  const before = Date.now()
  const { rows: clock } = await client.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  )
  const here = (before + Date.now()) / 2
  const { rows } = await client.query<Omit<DatabaseState, 'clockAhead'>>(
    `select pg_database_size(current_database())::float8 as bytes,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
       current_setting('max_connections')::int as "mostConnections"`,
  )
  return { ...(rows[0] as DatabaseState), clockAhead: (clock[0]?.now ?? here) - here }
}

export async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select name, checksum from schema_migrations')
  return rows
}

/** Tables of companies that row-level security does not guard, or not against their owner. */
export async function readUnsecured(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not (c.relrowsecurity and c.relforcerowsecurity)
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** What is sealed in the database: the sign-in's keys, and secrets and messages, the newest of each. */
export async function readSealed(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ sealed: string | null }>(
    `select value ->> 'sealed' as sealed from oidc_keys
     union all (select totp_secret from identity_users where totp_secret is not null limit 20)
     union all (select message from product_mails where message is not null limit 20)`,
  )
  return rows.flatMap(({ sealed }) => (sealed === null ? [] : [sealed]))
}

/** Every key of the file store that a row names, those of uploads that are under way included. */
export async function readFileKeys(client: pg.Client): Promise<Set<string>> {
  const named = await listNamedFiles(client)
  const { rows } = await client.query<{ key: string }>('select content_key as key from started_uploads')
  return new Set([...named, ...rows].map(({ key }) => key))
}
