import { buffer } from 'node:stream/consumers'
import { addressMistake } from '#contract/mail-addresses.ts'
import { mailAttempts } from '#server/counters.ts'
import type { Database } from '#server/db/db.ts'
import type { Say } from '#server/log-settings.ts'
import type { Seal } from '#server/identity/store/sealing.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { messageBytes, newMessageId, plainAddress } from '#server/mail/message.ts'
import { runningRequestId } from '#server/request-ids.ts'
import { attemptSending, pauseAfter } from './attempt.ts'
import type { MailService } from './mail-service.ts'
import * as records from './product-records.ts'

export type ProductMailDependencies = {
  database: Database
  mail: MailService
  seal: Seal
  log: Say
}

/** Sends messages of the product itself, links to choose a password among them, by the queue. */
export function queuedMailer({ database, mail, seal }: Omit<ProductMailDependencies, 'log'>): Mailer {
  return {
    async send({ to, replyTo, subject, text }) {
      const mistake = addressMistake(to)
      if (mistake) throw new Error(`“${to}” cannot be written to: ${mistake}`)
      const message = await buffer(
        messageBytes(
          {
            from: mail.sender,
            to: [{ address: to }],
            replyTo,
            subject,
            text,
            messageId: newMessageId(mail.sender.address),
            date: new Date(),
          },
          mail.dkim,
        ),
      )
      const sealed = seal.close(message.toString('latin1'))
      const requestId = runningRequestId()
      await database.asSignIn(db =>
        records.insertProductMail(db, { recipient: to, subject, sealed, requestId }),
      )
    },
  }
}

export async function sendProductMail(dependencies: ProductMailDependencies, id: string): Promise<void> {
  const { database, mail, seal, log } = dependencies
  const { smtp, locks } = mail
  if (!smtp) return
  await attemptSending(
    { locks, smtp },
    {
      claim: attempt =>
        database.asSignIn(async db => {
          const claimed = await records.claimProductMail(db, id, attempt)
          if (!claimed) return null
          const message = Buffer.from(seal.open(claimed.sealed), 'latin1')
          return {
            from: plainAddress(mail.sender.address),
            to: [plainAddress(claimed.recipient)],
            size: message.length,
            content: async function* whole() {
              yield message
            },
          }
        }),
      markHandedOver: attempt => database.asSignIn(db => records.markProductHandedOver(db, id, attempt)),
      settle: (attempt, outcome) =>
        database.asSignIn(async db => {
          const existing = await records.lockProductAttempt(db, id, attempt)
          const [got] = outcome.values()
          if (!existing || !got) return
          const pause = got.outcome === 'deferred' ? pauseAfter(existing.attempts) : null
          mailAttempts.inc({ sender: 'product', outcome: got.outcome })
          const about = aboutMail(id, existing.requestId)
          if (pause !== null) {
            log('Message of the product: not sent yet, and tried again', { level: 'info', ...about })
            return records.requeueProductMail(db, id, { inMilliseconds: pause, trouble: got.reply })
          }
          const state =
            got.outcome === 'taken' ? 'sent' : got.outcome === 'deferred' ? 'givenUp' : got.outcome
          await records.finishProductMail(db, id, { state, trouble: state === 'sent' ? null : got.reply })
          if (state === 'sent') log('Message of the product: sent', { level: 'info', ...about })
          else
            log(
              `It is not certain that “${existing.subject}” reached ${existing.recipient}: ${got.reply}`,
              about,
            )
        }),
    },
  )
}

const aboutMail = (mail: string, requestId: string | null) => ({ mail, ...(requestId && { requestId }) })

const MAX_AT_ONCE = 1000

export async function recoverProductMails(
  { database, log }: ProductMailDependencies,
  sinceSeconds: number,
): Promise<void> {
  const neglected = await database.asSignIn(async db => {
    await records.deleteOldProductMails(db)
    return records.overdueProductMails(db, sinceSeconds, MAX_AT_ONCE)
  })
  for (const id of neglected)
    await database.asSignIn(async db => {
      const cutOff = await records.lockInterruptedProductMail(db, id)
      if (cutOff?.mayHaveArrived) {
        const trouble = 'The server stopped while the mail server was accepting this message.'
        log(`${trouble} Whether it arrived is not known.`, aboutMail(id, cutOff.requestId))
        return records.finishProductMail(db, id, { state: 'uncertain', trouble })
      }
      if (cutOff) return records.requeueProductMail(db, id, { inMilliseconds: 0, trouble: null })
      await records.enqueueProductMail(db, id)
    })
}
