import type { Task } from 'graphile-worker'
import { z } from 'zod'
import type { Database } from '#server/db/db.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Mail } from './parts.ts'
import { lookAfterMails, sendOne } from './sending.ts'

const wantedMail = z.object({ account: z.guid(), mail: z.guid() })
const wantedCare = z.object({ sinceSeconds: z.number().min(0) })

// A mail that has been due for so long without being tried has been lost sight of.
const LONG_DUE_SECONDS = 120

/** What the queue does for mails. */
export function mailTasks({
  database,
  files,
  mail: { smtp, locks },
}: {
  database: Database
  files: FileStore
  mail: Mail
}): Record<string, Task> {
  return {
    'send-mail': async payload => {
      const { account, mail } = wantedMail.parse(payload)
      // Without a mail server what waits goes on waiting: a server beside this one may have one.
      if (smtp) await sendOne({ database, files, smtp, locks }, account, mail)
    },
    'look-after-mails': async payload => {
      const wanted = wantedCare.safeParse(payload)
      await lookAfterMails(database, wanted.success ? wanted.data.sinceSeconds : LONG_DUE_SECONDS)
    },
  }
}
