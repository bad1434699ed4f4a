import { getSummary, previewSummary, updateSummary } from '#contract/summaries.ts'
import type { MailService } from '#server/mails/mail-service.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'

export function summaryRoutes(api: Api, { publicUrl, mail }: { publicUrl: string; mail: MailService }): void {
  api.bind(getSummary, session => commands.loadSummary(session))
  api.bind(updateSummary, (session, { body }) => commands.changeSummary(session, { mail }, body))
  api.bind(previewSummary, session => commands.previewSummary(session, publicUrl))
}
