import type pg from 'pg'
import { withOwner } from '#server/db/owner.ts'
import { BackupError } from './backup-error.ts'
import { sameTextEverywhere, withoutTimeouts } from './session-records.ts'
import { type AppliedMigration, listAppliedMigrations, listTables, type Table } from './table-records.ts'

export type Snapshot = {
  /** Its transaction sees the database as it was at one moment, whatever is written meanwhile. */
  client: pg.Client
  /** Those that others refer to first. */
  tables: Table[]
  migrations: AppliedMigration[]
  /** By the database's clock. */
  takenAt: Date
}

/** The database was brought to another schema at the same time; nothing was read. */
export class SchemaChanging extends BackupError {
  override name = 'SchemaChanging'
}

/**
 * Runs `work` in one read-only transaction that sees the database as it was at one moment, as the tables' owner, from
 * whom row-level security hides nothing. Others read and write as usual; a migration waits until the work is done.
 * Throws SchemaChanging where a migration came between: try again.
 *
 * Tables are read by `copyOut(client, table)`, one after the other. For the rows of one company:
 *
 *     await inSnapshot(ownerUrl, async ({ client, tables }) => {
 *       for (const table of tables.filter(one => one.accountColumn))
 *         await pipeline(copyOut(client, table, { accountId }), destination(table.name)).then(() => untilReady(client))
 *     })
 */
export async function inSnapshot<Result>(
  ownerUrl: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return withOwner(ownerUrl, async client => {
    await client.query('begin transaction isolation level repeatable read, read only')
    await withoutTimeouts(client)
    await sameTextEverywhere(client)
    // Undone, it leaves no lock on a table for which each start of a server waits.
    await client.query('savepoint schema_was_read')
    const migrations = (await listAppliedMigrations(client)) ?? []
    await client.query('rollback to savepoint schema_was_read; release savepoint schema_was_read')
    const tables = await listTables(client)
    if (tables.length > 0)
      await client.query(
        `lock table ${tables.map(({ name }) => `public.${client.escapeIdentifier(name)}`).join(', ')} in access share mode`,
      )
    await requireSchema(ownerUrl, migrations)
    const { rows } = await client.query<{ now: Date }>('select now() as now')
    const [{ now: takenAt } = { now: new Date() }] = rows
    const result = await work({ client, tables, migrations, takenAt })
    await client.query('commit')
    return result
  })
}

/** What changed the tables before they were locked is not in the snapshot of the catalogue. */
async function requireSchema(ownerUrl: string, read: readonly AppliedMigration[]): Promise<void> {
  const now = (await withOwner(ownerUrl, listAppliedMigrations)) ?? []
  if (now.map(({ name }) => name).join() !== read.map(({ name }) => name).join())
    throw new SchemaChanging(
      'The database is being brought to another version at this moment. Nothing was read; try again.',
    )
}

export async function postgresVersion(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  return rows[0]?.version ?? ''
}
