import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'
import { type Change, changesOf, historySince, reversed } from './changes-records.ts'

type TablesWith<Columns extends string> = {
  [Table in keyof DB]: [Columns] extends [keyof DB[Table]] ? Table : never
}[keyof DB]

/** A company's table whose rows are known by their id. */
export type TableOfRows = TablesWith<'account_id' | 'id'>
/** One whose rows count their changes too. */
export type TableOfVersions = TablesWith<'account_id' | 'id' | 'version'>

/** False, and nothing changed, where the id is in use. */
export async function insertRow<Table extends TableOfRows>(
  db: Db,
  table: Table,
  row: Insertable<DB[Table]>,
): Promise<boolean> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.join(given.map(([column]) => sql.ref(column)))})
    values (${sql.join(given.map(([, value]) => value))}) on conflict (account_id, id) do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** How many of the rows were not there yet; they are stored in the order in which they are given. */
export async function insertRows(
  db: Db,
  table: TableOfRows,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<number> {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const values = rows.map(
    row => sql`(${sql.join(columns.map(column => (column in row ? sql`${row[column]}` : sql`default`)))})`,
  )
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(column => sql.ref(column)))})
    values ${sql.join(values)} on conflict (account_id, id) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes those of a job's rows that are still of the given versions. */
export async function deleteRowsOfJob(
  db: Db,
  table: TableOfVersions,
  accountId: string,
  jobId: string,
  rows: readonly { id: string; version: number }[],
): Promise<void> {
  const ids = rows.map(row => row.id)
  const versions = rows.map(row => row.version)
  await sql`
    delete from ${sql.table(table)} as held using unnest(${ids}::uuid[], ${versions}::int[]) as wanted (id, version)
    where held.account_id = ${accountId} and held.job_id = ${jobId}
      and held.id = wanted.id and held.version = wanted.version`.execute(db)
}

/** The row's version, the row locked until the transaction ends; null where there is none. */
export async function lockRow(
  db: Db,
  table: TableOfVersions,
  accountId: string,
  id: string,
): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(table)} where account_id = ${accountId} and id = ${id} for update`.execute(
    db,
  )
  return rows[0]?.version ?? null
}

/** Changes what `values` names of a row, and counts its version. */
export async function updateRow<Table extends TableOfVersions>(
  db: Db,
  table: Table,
  accountId: string,
  id: string,
  values: Updateable<DB[Table]>,
): Promise<void> {
  const changed = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}, `)
  await sql`
    update ${sql.table(table)} set ${sql.join(changed, sql``)} version = version + 1
    where account_id = ${accountId} and id = ${id}`.execute(db)
}

/** False where there is none. */
export async function deleteRow(db: Db, table: TableOfRows, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where account_id = ${accountId} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/** What was changed of one row after a version of it, by the wire's names. */
export async function rowChangesSince(
  db: Db,
  table: TableOfVersions,
  accountId: string,
  row: { id: string; version: number; columns: Readonly<Record<string, string>> },
): Promise<Change[]> {
  const history = await historySince(db, accountId, { ...row, recordTypes: [table], besides: [] })
  return changesOf(history, reversed(row.columns))
}
