import type { Db } from '#server/db/db.ts'

export async function jobExists(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
