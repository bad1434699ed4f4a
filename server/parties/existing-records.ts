import type { Db } from '#server/db/db.ts'

/** Those of the parties that still exist: a party is deleted with its organisation. */
export async function existingParties(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('parties')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(row => row.id))
}
