import { sql } from 'kysely'
import type { RecipientKind, RecipientState } from '#contract/mail-states.ts'
import type { MailStamp } from '#contract/mails.ts'
import type { Db } from '#server/db/db.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { type Change, changesOf, historySince, reversed } from '#server/records/changes-records.ts'
import { settingsColumns } from './columns.ts'

export type NewRecipient = { kind: RecipientKind; name: string | null; address: string }

export type NewAttachment = {
  name: string
  mediaType: string
  size: number
  documentId: string | null
  templateId: string | null
}

export type NewMail = {
  id: string
  jobId: string | null
  kind: 'job' | 'test' | 'invitation' | 'summary' | 'mention'
  subject: string
  body: string
  sender: { name: string; address: string }
  replyTo: string | null
  messageId: string
  messageKey: string
  messageSize: number
  requestHash: string
  /** The request that asked for it, as the log names it. */
  requestId: string | undefined
  state: 'waiting' | 'notSent'
  stamps: MailStamp[]
  madeBy: string | null
  recipients: readonly NewRecipient[]
  attachments: readonly NewAttachment[]
}

/** False where a mail with this id stands already. */
export async function insertMail(db: Db, accountId: string, mail: NewMail): Promise<boolean> {
  const { state, sender, recipients, attachments } = mail
  const searched = [mail.subject, ...recipients.flatMap(({ name, address }) => [name ?? '', address])]
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mails')
    .values({
      account_id: accountId,
      id: mail.id,
      job_id: mail.jobId,
      kind: mail.kind,
      subject: mail.subject,
      body: mail.body,
      sender_name: sender.name,
      sender_address: sender.address,
      reply_to: mail.replyTo,
      message_id: mail.messageId,
      message_key: mail.messageKey,
      message_size: mail.messageSize,
      request_hash: mail.requestHash,
      request_id: mail.requestId ?? null,
      state,
      next_attempt_at: state === 'waiting' ? sql<Date>`now()` : null,
      stamps: JSON.stringify(mail.stamps),
      made_by: mail.madeBy,
      search_text: searched.join('\n').toLowerCase(),
    })
    .onConflict(conflict => conflict.columns(['account_id', 'id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await db
    .insertInto('mail_recipients')
    .values(
      recipients.map((recipient, position) => ({
        account_id: accountId,
        mail_id: mail.id,
        position,
        ...recipient,
        state,
      })),
    )
    .execute()
  if (attachments.length > 0)
    await db
      .insertInto('mail_attachments')
      .values(
        attachments.map(({ name, mediaType, size, documentId, templateId }, position) => ({
          account_id: accountId,
          id: crypto.randomUUID(),
          mail_id: mail.id,
          position,
          name,
          media_type: mediaType,
          size,
          document_id: documentId,
          template_id: templateId,
        })),
      )
      .execute()
  return true
}

/** Puts a mail that waits into the queue, in the transaction that says so. */
export async function enqueue(db: Db, mailId: string, inMilliseconds = 0): Promise<void> {
  await sql`select enqueue_mail(${mailId}, now() + make_interval(secs => ${inMilliseconds / 1000}))`.execute(
    db,
  )
}

/** To how many the company has written in the last hour. */
export async function countRecentRecipients(db: Db, accountId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('mail_counts')
    .where('account_id', '=', accountId)
    .where('minute', '>', sql<Date>`now() - interval '1 hour'`)
    .select(eb => eb.fn.sum<string | null>('recipients').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** How long until the last hour has at most so many recipients, in seconds; an hour where it never does. */
export async function secondsUntilBelowLimit(db: Db, accountId: string, most: number): Promise<number> {
  const rows = await db
    .selectFrom('mail_counts')
    .where('account_id', '=', accountId)
    .where('minute', '>', sql<Date>`now() - interval '1 hour'`)
    .select(['recipients', sql<number>`extract(epoch from minute + interval '1 hour' - now())`.as('seconds')])
    .orderBy('minute')
    .execute()
  let left = rows.reduce((sum, { recipients }) => sum + recipients, 0)
  for (const { recipients, seconds } of rows) {
    left -= recipients
    if (left <= most) return Number(seconds)
  }
  return 3600
}

/** Counts recipients and answers all of the last hour; nobody else of the company counts until the transaction ends. */
export async function addRecipients(db: Db, accountId: string, count: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail:${accountId}`}, 0))`.execute(db)
  await db
    .insertInto('mail_counts')
    .values({ account_id: accountId, minute: sql<Date>`date_trunc('minute', now())`, recipients: count })
    .onConflict(conflict =>
      conflict
        .columns(['account_id', 'minute'])
        .doUpdateSet(eb => ({ recipients: eb('mail_counts.recipients', '+', count) })),
    )
    .execute()
  await db
    .deleteFrom('mail_counts')
    .where('account_id', '=', accountId)
    .where('minute', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
  return countRecentRecipients(db, accountId)
}

/** What stands of a mail that somebody wants to change, its row locked until the transaction ends. */
export async function lockMail(db: Db, accountId: string, id: string) {
  const row = await db
    .selectFrom('mails')
    .select(['state', 'version', 'subject'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? { ...row, state: row.state } : null
}

/** Recipients in one of `from` get the state `to`; a mail's state follows with `setState`. */
export async function setRecipients(
  db: Db,
  accountId: string,
  mailId: string,
  { from, to }: { from: readonly RecipientState[]; to: RecipientState },
): Promise<void> {
  await db
    .updateTable('mail_recipients')
    .set({ state: to })
    .where('account_id', '=', accountId)
    .where('mail_id', '=', mailId)
    .where('state', 'in', from)
    .execute()
}

export async function setState(
  db: Db,
  accountId: string,
  id: string,
  state: 'waiting' | 'givenUp' | 'partly',
): Promise<void> {
  await db
    .updateTable('mails')
    .set(eb => ({
      state,
      next_attempt_at: state === 'waiting' ? sql<Date>`now()` : null,
      // Sending it again starts from the beginning.
      ...(state === 'waiting' && { attempts: 0, trouble: null, handed_over_at: null }),
      sending_by: null,
      version: eb('version', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** From now on the log tells of the mail that this request asked for it. */
export async function setRequest(db: Db, accountId: string, id: string, requestId: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ request_id: requestId })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

export type StoredSettings = { senderName: string | null; replyTo: string | null; version: number }

export async function getSettings(db: Db, accountId: string): Promise<StoredSettings> {
  const row = await db
    .selectFrom('mail_settings')
    .select(['sender_name as senderName', 'reply_to as replyTo', 'version'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { senderName: null, replyTo: null, version: 0 }
}

/** The settings as they were are made where there are none, and are locked until the transaction ends. */
export async function lockSettings(db: Db, accountId: string): Promise<StoredSettings> {
  await db
    .insertInto('mail_settings')
    .values({ account_id: accountId, version: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db.selectFrom('mail_settings').select('id').where('account_id', '=', accountId).forUpdate().execute()
  return getSettings(db, accountId)
}

export async function updateSettings(
  db: Db,
  accountId: string,
  settings: Pick<StoredSettings, keyof typeof settingsColumns>,
): Promise<void> {
  await db
    .updateTable('mail_settings')
    .set(eb => ({ ...toColumns(settings, settingsColumns), version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .execute()
}

/** What was changed of the e-mail settings since `version`, and by whom. */
export async function settingsChangesSince(db: Db, accountId: string, version: number): Promise<Change[]> {
  const { id } = await db
    .selectFrom('mail_settings')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const rows = await historySince(db, accountId, { id, version, recordTypes: ['mail_settings'], besides: [] })
  return changesOf(rows, reversed(settingsColumns))
}
