import {
  beginJobChange,
  exportJobs,
  getJobChange,
  previewJobChange,
  undoJobChange,
} from '#contract/job-changes.ts'
import type { Session } from '#server/db/db.ts'
import { DEFAULT_JOB_SORT } from '#contract/job-columns.ts'
import { companyDay } from '#server/records/day-records.ts'
import type { PackedIds } from '#server/jobs/chosen-records.ts'
import { ROWS_OF_PIECE, sendSheet } from '#server/sheets/send-sheet.ts'
import { tableRowsOf } from '#server/jobs/list-table-records.ts'
import type { MailDependencies } from '#server/mails/commands.ts'
import type { Api, AsUser } from '#server/route.ts'
import { doNextPart } from './carrying-out.ts'
import * as commands from './commands.ts'
import { type JobSheet, jobSheet } from './export.ts'
import { previewMaking } from './making-preview.ts'
import { reportOf } from './report.ts'

export function jobChangeRoutes(api: Api, makings: MailDependencies): void {
  api.bindWithoutTransaction(previewJobChange, async (asUser, { body, reply }) => {
    const { make } = body.change
    const { stored, created } = make
      ? await previewMaking(makings, asUser, body, make)
      : await asUser(session => commands.preview(session, body))
    if (!created) void reply.code(200)
    return stored
  })
  api.bind(getJobChange, (session, { params }) => reportOf(session, params.id))

  api.bindWithoutTransaction(exportJobs, async (asUser, { body, reply }) => {
    const { format = 'csv', columns: wanted, sort = DEFAULT_JOB_SORT, ...chosen } = body
    const { ids, day } = await asUser(async session => ({
      ids: await commands.orderedJobs(session, chosen, sort),
      day: await companyDay(session.db),
    }))
    const { columns, ...rows } = jobSheet(wanted)
    const pieces = piecesOf(asUser, ids, rows)
    await sendSheet(reply, { name: 'Jobs', columns, pieces }, { format, day })
  })

  api.bindWithoutTransaction(beginJobChange, (asUser, { body: { id } }) =>
    carryOut(asUser, id, session => commands.begin(session, id)),
  )
  api.bindWithoutTransaction(undoJobChange, (asUser, { params, body: { id } }) =>
    carryOut(asUser, id, session => commands.beginUndo(session, params.id, id)),
  )
}

/** The rows in pieces, each from a transaction of its own. */
async function* piecesOf(asUser: AsUser, ids: PackedIds, { parts, cells }: Omit<JobSheet, 'columns'>) {
  for (let from = 0; from < ids.length; from += ROWS_OF_PIECE) {
    const rows = await asUser(({ db, accountId }) =>
      tableRowsOf(db, accountId, ids.slice(from, from + ROWS_OF_PIECE), parts),
    )
    yield rows.map(cells)
  }
}

/** What is begun stands from then on: where this server is killed, the background does the rest. */
async function carryOut(asUser: AsUser, id: string, begin: (session: Session) => Promise<commands.Begun>) {
  let { isLeftForCall } = await asUser(begin)
  while (isLeftForCall) isLeftForCall = await asUser(session => doNextPart(session, id))
  return asUser(session => reportOf(session, id))
}
