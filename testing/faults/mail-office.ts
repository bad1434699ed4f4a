import { startMailServer, type TestMailServer } from '#testing/mail-server.ts'
import { startStallingProxy, type StallingProxy } from '#testing/stalling-proxy.ts'
import type { Ledger } from './ledger.ts'

export type MailOffice = {
  /** The product's configuration. */
  settings: Record<string, string>
  line: StallingProxy
  close(): Promise<void>
}

// Nobody is to be kept from writing by a limit.
const MANY = '1000000'

/** A mail server behind a line that can be cut, which notes each message before it says yes. */
export async function openMailOffice(ledger: Ledger): Promise<MailOffice> {
  const server: TestMailServer = await startMailServer({
    beforeAnswer: ({ to }) => {
      for (const address of to) ledger.arrive(address.replace(/@.*/, ''))
    },
  })
  const line = await startStallingProxy(`smtp://127.0.0.1:${server.settings.port}`)
  return {
    line,
    settings: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: new URL(line.through('smtp://127.0.0.1:25')).port,
      SMTP_SECURITY: 'none',
      MAIL_FROM: 'office@lading.example',
      MAIL_RECIPIENTS_PER_HOUR: MANY,
    },
    close: async () => {
      await line.close()
      await server.close()
    },
  }
}
