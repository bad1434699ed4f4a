import { withOwner } from '#server/db/owner.ts'

/** Puts every mail back into the queue at once, as if it had just been made. */
export async function queueAgain(ownerUrl: string): Promise<void> {
  await withOwner(ownerUrl, async owner => {
    await owner.query('begin')
    await owner.query(`update mail_recipients set state = 'waiting', reply = null`)
    await owner.query(
      `update mails set state = 'waiting', next_attempt_at = now(), attempts = 0, sent_at = null`,
    )
    await owner.query(
      `select set_config('app.account_id', account_id::text, true), enqueue_mail(id, now()) from mails`,
    )
    await owner.query('commit')
  })
}

export async function countWaiting(ownerUrl: string): Promise<number> {
  const { rows } = await withOwner(ownerUrl, owner =>
    owner.query<{ count: number }>(
      `select count(*)::int as count from mails where state in ('waiting', 'sending')`,
    ),
  )
  return rows[0]?.count ?? 0
}
