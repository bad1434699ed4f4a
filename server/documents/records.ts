import { sql } from 'kysely'
import type { Document } from '#contract/documents.ts'
import type { OriginalOrCopy } from '#contract/original-or-copy.ts'
import type { Db } from '#server/db/db.ts'
import { changesOf, historySince, type Change } from '#server/records/changes-records.ts'

/** A document in nearly the contract's shape; `presentDocument` does the rest. */
export const documentSelection = [
  'documents.id',
  'documents.job_id as shipmentId',
  'documents.name',
  'documents.type',
  'documents.date',
  'documents.size',
  'documents.may_run_code as mayRunCode',
  'documents.template_id as templateId',
  'documents.version',
] as const

/** `date` is text where the row comes out of a JSON aggregate. */
type DocumentRow = Omit<Document, 'date'> & { date: Date | string }

export function presentDocument({
  id,
  shipmentId,
  name,
  type,
  date,
  size,
  mayRunCode,
  templateId,
  version,
}: DocumentRow): Document {
  const day = new Date(date).toISOString()
  return { id, shipmentId, name, type, date: day, size, mayRunCode, templateId, version }
}

export type DocumentContent = {
  contentKey: string
  contentHash: string
  size: number
  type: string
  mediaType: string
  mayRunCode: boolean
}

export type NewDocument = DocumentContent & {
  id: string
  jobId: string
  name: string
  /** What it was generated from. */
  source?: {
    templateId: string
    templateVersion: number
    jobVersion: number
    /** null where the template does not say. */
    originalOrCopy: OriginalOrCopy | null
  }
  /** With which others it was made. */
  setId?: string | undefined
  /** In words: the numbers that it is the first to print. */
  numbersGiven?: string | undefined
  /** Below which note of the job it stands. */
  noteId?: string | undefined
}

const contentColumns = (content: DocumentContent) => ({
  content_key: content.contentKey,
  content_hash: content.contentHash,
  size: content.size,
  type: content.type,
  media_type: content.mediaType,
  may_run_code: content.mayRunCode,
})

/** null where a document of this id, or of this name on the job, stands already. */
export async function insertDocument(
  db: Db,
  accountId: string,
  document: NewDocument,
): Promise<Document | null> {
  const row = await db
    .insertInto('documents')
    .values({
      account_id: accountId,
      id: document.id,
      job_id: document.jobId,
      name: document.name,
      ...contentColumns(document),
      template_id: document.source?.templateId ?? null,
      template_version: document.source?.templateVersion ?? null,
      job_version: document.source?.jobVersion ?? null,
      original_or_copy: document.source?.originalOrCopy ?? null,
      set_id: document.setId ?? null,
      numbers_given: document.numbersGiven || null,
      note_id: document.noteId ?? null,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(documentSelection)
    .executeTakeFirst()
  return row ? presentDocument(row) : null
}

export async function isNoteOfJob(
  db: Db,
  accountId: string,
  { noteId, jobId }: { noteId: string; jobId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('notes')
    .select('id')
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .where('id', '=', noteId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** The document with what only the server knows of it; null where there is none or it was deleted. */
export async function findDocument(db: Db, accountId: string, id: string) {
  const row = await db
    .selectFrom('documents')
    .select(documentSelection)
    .select(['content_key as contentKey', 'content_hash as contentHash', 'media_type as mediaType'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { contentKey, contentHash, mediaType } = row
  return { document: presentDocument(row), contentKey, contentHash, mediaType }
}

/** The job's document of this name, upper and lower case alike. */
export async function findDocumentByName(
  db: Db,
  accountId: string,
  jobId: string,
  name: string,
): Promise<Document | null> {
  const row = await db
    .selectFrom('documents')
    .select(documentSelection)
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .where(sql<boolean>`lower(normalize(name)) = lower(normalize(${name}))`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? presentDocument(row) : null
}

/** The documents that were made together, whether or not they were deleted since. */
export async function documentsOfSet(db: Db, accountId: string, setId: string) {
  const rows = await db
    .selectFrom('documents')
    .select(documentSelection)
    .select('numbers_given as numbersGiven')
    .where('account_id', '=', accountId)
    .where('set_id', '=', setId)
    .orderBy('date')
    .orderBy('id')
    .execute()
  return rows.map(({ numbersGiven, ...row }) => ({
    ...presentDocument(row),
    ...(numbersGiven && { numbersGiven }),
  }))
}

export async function documentsOfJob(db: Db, accountId: string, jobId: string): Promise<Document[]> {
  const rows = await db
    .selectFrom('documents')
    .select(documentSelection)
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .where('deleted_at', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(presentDocument)
}

/** The version that stands, its row locked until the transaction ends; null where there is no such document. */
export async function lockDocument(db: Db, accountId: string, id: string): Promise<number | null> {
  const row = await db
    .selectFrom('documents')
    .select('version')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.version ?? null
}

/** Keeps the content that stands among the earlier ones and puts the new one in its place. */
export async function replaceContent(
  db: Db,
  accountId: string,
  id: string,
  content: DocumentContent,
  source?: NewDocument['source'],
  numbersGiven = '',
): Promise<Document> {
  await db
    .insertInto('earlier_contents')
    .columns(['account_id', 'document_id', 'content_key', 'size', 'date'])
    .expression(
      db
        .selectFrom('documents')
        .select(['account_id', 'id', 'content_key', 'size', 'date'])
        .where('account_id', '=', accountId)
        .where('id', '=', id),
    )
    .execute()
  const row = await db
    .updateTable('documents')
    .set(eb => ({
      ...contentColumns(content),
      date: sql<Date>`now()`,
      version: eb('version', '+', 1),
      // Unless a template made it, it is no longer what one had made; history remembers that it was.
      template_id: source?.templateId ?? null,
      template_version: source?.templateVersion ?? null,
      job_version: source?.jobVersion ?? null,
      original_or_copy: source?.originalOrCopy ?? null,
      ...(numbersGiven && { numbers_given: numbersGiven }),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(documentSelection)
    .executeTakeFirstOrThrow()
  return presentDocument(row)
}

export async function renameDocument(db: Db, accountId: string, id: string, name: string): Promise<Document> {
  const row = await db
    .updateTable('documents')
    .set(eb => ({ name, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(documentSelection)
    .executeTakeFirstOrThrow()
  return presentDocument(row)
}

export async function markDeleted(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('documents')
    .set(eb => ({
      deleted_at: sql<Date>`now()`,
      deleted_by: sql<string>`current_app_user()`,
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export async function documentChangesSince(
  db: Db,
  accountId: string,
  id: string,
  version: number,
): Promise<Change[]> {
  const rows = await historySince(db, accountId, { id, version, recordTypes: ['documents'], besides: [] })
  return changesOf(rows, { name: 'name', type: 'type', date: 'date', size: 'size' })
}
