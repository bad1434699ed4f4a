import { setTimeout as pause } from 'node:timers/promises'
import type { AsUser } from '#server/route.ts'
import { getMembership } from '#server/users/records.ts'
import { hashOf, keepMail, loadMail, type MailDependencies, requireSender, senderOf } from './commands.ts'
import { sendOne } from './sending.ts'

const POLL_MS = 200

/** Sends a mail to oneself at once and waits for what the mail server says. */
export async function sendTestMail(
  dependencies: MailDependencies & { database: Parameters<typeof sendOne>[0]['database'] },
  asUser: AsUser,
  wanted: string | undefined,
): Promise<{ accepted: boolean; to: string; answer: string }> {
  const { mail, database, files } = dependencies
  const { smtp, locks } = mail
  const begun = await asUser(async session => {
    await requireSender(dependencies, session)
    return { ...(await senderOf(session, dependencies)), ...(await getMembership(session)) }
  })
  const to = wanted ?? begun.user.email
  if (!smtp)
    return {
      accepted: false,
      to,
      answer: 'No mail server is configured: e-mails are saved here and not sent.',
    }
  const id = crypto.randomUUID()
  await keepMail(dependencies, asUser, [], {
    id,
    jobId: null,
    kind: 'test',
    subject: `Test e-mail of ${begun.account.name}`,
    body: `This is a test that ${begun.user.displayName} asked for.\n\nE-mails of ${begun.account.name} are sent correctly, and replies go to ${begun.replyTo}.`,
    sender: begun.from,
    replyTo: begun.replyTo,
    requestHash: hashOf(id),
    stamps: [],
    madeBy: begun.user.id,
    recipients: [{ kind: 'to', name: null, address: to }],
  })
  const deadline = Date.now() + smtp.patience.test
  const waited = new AbortController()
  // A mail server that falls silent is given up much later than anybody waits for a page.
  await Promise.race([
    sendOne({ database, files, smtp, locks }, begun.account.id, id),
    pause(smtp.patience.test, undefined, { signal: waited.signal }).catch(() => undefined),
  ]).finally(() => waited.abort())
  while (true) {
    const { mail: sent } = await asUser(session => loadMail(session, id))
    const [recipient] = sent.recipients
    const isOpen = sent.state === 'sending' || (sent.state === 'waiting' && recipient?.reply === null)
    if (!isOpen)
      return { accepted: sent.state === 'sent', to, answer: recipient?.reply ?? sent.trouble ?? '' }
    if (Date.now() > deadline)
      return {
        accepted: false,
        to,
        answer: 'The mail server has not answered in time. The e-mail is still being sent.',
      }
    await pause(POLL_MS)
  }
}
