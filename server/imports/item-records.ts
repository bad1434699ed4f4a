import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { itemColumns } from '#server/items/columns.ts'
import type { ChangedRecord, MadeRecord, Target } from './target.ts'
import type { Values } from './values.ts'
import { changeColumns, columnsIn, listed, rowsOf } from './write-records.ts'

export const itemColumnOf: Readonly<Record<string, string>> = itemColumns
const written = Object.values(itemColumns)

async function load(
  db: Db,
  accountId: string,
  ids: readonly string[],
  lock = sql``,
): Promise<Map<string, Values>> {
  const { rows } = await sql<{ id: string; values: Values }>`
    select i.id, to_jsonb(i) as values from items i
    where i.account_id = ${accountId} and i.id = any (${sql.val([...ids])}::uuid[])
    order by i.id ${lock}`.execute(db)
  return new Map(rows.map(({ id, values }) => [id, values]))
}

async function make(db: Db, accountId: string, records: readonly MadeRecord[]): Promise<void> {
  const columns = columnsIn(records, written)
  const rows = records.map(({ id, values }) => ({ ...values, id }))
  await sql`
    insert into items (account_id, id, job_id ${listed(columns)})
    select ${accountId}, r.id, r.job_id ${listed(columns, 'r')}
    from unnest(${sql.val(records.map(({ id }) => id))}::uuid[]) with ordinality as wanted (id, turn)
    join ${rowsOf('items', rows)} as r on r.id = wanted.id
    join jobs j on j.account_id = ${accountId} and j.id = r.job_id
    order by wanted.turn`.execute(db)
}

const change = (db: Db, accountId: string, records: readonly ChangedRecord[]) =>
  changeColumns(db, accountId, { table: 'items', known: written }, records)

async function remove(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    delete from items where account_id = ${accountId} and version = 1 and id = any (${sql.val([...ids])}::uuid[])
    returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export const itemTarget: Target = {
  load,
  lock: (db, accountId, ids) => load(db, accountId, ids, sql`for update of i`),
  table: 'items',
  make,
  change,
  remove,
}

/** What the jobs carry, in the order of their tables. */
export async function itemsOfJobs(db: Db, accountId: string, jobIds: readonly string[]): Promise<Values[]> {
  const { rows } = await sql<{ values: Values }>`
    select to_jsonb(i) as values from items i
    where i.account_id = ${accountId} and i.job_id = any (${sql.val([...jobIds])}::uuid[])
    order by i.job_id, i.position`.execute(db)
  return rows.map(({ values }) => values)
}
