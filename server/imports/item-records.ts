import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { itemColumns } from '#server/items/columns.ts'
import type { ChangedRecord, MadeRecord, Target } from './target.ts'
import type { Value, Values } from './values.ts'
import { changeColumns, columnsIn, listed, rowsOf } from './write-records.ts'

export const itemColumnOf: Readonly<Record<string, string>> = { ...itemColumns, container: 'container' }
const written = Object.values(itemColumns)

/** The numbers of the containers that an item is in, as the export writes them. */
const numbersOfItem = sql`(
  select string_agg(c.number, ', ' order by c.position)
  from item_containers l join containers c on c.account_id = l.account_id and c.id = l.container_id
  where l.account_id = i.account_id and l.item_id = i.id and c.number > '')`
const withContainer = sql`to_jsonb(i) || jsonb_build_object('container', ${numbersOfItem})`

async function load(
  db: Db,
  accountId: string,
  ids: readonly string[],
  lock = sql``,
): Promise<Map<string, Values>> {
  const { rows } = await sql<{ id: string; values: Values }>`
    select i.id, ${withContainer} as values from items i
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
  await stow(
    db,
    accountId,
    records.map(({ id, values }) => ({ id, number: values['container'] ?? null })),
  )
}

async function change(db: Db, accountId: string, records: readonly ChangedRecord[]): Promise<void> {
  await changeColumns(db, accountId, { table: 'items', known: written }, records)
  const moved = records.flatMap(({ id, fields }) =>
    fields['container'] ? [{ id, number: fields['container'][1] }] : [],
  )
  if (moved.length === 0) return
  await sql`
    delete from item_containers
    where account_id = ${accountId} and item_id = any (${sql.val(moved.map(({ id }) => id))}::uuid[])`.execute(
    db,
  )
  await stow(db, accountId, moved)
}

/** Puts items whole into the container of this number, the first of several. */
async function stow(
  db: Db,
  accountId: string,
  items: readonly { id: string; number: Value }[],
): Promise<void> {
  const named = items.filter(({ number }) => number !== null && number !== '')
  if (named.length === 0) return
  await sql`
    insert into item_containers (account_id, job_id, item_id, container_id)
    select i.account_id, i.job_id, i.id, c.id
    from unnest(
      ${sql.val(named.map(({ id }) => id))}::uuid[],
      ${sql.val(named.map(({ number }) => String(number)))}::text[]
    ) as wanted (id, number)
    join items i on i.account_id = ${accountId} and i.id = wanted.id
    join lateral (
      select c.id from containers c
      where c.account_id = i.account_id and c.job_id = i.job_id and c.number = wanted.number
      order by c.position limit 1
    ) c on true
    order by i.position`.execute(db)
}

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

/** Whether the item is in several containers, or not all of it in one: then no number says in which. */
export const isSplit = sql`exists (
  select from item_containers l where l.account_id = i.account_id and l.item_id = i.id
  having count(*) > 1 or count(l.packs) + count(l.gross_weight) + count(l.volume) > 0)`

/** What the jobs carry, in the order of their tables; `isSplit` beside the columns. */
export async function itemsOfJobs(db: Db, accountId: string, jobIds: readonly string[]): Promise<Values[]> {
  const { rows } = await sql<{ values: Values }>`
    select ${withContainer} || jsonb_build_object('isSplit', case when ${isSplit} then 1 end) as values
    from items i
    where i.account_id = ${accountId} and i.job_id = any (${sql.val([...jobIds])}::uuid[])
    order by i.job_id, i.position`.execute(db)
  return rows.map(({ values }) => values)
}

/** The numbers of the containers that the jobs have, in their order. */
export async function containersOfJobs(
  db: Db,
  accountId: string,
  jobIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ job: string; numbers: string[] }>`
    select c.job_id as job, array_agg(c.number order by c.position) as numbers from containers c
    where c.account_id = ${accountId} and c.job_id = any (${sql.val([...jobIds])}::uuid[]) and c.number > ''
    group by c.job_id`.execute(db)
  return new Map(rows.map(({ job, numbers }) => [job, numbers]))
}
