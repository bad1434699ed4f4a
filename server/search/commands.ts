import { keysOf } from '#contract/typed-objects.ts'
import { builtInKindCodes } from '#contract/reference-kinds.ts'
import type { SearchedField, SearchReply } from '#contract/search.ts'
import type { Session } from '#server/db/db.ts'
import { compactNumber, foldBlanks, searchText } from '#server/search-text.ts'
import { findEverything, type Searched } from './records.ts'

/** What the texts by which jobs are found have without blanks and hyphens, too. */
const numberFields: readonly SearchedField[] = [
  'mbl',
  'hbl',
  'container',
  'seal',
  ...builtInKindCodes,
  'ownReference',
]

const WHOLE_NUMBER = /^\d{1,15}$/
const TOO_SHORT_FOR_TEXT = /^\d{1,2}$/

const folded = (text: string) => foldBlanks(text).toLowerCase()

const firstField = (
  searched: Searched,
  fields: readonly SearchedField[],
  holds: (value: string) => boolean,
) => {
  for (const field of fields) {
    const value = [searched[field] ?? []].flat().find(holds)
    if (value !== undefined) return { field, value }
  }
  return null
}

/** The first field that holds the text by itself, or a number that is written in another way; null where none does. */
function matchedField(text: string, searched: Searched) {
  const whole = firstField(searched, keysOf(searched), value => folded(value).includes(folded(text)))
  const compact = compactNumber(text)
  return whole ?? firstField(searched, numberFields, value => compactNumber(value).includes(compact))
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
