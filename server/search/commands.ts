import { keysOf } from '#contract/typed-objects.ts'
import type { SearchReply } from '#contract/search.ts'
import type { Session } from '#server/db/db.ts'
import { foldBlanks, searchText } from '#server/search-text.ts'
import { findEverything, type Searched } from './records.ts'

const WHOLE_NUMBER = /^\d{1,15}$/
const TOO_SHORT_FOR_TEXT = /^\d{1,2}$/

const folded = (text: string) => foldBlanks(text).toLowerCase()

/** The first field that holds the text by itself; null where none does. */
function matchedField(text: string, searched: Searched) {
  for (const field of keysOf(searched)) {
    const values = [searched[field] ?? []].flat()
    const value = values.find(one => folded(one).includes(folded(text)))
    if (value !== undefined) return { field, value }
  }
  return null
}

/** What answers to what a person typed: a text of at least three characters, or a job's number of any length. */
export async function search(session: Session, typed: string): Promise<SearchReply> {
  const wanted = typed.trim()
  const text = TOO_SHORT_FOR_TEXT.test(wanted) ? null : searchText(wanted)
  const jobNumber = WHOLE_NUMBER.test(wanted) ? Number(wanted) : null
  const { jobs, ...others } = await findEverything(session, { text, jobNumber })
  return {
    jobs: jobs.map(({ searched, ...job }) => ({
      ...job,
      matched: text === null ? null : matchedField(text, searched),
    })),
    ...others,
  }
}
