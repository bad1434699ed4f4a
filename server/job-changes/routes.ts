import {
  beginJobChange,
  exportJobs,
  getJobChange,
  previewJobChange,
  undoJobChange,
} from '#contract/job-changes.ts'
import type { Session } from '#server/db/db.ts'
import { sendCsv } from '#server/history/csv-export.ts'
import { tableRowsOf } from '#server/jobs/list-table-records.ts'
import type { Api, AsUser } from '#server/route.ts'
import { doNextPart } from './carrying-out.ts'
import * as commands from './commands.ts'
import { csvHead, csvLine } from './csv.ts'
import { reportOf } from './report.ts'

export function jobChangeRoutes(api: Api): void {
  api.bindCreate(previewJobChange, (session, { body }) => commands.preview(session, body))
  api.bind(getJobChange, (session, { params }) => reportOf(session, params.id))

  api.bindWithoutTransaction(exportJobs, async (asUser, { body, reply }) => {
    const ids = await asUser(session => commands.idsOfChosen(session, body))
    await sendCsv(asUser, reply, { name: 'jobs', lines: csvOf(asUser, ids) })
  })

  api.bindWithoutTransaction(beginJobChange, (asUser, { body: { id } }) =>
    carryOut(asUser, id, session => commands.begin(session, id)),
  )
  api.bindWithoutTransaction(undoJobChange, (asUser, { params, body: { id } }) =>
    carryOut(asUser, id, session => commands.beginUndo(session, params.id, id)),
  )
}

/** So few that reading them takes the server's thread no longer than a page does. */
const ROWS_AT_ONCE = 200

/** A file in pieces, each from a transaction of its own: a slow reader holds none open. */
async function* csvOf(asUser: AsUser, ids: readonly string[]): AsyncGenerator<string> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const rows = await asUser(({ db, accountId }) =>
      tableRowsOf(db, accountId, ids.slice(from, from + ROWS_AT_ONCE)),
    )
    yield (from === 0 ? csvHead : '') + rows.map(csvLine).join('')
  }
}

/** What is begun stands from then on: where this server is killed, the background does the rest. */
async function carryOut(asUser: AsUser, id: string, begin: (session: Session) => Promise<commands.Begun>) {
  let { isLeftForCall } = await asUser(begin)
  while (isLeftForCall) isLeftForCall = await asUser(session => doNextPart(session, id))
  return asUser(session => reportOf(session, id))
}
