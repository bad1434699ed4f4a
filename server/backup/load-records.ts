import type pg from 'pg'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { withOwner } from '#server/db/owner.ts'
import { BackupError } from './backup-error.ts'
import { sumRows } from './content-checks.ts'
import {
  type AppliedMigration,
  copyIn,
  copyOut,
  listAppliedMigrations,
  listTables,
  type SequenceValue,
  setSequences,
  type Table,
  untilReady,
} from './table-records.ts'
import { sameTextEverywhere, withoutTimeouts } from './session-records.ts'

export type RowsOf = { name: string; columns: string[]; rows: number; digest: string }

export type Load = {
  tables: readonly RowsOf[]
  sequences: readonly SequenceValue[]
  migrations: readonly AppliedMigration[]
  /** A table's rows in COPY's text format. */
  read: (name: string) => AsyncIterable<Uint8Array>
}

/** What stands in a database to which a backup is to be restored. */
export type Standing = {
  /** Null where there is no schema. */
  migrations: AppliedMigration[] | null
  /** Tables that hold rows, and whatever is not Lading's. */
  occupied: string[]
}

export async function lookAtTarget(ownerUrl: string): Promise<Standing> {
  return withOwner(ownerUrl, async client => {
    const migrations = await listAppliedMigrations(client)
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                         and d.deptype = 'e')
       order by 1`,
    )
    if (migrations === null) return { migrations, occupied: rows.map(({ name }) => name) }
    const occupied: string[] = []
    for (const { name } of rows.filter(one => one.name !== 'schema_migrations')) {
      const found = await client.query(`select from public.${client.escapeIdentifier(name)} limit 1`)
      if (found.rowCount !== 0) occupied.push(name)
    }
    return { migrations, occupied }
  })
}

/** What was loaded is not what was saved; nothing of it is kept. */
export class LoadedOtherwise extends BackupError {
  override name = 'LoadedOtherwise'
}

/**
 * Loads the rows of every table, all in one transaction, into a schema whose tables are empty. Triggers rest meanwhile,
 * so that nothing is written by them anew: history and search come back as they were. Foreign keys and all other
 * constraints are checked. Everything is read again and compared before it is kept.
 */
export async function loadTables(
  ownerUrl: string,
  { tables, sequences, migrations, read }: Load,
): Promise<void> {
  await withOwner(ownerUrl, async client => {
    await client.query('begin')
    await withoutTimeouts(client)
    await sameTextEverywhere(client)
    const present = await listTables(client)
    requireSameTables(present, tables)
    const forced = await restTriggers(client, present)
    for (const { name } of present) {
      const saved = tables.find(one => one.name === name)
      if (!saved) continue
      await pipeline(Readable.from(read(name), { objectMode: false }), copyIn(client, saved))
      await untilReady(client)
    }
    await client.query('set constraints all immediate')
    for (const saved of tables) await requireRows(client, saved)
    await setSequences(client, sequences)
    await client.query(
      `update public.schema_migrations m set applied_at = b.applied_at::timestamptz
       from unnest($1::text[], $2::text[]) as b (name, applied_at) where b.name = m.name`,
      [migrations.map(({ name }) => name), migrations.map(({ appliedAt }) => appliedAt)],
    )
    await wakeTriggers(client, present, forced)
    await client.query('commit')
    await client.query('analyze')
  })
}

function requireSameTables(present: readonly Table[], saved: readonly RowsOf[]): void {
  const describe = (tables: readonly Pick<Table, 'name' | 'columns'>[]) =>
    tables.map(({ name, columns }) => `${name}(${columns.toSorted().join()})`).toSorted()
  const [here, there] = [describe(present), describe(saved)]
  const other = [...here.filter(one => !there.includes(one)), ...there.filter(one => !here.includes(one))]
  if (other.length > 0)
    throw new LoadedOtherwise(
      `The tables of the backup are not those of its migrations: ${other.join('; ')}.`,
    )
}

async function requireRows(client: pg.Client, saved: RowsOf): Promise<void> {
  const table = { ...saved, accountColumn: null, refersTo: [] }
  const found = await sumRows(copyOut(client, table))
  await untilReady(client)
  if (found.rows !== saved.rows || found.digest !== saved.digest)
    throw new LoadedOtherwise(
      `The table ${saved.name} holds ${found.rows} rows after it was loaded, which are not the ${saved.rows} of the backup.`,
    )
}

/** Answers the tables whose owner row-level security binds, which PostgreSQL lets nobody copy into. */
async function restTriggers(client: pg.Client, tables: readonly Table[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relforcerowsecurity`,
  )
  for (const { name } of tables)
    await client.query(`alter table public.${client.escapeIdentifier(name)} disable trigger user`)
  for (const { name } of rows)
    await client.query(`alter table public.${client.escapeIdentifier(name)} no force row level security`)
  return rows.map(({ name }) => name)
}

async function wakeTriggers(
  client: pg.Client,
  tables: readonly Table[],
  forced: readonly string[],
): Promise<void> {
  for (const { name } of tables)
    await client.query(`alter table public.${client.escapeIdentifier(name)} enable trigger user`)
  for (const name of forced)
    await client.query(`alter table public.${client.escapeIdentifier(name)} force row level security`)
}
