import type { Task } from 'graphile-worker'
import { z } from 'zod'
import { mailStateLabels } from '#contract/mail-states.ts'
import type { FileStore } from '#server/files/store.ts'
import { recoverProductMails, type ProductMailDependencies, sendProductMail } from './product-mailer.ts'
import { recoverMails, sendOne } from './sending.ts'

// Mails of before their requests were kept have none.
const wantedMail = z.object({ account: z.guid(), mail: z.guid(), request: z.string().nullish() })
const wantedProductMail = z.object({ mail: z.guid() })
const wantedCare = z.object({ sinceSeconds: z.number().min(0) })

// A mail that has been due for so long without being tried has been lost sight of.
const LONG_DUE_SECONDS = 120

/** What the queue does for mails. */
export function mailTasks(
  dependencies: ProductMailDependencies & { files: FileStore },
): Record<string, Task> {
  const { database, files, mail } = dependencies
  const { smtp, locks } = mail
  return {
    'send-mail': async payload => {
      const { account, mail: id, request } = wantedMail.parse(payload)
      // Without a mail server what waits goes on waiting: a server beside this one may have one.
      if (!smtp) return
      const state = await sendOne({ database, files, smtp, locks }, account, id)
      if (!state) return
      const level = state === 'sent' || state === 'waiting' ? 'info' : 'warn'
      const outcome = state === 'waiting' ? 'not sent yet, and tried again' : mailStateLabels[state]
      const about = { mail: id, company: account, state, ...(request && { requestId: request }) }
      dependencies.log(`E-mail: ${outcome}`, { level, ...about })
    },
    'send-product-mail': async payload =>
      sendProductMail(dependencies, wantedProductMail.parse(payload).mail),
    'look-after-mails': async payload => {
      const wanted = wantedCare.safeParse(payload)
      const since = wanted.success ? wanted.data.sinceSeconds : LONG_DUE_SECONDS
      await recoverMails(database, since)
      await recoverProductMails(dependencies, since)
    },
  }
}
