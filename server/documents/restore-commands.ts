import type { DeletedDocument, Document, EarlierContent } from '#contract/documents.ts'
import { availableName } from '#contract/file-names.ts'
import type { Session } from '#server/db/db.ts'
import { notFound } from '#server/errors.ts'
import { ContentWatch } from '#server/files/content-watch.ts'
import { detectKind } from '#server/files/file-kind.ts'
import { measureContent, type FileStore } from '#server/files/store.ts'
import { requireJob } from '#server/records/require-job.ts'
import type { AsUser } from '#server/route.ts'
import { loadDocument, lockForChange } from './commands.ts'
import * as records from './records.ts'
import * as restoring from './restore-records.ts'

export async function deletedDocuments(session: Session, jobId: string): Promise<DeletedDocument[]> {
  await requireJob(session, jobId)
  return restoring.listDeletedDocuments(session.db, session.accountId, jobId)
}

export async function restoreDocument({ db, accountId }: Session, id: string): Promise<Document> {
  const deleted = await restoring.lockDeletedDocument(db, accountId, id)
  if (!deleted) throw notFound('deleted document')
  const existing = await records.documentsOfJob(db, accountId, deleted.jobId)
  const name = availableName(
    deleted.name,
    existing.map(one => one.name),
  )
  return restoring.restoreDeletedDocument(db, accountId, id, name)
}

const contentsOf = (id: string): restoring.ContentOwner => ({ column: 'document_id', id })

export async function earlierContents(session: Session, id: string): Promise<EarlierContent[]> {
  await loadDocument(session, id)
  return restoring.listEarlierContents(session.db, session.accountId, contentsOf(id))
}

export async function loadEarlierContent(
  session: Session,
  { id, contentId }: { id: string; contentId: string },
) {
  const { document } = await loadDocument(session, id)
  const found = await restoring.findEarlierContent(session.db, session.accountId, contentsOf(id), contentId)
  if (!found) throw notFound('earlier version')
  return { ...found, document }
}

export async function restoreEarlierContent(
  files: FileStore,
  asUser: AsUser,
  wanted: { id: string; contentId: string },
): Promise<Document> {
  const { contentKey, size, document } = await asUser(session => loadEarlierContent(session, wanted))
  const content = { contentKey, size, ...(await measured(files, contentKey, document.name)) }
  return asUser(async session => {
    const { db, accountId } = session
    await lockForChange(session, wanted.id, undefined)
    if (!(await restoring.deleteEarlierContent(db, accountId, wanted.contentId)))
      throw notFound('earlier version')
    return records.replaceContent(db, accountId, wanted.id, content)
  })
}

/** What was known of a file when it came: its hash and its kind, read from its bytes again. */
async function measured(files: FileStore, key: string, name: string) {
  const watch = new ContentWatch()
  const { chunks, result } = measureContent(await files.get(key), Number.POSITIVE_INFINITY)
  for await (const _chunk of watch.watch(chunks));
  const kind = await detectKind(name, watch.result(), () => files.get(key))
  return { contentHash: result().sha256, ...kind }
}
