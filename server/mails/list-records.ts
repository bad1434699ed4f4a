import { expressionBuilder, sql } from 'kysely'
import type { MailState } from '#contract/mail-states.ts'
import type { Mail, MailAttachment, MailRecipient, MailDetails } from '#contract/mails.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/tables.ts'
import { containing } from '#server/db/sql-fragments.ts'
import { htmlOf } from '#server/mail/mail-text.ts'
import type { Page } from '#server/route.ts'

const recipients = sql<MailRecipient[]>`(
  select json_agg(json_build_object(
    'kind', r.kind, 'name', r.name, 'address', r.address, 'state', r.state, 'reply', r.reply) order by r.position)
  from mail_recipients r where r.account_id = m.account_id and r.mail_id = m.id)`

const attachments = sql<MailAttachment[]>`coalesce((
  select json_agg(json_build_object(
    'id', a.id, 'name', a.name, 'mediaType', a.media_type, 'size', a.size,
    'documentId', a.document_id, 'templateId', a.template_id) order by a.position)
  from mail_attachments a where a.account_id = m.account_id and a.mail_id = m.id), '[]')`

const mailsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('mails as m')
    .leftJoin('jobs as j', join =>
      join.onRef('j.account_id', '=', 'm.account_id').onRef('j.id', '=', 'm.job_id'),
    )
    .leftJoin('users as u', join =>
      join.onRef('u.account_id', '=', 'm.account_id').onRef('u.id', '=', 'm.made_by'),
    )
    .where('m.account_id', '=', accountId)
    .select([
      'm.id',
      'm.job_id',
      'j.job_number',
      'j.name as job_name',
      'm.kind',
      'm.state',
      'm.subject',
      'm.sender_name',
      'm.sender_address',
      'm.reply_to',
      recipients.as('recipients'),
      attachments.as('attachments'),
      'm.made_by',
      'u.display_name',
      'm.made_at',
      'm.sent_at',
      'm.next_attempt_at',
      'm.attempts',
      'm.trouble',
      'm.message_size',
      'm.version',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof mailsOf>['executeTakeFirstOrThrow']>>

const instantOf = (moment: Date | string | null) => (moment === null ? null : new Date(moment).toISOString())

function present(row: Row): Mail {
  return {
    id: row.id,
    shipmentId: row.job_id,
    job: row.job_number === null ? null : { jobId: row.job_number, name: row.job_name },
    kind: row.kind,
    state: row.state,
    subject: row.subject,
    from: { name: row.sender_name, address: row.sender_address },
    replyTo: row.reply_to,
    recipients: row.recipients,
    attachments: row.attachments,
    by: row.made_by === null ? null : { id: row.made_by, displayName: row.display_name ?? '' },
    madeAt: instantOf(row.made_at) ?? '',
    sentAt: instantOf(row.sent_at),
    nextAttemptAt: instantOf(row.next_attempt_at),
    attempts: row.attempts,
    trouble: row.trouble,
    size: row.message_size,
    version: row.version,
  }
}

// A job's mails are read by people one by one; nobody writes this many.
const MAX_OF_A_JOB = 1000

export async function mailsOfJob(db: Db, accountId: string, jobId: string): Promise<Mail[]> {
  const rows = await mailsOf(db, accountId)
    .where('m.job_id', '=', jobId)
    .orderBy('m.made_at', 'desc')
    .orderBy('m.id')
    .limit(MAX_OF_A_JOB)
    .execute()
  return rows.map(present)
}

export type MailSearch = {
  search?: string | undefined
  state?: MailState | undefined
  offset: number
  limit: number
}

export async function allMails(
  db: Db,
  accountId: string,
  { search, state, offset, limit }: MailSearch,
): Promise<Page<Mail>> {
  const eb = expressionBuilder<{ m: DB['mails'] }, 'm'>()
  const matching = eb.and([
    ...(search ? [eb('m.search_text', 'like', containing(search))] : []),
    ...(state ? [eb('m.state', '=', state)] : []),
  ])
  const rows = await mailsOf(db, accountId)
    .where(matching)
    .orderBy('m.made_at', 'desc')
    .orderBy('m.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('mails as m')
    .where('m.account_id', '=', accountId)
    .where(matching)
    .select(eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(present), total: Number(total) }
}

export type StoredMail = { mail: MailDetails; messageKey: string; requestHash: string }

/** The mail with what only the server knows of it; null where there is none. */
export async function findMail(db: Db, accountId: string, id: string): Promise<StoredMail | null> {
  const row = await mailsOf(db, accountId)
    .where('m.id', '=', id)
    .select(['m.message_id', 'm.body', 'm.stamps', 'm.message_key', 'm.request_hash'])
    .executeTakeFirst()
  if (!row) return null
  return {
    mail: {
      ...present(row),
      messageId: row.message_id,
      text: row.body,
      html: htmlOf(row.body, row.subject),
      stamps: row.stamps,
    },
    messageKey: row.message_key,
    requestHash: row.request_hash,
  }
}

/** An attachment of an earlier mail of the job: where its message is kept and which one of its attachments it is. */
export async function findMailAttachment(
  db: Db,
  accountId: string,
  { id, jobId }: { id: string; jobId: string },
) {
  const row = await db
    .selectFrom('mail_attachments as a')
    .innerJoin('mails as m', join =>
      join.onRef('m.account_id', '=', 'a.account_id').onRef('m.id', '=', 'a.mail_id'),
    )
    .where('a.account_id', '=', accountId)
    .where('a.id', '=', id)
    .where('m.job_id', '=', jobId)
    .select([
      'a.name',
      'a.media_type as mediaType',
      'a.size',
      'a.position',
      'a.document_id as documentId',
      'a.template_id as templateId',
      'm.message_key as messageKey',
    ])
    .executeTakeFirst()
  return row ?? null
}
