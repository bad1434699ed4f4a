import { listFittingHouses, listHouses } from '#contract/houses.ts'
import { proposeMaster } from '#contract/consolidations.ts'
import type { Api } from '#server/route.ts'
import * as commands from './commands.ts'

export function houseRoutes(api: Api): void {
  api.bind(listHouses, (session, { params }) => commands.loadHouses(session, params.id))
  api.bindList(listFittingHouses, (session, { params, query }) =>
    commands.listFitting(session, params.id, query),
  )
  api.bind(proposeMaster, (session, { body }) => commands.proposeMaster(session, body.shipmentIds))
}
