import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Keeps a message of the product itself with its place in the queue. */
export async function insertProductMail(
  db: Db,
  mail: { recipient: string; subject: string; sealed: string; requestId: string | undefined },
): Promise<void> {
  const { id } = await db
    .insertInto('product_mails')
    .values({
      ...{ recipient: mail.recipient, subject: mail.subject, message: mail.sealed },
      request_id: mail.requestId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueProductMail(db, id)
}

export async function enqueueProductMail(db: Db, id: string, inMilliseconds = 0): Promise<void> {
  await sql`select enqueue_product_mail(${id}, now() + make_interval(secs => ${inMilliseconds / 1000}))`.execute(
    db,
  )
}

/** Takes a message that is due for this attempt; null where it is not due, or somebody else has taken it. */
export async function claimProductMail(db: Db, id: string, attempt: number) {
  const row = await db
    .updateTable('product_mails')
    .set(eb => ({
      state: 'sending',
      sending_by: attempt,
      handed_over_at: null,
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<=', sql<Date>`now()`)
    .returning(['recipient', 'message'])
    .executeTakeFirst()
  return row?.message ? { recipient: row.recipient, sealed: row.message } : null
}

export async function markProductHandedOver(db: Db, id: string, attempt: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_mails')
    .set({ handed_over_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('sending_by', '=', attempt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How often it was tried, locked until the transaction ends; null where the attempt counts no more. */
export async function lockProductAttempt(db: Db, id: string, attempt: number) {
  const row = await db
    .selectFrom('product_mails')
    .select(['attempts', 'recipient', 'subject', 'request_id as requestId'])
    .where('id', '=', id)
    .where('sending_by', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export type ProductOutcome = 'sent' | 'refused' | 'givenUp' | 'uncertain'

/** What is over is kept without its message, since that may hold a link by which one gets in. */
export async function finishProductMail(
  db: Db,
  id: string,
  { state, trouble }: { state: ProductOutcome; trouble: string | null },
): Promise<void> {
  await db
    .updateTable('product_mails')
    .set({ state, trouble, message: null, sending_by: null })
    .where('id', '=', id)
    .execute()
}

export async function requeueProductMail(
  db: Db,
  id: string,
  { inMilliseconds, trouble }: { inMilliseconds: number; trouble: string | null },
): Promise<void> {
  await db
    .updateTable('product_mails')
    .set({
      state: 'waiting',
      sending_by: null,
      trouble,
      next_attempt_at: sql<Date>`now() + make_interval(secs => ${inMilliseconds / 1000})`,
    })
    .where('id', '=', id)
    .execute()
  await enqueueProductMail(db, id, inMilliseconds)
}

/** Messages that somebody is sending or was when killed, or that have been due for so long that the queue lost them. */
export async function overdueProductMails(db: Db, sinceSeconds: number, atMost: number): Promise<string[]> {
  const rows = await db
    .selectFrom('product_mails')
    .select('id')
    .where(eb =>
      eb.or([
        eb('state', '=', 'sending'),
        eb.and([
          eb('state', '=', 'waiting'),
          eb('next_attempt_at', '<', sql<Date>`now() - make_interval(secs => ${sinceSeconds})`),
        ]),
      ]),
    )
    .limit(atMost)
    .execute()
  return rows.map(({ id }) => id)
}

/** A message that is marked as being sent while nobody sends it, locked until the transaction ends. */
export async function lockInterruptedProductMail(
  db: Db,
  id: string,
): Promise<{ mayHaveArrived: boolean; requestId: string | null } | null> {
  const row = await db
    .selectFrom('product_mails')
    .select(['sending_by as attempt', 'handed_over_at as handedOverAt', 'request_id as requestId'])
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return null
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${row.attempt}) as "isFree"`.execute(db)
  return rows[0]?.isFree ? { mayHaveArrived: row.handedOverAt !== null, requestId: row.requestId } : null
}

export async function deleteOldProductMails(db: Db): Promise<void> {
  await db
    .deleteFrom('product_mails')
    .where('state', 'not in', ['waiting', 'sending'])
    .where('made_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute()
}
