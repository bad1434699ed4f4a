import { listCompanyLimits } from '#contract/limits.ts'
import type { Api } from '#server/route.ts'
import { companyLimits, type LimitDependencies } from './commands.ts'

export function limitRoutes(api: Api, dependencies: LimitDependencies): void {
  api.bind(listCompanyLimits, session => companyLimits(session, dependencies))
}
