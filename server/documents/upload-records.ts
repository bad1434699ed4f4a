import type { Db } from '#server/db/db.ts'

/** Notes that bytes are about to be stored under this key. */
export async function insertStartedUpload(db: Db, accountId: string, contentKey: string): Promise<void> {
  await db.insertInto('started_uploads').values({ account_id: accountId, content_key: contentKey }).execute()
}

/** False where no upload with this key is under way. */
export async function deleteStartedUpload(db: Db, accountId: string, contentKey: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('started_uploads')
    .where('account_id', '=', accountId)
    .where('content_key', '=', contentKey)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
