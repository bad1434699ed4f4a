import { sql } from 'kysely'
import type { DeletedTemplate } from '#contract/templates.ts'
import type { Db } from '#server/db/db.ts'
import { restorableUntil, isStillRestorable } from '#server/documents/restore-records.ts'
import { presentTemplate, templateSelection } from './records.ts'

export async function listDeletedTemplates(db: Db, accountId: string): Promise<DeletedTemplate[]> {
  const rows = await db
    .selectFrom('document_templates as t')
    .leftJoin('users', join =>
      join.onRef('users.account_id', '=', 't.account_id').onRef('users.id', '=', 't.deleted_by'),
    )
    .select(templateSelection)
    .select(['users.display_name as deletedBy', sql<Date>`t.deleted_at`.as('deletedAt')])
    .where('t.account_id', '=', accountId)
    .where(isStillRestorable('t.deleted_at'))
    .orderBy('t.deleted_at', 'desc')
    .execute()
  return rows.map(({ deletedAt, deletedBy, ...template }) => ({
    ...presentTemplate(template),
    deletedAt: deletedAt.toISOString(),
    deletedBy,
    restorableUntil: restorableUntil(deletedAt),
  }))
}

/** The deleted template's name, its row locked until the transaction ends; null where nothing can be restored. */
export async function lockDeletedTemplate(db: Db, accountId: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('document_templates')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(isStillRestorable('deleted_at'))
    .forUpdate()
    .executeTakeFirst()
  return row?.name ?? null
}

export async function existingNames(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document_templates')
    .select('name')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(row => row.name)
}

export async function restoreDeletedTemplate(
  db: Db,
  accountId: string,
  id: string,
  name: string,
): Promise<void> {
  await db
    .updateTable('document_templates')
    .set(eb => ({ name, deleted_at: null, deleted_by: null, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Contents that a template had before and that are still kept, the latest first. */
export async function latestContents(
  db: Db,
  accountId: string,
  templateId: string,
  limit: number,
): Promise<{ contentKey: string }[]> {
  return db
    .selectFrom('earlier_contents')
    .select('content_key as contentKey')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where(isStillRestorable('replaced_at'))
    .orderBy('replaced_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
