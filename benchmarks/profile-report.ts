import type { DatabaseProfile } from './database-profile-records.ts'
import { figure } from './figures.ts'
import type { ProcessorProfile, Share } from './processor-profile.ts'

export type Profile = {
  operations: number
  processor: ProcessorProfile
  database: DatabaseProfile
}

const CATEGORIES = 8
const FUNCTIONS = 10
const STATEMENTS = 8
const LONGEST_TEXT = 90

const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
const shareList = (shares: readonly Share[], most: number) =>
  shares
    .slice(0, most)
    .map(({ name, share }) => `${name} ${percent(share)}`)
    .join(', ')

/** One line, as long as a table bears. */
export function shortText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT - 2)} …` : line
}

/** Where the time of a question's operations went, in Markdown; times are those of one operation. */
export function profileReport({ operations, processor, database }: Profile): string {
  const each = (value: number) => figure(value / operations)
  return [
    `The server's thread was idle for ${percent(processor.idle)} of the time. While it worked: ` +
      `${shareList(processor.categories, CATEGORIES)}.`,
    `Functions by self time: ${shareList(processor.functions, FUNCTIONS)}.`,
    [
      '| PostgreSQL, of one operation | Calls | ms |',
      '|---|---:|---:|',
      ...database.statements
        .slice(0, STATEMENTS)
        .map(
          ({ text, isNested, calls, total }) =>
            `| ${isNested ? 'within a function: ' : ''}\`${shortText(text)}\` | ${each(calls)} | ${each(total)} |`,
        ),
      ...database.functions.map(
        ({ name, calls, self }) => `| function ${name}, by itself | ${each(calls)} | ${each(self)} |`,
      ),
    ].join('\n'),
  ].join('\n\n')
}
