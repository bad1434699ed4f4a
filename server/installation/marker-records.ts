import type pg from 'pg'
import { withOwner } from '#server/db/owner.ts'
import type { RolePool } from '#server/db/role-pool.ts'

// Any number will do, so long as every Lading server takes the same.
const MARKER_LOCK = 7_141_005

/** The database's marker; `isInStore` is false where whoever wrote it may have been killed before the store had it. */
export type KeptMarker = { marker: string; isInStore: boolean } | null

/** As the product's role, which cannot write it. */
export async function readKeptMarker(pool: RolePool): Promise<KeptMarker> {
  const { rows } = await pool.query<{ marker: string; isInStore: boolean }>(
    'select marker, is_in_store as "isInStore" from store_marker()',
  )
  return rows[0] ?? null
}

/** The database's side of the marker, for one connection of the tables' owner. */
export type MarkerRecords = {
  readonly kept: KeptMarker
  /** Keeps a new marker, which the store is about to be given. */
  begin(marker: string): Promise<void>
  /** The store has it now. */
  finish(): Promise<void>
  /** Keys of files that people can see, the newest first. */
  newestFiles(most: number): Promise<string[]>
}

/** Runs `work` while no other server compares or writes the marker. */
export function withMarker<Result>(
  ownerUrl: string,
  work: (records: MarkerRecords) => Promise<Result>,
): Promise<Result> {
  return withOwner(ownerUrl, async client => {
    // Until the connection ends, which withOwner sees to.
    await client.query('select pg_advisory_lock($1)', [MARKER_LOCK])
    const { rows } = await client.query<{ marker: string; isInStore: boolean }>(
      'select store_marker as marker, is_in_store as "isInStore" from installation',
    )
    return work({
      kept: rows[0] ?? null,
      begin: async marker => {
        await client.query(
          `insert into installation (store_marker) values ($1) on conflict (is_only)
           do update set store_marker = excluded.store_marker, is_in_store = false, marked_at = now()`,
          [marker],
        )
      },
      finish: async () => {
        await client.query('update installation set is_in_store = true')
      },
      newestFiles: most => newestFiles(client, most),
    })
  })
}

async function newestFiles(client: pg.Client, most: number): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select content_key as key from (
       (select content_key, date from documents where deleted_at is null order by date desc limit $1)
       union all
       (select content_key, date from document_templates where deleted_at is null order by date desc limit $1)
     ) as files order by date desc limit $1`,
    [most],
  )
  return rows.map(({ key }) => key)
}
