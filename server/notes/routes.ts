import { createNote, deleteNote, listNotes, updateNote } from '#contract/notes.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'

export function noteRoutes(api: Api): void {
  api.bind(listNotes, (session, { query }) => commands.listNotes(session, query.shipmentId))
  api.bindCreate(createNote, (session, { body }) => commands.addNote(session, body))
  api.bind(updateNote, (session, { body, ifMatch }) => commands.changeNote(session, body, ifMatch))
  api.bind(deleteNote, (session, { params, ifMatch }) => commands.removeNote(session, params.id, ifMatch))
}
