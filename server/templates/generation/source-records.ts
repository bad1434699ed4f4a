import type { OriginalOrCopy } from '#contract/original-or-copy.ts'
import type { Db } from '#server/db/db.ts'
import type { DocumentSnapshot } from './document-snapshot.ts'

export type DocumentSource = { templateHash: string; printed: DocumentSnapshot }

/** Notes what a generated document was made from, in place of what was noted before. */
export async function keepSource(
  db: Db,
  accountId: string,
  documentId: string,
  { templateHash, printed }: DocumentSource,
): Promise<void> {
  const noted = { template_hash: templateHash, printed: JSON.stringify(printed) }
  await db
    .insertInto('document_sources')
    .values({ account_id: accountId, document_id: documentId, ...noted })
    .onConflict(conflict => conflict.columns(['account_id', 'document_id']).doUpdateSet(noted))
    .execute()
}

const selectGenerated = (db: Db, accountId: string) =>
  db
    .selectFrom('documents as d')
    .innerJoin('document_templates as t', join =>
      join.onRef('t.account_id', '=', 'd.account_id').onRef('t.id', '=', 'd.template_id'),
    )
    .leftJoin('document_sources as s', join =>
      join.onRef('s.account_id', '=', 'd.account_id').onRef('s.document_id', '=', 'd.id'),
    )
    .where('d.account_id', '=', accountId)
    .where('d.deleted_at', 'is', null)
    // A deleted template makes nothing any more, so nothing would come out differently.
    .where('t.deleted_at', 'is', null)
    .select([
      'd.id as documentId',
      'd.job_id as jobId',
      'd.job_version as jobVersion',
      'd.type',
      'd.original_or_copy as originalOrCopy',
      't.id as templateId',
      't.content_key as contentKey',
      't.content_hash as contentHash',
      's.template_hash as templateHash',
      's.printed',
    ])

const present = (row: Awaited<ReturnType<ReturnType<typeof selectGenerated>['execute']>>[number]) => ({
  ...row,
  originalOrCopy: row.originalOrCopy as OriginalOrCopy | null,
  source:
    row.templateHash === null
      ? null
      : ({
          templateHash: row.templateHash,
          printed: row.printed as unknown as DocumentSnapshot,
        } as DocumentSource),
})
export type GeneratedDocument = ReturnType<typeof present>

/** A job's documents that templates made and could make again. */
export async function generatedDocuments(
  db: Db,
  accountId: string,
  jobId: string,
): Promise<GeneratedDocument[]> {
  const rows = await selectGenerated(db, accountId)
    .where('d.job_id', '=', jobId)
    .orderBy('d.date', 'desc')
    .orderBy('d.id')
    .execute()
  return rows.map(present)
}

/** null where no template made this document, or it is gone. */
export async function generatedDocument(
  db: Db,
  accountId: string,
  documentId: string,
): Promise<GeneratedDocument | null> {
  const row = await selectGenerated(db, accountId).where('d.id', '=', documentId).executeTakeFirst()
  return row ? present(row) : null
}
