import { MAX_NOTES, type Note } from '#contract/notes.ts'
import type { Session } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { AppError, notFound } from '#server/errors.ts'
import { createOnce } from '#server/records/repeat.ts'
import { requireJob } from '#server/records/require-job.ts'
import { deleteRow, insertRow, updateRow } from '#server/records/row-records.ts'
import { lockForChange, type VersionedRow } from '#server/records/versions.ts'
import { ownerOfToken } from '#server/users/token-records.ts'
import { noteColumns, readNotes } from './records.ts'

const versioned: VersionedRow<Note> = {
  table: 'notes',
  what: 'note',
  title: 'The note',
  columns: noteColumns,
  load: loadNote,
}

export async function listNotes(session: Session, jobId: string): Promise<Note[]> {
  await requireJob(session, jobId)
  return readNotes(session.db, session.accountId, { job_id: jobId })
}

async function loadNote({ db, accountId }: Session, id: string): Promise<Note> {
  const [note] = await readNotes(db, accountId, { id })
  if (!note) throw notFound('note')
  return note
}

type NewNote = Pick<Note, 'shipmentId' | 'text'> & { id?: string | undefined }

export async function addNote(session: Session, sent: NewNote) {
  const { db, accountId, userId, isProgram } = session
  const { id = crypto.randomUUID(), shipmentId, text } = sent
  await requireJob(session, shipmentId)
  const person = isProgram ? await ownerOfToken(db, accountId, userId) : null
  const row = { account_id: accountId, id, job_id: shipmentId, text, author_id: person?.id ?? userId }
  return createOnce({
    what: 'A note',
    sent,
    insert: async () => (await insertRow(db, 'notes', row)) && requireRoom(session, shipmentId),
    load: () => loadNote(session, id),
  })
}

/** Calls made at once may pass it together: the limit keeps the list short, and is no quota. */
async function requireRoom(session: Session, jobId: string): Promise<true> {
  if ((await listNotes(session, jobId)).length <= MAX_NOTES) return true
  throw new AppError(
    'limit_reached',
    `A job has at most ${MAX_NOTES} notes. Delete one that is no longer needed.`,
  )
}

export async function changeNote(
  session: Session,
  { id, ...changes }: { id: string; text?: string | undefined },
  ifMatch: number | undefined,
): Promise<Note> {
  await lockForChange(session, versioned, id, ifMatch)
  await updateRow(session.db, 'notes', session.accountId, id, toColumns(changes, noteColumns))
  return loadNote(session, id)
}

export async function removeNote(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<undefined> {
  await lockForChange(session, versioned, id, ifMatch)
  await deleteRow(session.db, 'notes', session.accountId, id)
}
