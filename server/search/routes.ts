import { searchEverything } from '#contract/search.ts'
import type { Api } from '#server/route.ts'
import { searchText } from '#server/search-text.ts'
import { findEverything } from './records.ts'

const WHOLE_NUMBER = /^\d{1,15}$/
const TOO_SHORT_FOR_TEXT = /^\d{1,2}$/

export function searchRoutes(api: Api): void {
  api.bind(searchEverything, (session, { query }) => {
    const text = query.text.trim()
    const jobNumber = WHOLE_NUMBER.test(text) ? Number(text) : null
    return findEverything(session, {
      text: TOO_SHORT_FOR_TEXT.test(text) ? null : searchText(text),
      jobNumber,
    })
  })
}
