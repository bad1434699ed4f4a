import type { Client } from 'pg'
import { onConnection } from '#testing/own-server.ts'
import type { Snapshot } from '#server/backup/snapshot-records.ts'

/** By table: how many rows it has, and a sum of their texts that PostgreSQL itself computes. */
export type TableSums = Record<string, string>

/** A restore gives the installation a marker of its own. */
const OTHERWISE = ['schema_migrations', 'installation']

export async function sumTables(client: Client): Promise<TableSums> {
  await client.query(`set timezone = 'UTC'`)
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1) order by 1`,
    [OTHERWISE],
  )
  const sums: TableSums = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text) collate "C")), '') as sum
       from ${name} t`,
    )
    sums[name] = rows[0]?.sum ?? ''
  }
  return sums
}

/** The same at the moment of a snapshot, by a connection of its own. */
export async function sumTablesAt(ownerUrl: string, { client }: Snapshot): Promise<TableSums> {
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
  return onConnection(ownerUrl, async other => {
    await other.query('begin isolation level repeatable read')
    await other.query(`set transaction snapshot '${rows[0]?.id}'`)
    return sumTables(other)
  })
}

/** Tables whose rows are others than they should be. */
export const differing = (expected: TableSums, found: TableSums): string[] =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])].filter(
    name => expected[name] !== found[name],
  )
