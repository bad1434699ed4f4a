import { exportSignIns, listSignIns as contractOfList } from '#contract/sign-ins.ts'
import { companyDay } from '#server/company/day-records.ts'
import { mapInPieces } from '#server/in-pieces.ts'
import { type Api, DEFAULT_LIMIT } from '#server/route.ts'
import { signInHead, signInLine } from './csv.ts'
import { listSignIns } from './sign-in-records.ts'

const MOST_EXPORTED = 100_000

export function signInRoutes(api: Api): void {
  api.bindList(contractOfList, ({ db, accountId }, { query }) => {
    const { offset = 0, limit = DEFAULT_LIMIT, ...wanted } = query
    return listSignIns(db, accountId, wanted, { offset, limit })
  })

  api.bindFree(exportSignIns, async (asUser, { query, reply }) => {
    const { rows, day } = await asUser(async ({ db, accountId }) => ({
      ...(await listSignIns(db, accountId, query, { offset: 0, limit: MOST_EXPORTED })),
      day: await companyDay(db),
    }))
    const lines = await mapInPieces(rows, signInLine)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="sign-ins-${day}.csv"`)
      .send(signInHead + lines.join(''))
  })
}
