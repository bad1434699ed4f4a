import {
  compareEarlierJob,
  exportHistory,
  type HistorySearch,
  recordHistory,
  restoreFromHistory,
  restoreRemoved,
  searchHistory,
} from '#contract/history.ts'
import { may, roleLabels } from '#contract/permissions.ts'
import type { Session } from '#server/db/db.ts'
import { AppError, invalid } from '#server/errors.ts'
import { DEFAULT_LIMIT } from '#server/record-headers.ts'
import type { Api } from '#server/route.ts'
import { csvChunks, sendCsv } from './csv-export.ts'
import { csvHead, csvLines } from './csv.ts'
import { listEntries, nextEntries } from './list-records.ts'
import { presentEntries } from './present.ts'
import { recordKindOf, restoreOf } from './record-kinds.ts'
import { compareEarlier, loadEntry, loadLastEntry, restoreJob } from './restore-commands.ts'
import { restoreRemovedRecord, restoreFields } from './restore-fields.ts'

export function historyRoutes(api: Api): void {
  api.bindList(recordHistory, (session, { query }) => page(session, query))
  api.bindList(searchHistory, (session, { query }) => page(session, query))

  api.bindWithoutTransaction(exportHistory, async (asUser, { query, reply }) => {
    const lines = csvChunks(asUser, {
      head: csvHead,
      line: csvLines,
      next: async (session, from, count) => {
        const { rows, place } = await nextEntries(session.db, session.accountId, query, from, count)
        return { rows: await presentEntries(session, rows), place }
      },
    })
    await sendCsv(asUser, reply, { name: 'history', lines })
  })

  api.bind(compareEarlierJob, (session, { query }) => compareEarlier(session, query.entry))

  api.bind(restoreFromHistory, async (session, { body: { entry: id, fields, wholeJob }, ifMatch }) => {
    if (fields && wholeJob) throw invalid('fields', 'Name fields or the whole job, not both.')
    const entry = await loadEntry(session, id)
    requireWriting(session, entry.recordType)
    if (wholeJob) return restoreJob(session, id, ifMatch)
    return fields ? restoreFields(session, entry, fields, ifMatch) : restoreRemovedRecord(session, entry)
  })

  api.bind(restoreRemoved, async (session, { body: { id } }) => {
    const entry = await loadLastEntry(session, id)
    requireWriting(session, entry.recordType)
    return restoreRemovedRecord(session, entry)
  })
}

async function page(
  session: Session,
  query: HistorySearch & { offset?: number | undefined; limit?: number | undefined },
) {
  const { offset = 0, limit = DEFAULT_LIMIT, ...wanted } = query
  const { rows, total } = await listEntries(session.db, session.accountId, wanted, { offset, limit })
  return { total, rows: await presentEntries(session, rows) }
}

/** What puts a record back is a change of it, and needs the same permission as one. */
function requireWriting({ role, adjustments }: Session, recordType: string): void {
  if (!may(role, restoreOf(recordKindOf(recordType))?.permission ?? 'jobs:write', adjustments))
    throw new AppError(
      'not_allowed',
      `Your role, ${roleLabels[role]}, does not allow you to change this. Ask an Administrator of your company.`,
    )
}
