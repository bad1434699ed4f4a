import type pg from 'pg'
import { DatabaseAccessError } from './access-error.ts'

/** What is asked of a PostgreSQL server before anything is changed in it, by statements that all of them understand. */
export type ServerFacts = {
  login: string
  database: string
  version: string
  versionNumber: number
  isReplica: boolean
  encoding: string
  /** No version of the product has been here. */
  isFresh: boolean
  hasSchema: boolean
  mayCreateInSchema: boolean
  mayCreateInDatabase: boolean
  hasQueue: boolean
  hasTrigrams: boolean
  offersTrigrams: boolean
}

const LEAST_VERSION = 15

export async function readServerFacts(client: pg.ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(
    `select quote_ident(current_user) as login, quote_ident(current_database()) as database,
       current_setting('server_version') as version,
       current_setting('server_version_num')::int as "versionNumber",
       pg_is_in_recovery() as "isReplica",
       (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
       to_regclass('public.schema_migrations') is null as "isFresh",
       to_regnamespace('public') is not null as "hasSchema",
       coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as "mayCreateInSchema",
       has_database_privilege(current_database(), 'create') as "mayCreateInDatabase",
       to_regnamespace('graphile_worker') is not null as "hasQueue",
       exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
       exists (select from pg_available_extensions where name = 'pg_trgm') as "offersTrigrams"`,
  )
  return rows[0] as ServerFacts
}

/** Throws DatabaseAccessError where this version cannot run on the server, whatever rights it is given. */
export function requireServer(facts: ServerFacts): void {
  const refusal = refusalOf(facts)
  if (refusal !== undefined) throw new DatabaseAccessError(`${refusal} Nothing was changed.`)
}

function refusalOf(facts: ServerFacts): string | undefined {
  if (facts.versionNumber < LEAST_VERSION * 10_000)
    return (
      `Lading needs PostgreSQL ${LEAST_VERSION} or later, and this server is ${facts.version}. Upgrade it, for ` +
      'example with pg_upgrade, or set DATABASE_URL to a newer one.'
    )
  if (facts.isReplica)
    return (
      'This PostgreSQL server is a replica, which takes no changes. Set DATABASE_URL, and the other addresses of the ' +
      'database, to the primary server.'
    )
  if (facts.isFresh && facts.encoding !== 'UTF8')
    return (
      `The database ${facts.database} has the encoding ${facts.encoding}, which cannot keep every text. Make one with: ` +
      "create database lading encoding 'UTF8' template template0;"
    )
  if (!facts.hasTrigrams && !facts.offersTrigrams)
    return (
      'The PostgreSQL server does not have the extension pg_trgm, by which Lading searches. Install its contrib ' +
      'package, such as postgresql-contrib, on the machine that it runs on.'
    )
  return undefined
}

/** The statements for an administrator that give the owner what migrations need; none where nothing is missing. */
export function missingRights(facts: ServerFacts): string[] {
  const { login, database } = facts
  const needsDatabase = !facts.hasTrigrams || !facts.hasQueue || !facts.hasSchema
  return [
    ...(facts.hasSchema ? [] : [`create schema public authorization ${login}`]),
    ...(facts.hasSchema && !facts.mayCreateInSchema
      ? [`grant usage, create on schema public to ${login}`]
      : []),
    ...(needsDatabase && !facts.mayCreateInDatabase
      ? [`grant create on database ${database} to ${login}`]
      : []),
  ]
}
