import type { Document } from '#contract/documents.ts'
import { extensionOf } from '#contract/file-names.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { cleanFileName } from '#server/files/file-names.ts'
import { idInUse } from '#server/records/repeat.ts'
import { requireJob } from '#server/records/require-job.ts'
import { quoted, refuseOutdated } from '#server/records/versions.ts'
import type { AsUser } from '#server/route.ts'
import * as records from './records.ts'
import type { Upload } from './upload.ts'

export async function loadDocument({ db, accountId }: Session, id: string) {
  const found = await records.findDocument(db, accountId, id)
  if (!found) throw notFound('document')
  return found
}

/** `created` is false where a repeated call sends again what the first one stored. */
export async function attachDocument(
  upload: Upload<{ shipmentId: string; id?: string | undefined; noteId?: string | undefined }>,
): Promise<{ document: Document; created: boolean }> {
  const { shipmentId, noteId, id = crypto.randomUUID() } = upload.fields
  const content = await contentOf(upload, upload.fileName)
  return upload.save<{ document: Document; created: boolean }>(async session => {
    const { db, accountId } = session
    await requireJob(session, shipmentId)
    if (noteId && !(await records.isNoteOfJob(db, accountId, { noteId, jobId: shipmentId })))
      throw invalid('noteId', 'The job has no such note. It may have been deleted meanwhile.')
    const document = await records.insertDocument(db, accountId, {
      id,
      jobId: shipmentId,
      name: upload.fileName,
      noteId,
      ...content,
    })
    if (document) return { result: { document, created: true }, kept: true }
    const existing = await repeated(session, upload, id)
    return { result: { document: existing, created: false }, kept: false }
  })
}

/** The stored document where the same was sent before; otherwise throws the reason. */
async function repeated(
  { db, accountId }: Session,
  { fields, fileName, sha256 }: Upload<{ shipmentId: string }>,
  id: string,
): Promise<Document> {
  const sameId = await records.findDocument(db, accountId, id)
  if (sameId) {
    const { document, contentHash } = sameId
    if (document.shipmentId === fields.shipmentId && document.name === fileName && contentHash === sha256)
      return document
    throw idInUse('A document', document)
  }
  const sameName = await records.findDocumentByName(db, accountId, fields.shipmentId, fileName)
  throw new AppError(
    'already_exists',
    `“${fileName}” already exists on this job. Replace its content, or send the file under another name.`,
    sameName ? { current: sameName } : {},
  )
}

export async function replaceContent(
  asUser: AsUser,
  upload: Upload<{ documentId: string }>,
  ifMatch: number | undefined,
): Promise<Document> {
  const { documentId } = upload.fields
  const { document: named } = await asUser(session => loadDocument(session, documentId))
  const content = await contentOf(upload, named.name)
  return upload.save(async session => {
    const { db, accountId } = session
    await lockForChange(session, documentId, ifMatch)
    const document = await records.replaceContent(db, accountId, documentId, content)
    return { result: document, kept: true }
  })
}

/** The extension stays: it says what the file is, and by it a computer decides what to do with it. */
export async function renameDocument(
  session: Session,
  { id, name: typed }: { id: string; name: string },
  ifMatch: number | undefined,
): Promise<Document> {
  const { db, accountId } = session
  const existing = await lockForChange(session, id, ifMatch)
  const name = nameFor(typed, extensionOf(existing.name))
  const sameName = await records.findDocumentByName(db, accountId, existing.shipmentId, name)
  if (sameName && sameName.id !== id)
    throw new AppError('already_exists', `“${name}” already exists on this job. Use another name.`, {
      current: sameName,
    })
  return records.renameDocument(db, accountId, id, name)
}

function nameFor(typed: string, extension: string): string {
  const name = cleanFileName(typed)
  if (!name) throw invalid('name', 'This is not a valid file name.')
  return extensionOf(name) === extension ? name : cleanFileName(name + extension)
}

export async function deleteDocument(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<void> {
  await lockForChange(session, id, ifMatch)
  await records.markDeleted(session.db, session.accountId, id)
}

export async function lockForChange(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<Document> {
  const { db, accountId } = session
  const version = await records.lockDocument(db, accountId, id)
  if (version === null) throw notFound('document')
  const { document } = await loadDocument(session, id)
  await refuseOutdated(ifMatch, {
    title: quoted(document.name),
    version,
    current: () => document,
    changesSince: since => records.documentChangesSince(db, accountId, id, since),
  })
  return document
}

async function contentOf(upload: Upload<unknown>, name: string): Promise<records.DocumentContent> {
  const { type, mediaType, mayRunCode } = await upload.detectKind(name)
  return {
    contentKey: upload.key,
    contentHash: upload.sha256,
    size: upload.size,
    type,
    mediaType,
    mayRunCode,
  }
}
