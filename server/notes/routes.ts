import { createNote, deleteNote, listNotes, updateNote } from '#contract/notes.ts'
import type { Api } from '#server/route.ts'
import { addNote, changeNote, notes } from './commands.ts'

export function noteRoutes(api: Api): void {
  api.bind(listNotes, (session, { query }) => notes.list(session, query.shipmentId))
  api.bindCreate(createNote, (session, { body }) => addNote(session, body))
  api.bind(updateNote, (session, { body, ifMatch }) => changeNote(session, body, ifMatch))
  api.bind(deleteNote, (session, { params, ifMatch }) => notes.remove(session, params.id, ifMatch))
}
