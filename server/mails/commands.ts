import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MailInput, MailStamp, MailDetails } from '#contract/mails.ts'
import { ownLimitOf } from '#server/budgets/records.ts'
import { budgetExceeded } from '#server/budgets/refusals.ts'
import { getCompany } from '#server/company/records.ts'
import { withNumberHolder } from '#server/company/use-numbers-commands.ts'
import type { Session } from '#server/db/db.ts'
import { withStoredFiles } from '#server/documents/upload.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { idInUse } from '#server/records/repeat.ts'
import { requireJob } from '#server/records/require-job.ts'
import { type Message, messageBytes, newMessageId, plainAddress } from '#server/mail/message.ts'
import type { MessageReader } from '#server/files/message-reader.ts'
import type { AsUser } from '#server/route.ts'
import type { TemplateDependencies } from '#server/templates/commands.ts'
import { requireVerifiedAddress } from '#server/users/address-commands.ts'
import { getMembership } from '#server/users/records.ts'
import { ownerOfToken } from '#server/users/token-records.ts'
import {
  findAttachments,
  generateAttachments,
  type MarkNumbersUsed,
  type OpenableAttachment,
} from './attachments.ts'
import { type DocumentToFile, fileDocuments } from './filing.ts'
import { findMail, type StoredMail } from './list-records.ts'
import type { MailService } from './mail-service.ts'
import * as records from './records.ts'
import { requestOf } from './requests-of-mails.ts'

export type MailDependencies = TemplateDependencies & { mail: MailService; messages: MessageReader }

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

export async function loadMail({ db, accountId }: Session, id: string): Promise<StoredMail> {
  const found = await findMail(db, accountId, id)
  if (!found) throw notFound('e-mail')
  return found
}

/** As whom a mail of this person leaves, and where answers go. */
export async function senderOf(session: Session, { mail }: Pick<MailDependencies, 'mail'>) {
  const { senderName, replyTo } = await records.getSettings(session.db, session.accountId)
  const { user, account } = await getMembership(session)
  return {
    // A company's name may hold what would look like the address of another sender.
    from: { name: (senderName ?? account.name).replace(/[<>@]/g, ' '), address: mail.sender.address },
    replyTo: replyTo ?? (session.isProgram ? await answersForProgram(session) : user.email),
  }
}

/** Programs read no mail: answers go to the person who answers for the token, else to the company. */
async function answersForProgram({ db, accountId, userId }: Session): Promise<string | null> {
  const person = await ownerOfToken(db, accountId, userId)
  if (person?.email) return person.email
  return (await getCompany(db, accountId)).company.email || null
}

export type Draft = Omit<
  records.NewMail,
  'messageId' | 'messageKey' | 'messageSize' | 'requestId' | 'state' | 'attachments' | 'recipients'
> & {
  recipients: readonly records.NewRecipient[]
}

/** `created` is false where a repeated call names the mail that the first one made. */
export async function sendMail(
  dependencies: MailDependencies,
  asUser: AsUser,
  input: MailInput,
): Promise<{ mail: MailDetails; created: boolean }> {
  const { id, ...asked } = input
  const requestHash = hashOf(asked)
  const recipients = recipientsOf(input, dependencies.mail)
  const begun = await asUser(async session => {
    const existing = await repeated(session, id, requestHash)
    if (existing) return { existing }
    await requireSender(dependencies, session)
    const { db, accountId, userId } = session
    await requireJob(session, input.shipmentId)
    // Before anything is made; what counts is counted when the mail is kept.
    const recent = await records.countRecentRecipients(db, accountId)
    await refuseTooMany(dependencies, session, {
      asked: recipients.length,
      inAnHour: recent + recipients.length,
    })
    const found = await findAttachments(dependencies, session, input.shipmentId, input.attachments ?? [])
    return { found, userId, ...(await senderOf(session, dependencies)) }
  })
  if ('existing' in begun && begun.existing) return { mail: begun.existing, created: false }
  if (!('found' in begun)) throw new Error('A mail is either there or begun.')
  const draft: Draft = {
    id,
    jobId: input.shipmentId,
    kind: 'job',
    subject: input.subject,
    body: input.text,
    sender: begun.from,
    replyTo: begun.replyTo,
    requestHash,
    stamps: (input.stamps ?? []).map(stampOf),
    madeBy: begun.userId,
    recipients,
  }
  const { found } = begun
  return withNumberHolder(asUser, async holder => {
    const named = (input.numbers ?? []).filter(({ number }) => isNamed(input, number))
    const taken = { jobId: input.shipmentId, holder, named }
    const { attachments, markNumbersUsed } = await generateAttachments(dependencies, asUser, taken, found)
    return keepMail(dependencies, asUser, attachments, draft, markNumbersUsed)
  })
}

/** Whether subject or text names a number, and not one that only begins or ends like it. */
function isNamed({ subject, text }: Pick<MailInput, 'subject' | 'text'>, number: string): boolean {
  const isPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
  return [subject, text].some(whole => {
    for (let at = whole.indexOf(number); at >= 0 && number; at = whole.indexOf(number, at + 1))
      if (!isPart(whole[at - 1]) && !isPart(whole[at + number.length])) return true
    return false
  })
}

const stampOf = ({ field, date, replace }: NonNullable<MailInput['stamps']>[number]): MailStamp => ({
  field,
  date: date ?? null,
  replace: replace ?? false,
  outcome: null,
})

/**
 * Makes the exact message, stores it, and keeps the mail with its place in the queue in one transaction, which also
 * files with the job the very documents that were made for it.
 */
export async function keepMail(
  dependencies: Pick<MailDependencies, 'files' | 'mail'>,
  asUser: AsUser,
  attachments: readonly OpenableAttachment[],
  draft: Draft,
  markNumbersUsed: MarkNumbersUsed = async () => [],
): Promise<{ mail: MailDetails; created: boolean }> {
  const { mail, files } = dependencies
  refuseTooLarge(attachments, mail.limits.attachmentBytes)
  const messageId = newMessageId(draft.sender.address)
  const message = await messageOf(draft, attachments, messageId)
  const made = attachments.filter(one => one.made !== undefined)
  return withStoredFiles({ files, asUser }, 1 + made.length, async ([key = '', ...keys], save) => {
    const { size } = await files.put(key, messageBytes(message, mail.dkim), {
      // Base64 makes four bytes of three, and breaks its lines.
      limitBytes: mail.limits.attachmentBytes * 1.5 + 1024 * 1024,
    })
    const toFile = await storeMade(files, keys, made, draft.jobId)
    return save<{ mail: MailDetails; created: boolean }>(async session => {
      const { db, accountId } = session
      const given = await markNumbersUsed(session)
      const isNew = await records.insertMail(db, accountId, {
        ...draft,
        messageId,
        messageKey: key,
        messageSize: size,
        requestId: requestOf(draft.id),
        state: mail.smtp ? 'waiting' : 'notSent',
        attachments,
      })
      if (!isNew) {
        const existing = await repeated(session, draft.id, draft.requestHash)
        if (!existing) throw new Error('A mail vanished while it was looked at.')
        return { result: { mail: existing, created: false }, kept: false }
      }
      await fileDocuments(session, toFile, given)
      await countRecipients(dependencies, session, draft.recipients.length)
      await records.enqueue(db, draft.id)
      return { result: { mail: (await loadMail(session, draft.id)).mail, created: true }, kept: true }
    })
  })
}

async function storeMade(
  files: MailDependencies['files'],
  keys: readonly string[],
  attachments: readonly OpenableAttachment[],
  jobId: string | null,
): Promise<DocumentToFile[]> {
  const stored: DocumentToFile[] = []
  for (const [index, { name, documentId, made }] of attachments.entries()) {
    const contentKey = keys[index]
    if (!made || !contentKey || !documentId || !jobId) continue
    const { bytes, ...document } = made
    const { size, sha256 } = await files.put(contentKey, Readable.from([bytes]), { limitBytes: bytes.length })
    stored.push({
      ...document,
      id: documentId,
      jobId,
      name,
      stored: { contentKey, contentHash: sha256, size },
    })
  }
  return stored
}

async function messageOf(
  { sender, replyTo, subject, body, recipients }: Draft,
  attachments: readonly OpenableAttachment[],
  messageId: string,
): Promise<Message> {
  const named = (kind: records.NewRecipient['kind']) => recipients.filter(one => one.kind === kind)
  return {
    from: sender,
    to: named('to'),
    cc: named('cc'),
    replyTo,
    subject,
    text: body,
    messageId,
    date: new Date(),
    attachments: await Promise.all(
      attachments.map(async ({ name, mediaType, open }) => ({ name, mediaType, content: await open() })),
    ),
  }
}

/** The mail that stands under this id where it is what was asked for; null where there is none. */
async function repeated(session: Session, id: string, requestHash: string): Promise<MailDetails | null> {
  const existing = await findMail(session.db, session.accountId, id)
  if (!existing) return null
  if (existing.requestHash === requestHash) return existing.mail
  throw idInUse('An e-mail')
}

/** Everybody once, in the first place where they are named. */
function recipientsOf({ to, cc = [], bcc = [] }: MailInput, { limits }: MailService): records.NewRecipient[] {
  const seen = new Set<string>()
  const recipients: records.NewRecipient[] = []
  for (const [kind, list] of [
    ['to', to],
    ['cc', cc],
    ['bcc', bcc],
  ] as const)
    for (const { name, address } of list) {
      const key = plainAddress(address).toLowerCase()
      if (seen.has(key)) continue
      seen.add(key)
      recipients.push({ kind, name: name?.trim() || null, address })
    }
  if (recipients.length > limits.recipients)
    throw invalid(
      'to',
      `An e-mail can go to at most ${limits.recipients} people; this one has ${recipients.length}.`,
    )
  return recipients
}

/** Counts recipients of the company's, and throws `too_many_requests` where there were too many within the hour. */
export async function countRecipients(
  dependencies: Pick<MailDependencies, 'mail'>,
  session: Session,
  asked: number,
): Promise<void> {
  const inAnHour = await records.addRecipients(session.db, session.accountId, asked)
  await refuseTooMany(dependencies, session, { asked, inAnHour })
}

/** Where e-mails leave, only people who have proved their own address make them leave. */
export async function requireSender(
  { mail }: Pick<MailDependencies, 'mail'>,
  session: Session,
): Promise<void> {
  if (mail.smtp) await requireVerifiedAddress(session)
}

/** To how many people the company may write in an hour; null: to as many as it likes. */
export async function allowedRecipients(
  { db, accountId }: Session,
  { mail }: Pick<MailDependencies, 'mail'>,
): Promise<number | null> {
  const own = await ownLimitOf(db, accountId, 'recipients')
  return own === undefined ? mail.limits.recipientsAnHour : own
}

/** `inAnHour`: the recipients of the last hour, with the `asked` ones. */
async function refuseTooMany(
  dependencies: Pick<MailDependencies, 'mail'>,
  session: Session,
  { asked, inAnHour }: { asked: number; inAnHour: number },
): Promise<void> {
  const allowed = await allowedRecipients(session, dependencies)
  if (allowed === null || inAnHour <= allowed) return
  const seconds = await records.secondsUntilBelowLimit(
    session.db,
    session.accountId,
    Math.max(0, allowed - asked),
  )
  throw budgetExceeded('recipients', allowed, seconds)
}

const megabytes = (bytes: number) => `${Number((bytes / 1024 / 1024).toFixed(1))} MB`

function refuseTooLarge(attachments: readonly OpenableAttachment[], limitBytes: number): void {
  const size = attachments.reduce((sum, attachment) => sum + attachment.size, 0)
  if (size <= limitBytes) return
  throw new AppError(
    'too_large',
    `The attachments have ${megabytes(size)} together, and most mail servers accept no more than ${megabytes(limitBytes)}. Leave some out, or send them in several e-mails.`,
  )
}
