import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** False where a set of this id was begun before. */
export async function insertSet(
  db: Db,
  accountId: string,
  { id, requestHash }: { id: string; requestHash: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('document_sets')
    .values({ account_id: accountId, id, request_hash: requestHash })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const selectSet = (db: Db, accountId: string, id: string) =>
  db
    .selectFrom('document_sets')
    .select(['request_hash as requestHash', 'ended_at as endedAt'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)

/** The set, which does not end before this transaction does; null where there is none. */
export async function shareSet(db: Db, accountId: string, id: string) {
  return (await selectSet(db, accountId, id).forShare().executeTakeFirst()) ?? null
}

/** False where there is no such set. It waits for the documents that are being added. */
export async function markSetEnded(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('document_sets')
    .set({ ended_at: sql<Date>`coalesce(ended_at, now())` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets of every company that were begun more than a day ago and never ended. */
export async function abandonedSets(db: Db): Promise<{ accountId: string; id: string }[]> {
  const { rows } = await sql<{ accountId: string; id: string }>`
    select account_id as "accountId", id from list_abandoned_sets()`.execute(db)
  return rows
}

/** Removes, of every company, the sets that ended more than 30 days ago. */
export async function deleteEndedSets(db: Db): Promise<void> {
  await sql`select forget_ended_sets()`.execute(db)
}
