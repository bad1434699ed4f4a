import { sql } from 'kysely'
import type { AddresseeRole, MailPurpose } from '#contract/mail-templates.ts'
import type { StampField } from '#contract/mail-states.ts'
import type { TemplateProblem } from '#contract/templates.ts'
import type { Db } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { changesOf, historySince, reversed, type Change } from '#server/records/changes-records.ts'
import { mailTemplateColumns } from './columns.ts'

/** What a company keeps of a template. */
export type MailTemplateContent = {
  id: string
  name: string
  purpose: MailPurpose
  subject: string
  text: string
  to: AddresseeRole[]
  cc: AddresseeRole[]
  bcc: AddresseeRole[]
  stamp: StampField | null
}
export type StoredMailTemplate = MailTemplateContent & {
  documentTemplateIds: string[]
  version: number
  /** What was found wrong with texts of this key; null where nobody has looked yet. */
  report: { key: string; problems: TemplateProblem[] } | null
}

const documentsOf = sql<string[]>`coalesce((
  select json_agg(d.document_template_id order by d.position)
  from mail_template_documents d
  join document_templates t on t.account_id = d.account_id and t.id = d.document_template_id
  where d.account_id = m.account_id and d.mail_template_id = m.id and t.deleted_at is null), '[]')`

const selectTemplates = (db: Db, accountId: string) =>
  db
    .selectFrom('mail_templates as m')
    .leftJoin('mail_template_reports as r', join =>
      join.onRef('r.account_id', '=', 'm.account_id').onRef('r.mail_template_id', '=', 'm.id'),
    )
    .where('m.account_id', '=', accountId)
    .select([
      'm.id',
      'm.name',
      'm.purpose',
      'm.subject',
      'm.body as text',
      'm.to_roles as to',
      'm.cc_roles as cc',
      'm.bcc_roles as bcc',
      'm.stamp',
      'm.version',
      documentsOf.as('documentTemplateIds'),
      'r.key',
      'r.problems',
    ])

function present({
  key,
  problems,
  ...row
}: Awaited<ReturnType<ReturnType<typeof selectTemplates>['execute']>>[number]): StoredMailTemplate {
  const report = key === null ? null : { key, problems }
  return { ...row, report } as unknown as StoredMailTemplate
}

/** Every template that the company has made or changed. */
export async function storedMailTemplates(db: Db, accountId: string): Promise<StoredMailTemplate[]> {
  const rows = await selectTemplates(db, accountId)
    .where('m.deleted_at', 'is', null)
    .orderBy(sql`lower(m.name)`)
    .orderBy('m.id')
    .execute()
  return rows.map(present)
}

export async function findMailTemplate(
  db: Db,
  accountId: string,
  id: string,
): Promise<StoredMailTemplate | null> {
  const row = await selectTemplates(db, accountId)
    .where('m.id', '=', id)
    .where('m.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? present(row) : null
}

/** Which of these were deleted. */
export async function deletedAmong(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mail_templates')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

// Nobody looks further back, and nothing ever clears them away.
const MAX_DELETED = 500

export async function deletedMailTemplates(db: Db, accountId: string) {
  return db
    .selectFrom('mail_templates as m')
    .leftJoin('users as u', join =>
      join.onRef('u.account_id', '=', 'm.account_id').onRef('u.id', '=', 'm.deleted_by'),
    )
    .where('m.account_id', '=', accountId)
    .where('m.deleted_at', 'is not', null)
    .select(['m.id', 'm.name', 'm.deleted_at', 'u.display_name'])
    .orderBy('m.deleted_at', 'desc')
    .limit(MAX_DELETED)
    .execute()
}

const columnsOf = ({ to, cc, bcc, ...content }: Partial<Omit<MailTemplateContent, 'id'>>) =>
  toColumns(
    {
      ...content,
      ...(to !== undefined && { to: JSON.stringify(to) }),
      ...(cc !== undefined && { cc: JSON.stringify(cc) }),
      ...(bcc !== undefined && { bcc: JSON.stringify(bcc) }),
    },
    mailTemplateColumns,
  )

/** How many templates of its own making a company has, or has changed. */
export async function countMailTemplates(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('mail_templates')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** False where a template of this id stands already, deleted or not. */
export async function insertMailTemplate(
  db: Db,
  accountId: string,
  content: MailTemplateContent,
  version: number,
): Promise<boolean> {
  const { name, purpose, subject, text, to, cc, bcc, stamp } = content
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mail_templates')
    .values({
      account_id: accountId,
      id: content.id,
      name,
      purpose,
      subject,
      body: text,
      to_roles: JSON.stringify(to),
      cc_roles: JSON.stringify(cc),
      bcc_roles: JSON.stringify(bcc),
      stamp,
      version,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The version that stands and whether it was deleted, the row locked; null where there is no such row. */
export async function lockMailTemplate(db: Db, accountId: string, id: string) {
  const row = await db
    .selectFrom('mail_templates')
    .select(['version', 'deleted_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? { version: row.version, isDeleted: row.deleted_at !== null } : null
}

export async function updateMailTemplate(
  db: Db,
  accountId: string,
  id: string,
  changes: Partial<Omit<MailTemplateContent, 'id'>>,
): Promise<void> {
  await db
    .updateTable('mail_templates')
    .set(eb => ({ ...columnsOf(changes), version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function setDocuments(
  db: Db,
  accountId: string,
  id: string,
  documentTemplateIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('mail_template_documents')
    .where('account_id', '=', accountId)
    .where('mail_template_id', '=', id)
    .execute()
  if (documentTemplateIds.length === 0) return
  await db
    .insertInto('mail_template_documents')
    .values(
      documentTemplateIds.map((documentTemplateId, position) => ({
        account_id: accountId,
        mail_template_id: id,
        document_template_id: documentTemplateId,
        position,
      })),
    )
    .execute()
}

export async function setDeleted(db: Db, accountId: string, id: string, isDeleted: boolean): Promise<void> {
  await db
    .updateTable('mail_templates')
    .set(eb => ({
      deleted_at: isDeleted ? sql<Date>`now()` : null,
      deleted_by: isDeleted ? sql<string>`current_app_user()` : null,
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** The ids of the document templates among these names, by name in small letters. */
export async function documentTemplatesNamed(
  db: Db,
  accountId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const lowerName = sql<string>`lower(normalize(name))`
  const rows = await db
    .selectFrom('document_templates')
    .select(['id', lowerName.as('name')])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where(
      lowerName,
      'in',
      names.map(name => name.toLowerCase()),
    )
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Those among these ids that are templates of the company, with what their documents are named. */
export async function documentTemplatesOf(db: Db, accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('document_templates')
    .select(['id', 'default_document_name as name'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...ids])
    .execute()
}

export async function mailTemplateChangesSince(
  db: Db,
  accountId: string,
  id: string,
  version: number,
): Promise<Change[]> {
  const rows = await historySince(db, accountId, {
    id,
    version,
    recordTypes: ['mail_templates'],
    besides: [],
  })
  // That a ready made template got a row of its own changed nothing.
  const changes = rows.filter(row => !('id' in row.changes))
  return changesOf(changes, reversed(mailTemplateColumns))
}
