import type { MailState, RecipientState } from '#contract/mail-states.ts'
import { mailAttempts } from '#server/counters.ts'
import type { Database } from '#server/db/db.ts'
import type { FileStore } from '#server/files/store.ts'
import { plainAddress } from '#server/mail/message.ts'
import type { AddressOutcome, Outcome } from '#server/mail/outcome.ts'
import type { Smtp } from '#server/mail/smtp.ts'
import type { AttemptLocks } from './attempt-locks-records.ts'
import { attemptSending, pauseAfter } from './attempt.ts'
import { enqueue } from './records.ts'
import * as records from './sending-records.ts'
import { setJobDates } from './job-dates.ts'

export type SendingDependencies = { database: Database; files: FileStore; smtp: Smtp; locks: AttemptLocks }

/** Sends one mail of a company if it is due, and keeps and answers what became of it. */
export async function sendOne(
  { database, files, smtp, locks }: SendingDependencies,
  accountId: string,
  id: string,
): Promise<MailState | undefined> {
  let became: MailState | undefined
  const inAccount = <Result>(work: Parameters<typeof database.asAccount<Result>>[2]) =>
    database.asAccount(accountId, null, work)
  await attemptSending(
    { locks, smtp },
    {
      claim: attempt =>
        inAccount(async ({ db }) => {
          const claimed = await records.claimMail(db, accountId, id, attempt)
          if (!claimed) return null
          const { from, messageKey, size } = claimed
          const waiting = (await records.recipientsOf(db, accountId, id)).filter(
            ({ state }) => state === 'waiting',
          )
          const to = [...new Set(waiting.map(({ address }) => plainAddress(address)))]
          return { from: plainAddress(from), to, size, content: () => files.get(messageKey) }
        }),
      markHandedOver: attempt => inAccount(({ db }) => records.markHandedOver(db, accountId, id, attempt)),
      settle: async (attempt, outcome) => {
        became = await settle(database, { accountId, id, attempt }, outcome)
      },
    },
  )
  return became
}

const stateAfter: Record<AddressOutcome['outcome'], RecipientState> = {
  taken: 'sent',
  refused: 'refused',
  deferred: 'waiting',
  uncertain: 'uncertain',
}

async function settle(
  database: Database,
  { accountId, id, attempt }: { accountId: string; id: string; attempt: number },
  outcome: Outcome,
): Promise<MailState | undefined> {
  const madeBy = await database.asAccount(accountId, null, async ({ db }) => {
    const existing = await records.lockAttempt(db, accountId, id, attempt)
    return existing?.madeBy ?? null
  })
  // What the mail sets on its job stands in the history under the name of who sent it.
  return database.asAccount(accountId, madeBy, async session => {
    const { db } = session
    const existing = await records.lockAttempt(db, accountId, id, attempt)
    if (!existing) return undefined
    const pause = pauseAfter(existing.attempts)
    const recipients = (await records.recipientsOf(db, accountId, id)).map(recipient => {
      const got = outcome.get(plainAddress(recipient.address))
      if (!got || !['waiting', 'uncertain'].includes(recipient.state))
        return { ...recipient, reply: undefined }
      const state = stateAfter[got.outcome]
      return { ...recipient, state: state === 'waiting' && !pause ? 'givenUp' : state, reply: got.reply }
    })
    const state = stateOf(recipients.map(recipient => recipient.state))
    const wasTaken = recipients.some(one => one.reply !== undefined && one.state === 'sent')
    const reached = recipients.some(
      one => one.reply !== undefined && one.state === 'sent' && one.kind === 'to',
    )
    const troubled = recipients.find(one => one.reply !== undefined && one.state !== 'sent')
    const nextAttemptIn = state === 'waiting' ? pause : null
    for (const { outcome: counted } of outcome.values())
      mailAttempts.inc({ sender: 'company', outcome: counted })
    await records.finishSending(db, accountId, id, {
      state,
      nextAttemptIn,
      trouble: state === 'sent' ? null : (troubled?.reply ?? null),
      wasTaken,
      stamps:
        reached && existing.jobId
          ? await setJobDates(session, existing.jobId, existing.stamps)
          : existing.stamps,
      recipients: recipients.flatMap(({ position, state: own, reply }) =>
        reply === undefined ? [] : [{ position, state: own as RecipientState, reply }],
      ),
    })
    if (nextAttemptIn !== null) await enqueue(db, id, nextAttemptIn)
    return state
  })
}

/** A mail's state by those of its recipients: what is still to be done first, then what people must look at. */
export function stateOf(states: readonly RecipientState[]): MailState {
  const has = (state: RecipientState) => states.includes(state)
  if (has('waiting')) return 'waiting'
  if (has('uncertain')) return 'uncertain'
  if (states.every(state => state === 'sent')) return 'sent'
  if (has('sent')) return 'partly'
  if (has('givenUp')) return 'givenUp'
  return has('refused') ? 'refused' : 'notSent'
}

const MAX_AT_ONCE = 1000

/**
 * Finds mails whose worker was killed: what was not handed over is queued again, what was is known as uncertain.
 * Puts mails that have been due for `sinceSeconds` into the queue again, which a killed worker holds for hours.
 */
export async function recoverMails(database: Database, sinceSeconds: number): Promise<void> {
  const neglected = await database.transaction(db => records.listOverdueMails(db, sinceSeconds, MAX_AT_ONCE))
  for (const { accountId, id } of neglected)
    await database.asAccount(accountId, null, async ({ db }) => {
      const cutOff = await records.lockInterrupted(db, accountId, id)
      if (cutOff?.mayHaveArrived) return records.markUncertain(db, accountId, id)
      if (cutOff) await records.requeueMail(db, accountId, id)
      // Does nothing for one that is being sent: it is not due.
      await enqueue(db, id)
    })
}
