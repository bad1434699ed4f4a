import { sql } from 'kysely'
import type { PaperSize } from '#contract/paper-sizes.ts'
import type { Db } from '#server/db/db.ts'

/** Lets a transaction that belongs to nobody work in an account that is about to be made. */
export async function enterAccount(db: Db, accountId: string): Promise<void> {
  await sql`select set_config('app.account_id', ${accountId}, true)`.execute(db)
}

export async function insertStartedUploads(
  db: Db,
  accountId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await db
    .insertInto('started_uploads')
    .values(keys.map(key => ({ account_id: accountId, content_key: key })))
    .execute()
}

/** The keys among these whose upload was still under way. */
export async function deleteStartedUploads(
  db: Db,
  accountId: string,
  keys: readonly string[],
): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .deleteFrom('started_uploads')
    .where('account_id', '=', accountId)
    .where('content_key', 'in', keys)
    .returning('content_key')
    .execute()
  return rows.map(row => row.content_key)
}

/** The names of the account's templates, in small letters. */
export async function templateNames(db: Db, accountId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('document_templates')
    .select(sql<string>`lower(normalize(name))`.as('name'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(row => row.name))
}

export async function paperSizeOf(db: Db, accountId: string): Promise<PaperSize> {
  const row = await db
    .selectFrom('company_settings')
    .select('paper_size')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.paper_size === 'Letter' ? 'Letter' : 'A4'
}

/** The account's templates whose content is one of these, or whose name, in small letters, is. */
export async function templatesLikeStarters(
  db: Db,
  accountId: string,
  { hashes, names }: { hashes: readonly string[]; names: readonly string[] },
): Promise<{ id: string; name: string; hash: string }[]> {
  const { rows } = await sql<{ id: string; name: string; hash: string }>`
    select id, name, content_hash as hash from document_templates
    where account_id = ${accountId} and deleted_at is null
      and (content_hash = any (${sql.val([...hashes])}::text[])
        or lower(normalize(name)) = any (${sql.val([...names])}::text[]))
    order by lower(name), id`.execute(db)
  return rows
}

/** Which of these templates the account has. */
export async function existingTemplates(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from document_templates
    where account_id = ${accountId} and deleted_at is null and id = any (${sql.val([...ids])}::uuid[])`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The account's templates whose content is one of these. */
export async function templatesWithContent(
  db: Db,
  accountId: string,
  hashes: readonly string[],
): Promise<{ id: string; hash: string }[]> {
  if (hashes.length === 0) return []
  return db
    .selectFrom('document_templates')
    .select(['id', 'content_hash as hash'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('content_hash', 'in', hashes)
    .execute()
}
