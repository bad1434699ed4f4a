import { searchEverything } from '#contract/search.ts'
import type { Api } from '#server/route.ts'
import { search } from './commands.ts'

export function searchRoutes(api: Api): void {
  api.bind(searchEverything, (session, { query }) => search(session, query.text))
}
