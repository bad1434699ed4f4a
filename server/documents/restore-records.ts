import { sql } from 'kysely'
import type { DeletedDocument, Document, EarlierContent } from '#contract/documents.ts'
import type { Db } from '#server/db/db.ts'
import { documentSelection, presentDocument } from './records.ts'

/** How long the nightly purge leaves what was deleted or replaced. */
const KEPT = sql`interval '30 days'`
const DAYS_KEPT = 30

export const isStillRestorable = (column: string) => sql<boolean>`${sql.ref(column)} > now() - ${KEPT}`

export const restorableUntil = (gone: Date): string =>
  new Date(gone.getTime() + DAYS_KEPT * 24 * 60 * 60 * 1000).toISOString()

export async function listDeletedDocuments(
  db: Db,
  accountId: string,
  jobId: string,
): Promise<DeletedDocument[]> {
  const rows = await db
    .selectFrom('documents')
    .leftJoin('users', join =>
      join
        .onRef('users.account_id', '=', 'documents.account_id')
        .onRef('users.id', '=', 'documents.deleted_by'),
    )
    .select(documentSelection)
    .select(['users.display_name as deletedBy', sql<Date>`documents.deleted_at`.as('deletedAt')])
    .where('documents.account_id', '=', accountId)
    .where('documents.job_id', '=', jobId)
    .where(isStillRestorable('documents.deleted_at'))
    .orderBy('documents.deleted_at', 'desc')
    .execute()
  return rows.map(({ deletedAt, deletedBy, ...document }) => ({
    ...presentDocument(document),
    deletedAt: deletedAt.toISOString(),
    deletedBy,
    restorableUntil: restorableUntil(deletedAt),
  }))
}

/** The deleted document, its row locked until the transaction ends; null where nothing can be restored. */
export async function lockDeletedDocument(
  db: Db,
  accountId: string,
  id: string,
): Promise<{ name: string; jobId: string } | null> {
  const row = await db
    .selectFrom('documents')
    .select(['name', 'job_id as jobId'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(isStillRestorable('deleted_at'))
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function restoreDeletedDocument(
  db: Db,
  accountId: string,
  id: string,
  name: string,
): Promise<Document> {
  const row = await db
    .updateTable('documents')
    .set(eb => ({ name, deleted_at: null, deleted_by: null, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(documentSelection)
    .executeTakeFirstOrThrow()
  return presentDocument(row)
}

/** Whose earlier contents: a document's or a template's. */
export type ContentOwner = { column: 'document_id' | 'template_id'; id: string }

export async function listEarlierContents(
  db: Db,
  accountId: string,
  owner: ContentOwner,
): Promise<EarlierContent[]> {
  const rows = await db
    .selectFrom('earlier_contents as c')
    .leftJoin('users', join =>
      join.onRef('users.account_id', '=', 'c.account_id').onRef('users.id', '=', 'c.replaced_by'),
    )
    .select(['c.id', 'c.size', 'c.date', 'c.replaced_at as replacedAt', 'users.display_name as replacedBy'])
    .where('c.account_id', '=', accountId)
    .where(`c.${owner.column}`, '=', owner.id)
    .where(isStillRestorable('c.replaced_at'))
    .orderBy('c.replaced_at', 'desc')
    .orderBy('c.id')
    .execute()
  return rows.map(({ date, replacedAt, ...content }) => ({
    ...content,
    date: date?.toISOString() ?? null,
    replacedAt: replacedAt.toISOString(),
    restorableUntil: restorableUntil(replacedAt),
  }))
}

export type EarlierContentFile = { contentKey: string; size: number }

export async function findEarlierContent(
  db: Db,
  accountId: string,
  owner: ContentOwner,
  contentId: string,
): Promise<EarlierContentFile | null> {
  const row = await db
    .selectFrom('earlier_contents')
    .select(['content_key as contentKey', 'size'])
    .where('account_id', '=', accountId)
    .where('id', '=', contentId)
    .where(owner.column, '=', owner.id)
    .where(isStillRestorable('replaced_at'))
    .executeTakeFirst()
  return row ?? null
}

/** Takes the row away without its file, which is somebody's content again; false where it is gone already. */
export async function deleteEarlierContent(db: Db, accountId: string, contentId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('earlier_contents')
    .where('account_id', '=', accountId)
    .where('id', '=', contentId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
