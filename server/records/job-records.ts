import type { Db } from '#server/db/db.ts'

/** The job's version, its row locked until the transaction ends; null where the account has no such job. */
export async function lockJob(db: Db, accountId: string, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('jobs')
    .select('version')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.version ?? null
}

export async function jobExists(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
