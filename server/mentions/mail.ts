import { messageFrom } from '#server/errors.ts'
import type { Database } from '#server/db/db.ts'
import type { FileStore } from '#server/files/store.ts'
import { hashOf, keepMail, senderOf } from '#server/mails/commands.ts'
import type { MailService } from '#server/mails/mail-service.ts'
import { idFromText } from '#server/records/id-from-text.ts'
import type { AsUser } from '#server/route.ts'
import { getMembership } from '#server/users/records.ts'
import * as records from './mail-records.ts'

/** So long somebody who is at work has to read a note before an e-mail tells of it. */
const PATIENCE_MINUTES = 5
const LONGEST_SUBJECT = 200

export type MentionMailDependencies = {
  database: Database
  files: FileStore
  mail: MailService
  publicUrl?: string | undefined
  log: (line: string) => void
}

/** Tells by e-mail of the mentions that nobody has read; one that fails holds up no other and is tried again. */
export async function sendDueMentions(dependencies: MentionMailDependencies): Promise<void> {
  // Without a mail server they would pile up, and tell of notes that were read long ago.
  if (!dependencies.mail.smtp) return
  const due = await dependencies.database.transaction(db => records.dueMentions(db, PATIENCE_MINUTES))
  for (const one of due) {
    try {
      await tell(dependencies, one)
    } catch (error) {
      dependencies.log(`An e-mail about a mention could not be made: ${messageFrom(error)}`)
    }
  }
}

async function tell(
  { database, files, mail, publicUrl }: MentionMailDependencies,
  { accountId, userId, noteId }: records.DueMention,
): Promise<void> {
  const asUser: AsUser = work => database.asAccount(accountId, userId, work)
  const begun = await asUser(async session => {
    const mention = await records.findUntold(session, noteId)
    return mention && { mention, ...(await senderOf(session, { mail })), ...(await getMembership(session)) }
  })
  if (!begun) return
  const { mention, user, from } = begun
  // The same person and note are the same mail, however often it is tried or the note comes back.
  const id = idFromText(`${accountId} ${userId} ${noteId}`)
  await keepMail({ files, mail }, asUser, [], {
    id,
    jobId: null,
    kind: 'mention',
    ...write(mention, publicUrl),
    sender: from,
    // An answer is for whoever wrote the note.
    replyTo: mention.address,
    requestHash: hashOf(id),
    stamps: [],
    madeBy: null,
    recipients: [{ kind: 'to', name: user.displayName, address: user.email }],
  })
  await asUser(session => records.markTold(session, noteId))
}

const oneLine = (text: string | null) => (text ?? '').replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ').trim()

function write(
  { job, author, text }: NonNullable<Awaited<ReturnType<typeof records.findUntold>>>,
  publicUrl: string | undefined,
) {
  const named = `${job.number} ${oneLine(job.name) || '(unnamed)'}`
  const body = [
    `${oneLine(author)} wrote in a note on job ${named}:`,
    text,
    ...(publicUrl ? [`${publicUrl}/webapp/shipment/notes?id=${job.id}`] : []),
    'You get this because the note mentions you and you have not read it yet. You can switch these e-mails off in the ' +
      'application, beside the morning summary.',
  ].join('\n\n')
  const subject = `${oneLine(author)} mentioned you on job ${named}`
  return { subject: subject.slice(0, LONGEST_SUBJECT), body }
}
