import { sql } from 'kysely'
import { MAX_MENTIONS, type Mention } from '#contract/mentions.ts'
import type { Session } from '#server/db/db.ts'
import { withPresentNames } from '#server/notes/records.ts'

/** The notes that mention the person of the session, the newest mention first. */
export async function readMentions({ db, accountId, userId }: Session): Promise<Mention[]> {
  const rows = await db
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
    .select(['m.note_id', 'm.written_at', 'm.read_at', 'j.id', 'j.job_number', 'j.name', 'u.display_name'])
    .select(['n.text', 'n.mentioned_ids as ids', 'n.mentioned_names as names'])
    .select(
      sql<Record<string, string> | null>`(
        select json_object_agg(p.id, p.display_name) from users p
        where p.account_id = n.account_id and p.id = any(n.mentioned_ids))`.as('people'),
    )
    .where('m.account_id', '=', accountId)
    .where('m.user_id', '=', userId)
    .where('m.gone_at', 'is', null)
    .orderBy('m.written_at', 'desc')
    .orderBy('m.note_id')
    .limit(MAX_MENTIONS)
    .execute()
  return rows.map(row => ({
    noteId: row.note_id,
    job: { id: row.id, jobId: Number(row.job_number), name: row.name },
    author: row.display_name,
    text: withPresentNames(row.text, row),
    writtenAt: row.written_at.toISOString(),
    isRead: row.read_at !== null,
  }))
}

export async function countUnread({ db, accountId, userId }: Session): Promise<number> {
  const { count } = await db
    .selectFrom('note_mentions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('gone_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function markRead({ db, accountId, userId }: Session, jobId: string): Promise<void> {
  await db
    .updateTable('note_mentions')
    .set({ read_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .where('read_at', 'is', null)
    .where('gone_at', 'is', null)
    .execute()
}
