import { messageFrom } from '#server/errors.ts'
import type { SummarySettings } from '#contract/summaries.ts'
import { companyDay } from '#server/records/day-records.ts'
import { requireTimeZone } from '#server/company/time-zone-commands.ts'
import type { Database, Session } from '#server/db/db.ts'
import type { FileStore } from '#server/files/store.ts'
import { hashOf, keepMail, requireSender, senderOf } from '#server/mails/commands.ts'
import type { MailService } from '#server/mails/mail-service.ts'
import { idFromText } from '#server/records/id-from-text.ts'
import type { AsUser } from '#server/route.ts'
import { getMembership } from '#server/users/records.ts'
import { DAYS_AHEAD, reportedStatuses } from './lines.ts'
import * as records from './records.ts'
import { writeSummary } from './write.ts'

const FIRST_HOUR = 7

export async function loadSummary(session: Session): Promise<SummarySettings> {
  const { account } = await getMembership(session)
  const atFirst = { on: false, hour: FIRST_HOUR, timeZone: account.timeZone ?? 'UTC' }
  return (await records.readSummary(session)) ?? atFirst
}

export async function changeSummary(
  session: Session,
  dependencies: Pick<SummaryDependencies, 'mail'>,
  wanted: SummarySettings,
): Promise<SummarySettings> {
  await requireTimeZone(session.db, wanted.timeZone)
  if (wanted.on) await requireSender(dependencies, session)
  if (wanted.on) await records.saveSummary(session, wanted)
  else await records.removeSummary(session)
  // Of a summary that is off no hour is kept.
  return loadSummary(session)
}

export async function previewSummary(session: Session, publicUrl: string | undefined) {
  return { mail: await summaryOf(session, publicUrl) }
}

// When it comes follows the person; what “today” means in it is the company's day, as on every paper.
async function summaryOf(session: Session, publicUrl: string | undefined) {
  const { account } = await getMembership(session)
  const day = await companyDay(session.db)
  const jobs = await records.jobsOfSummary(session, {
    day,
    daysAhead: DAYS_AHEAD,
    statuses: reportedStatuses,
  })
  return writeSummary(jobs, { day, company: account.name, publicUrl })
}

export type SummaryDependencies = {
  database: Database
  files: FileStore
  mail: MailService
  publicUrl?: string | undefined
  log: (line: string) => void
}

/** Makes the summaries that are due and queues them; one that fails holds up no other and is made the next time. */
export async function sendDueSummaries(dependencies: SummaryDependencies): Promise<void> {
  // Without a mail server they would pile up, and yesterday's summary is of use to nobody.
  if (!dependencies.mail.smtp) return
  for (const due of await dependencies.database.transaction(records.dueSummaries)) {
    try {
      await sendSummary(dependencies, due)
    } catch (error) {
      dependencies.log(`A morning summary could not be made: ${messageFrom(error)}`)
    }
  }
}

async function sendSummary(
  { database, files, mail, publicUrl }: SummaryDependencies,
  { accountId, userId, day }: records.DueSummary,
): Promise<void> {
  const asUser: AsUser = work => database.asAccount(accountId, userId, work)
  const begun = await asUser(async session => ({
    summary: await summaryOf(session, publicUrl),
    ...(await senderOf(session, { mail })),
    ...(await getMembership(session)),
  }))
  if (begun.summary) {
    // The same for the same day of the same person.
    const id = idFromText(`${accountId} ${userId} ${day}`)
    await keepMail({ files, mail }, asUser, [], {
      id,
      jobId: null,
      kind: 'summary',
      subject: begun.summary.subject.slice(0, 500),
      body: begun.summary.text,
      sender: begun.from,
      replyTo: begun.replyTo,
      requestHash: hashOf(id),
      stamps: [],
      madeBy: null,
      recipients: [{ kind: 'to', name: begun.user.displayName, address: begun.user.email }],
    })
  }
  // After a kill in between the mail is made again under the same id, which is the same mail.
  await asUser(session => records.markSummarySent(session, day))
}
