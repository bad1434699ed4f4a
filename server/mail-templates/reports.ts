import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { TemplateProblem } from '#contract/templates.ts'
import type { Database } from '#server/db/db.ts'
import { knownFields } from '#server/templates/fields/catalogue.ts'
import { presentProblems } from '#server/templates/problems.ts'
import { catalogueHash } from '#server/templates/stored-template.ts'
import { asRefusal } from '#server/templates/word-refusals.ts'
import { WordTemplateError, WordWorkError } from '#server/word/file/word-error.ts'
import type { WordPool } from '#server/word/pool.ts'
import type { StoredMailTemplate } from './records.ts'
import { keepReport } from './report-records.ts'

export type ReportDependencies = { word: WordPool; database: Pick<Database, 'asAccount'> }

export type WrittenMail = { subject: string; text: string }

export type MailReport = {
  problems: readonly TemplateProblem[]
  /** The names of the fields that the texts print. */
  fields: readonly string[]
}

export const labelledTexts = ({ subject, text }: WrittenMail) => [
  { label: 'Subject', text: subject },
  { label: 'Text', text },
]

/** A report is good for these texts and for what the product knows today. */
const keyOf = ({ subject, text }: WrittenMail): string =>
  createHash('sha256')
    .update(JSON.stringify([catalogueHash, subject, text]))
    .digest('base64url')

const MEMORY_CHARACTERS = 8_000_000
const made = new LRUCache<string, MailReport>({
  maxSize: MEMORY_CHARACTERS,
  sizeCalculation: report => JSON.stringify(report).length,
})

/** What the texts ask for and what is wrong with them, found in a Word thread in the company's turn. */
export async function readMailReport(
  { word }: Pick<ReportDependencies, 'word'>,
  company: string,
  written: WrittenMail,
): Promise<MailReport> {
  const key = keyOf(written)
  const known = made.get(key)
  if (known) return known
  const report = await inspect(word, company, written)
  made.set(key, report)
  return report
}

/** A text that cannot be used at all has one problem, which says why. */
async function inspect(word: WordPool, company: string, written: WrittenMail): Promise<MailReport> {
  try {
    const { fields, problems } = await word.inspectTexts({
      company,
      known: knownFields,
      texts: labelledTexts(written),
    })
    return { fields: [...new Set(fields.map(({ name }) => name))], problems: presentProblems(problems) }
  } catch (error) {
    const isOfTheText =
      error instanceof WordTemplateError ||
      (error instanceof WordWorkError && (error.reason === 'time' || error.reason === 'memory'))
    const refusal = asRefusal(error)
    if (!isOfTheText || !(refusal instanceof Error)) throw refusal
    const problem = { name: null, message: refusal.message, place: 'Text', suggestion: null }
    return { fields: [], problems: [problem] }
  }
}

/** The problems of a template: as they are kept with it, or found now and kept from now on. */
export async function problemsOf(
  dependencies: ReportDependencies,
  company: string,
  template: StoredMailTemplate,
): Promise<readonly TemplateProblem[]> {
  const key = keyOf(template)
  if (template.report?.key === key) return template.report.problems
  const { problems } = await readMailReport(dependencies, company, template)
  if (template.version > 0)
    await dependencies.database
      .asAccount(company, null, ({ db }) => keepReport(db, company, { id: template.id, key, problems }))
      // What could not be kept is found once more at the next reading.
      .catch(() => undefined)
  return problems
}
