import { createHash } from 'node:crypto'
import type { SummarySettings } from '#contract/summaries.ts'
import type { Database, Session } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import type { FileStore } from '#server/files/store.ts'
import { hashOf, keepMail, senderOf } from '#server/mails/commands.ts'
import type { Mail } from '#server/mails/parts.ts'
import type { AsUser } from '#server/route.ts'
import { getMembership } from '#server/users/records.ts'
import * as records from './records.ts'
import { writeSummary } from './write.ts'

const atFirst: SummarySettings = { on: false, hour: 7, timeZone: 'UTC' }

export const loadSummary = async (session: Session): Promise<SummarySettings> =>
  (await records.readSummary(session)) ?? atFirst

export async function changeSummary(session: Session, wanted: SummarySettings): Promise<SummarySettings> {
  if (!(await records.isTimeZone(session.db, wanted.timeZone)))
    throw invalid('timeZone', `“${wanted.timeZone}” is no time zone such as Asia/Karachi.`)
  if (wanted.on) await records.keepSummary(session, wanted)
  else await records.removeSummary(session)
  return wanted
}

export async function previewSummary(session: Session, timeZone: string, publicUrl: string | undefined) {
  if (!(await records.isTimeZone(session.db, timeZone)))
    throw invalid('timeZone', `“${timeZone}” is no time zone such as Asia/Karachi.`)
  const day = await records.todayIn(session.db, timeZone)
  return { mail: await summaryOf(session, day, publicUrl) }
}

async function summaryOf(session: Session, day: string, publicUrl: string | undefined) {
  const { account } = await getMembership(session)
  return writeSummary(await records.jobsOfSummary(session, day), { day, company: account.name, publicUrl })
}

export type SummaryParts = {
  database: Database
  files: FileStore
  mail: Mail
  publicUrl?: string | undefined
  log: (line: string) => void
}

/** Makes the summaries that are due and queues them; one that fails holds up no other and is made the next time. */
export async function sendDueSummaries(parts: SummaryParts): Promise<void> {
  // Without a mail server they would pile up, and yesterday's summary is of use to nobody.
  if (!parts.mail.smtp) return
  for (const due of await parts.database.transaction(records.dueSummaries)) {
    try {
      await sendSummary(parts, due)
    } catch (error) {
      parts.log(`A morning summary could not be made: ${(error as Error).message}`)
    }
  }
}

async function sendSummary(
  { database, files, mail, publicUrl }: SummaryParts,
  { accountId, userId, day }: records.DueSummary,
): Promise<void> {
  const asUser: AsUser = work => database.asAccount(accountId, userId, work)
  const begun = await asUser(async session => ({
    summary: await summaryOf(session, day, publicUrl),
    ...(await senderOf(session, { mail })),
    ...(await getMembership(session)),
  }))
  if (begun.summary) {
    const id = idOf(`${accountId} ${userId} ${day}`)
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
  await asUser(session => records.noteSummary(session, day))
}

/** The same id for the same day of the same person. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
