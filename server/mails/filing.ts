import { isHousePaper } from '#contract/numbering.ts'
import type { NumberRequest, TakenNumber } from '#server/company/take-numbers-commands.ts'
import { describeNumbers } from '#server/company/use-numbers-commands.ts'
import type { Session } from '#server/db/db.ts'
import { insertUnderFreeName } from '#server/documents/free-name.ts'
import type { DocumentContent, NewDocument } from '#server/documents/records.ts'
import { type DocumentSource, keepSource } from '#server/templates/generation/source-records.ts'

/** A document that was made for a mail, and is to be filed with its job as it is sent. */
export type MadeDocument = {
  bytes: Buffer
  kind: Pick<DocumentContent, 'type' | 'mediaType'>
  versions: NonNullable<NewDocument['source']>
  source: DocumentSource
  /** The numbers that it prints. */
  prints: Pick<NumberRequest, 'kinds' | 'printsHouseBl'>
}

export type DocumentToFile = Pick<NewDocument, 'id' | 'jobId' | 'name'> &
  Omit<MadeDocument, 'bytes'> & { stored: Pick<DocumentContent, 'contentKey' | 'contentHash' | 'size'> }

/**
 * Adds the documents of a mail to its job, in the transaction that keeps the mail. `given`: the numbers that are used
 * from now on; the first document that prints one is told of it.
 */
export async function fileDocuments(
  session: Session,
  documents: readonly DocumentToFile[],
  given: readonly TakenNumber[],
): Promise<void> {
  let left = [...given]
  for (const { id, jobId, name, kind, stored, versions, source, prints } of documents) {
    const own = left.filter(
      one => prints.kinds.includes(one.kind) || (prints.printsHouseBl && isHousePaper(one.kind)),
    )
    left = left.filter(one => !own.includes(one))
    await insertUnderFreeName(session, {
      ...{ id, jobId, name, source: versions },
      ...{ ...stored, ...kind, mayRunCode: false },
      numbersGiven: describeNumbers(own),
    })
    await keepSource(session.db, session.accountId, id, source)
  }
}
