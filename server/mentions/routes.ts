import { countUnreadMentions, listMentions, readMentions } from '#contract/mentions.ts'
import { requireJob } from '#server/records/require-job.ts'
import type { Api } from '#server/route.ts'
import * as records from './records.ts'

export function mentionRoutes(api: Api): void {
  api.bind(listMentions, session => records.readMentions(session))
  api.bind(countUnreadMentions, async session => ({ count: await records.countUnread(session) }))
  api.bind(readMentions, async (session, { body }) => {
    await requireJob(session, body.shipmentId)
    await records.markRead(session, body.shipmentId)
    return { count: await records.countUnread(session) }
  })
}
