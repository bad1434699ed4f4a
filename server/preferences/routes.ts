import { getPreferences, updatePreferences } from '#contract/preferences.ts'
import type { Api } from '#server/route.ts'
import { keepPreferences, readPreferences } from './records.ts'

export function preferenceRoutes(api: Api): void {
  api.bind(getPreferences, session => readPreferences(session))
  api.bind(updatePreferences, async (session, { body }) => {
    await keepPreferences(session, body)
    return readPreferences(session)
  })
}
