import { MAX_NOTES, type Note } from '#contract/notes.ts'
import type { Session } from '#server/db/db.ts'
import { jobRows, type NewJobRow } from '#server/records/job-rows.ts'
import { ownerOfToken } from '#server/users/token-records.ts'
import { noteColumns, readNotes } from './records.ts'

export const notes = jobRows<Note>({
  table: 'notes',
  what: 'note',
  columns: noteColumns,
  max: MAX_NOTES,
  read: readNotes,
})

/** What a program writes has the person responsible for it as its author. */
export async function addNote(session: Session, sent: NewJobRow) {
  const { db, accountId, userId, isProgram } = session
  const person = isProgram ? await ownerOfToken(db, accountId, userId) : null
  return notes.add(session, sent, { author_id: person?.id ?? userId })
}
