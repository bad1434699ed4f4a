import { sql } from 'kysely'
import type { Db, Session } from '#server/db/db.ts'
import { withPresentNames } from '#server/notes/records.ts'

export type DueMention = { accountId: string; userId: string; noteId: string }

/** The mentions that nobody has read for so long that an e-mail tells of them. */
export async function dueMentions(db: Db, patienceMinutes: number): Promise<DueMention[]> {
  const { rows } = await sql<DueMention>`
    select account_id as "accountId", user_id as "userId", note_id as "noteId"
    from due_mentions(make_interval(mins => ${patienceMinutes}))`.execute(db)
  return rows
}

/** What the e-mail tells; null where the mention was read, taken back or told of meanwhile. */
export async function findUntold({ db, accountId, userId }: Session, noteId: string) {
  const row = await db
    .selectFrom('note_mentions as m')
    .innerJoin('notes as n', join =>
      join.onRef('n.account_id', '=', 'm.account_id').onRef('n.id', '=', 'm.note_id'),
    )
    .innerJoin('jobs as j', join =>
      join.onRef('j.account_id', '=', 'm.account_id').onRef('j.id', '=', 'm.job_id'),
    )
    .innerJoin('users as u', join =>
      join.onRef('u.account_id', '=', 'n.account_id').onRef('u.id', '=', 'n.author_id'),
    )
    .select(['j.id', 'j.job_number as number', 'j.name', 'u.display_name as author', 'u.email as address'])
    .select(['n.text', 'n.mentioned_ids as ids', 'n.mentioned_names as names'])
    .select(
      sql<Record<string, string> | null>`(
        select json_object_agg(p.id, p.display_name) from users p
        where p.account_id = n.account_id and p.id = any(n.mentioned_ids))`.as('people'),
    )
    .where('m.account_id', '=', accountId)
    .where('m.user_id', '=', userId)
    .where('m.note_id', '=', noteId)
    .where('m.read_at', 'is', null)
    .where('m.gone_at', 'is', null)
    .where('m.mailed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { id, number, name, author, address } = row
  return { job: { id, number, name }, author, address, text: withPresentNames(row.text, row) }
}

export async function markTold({ db, accountId, userId }: Session, noteId: string): Promise<void> {
  await db
    .updateTable('note_mentions')
    .set({ mailed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('note_id', '=', noteId)
    .execute()
}
