import type { MailState, RecipientState } from '#contract/mail-states.ts'
import type { MailDetails } from '#contract/mails.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, notFound } from '#server/errors.ts'
import { quoted, refuseOutdated } from '#server/records/versions.ts'
import type { AsUser } from '#server/route.ts'
import { loadMail, type MailDependencies, requireSender, sendMail } from './commands.ts'
import * as records from './records.ts'

/** The same text and attachments to the same people, as a new mail. */
export async function resendMail(
  dependencies: MailDependencies,
  asUser: AsUser,
  { id, newId }: { id: string; newId: string },
): Promise<{ mail: MailDetails; created: boolean }> {
  const { mail } = await asUser(session => loadMail(session, id))
  if (!mail.shipmentId)
    throw new AppError('in_use', 'This e-mail does not belong to a job and cannot be sent a second time.')
  const named = (kind: 'to' | 'cc' | 'bcc') =>
    mail.recipients.filter(one => one.kind === kind).map(({ name, address }) => ({ name, address }))
  return sendMail(dependencies, asUser, {
    id: newId,
    shipmentId: mail.shipmentId,
    to: named('to'),
    cc: named('cc'),
    bcc: named('bcc'),
    subject: mail.subject,
    text: mail.text,
    attachments: mail.attachments.map(({ id: mailAttachmentId }) => ({ mailAttachmentId })),
  })
}

const retried: readonly RecipientState[] = ['refused', 'givenUp', 'uncertain', 'notSent']
const retriable: readonly MailState[] = ['refused', 'givenUp', 'uncertain', 'notSent', 'partly']

/** Queues a mail again for those who have not got it. */
export async function retryMail(
  dependencies: MailDependencies,
  session: Session,
  { id, requestId, ifMatch }: { id: string; requestId: string; ifMatch: number | undefined },
): Promise<MailDetails> {
  const { db, accountId } = session
  await requireSender(dependencies, session)
  const { state, subject } = await lockForChange(session, id, ifMatch)
  if (!retriable.includes(state))
    throw new AppError('in_use', `“${subject}” is ${state === 'sent' ? 'sent' : 'on its way'} already.`)
  if (!dependencies.mail.smtp)
    throw new AppError(
      'unavailable',
      'No mail server is configured. Download the e-mail as a file and send it with a mail program.',
    )
  await records.setRecipients(db, accountId, id, { from: retried, to: 'waiting' })
  await records.setState(db, accountId, id, 'waiting')
  await records.setRequest(db, accountId, id, requestId)
  await records.enqueue(db, id)
  return (await loadMail(session, id)).mail
}

export async function giveUpMail(
  session: Session,
  id: string,
  ifMatch: number | undefined,
): Promise<MailDetails> {
  const { db, accountId } = session
  const { state, subject } = await lockForChange(session, id, ifMatch)
  if (state !== 'waiting') throw new AppError('in_use', `“${subject}” is no longer waiting to be sent.`)
  await records.setRecipients(db, accountId, id, { from: ['waiting'], to: 'givenUp' })
  const { mail } = await loadMail(session, id)
  const isPartly = mail.recipients.some(one => one.state === 'sent')
  await records.setState(db, accountId, id, isPartly ? 'partly' : 'givenUp')
  return (await loadMail(session, id)).mail
}

async function lockForChange(session: Session, id: string, ifMatch: number | undefined) {
  const locked = await records.lockMail(session.db, session.accountId, id)
  if (!locked) throw notFound('e-mail')
  await refuseOutdated(ifMatch, {
    title: quoted(locked.subject),
    version: locked.version,
    current: async () => (await loadMail(session, id)).mail,
  })
  return locked
}
