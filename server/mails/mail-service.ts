import type { Database } from '#server/db/db.ts'
import type { MailSettings } from '#server/mail/settings.ts'
import { openSmtp, type Smtp } from '#server/mail/smtp.ts'
import { type AttemptLocks, openAttemptLocks } from './attempt-locks-records.ts'

/** By what means mails are made and leave. */
export type MailService = {
  /** undefined: no mail server is configured, and mails are kept as not sent. */
  smtp: Smtp | undefined
  /** The product's own name and address as a sender. */
  sender: { name: string; address: string }
  dkim: MailSettings['dkim']
  limits: MailSettings['limits']
  locks: AttemptLocks
  close(): void
}

/** `brand` sends where the configuration names no sender. */
export function openMailService(
  { smtp: settings, from, dkim, limits }: MailSettings,
  brand: { name: string; email: string },
  pool: Database['pool'],
): MailService {
  const sender = { name: from.name ?? brand.name, address: from.address ?? brand.email }
  const smtp = settings && openSmtp(settings, { name: sender.address.split('@')[1] ?? 'localhost' })
  const locks = openAttemptLocks(pool.locks)
  const close = () => {
    smtp?.close()
    locks.close()
  }
  return { smtp, sender, dkim, limits, locks, close }
}
