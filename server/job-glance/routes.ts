import { getJobGlance } from '#contract/job-glance.ts'
import type { Api } from '#server/route.ts'
import { loadGlance } from './commands.ts'

export function jobGlanceRoutes(api: Api): void {
  api.bind(getJobGlance, (session, { params }) => loadGlance(session, params.id))
}
