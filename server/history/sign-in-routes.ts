import { exportSignIns, listSignIns as contractOfList } from '#contract/sign-ins.ts'
import { DEFAULT_LIMIT } from '#server/record-headers.ts'
import type { Api } from '#server/route.ts'
import { csvChunks, sendCsv } from './csv-export.ts'
import { signInHead, signInLine } from './csv.ts'
import { listSignIns, nextSignIns } from './sign-in-records.ts'

export function signInRoutes(api: Api): void {
  api.bindList(contractOfList, ({ db, accountId }, { query }) => {
    const { offset = 0, limit = DEFAULT_LIMIT, ...wanted } = query
    return listSignIns(db, accountId, wanted, { offset, limit })
  })

  api.bindWithoutTransaction(exportSignIns, async (asUser, { query, reply }) => {
    const lines = csvChunks(asUser, {
      head: signInHead,
      line: signInLine,
      next: ({ db, accountId }, place, count) => nextSignIns(db, accountId, query, place, count),
    })
    await sendCsv(asUser, reply, { name: 'sign-ins', lines })
  })
}
