import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Content of any company whose time to be restored is over, or whose upload was never finished. */
export type ExpiredContent = { accountId: string; source: string; id: string; contentKey: string }

export async function listExpiredContents(db: Db, atMost: number): Promise<ExpiredContent[]> {
  const { rows } = await sql<ExpiredContent>`
    select account_id as "accountId", source, id, content_key as "contentKey"
    from list_expired_contents(${atMost})`.execute(db)
  return rows
}

/** Removes the row; does nothing where it is not expired any more. */
export async function forgetExpiredContent(db: Db, { accountId, source, id }: ExpiredContent): Promise<void> {
  await sql`select forget_expired_content(${accountId}, ${source}, ${id})`.execute(db)
}
