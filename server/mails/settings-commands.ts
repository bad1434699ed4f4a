import type { MailSettings } from '#contract/mail-settings.ts'
import type { Session } from '#server/db/db.ts'
import { refuseOutdated } from '#server/records/versions.ts'
import { getMembership } from '#server/users/records.ts'
import { allowedRecipients, type MailDependencies } from './commands.ts'
import * as records from './records.ts'

export async function loadSettings(session: Session, dependencies: MailDependencies): Promise<MailSettings> {
  const { mail } = dependencies
  const { senderName, replyTo, version } = await records.getSettings(session.db, session.accountId)
  const { account } = await getMembership(session)
  return {
    serverConfigured: mail.smtp !== undefined,
    sender: { name: account.name, address: mail.sender.address },
    senderName,
    replyTo,
    signed: mail.dkim !== undefined,
    largestAttachments: mail.limits.attachmentBytes,
    mostRecipients: mail.limits.recipients,
    mostRecipientsAnHour: await allowedRecipients(session, dependencies),
    version,
  }
}

export async function saveSettings(
  session: Session,
  dependencies: MailDependencies,
  input: { senderName?: string | null | undefined; replyTo?: string | null | undefined },
  ifMatch: number | undefined,
): Promise<MailSettings> {
  const { db, accountId } = session
  const existing = await records.lockSettings(db, accountId)
  await refuseOutdated(ifMatch, {
    title: 'The e-mail settings',
    isPlural: true,
    version: existing.version,
    current: () => loadSettings(session, dependencies),
    changesSince: since => records.settingsChangesSince(db, accountId, since),
  })
  await records.updateSettings(db, accountId, {
    senderName: input.senderName === undefined ? existing.senderName : input.senderName,
    replyTo: input.replyTo === undefined ? existing.replyTo : input.replyTo,
  })
  return loadSettings(session, dependencies)
}
