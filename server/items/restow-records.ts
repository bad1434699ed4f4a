import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { containerHolder } from '#server/records/container-holder-records.ts'

/** What of an item is in a container, as the history kept it. */
export type StowedRow = {
  id: string
  item_id: string
  container_id: string
  packs: number | null
  gross_weight: number | null
  volume: number | null
}

/**
 * Puts items into containers again, where both are there, the item's job travels in the container and nothing else has
 * been said of the item since: an item that is whole in one container is in no other. Answers the rows that stand again.
 */
async function restow(
  db: Db,
  accountId: string,
  rows: RawBuilder<StowedRow & { job_id: string }>,
): Promise<string[]> {
  const { rows: back } = await sql<{ id: string }>`
    with wanted as (${rows})
    insert into item_containers (account_id, id, job_id, item_id, container_id, packs, gross_weight, volume)
    select i.account_id, w.id, i.job_id, w.item_id, w.container_id, w.packs, w.gross_weight, w.volume
    from wanted w
    join items i on i.account_id = ${accountId} and i.job_id = w.job_id and i.id = w.item_id
    join jobs j on j.account_id = i.account_id and j.id = i.job_id
    join containers c on c.account_id = ${accountId} and c.job_id = ${containerHolder('j')} and c.id = w.container_id
    where not exists (
      select from item_containers l
      where l.account_id = ${accountId} and l.item_id = w.item_id
        and (num_nonnulls(l.packs, l.gross_weight, l.volume) = 0
          or num_nonnulls(w.packs, w.gross_weight, w.volume) = 0 or l.container_id = w.container_id))
    on conflict do nothing
    returning id`.execute(db)
  return back.map(({ id }) => id)
}

/** The same for rows that are known. */
export const restowRows = (db: Db, accountId: string, jobId: string, rows: readonly StowedRow[]) =>
  restow(
    db,
    accountId,
    sql`select row.*, ${jobId}::uuid as job_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, item_id uuid, container_id uuid, packs integer, gross_weight numeric, volume numeric)`,
  )

/**
 * The same for what went with an item or a container when it was removed: the last that the history says of the pair is
 * that it ended in the very transaction in which one of the two was removed. A container of a master takes the items of
 * its houses back, too.
 */
export const restowRemoved = (
  db: Db,
  accountId: string,
  jobId: string,
  id: string,
  { ofHousesAlone = false }: { ofHousesAlone?: boolean } = {},
) =>
  restow(
    db,
    accountId,
    sql`
      with told as (
        select distinct on (pair.item_id, pair.container_id) h.at, h.job_id, h.record_id, h.changes, pair.*
        from history h
        cross join lateral (
          select coalesce(h.changes -> 'item_id' ->> 0, h.changes -> 'item_id' ->> 1)::uuid as item_id,
            coalesce(h.changes -> 'container_id' ->> 0, h.changes -> 'container_id' ->> 1)::uuid as container_id
        ) as pair
        where h.account_id = ${accountId} and h.job_id in (
            select ${jobId}::uuid where not ${ofHousesAlone}::boolean
            union all select j.id from jobs j where j.account_id = ${accountId} and j.master_job_id = ${jobId})
          and h.record_type = 'item_containers'
          and h.changes ? 'id' and ${id}::uuid in (pair.item_id, pair.container_id)
        order by pair.item_id, pair.container_id, h.id desc
      )
      select job_id, record_id as id, item_id, container_id, (changes -> 'packs' ->> 0)::integer as packs,
        (changes -> 'gross_weight' ->> 0)::numeric as gross_weight, (changes -> 'volume' ->> 0)::numeric as volume
      from told
      where changes -> 'id' ->> 1 is null and exists (
        select from history gone
        where gone.account_id = ${accountId} and gone.at = told.at
          and gone.record_type in ('items', 'containers') and gone.record_id in (told.item_id, told.container_id)
          and gone.changes ? 'id' and gone.changes -> 'id' ->> 1 is null)`,
  )

/** Until the transaction ends, items of a house that returns to its master do not go where they were when it left. */
export async function leaveItemsOut(db: Db): Promise<void> {
  await sql`select set_config('app.items_return', 'off', true)`.execute(db)
}

/** Changes what of an item is in a container, and counts the item's version; undefined where it is in it no more. */
export async function restate(
  db: Db,
  accountId: string,
  id: string,
  figures: Partial<Pick<StowedRow, 'packs' | 'gross_weight' | 'volume'>>,
): Promise<{ itemId: string; version: number } | undefined> {
  const changed = Object.entries(figures).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { rows } = await sql<{ itemId: string; version: number }>`
    with stowed as (
      update item_containers set ${sql.join(changed)} where account_id = ${accountId} and id = ${id} returning item_id
    )
    update items set version = version + 1 where account_id = ${accountId} and id = (select item_id from stowed)
    returning id as "itemId", version`.execute(db)
  return rows[0]
}
