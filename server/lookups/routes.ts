import { getLastUsed } from '#contract/lookups.ts'
import type { Api } from '#server/route.ts'
import { readLastUsed } from './records.ts'

export function lookupRoutes(api: Api): void {
  api.bind(getLastUsed, session => readLastUsed(session))
}
