import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { itemColumns } from '#server/items/columns.ts'
import { type StowedPart, stowageText } from '#server/items/stowage-text.ts'
import { containerHolder } from '#server/records/container-holder-records.ts'
import { type KnownContainer, readStowage } from './read-stowage.ts'
import type { ChangedRecord, MadeRecord, Target } from './target.ts'
import type { Value, Values } from './values.ts'
import { changeColumns, columnsIn, listed, rowsOf } from './write-records.ts'

export const itemColumnOf: Readonly<Record<string, string>> = { ...itemColumns, container: 'container' }
const written = Object.values(itemColumns)

/** What of an item is in which container that has a number, in the order of the job's containers. */
const partsOfItem = sql`(
  select jsonb_agg(jsonb_build_object('number', c.number, 'packs', l.packs, 'grossWeight', l.gross_weight,
    'volume', l.volume) order by c.position)
  from item_containers l join containers c on c.account_id = l.account_id and c.id = l.container_id
  where l.account_id = i.account_id and l.item_id = i.id and c.number > '')`

type StoredItem = { id: string; values: Values; parts: StowedPart[] | null }
const withContainer = ({ values, parts }: StoredItem): Values => ({
  ...values,
  container: stowageText(parts ?? []),
})

async function load(
  db: Db,
  accountId: string,
  ids: readonly string[],
  lock = sql``,
): Promise<Map<string, Values>> {
  const { rows } = await sql<StoredItem>`
    select i.id, to_jsonb(i) as values, ${partsOfItem} as parts from items i
    where i.account_id = ${accountId} and i.id = any (${sql.val([...ids])}::uuid[])
    order by i.id ${lock}`.execute(db)
  return new Map(rows.map(row => [row.id, withContainer(row)]))
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
    records.map(({ id, values }) => ({ id, container: values['container'] ?? null })),
  )
}

async function change(db: Db, accountId: string, records: readonly ChangedRecord[]): Promise<void> {
  await changeColumns(db, accountId, { table: 'items', known: written }, records)
  const moved = records.flatMap(({ id, fields }) =>
    fields['container'] ? [{ id, container: fields['container'][1] }] : [],
  )
  await stow(db, accountId, moved)
}

/** Puts items into the containers that their texts name; what stays as it is has no new entry in the history. */
async function stow(
  db: Db,
  accountId: string,
  items: readonly { id: string; container: Value }[],
): Promise<void> {
  if (items.length === 0) return
  const ids = sql.val(items.map(({ id }) => id))
  const { rows: placed } = await sql<{ id: string; job: string }>`
    select id, job_id as job from items where account_id = ${accountId} and id = any (${ids}::uuid[])`.execute(
    db,
  )
  const jobOf = new Map(placed.map(({ id, job }) => [id, job]))
  const known = await containersOfJobs(db, accountId, [...new Set(jobOf.values())])
  const wanted = items.flatMap(({ id, container }) => {
    const job = jobOf.get(id) ?? ''
    const stowage = readStowage(String(container ?? ''), known.get(job) ?? [])
    if (!('parts' in stowage)) throw new Error(`The item ${id} cannot be in ${container}.`)
    return stowage.parts.map(part => ({
      ...{ job_id: job, item_id: id, container_id: part.id },
      ...{ packs: part.packs, gross_weight: part.grossWeight, volume: part.volume },
    }))
  })
  await sql`
    with wanted as (
      select * from jsonb_populate_recordset(null::item_containers, ${JSON.stringify(wanted)}::jsonb)
    ), gone as (
      delete from item_containers l
      where l.account_id = ${accountId} and l.item_id = any (${ids}::uuid[])
        and not exists (select from wanted w where w.item_id = l.item_id and w.container_id = l.container_id)
    )
    insert into item_containers as l (account_id, job_id, item_id, container_id, packs, gross_weight, volume)
    select ${accountId}, i.job_id, i.id, w.container_id, w.packs, w.gross_weight, w.volume
    from wanted w join items i on i.account_id = ${accountId} and i.id = w.item_id
    order by i.position
    on conflict (account_id, item_id, container_id) do update
      set packs = excluded.packs, gross_weight = excluded.gross_weight, volume = excluded.volume
      where (l.packs, l.gross_weight, l.volume)
        is distinct from (excluded.packs, excluded.gross_weight, excluded.volume)`.execute(db)
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

/** Whether a part of the item is in a container without a number, which no text can name. */
export const isPartlyUnnumbered = sql`exists (
  select from item_containers l join containers c on c.account_id = l.account_id and c.id = l.container_id
  where l.account_id = i.account_id and l.item_id = i.id
  having count(*) filter (where coalesce(c.number, '') = '') > 0
    and (count(*) > 1 or count(l.packs) + count(l.gross_weight) + count(l.volume) > 0))`

/** What the jobs carry, in the order of their tables; `isPartlyUnnumbered` beside the columns. */
export async function itemsOfJobs(db: Db, accountId: string, jobIds: readonly string[]): Promise<Values[]> {
  const { rows } = await sql<StoredItem>`
    select i.id, ${partsOfItem} as parts,
      to_jsonb(i) || jsonb_build_object('isPartlyUnnumbered', case when ${isPartlyUnnumbered} then 1 end) as values
    from items i
    where i.account_id = ${accountId} and i.job_id = any (${sql.val([...jobIds])}::uuid[])
    order by i.job_id, i.position`.execute(db)
  return rows.map(withContainer)
}

/** The containers with numbers in which the items of the jobs travel, in their order. */
export async function containersOfJobs(
  db: Db,
  accountId: string,
  jobIds: readonly string[],
): Promise<Map<string, KnownContainer[]>> {
  const { rows } = await sql<{ job: string; containers: KnownContainer[] }>`
    select j.id as job, jsonb_agg(
      jsonb_build_object('id', c.id, 'number', c.number, 'isOfMaster', c.job_id <> j.id) order by c.position
    ) as containers
    from jobs j join containers c on c.account_id = j.account_id and c.job_id = ${containerHolder('j')}
    where j.account_id = ${accountId} and j.id = any (${sql.val([...jobIds])}::uuid[]) and c.number > ''
    group by j.id`.execute(db)
  return new Map(rows.map(({ job, containers }) => [job, containers]))
}
