import { sql } from 'kysely'
import type { MailState, RecipientKind, RecipientState } from '#contract/mail-states.ts'
import type { MailStamp } from '#contract/mails.ts'
import type { Db } from '#server/db/db.ts'

export type OverdueMail = { accountId: string; id: string }

/** Mails of every company that are being sent, or have been due for so long that the queue must have lost them. */
export async function listOverdueMails(db: Db, sinceSeconds: number, atMost: number): Promise<OverdueMail[]> {
  const { rows } = await sql<OverdueMail>`
    select account_id as "accountId", id
    from neglected_mails(make_interval(secs => ${sinceSeconds}), ${atMost})`.execute(db)
  return rows
}

export type WaitingRecipient = {
  position: number
  kind: RecipientKind
  address: string
  state: RecipientState
}

export async function recipientsOf(db: Db, accountId: string, mailId: string): Promise<WaitingRecipient[]> {
  return db
    .selectFrom('mail_recipients')
    .select(['position', 'kind', 'address', 'state'])
    .where('account_id', '=', accountId)
    .where('mail_id', '=', mailId)
    .orderBy('position')
    .execute()
}

/** Takes a mail that is due for this attempt; null where it is not due, or somebody else has taken it. */
export async function claimMail(db: Db, accountId: string, id: string, attempt: number) {
  const row = await db
    .updateTable('mails')
    .set(eb => ({
      state: 'sending',
      sending_by: attempt,
      next_attempt_at: null,
      handed_over_at: null,
      attempts: eb('attempts', '+', 1),
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .returning(['sender_address as from', 'message_key as messageKey', 'message_size as size'])
    .executeTakeFirst()
  return row ?? null
}

export async function markHandedOver(
  db: Db,
  accountId: string,
  id: string,
  attempt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ handed_over_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('sending_by', '=', attempt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What stands of the mail that this attempt sends; null where the attempt counts no more. */
export async function lockAttempt(db: Db, accountId: string, id: string, attempt: number) {
  const row = await db
    .selectFrom('mails')
    .select(['attempts', 'stamps', 'job_id as jobId', 'made_by as madeBy'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', 'in', ['sending', 'uncertain'])
    .where('sending_by', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  return row ? { ...row, stamps: row.stamps } : null
}

export type SendingResult = {
  state: MailState
  /** Milliseconds from now; null: it is not tried again. */
  nextAttemptIn: number | null
  trouble: string | null
  wasTaken: boolean
  stamps: MailStamp[]
  recipients: readonly { position: number; state: RecipientState; reply: string | null }[]
}

export async function finishSending(
  db: Db,
  accountId: string,
  id: string,
  settled: SendingResult,
): Promise<void> {
  for (const { position, state, reply } of settled.recipients)
    await db
      .updateTable('mail_recipients')
      .set({ state, reply })
      .where('account_id', '=', accountId)
      .where('mail_id', '=', id)
      .where('position', '=', position)
      .execute()
  const { state, nextAttemptIn, trouble, wasTaken, stamps } = settled
  await db
    .updateTable('mails')
    .set(eb => ({
      state,
      next_attempt_at:
        nextAttemptIn === null ? null : sql<Date>`now() + make_interval(secs => ${nextAttemptIn / 1000})`,
      trouble,
      ...(state !== 'uncertain' && { sending_by: null }),
      ...(wasTaken && { sent_at: sql<Date>`coalesce(sent_at, now())` }),
      stamps: JSON.stringify(stamps),
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/**
 * A mail that is marked as being sent while nobody sends it, locked until the transaction ends: its worker was
 * killed. null where it is being sent, or is not marked any more.
 */
export async function lockInterrupted(db: Db, accountId: string, id: string) {
  const row = await db
    .selectFrom('mails')
    .select(['sending_by as attempt', 'handed_over_at as handedOverAt', 'state'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return null
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${row.attempt}) as "isFree"`.execute(db)
  return rows[0]?.isFree ? { mayHaveArrived: row.handedOverAt !== null } : null
}

export const INTERRUPTED =
  'The server stopped while the mail server was accepting this message, so nobody knows whether it arrived. ' +
  'Ask a recipient before you send it again.'

export async function markUncertain(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set(eb => ({ state: 'uncertain', trouble: INTERRUPTED, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('mail_recipients')
    .set({ state: 'uncertain' })
    .where('account_id', '=', accountId)
    .where('mail_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** A sending that was cut off before anything was handed over is as if it had not begun. */
export async function requeueMail(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set(eb => ({
      state: 'waiting',
      sending_by: null,
      next_attempt_at: sql<Date>`now()`,
      attempts: eb('attempts', '-', 1),
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}
