import { listCompanyLimits } from '#contract/limits.ts'
import type { Api } from '#server/route.ts'
import { companyLimits, type LimitParts } from './commands.ts'

export function limitRoutes(api: Api, parts: LimitParts): void {
  api.bind(listCompanyLimits, session => companyLimits(session, parts))
}
