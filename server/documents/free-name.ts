import type { Document } from '#contract/documents.ts'
import { availableName } from '#contract/file-names.ts'
import type { Session } from '#server/db/db.ts'
import { AppError } from '#server/errors.ts'
import * as records from './records.ts'

const NAME_ATTEMPTS = 50

/** “Name.docx”, “Name (2).docx” …: the database decides, as somebody may take the name at the same moment. */
export async function insertUnderFreeName(
  { db, accountId }: Session,
  document: records.NewDocument,
): Promise<Document> {
  const taken = (await records.documentsOfJob(db, accountId, document.jobId)).map(({ name }) => name)
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt += 1) {
    const name = availableName(document.name, taken)
    const inserted = await records.insertDocument(db, accountId, { ...document, name })
    if (inserted) return inserted
    taken.push(name)
  }
  throw new AppError(
    'already_exists',
    `The job has too many documents named “${document.name}”; use another name.`,
  )
}
