import { z } from 'zod'
import { document } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { field, schemasOf } from './field.ts'
import { jobRowEndpoints } from './job-rows.ts'
import { MOST_MENTIONED } from './mentions.ts'
import { id, instant, requiredText, version } from './values.ts'

export const noteFields = { text: field('Text', requiredText(10_000)) }
const { text } = schemasOf(noteFields)
const author = z.object({ id, displayName: z.string() })

/** What somebody wrote about a job for their colleagues. For a program, the person responsible for it is the author. */
export const note = z.object({
  ...{ id, shipmentId: id, text, author, writtenAt: instant, version },
  /** Who changed its text last, and when; null: nobody did. `by` is null where no person did. */
  edited: z.object({ by: author.nullable(), at: instant }).nullable(),
  /** Whom it mentions: each stands in the text as @ and their name, as they are called today. */
  mentions: z.array(author),
  /** Documents of the job that were sent with the note; POST /api/document adds one. */
  files: z.array(document),
})
export type Note = z.infer<typeof note>

export const MAX_NOTES = 200

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/note',
  summary: `All notes on a job, at most ${MAX_NOTES}, the newest first`,
  tag: 'Notes',
  access: 'notes:read',
  query: z.object({ shipmentId: id }),
  reply: z.array(note),
})

export const {
  create: createNote,
  update: updateNote,
  remove: deleteNote,
} = jobRowEndpoints({
  path: '/api/note',
  tag: 'Notes',
  access: 'notes:write',
  row: note,
  fields: {
    text,
    /** The text names each of them: “@Bilal Ahmed”. Left out in a change, those whom the text still names stay. */
    mentions: z.array(id).max(MOST_MENTIONED, `A note mentions at most ${MOST_MENTIONED} people.`).optional(),
  },
  summaries: {
    create: 'Add a note to a job',
    update: 'Change the text of a note; its author and its time stay',
    remove: 'Delete a note; POST /api/history/restoreremoved puts it back',
  },
})
