import type { Db } from '#server/db/db.ts'
import { partiesInstead } from '#server/records/merged-records.ts'

/** Those of the parties that still exist, each with the one that stands in its place; a deleted organisation's do not. */
export async function existingParties(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('parties')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  return partiesInstead(
    db,
    accountId,
    ids,
    rows.map(row => row.id),
  )
}
