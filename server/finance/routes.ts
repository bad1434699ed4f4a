import { getFinance, listPartyFinances, updateFinance } from '#contract/finance.ts'
import { hasUnchargedRates, sectionsWithoutRate } from '#contract/finance-totals.ts'
import { notFound } from '#server/errors.ts'
import { existingParties } from '#server/parties/existing-records.ts'
import { DEFAULT_LIMIT } from '#server/record-headers.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'
import * as records from './records.ts'
import { withTotals } from './totals.ts'

export function financeRoutes(api: Api): void {
  api.bind(getFinance, (session, { params }) => commands.loadFinance(session, params.id))

  api.bind(updateFinance, (session, { body, ifMatch }) => commands.saveFinance(session, body, ifMatch))

  api.bindList(listPartyFinances, async ({ db, accountId }, { params, query }) => {
    const party = (await existingParties(db, accountId, [params.id])).get(params.id)
    if (!party) throw notFound('party')
    const { rows, total } = await records.financesOfParty(db, accountId, party, {
      offset: query.offset ?? 0,
      limit: query.limit ?? DEFAULT_LIMIT,
    })
    return {
      total,
      rows: rows.map(({ jobId, jobName, ...stored }) => {
        const finance = withTotals(stored)
        const { quoteType, transportMode, shipmentId } = finance
        return {
          id: finance.id,
          total: finance.total,
          totalIsTyped: finance.totalIsTyped,
          currency: finance.currency,
          hasUnchargedRates: hasUnchargedRates(finance),
          lacksExchangeRate: sectionsWithoutRate(finance).length > 0,
          version: finance.version,
          quotes: [{ quoteType, transportMode, shipments: [{ id: shipmentId, jobId, name: jobName }] }],
        }
      }),
    }
  })
}
