import { sql } from 'kysely'
import type { ItemContainer, stowedFields } from '#contract/item-containers.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'
import { containerHolder } from '#server/records/container-holder-records.ts'
import type { StowedPart } from './stowage-text.ts'

/** Which column keeps which field of what is in a container. */
export const stowedColumns = {
  packs: 'packs',
  grossWeight: 'gross_weight',
  volume: 'volume',
} as const satisfies Record<keyof typeof stowedFields, keyof DB['item_containers']>

const selection = [
  'l.item_id as itemId',
  'l.container_id as containerId',
  'l.packs',
  'l.gross_weight as grossWeight',
  'l.volume',
] as const

/** Of one item, all of a job, or those of houses in their master's containers, in the order of items and containers. */
export function readItemContainers(
  db: Db,
  accountId: string,
  wanted: { item: string } | { job: string } | { master: string },
): Promise<ItemContainer[]> {
  const query = db
    .selectFrom('item_containers as l')
    .innerJoin('items as i', join =>
      join.onRef('i.account_id', '=', 'l.account_id').onRef('i.id', '=', 'l.item_id'),
    )
    .innerJoin('containers as c', join =>
      join.onRef('c.account_id', '=', 'l.account_id').onRef('c.id', '=', 'l.container_id'),
    )
    .select(selection)
    .where('l.account_id', '=', accountId)
  const some =
    'item' in wanted
      ? query.where('l.item_id', '=', wanted.item)
      : 'job' in wanted
        ? query.where('l.job_id', '=', wanted.job)
        : query.where('c.job_id', '=', wanted.master).whereRef('l.job_id', '!=', 'c.job_id')
  return some.orderBy('i.position').orderBy('c.position').execute()
}

/** What of items is in which container that has a number, in the order of the job's containers; none for one without. */
export async function stowedPartsOf(
  db: Db,
  accountId: string,
  itemIds: readonly string[],
): Promise<Map<string, StowedPart[]>> {
  const { rows } = await sql<{ id: string; parts: StowedPart[] }>`
    select l.item_id as id, jsonb_agg(jsonb_build_object('number', c.number, 'packs', l.packs,
      'grossWeight', l.gross_weight, 'volume', l.volume) order by c.position) as parts
    from item_containers l join containers c on c.account_id = l.account_id and c.id = l.container_id
    where l.account_id = ${accountId} and l.item_id = any (${sql.val([...itemIds])}::uuid[]) and c.number > ''
    group by l.item_id`.execute(db)
  return new Map(rows.map(({ id, parts }) => [id, parts]))
}

/** Those of the jobs that are houses stay with their masters, and without own containers, until the transaction ends. */
export async function holdHouses(db: Db, accountId: string, jobIds: readonly string[]): Promise<void> {
  await sql`
    select from jobs j
    where j.account_id = ${accountId} and j.id = any (${sql.val([...jobIds])}::uuid[]) and j.master_job_id is not null
    order by j.id for share`.execute(db)
}

/** Those of the containers in which the job's items do not travel. */
export async function containersElsewhere(
  db: Db,
  accountId: string,
  jobId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  await holdHouses(db, accountId, [jobId])
  const { rows } = await sql<{ id: string }>`
    select wanted.id from unnest(${sql.val([...ids])}::uuid[]) as wanted (id)
    where not exists (
      select from jobs j join containers c on c.account_id = j.account_id and c.job_id = ${containerHolder('j')}
      where j.account_id = ${accountId} and j.id = ${jobId} and c.id = wanted.id)`.execute(db)
  return new Set(rows.map(row => row.id))
}

/** How often the items of a job are in a container; without those of one item, where it is named. */
export async function countStowed(
  db: Db,
  accountId: string,
  { jobId, without }: { jobId: string; without?: string },
): Promise<number> {
  const query = db
    .selectFrom('item_containers')
    .select(eb => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
  const { count } = await (without === undefined
    ? query
    : query.where('item_id', '!=', without)
  ).executeTakeFirstOrThrow()
  return Number(count)
}

/** Puts items that nobody has changed since they were added, and that are in no container, whole into one. */
export async function stowWhole(
  db: Db,
  accountId: string,
  items: readonly { id: string; containerId: string }[],
): Promise<void> {
  await sql`
    insert into item_containers (account_id, job_id, item_id, container_id)
    select i.account_id, i.job_id, i.id, wanted.container_id
    from unnest(
      ${sql.val(items.map(({ id }) => id))}::uuid[],
      ${sql.val(items.map(({ containerId }) => containerId))}::uuid[]
    ) as wanted (id, container_id)
    join items i on i.account_id = ${accountId} and i.id = wanted.id and i.version = 1
    where not exists (
      select from item_containers l where l.account_id = ${accountId} and l.item_id = i.id)
    order by i.position`.execute(db)
}

type Stowed = Omit<ItemContainer, 'itemId'>

/** Replaces what is said of an item; what stays as it is has no new entry in the history. */
export async function replaceItemContainers(
  db: Db,
  accountId: string,
  item: { id: string; jobId: string },
  stowed: readonly Stowed[],
): Promise<void> {
  const rows = JSON.stringify(
    stowed.map(({ containerId, packs, grossWeight, volume }) => ({
      container_id: containerId,
      packs,
      gross_weight: grossWeight,
      volume,
    })),
  )
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as row (container_id uuid, packs integer, gross_weight numeric, volume numeric)
    ), gone as (
      delete from item_containers
      where account_id = ${accountId} and item_id = ${item.id}
        and container_id not in (select container_id from wanted)
    )
    insert into item_containers as l (account_id, job_id, item_id, container_id, packs, gross_weight, volume)
    select ${accountId}, ${item.jobId}, ${item.id}, container_id, packs, gross_weight, volume from wanted
    on conflict (account_id, item_id, container_id) do update
      set packs = excluded.packs, gross_weight = excluded.gross_weight, volume = excluded.volume
      where (l.packs, l.gross_weight, l.volume)
        is distinct from (excluded.packs, excluded.gross_weight, excluded.volume)`.execute(db)
}
