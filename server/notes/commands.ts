import { namedIn } from '#contract/mentioned-names.ts'
import { MAX_NOTES, type Note } from '#contract/notes.ts'
import type { Session } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import { jobRows, type NewJobRow } from '#server/records/job-rows.ts'
import { ownerOfToken } from '#server/users/token-records.ts'
import { findMentionable, findMentions, type Mentioned, noteColumns, readNotes } from './records.ts'

export const notes = jobRows<Note>({
  table: 'notes',
  what: 'note',
  columns: noteColumns,
  max: MAX_NOTES,
  read: readNotes,
})

type Mentions = { mentions?: readonly string[] | undefined }

/** What a program writes has the person responsible for it as its author. */
export async function addNote(
  session: Session,
  { mentions, ...sent }: NewJobRow & { text: string } & Mentions,
) {
  const { db, accountId, userId, isProgram } = session
  const person = isProgram ? await ownerOfToken(db, accountId, userId) : null
  const mentioned = await requireMentioned(session, sent.text, mentions ?? [])
  return notes.add(session, sent, { author_id: person?.id ?? userId, ...columnsOf(mentioned) })
}

export async function changeNote(
  session: Session,
  { mentions, ...sent }: { id: string; text?: string | undefined } & Mentions,
  ifMatch: number | undefined,
): Promise<Note> {
  if (mentions === undefined && sent.text === undefined) return notes.change(session, sent, ifMatch)
  return notes.change(session, sent, ifMatch, async () => {
    const stored = await findMentions(session.db, session.accountId, sent.id)
    const text = sent.text ?? stored.text
    const mentioned = mentions
      ? await requireMentioned(session, text, mentions, stored.people)
      : stillNamed(text, stored.people)
    return { text, ...columnsOf(mentioned) }
  })
}

/** Each of these people whom a text names, by their present name or by their former one. */
const stillNamed = (text: string, known: readonly Mentioned[]): Mentioned[] =>
  [...new Set(known.map(({ id }) => id))].flatMap(id =>
    namedIn(
      text,
      known.filter(one => one.id === id),
    ).slice(0, 1),
  )

const columnsOf = (mentioned: readonly Mentioned[]) => ({
  mentioned_ids: mentioned.map(({ id }) => id),
  mentioned_names: mentioned.map(({ name }) => name),
})

/** Those of these people whom the text must name; 400 where it does not, or where there is no such person. */
async function requireMentioned(
  { db, accountId }: Session,
  text: string,
  ids: readonly string[],
  known: readonly Mentioned[] = [],
): Promise<Mentioned[]> {
  if (ids.length === 0) return []
  const present = await findMentionable(db, accountId, ids)
  // Whoever has left the company since stays mentioned where they were.
  const left = stillNamed(
    text,
    known.filter(({ id }) => ids.includes(id) && !present.some(one => one.id === id)),
  )
  const people = [...present, ...left]
  if (people.length < new Set(ids).size)
    throw invalid('mentions', 'There is no such person in your company. Choose somebody from the list.')
  const named = new Set(namedIn(text, people).map(({ name }) => name))
  const missing = people.find(({ name }) => !named.has(name))
  if (missing) throw invalid('mentions', `The text does not name ${missing.name}. Write “@${missing.name}”.`)
  return people
}
