import type { Note, noteFields } from '#contract/notes.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'

/** Which column keeps which field of a note on the wire. */
export const noteColumns = { text: 'text' } as const satisfies Record<
  keyof typeof noteFields,
  keyof DB['notes']
>

/** One note or all notes of a job, the newest first. */
export async function readNotes(
  db: Db,
  accountId: string,
  wanted: { id: string } | { job_id: string },
): Promise<Note[]> {
  const rows = await db
    .selectFrom('notes as n')
    .innerJoin('users as u', join =>
      join.onRef('u.account_id', '=', 'n.account_id').onRef('u.id', '=', 'n.author_id'),
    )
    .select(['n.id', 'n.job_id as shipmentId', 'n.text', 'n.written_at', 'n.version'])
    .select(['n.author_id', 'u.display_name'])
    .where('n.account_id', '=', accountId)
    .where('id' in wanted ? 'n.id' : 'n.job_id', '=', 'id' in wanted ? wanted.id : wanted.job_id)
    .orderBy('n.written_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(({ author_id, display_name, written_at, ...note }) => ({
    ...note,
    author: { id: author_id, displayName: display_name },
    writtenAt: written_at.toISOString(),
  }))
}
