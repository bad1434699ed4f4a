import { sql } from 'kysely'
import type { PageDismissal } from '#contract/template-pages.ts'
import type { DocumentTemplate, TemplateProblem } from '#contract/templates.ts'
import type { Db } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { paged } from '#server/db/sql-fragments.ts'
import { changesOf, historySince, reversed, type Change } from '#server/records/changes-records.ts'
import type { Page } from '#server/route.ts'
import type { LeftText } from '#server/word/finding/left-choices.ts'
import { templateColumns } from './columns.ts'
import { limitedProblems } from './problems.ts'

export const templateSelection = [
  't.id',
  't.name',
  't.default_document_name as defaultDocumentName',
  't.type',
  't.description',
  't.date',
  't.size',
  't.problems',
  't.left_places as leftPlaces',
  't.missing',
  't.version',
] as const

type TemplateRow = Omit<DocumentTemplate, 'date' | 'problems' | 'missing'> & {
  date: Date
  problems: TemplateProblem[]
  missing: string[]
}

export const presentTemplate = (row: TemplateRow): DocumentTemplate => ({
  ...row,
  date: row.date.toISOString(),
  problems: limitedProblems(row.problems),
})

export type TemplateContent = {
  contentKey: string
  contentHash: string
  size: number
  problems: readonly TemplateProblem[]
  leftPlaces: number
  /** What is to be filled in by hand; nothing for a template of the company's own making. */
  missing?: readonly string[]
}

const contentColumns = (content: TemplateContent) => ({
  content_key: content.contentKey,
  content_hash: content.contentHash,
  size: content.size,
  problems: JSON.stringify(content.problems),
  left_places: content.leftPlaces,
  missing: JSON.stringify(content.missing ?? []),
})

const selectTemplates = (db: Db, accountId: string) =>
  db
    .selectFrom('document_templates as t')
    .where('t.account_id', '=', accountId)
    .where('t.deleted_at', 'is', null)

export async function listTemplates(
  db: Db,
  accountId: string,
  page: { offset: number; limit: number },
): Promise<Page<DocumentTemplate>> {
  const rows = await paged(
    selectTemplates(db, accountId).select(templateSelection).orderBy(sql`lower(t.name)`).orderBy('t.id'),
    page,
  ).execute()
  return { rows: rows.map(presentTemplate), total: await countTemplates(db, accountId) }
}

export async function countTemplates(db: Db, accountId: string): Promise<number> {
  const { total } = await selectTemplates(db, accountId)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The template with what only the server knows of it; null where there is none or it was deleted. */
export async function findTemplate(db: Db, accountId: string, id: string) {
  const row = await selectTemplates(db, accountId)
    .select(templateSelection)
    .select(['t.content_key as contentKey', 't.content_hash as contentHash'])
    .select(['t.dismissals', 't.left_values as leftValues'])
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { contentKey, contentHash, dismissals, leftValues, ...template } = row
  return { template: presentTemplate(template), contentKey, contentHash, dismissals, leftValues }
}

export async function findTemplateByName(
  db: Db,
  accountId: string,
  name: string,
): Promise<DocumentTemplate | null> {
  const row = await selectTemplates(db, accountId)
    .select(templateSelection)
    .where(sql<boolean>`lower(normalize(t.name)) = lower(normalize(${name}))`)
    .executeTakeFirst()
  return row ? presentTemplate(row) : null
}

export type NewTemplate = TemplateContent &
  Pick<DocumentTemplate, 'id' | 'name' | 'defaultDocumentName' | 'type' | 'description'> & {
    leftValues?: readonly LeftValue[]
  }

/** False where a template of this id or name stands already. */
export async function insertTemplate(db: Db, accountId: string, template: NewTemplate): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('document_templates')
    .values({
      account_id: accountId,
      id: template.id,
      name: template.name,
      default_document_name: template.defaultDocumentName,
      type: template.type,
      description: template.description,
      ...contentColumns(template),
      left_values: JSON.stringify(template.leftValues ?? []),
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The version that stands, its row locked until the transaction ends; null where there is no such template. */
export async function lockTemplate(db: Db, accountId: string, id: string): Promise<number | null> {
  const row = await selectTemplates(db, accountId)
    .select('t.version')
    .where('t.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.version ?? null
}

type Changes = {
  id: string
  name?: string | undefined
  defaultDocumentName?: string | undefined
  description?: string | null | undefined
}

export async function updateTemplate(db: Db, accountId: string, changes: Changes): Promise<void> {
  await db
    .updateTable('document_templates')
    .set(eb => ({ ...toColumns(changes, templateColumns), version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', changes.id)
    .execute()
}

/** A value of a job that stands on a template's page as text. */
export interface LeftValue extends LeftText {
  shipmentId: string
}

/** Values that stay text, of all jobs with which a page was saved. */
export const MOST_LEFT = 40

export interface SaidOfPage {
  dismissals?: readonly PageDismissal[] | undefined
  leftValues?: readonly LeftValue[]
}

/** Keeps the content that stands among the earlier ones and puts the new one in its place. */
export async function replaceContent(
  db: Db,
  accountId: string,
  id: string,
  content: TemplateContent,
  { dismissals, leftValues = [] }: SaidOfPage = {},
): Promise<void> {
  await db
    .insertInto('earlier_contents')
    .columns(['account_id', 'template_id', 'content_key', 'size', 'date'])
    .expression(
      db
        .selectFrom('document_templates')
        .select(['account_id', 'id', 'content_key', 'size', 'date'])
        .where('account_id', '=', accountId)
        .where('id', '=', id),
    )
    .execute()
  await db
    .updateTable('document_templates')
    .set(eb => ({
      ...contentColumns(content),
      ...(dismissals && { dismissals: JSON.stringify(dismissals) }),
      left_values: JSON.stringify(leftValues),
      date: sql<Date>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** What is no field on the template's page, in place of what was kept so. */
export async function keepDismissals(
  db: Db,
  accountId: string,
  id: string,
  dismissals: readonly PageDismissal[],
): Promise<void> {
  await db
    .updateTable('document_templates')
    .set(eb => ({ dismissals: JSON.stringify(dismissals), version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function markDeleted(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('document_templates')
    .set(eb => ({
      deleted_at: sql<Date>`now()`,
      deleted_by: sql<string>`current_app_user()`,
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function templateChangesSince(
  db: Db,
  accountId: string,
  id: string,
  version: number,
): Promise<Change[]> {
  const rows = await historySince(db, accountId, {
    id,
    version,
    recordTypes: ['document_templates'],
    besides: [],
  })
  return changesOf(rows, { ...reversed(templateColumns), date: 'date', size: 'size' })
}
