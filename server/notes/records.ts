import { sql } from 'kysely'
import { piecesOf } from '#contract/mentioned-names.ts'
import type { Note, noteFields } from '#contract/notes.ts'
import type { Document } from '#contract/documents.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'
import { presentDocument } from '#server/documents/records.ts'

/** Which column keeps which field of a note on the wire. */
export const noteColumns = { text: 'text' } as const satisfies Record<
  keyof typeof noteFields,
  keyof DB['notes']
>

/** Somebody as a text names them. */
export type Mentioned = { id: string; name: string }

/** The people whom a note mentions, by their ids, as they are called today. */
type Present = Record<string, string> | null
const present = sql<Present>`(
  select json_object_agg(m.id, m.display_name) from users m
  where m.account_id = n.account_id and m.id = any(n.mentioned_ids))`

/** The files of a note that stand, those first that came first. */
const files = sql<Document[] | null>`(
  select json_agg(json_build_object('id', d.id, 'shipmentId', d.job_id, 'name', d.name, 'type', d.type, 'date', d.date,
    'size', d.size, 'mayRunCode', d.may_run_code, 'templateId', d.template_id, 'version', d.version) order by d.date, d.id)
  from documents d where d.account_id = n.account_id and d.note_id = n.id and d.deleted_at is null)`

/** The newest entry of the history that changed the text. */
const edited = sql<Note['edited']>`case when n.version > 1 then (
  select json_build_object('at', h.at, 'by', case when p.id is not null
    then json_build_object('id', p.id, 'displayName', p.display_name) end)
  from history h left join users p on p.account_id = h.account_id and p.id = h.user_id
  where h.account_id = n.account_id and h.record_id = n.id and h.changes ? 'text' and not h.made
  order by h.id desc limit 1) end`

/** The text as its readers see it: everybody whom it mentions goes by their present name. */
export function withPresentNames(
  text: string,
  { ids, names, people }: { ids: readonly string[]; names: readonly string[]; people: Present },
): string {
  if (ids.length === 0) return text
  const mentioned = ids.map((id, index) => ({ id, name: names[index] ?? '' }))
  return piecesOf(text, mentioned)
    .map(piece => ('person' in piece ? `@${people?.[piece.person.id] ?? piece.person.name}` : piece.text))
    .join('')
}

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
    .select(['n.author_id', 'u.display_name', 'n.mentioned_ids as ids', 'n.mentioned_names as names'])
    .select([present.as('people'), files.as('files'), edited.as('edited')])
    .where('n.account_id', '=', accountId)
    .where('id' in wanted ? 'n.id' : 'n.job_id', '=', 'id' in wanted ? wanted.id : wanted.job_id)
    .orderBy('n.written_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(
    ({
      author_id,
      display_name,
      written_at,
      ids,
      names,
      people,
      text,
      files: found,
      edited: last,
      ...note
    }) => ({
      ...note,
      text: withPresentNames(text, { ids, names, people }),
      author: { id: author_id, displayName: display_name },
      writtenAt: written_at.toISOString(),
      edited: last && { ...last, at: new Date(last.at).toISOString() },
      mentions: ids.map((id, index) => ({ id, displayName: people?.[id] ?? names[index] ?? '' })),
      files: (found ?? []).map(presentDocument),
    }),
  )
}

/** A note’s text as it is read, and whom it mentions, by their present names and by their former ones. */
export async function findMentions(
  db: Db,
  accountId: string,
  id: string,
): Promise<{ text: string; people: Mentioned[] }> {
  const { text, ids, names, people } = await db
    .selectFrom('notes as n')
    .select(['n.text', 'n.mentioned_ids as ids', 'n.mentioned_names as names'])
    .select(present.as('people'))
    .where('n.account_id', '=', accountId)
    .where('n.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    text: withPresentNames(text, { ids, names, people }),
    people: ids.flatMap((personId, index) => [
      { id: personId, name: people?.[personId] ?? '' },
      { id: personId, name: names[index] ?? '' },
    ]),
  }
}

/** Those of these ids who are people of the company and have not left it. */
export async function findMentionable(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Mentioned[]> {
  return db
    .selectFrom('users')
    .select(['id', 'display_name as name'])
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('joined_at', 'is not', null)
    .where('left_at', 'is', null)
    .where('deactivated_at', 'is', null)
    .where('subject', 'not like', 'api-token:%')
    .orderBy('id')
    .execute()
}
