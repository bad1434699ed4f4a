import { withoutTurns } from '#contract/clean-text.ts'
import { htmlOf } from '#server/mail/mail-text.ts'
import { knownFields, type TemplateSource } from '#server/templates/fields/catalogue.ts'
import { conditionsOf, fieldsInUse } from '#server/templates/checks/names-printed.ts'
import { currenciesToCheck } from '#server/templates/checks/currencies-to-check.ts'
import { sumsToCheck } from '#server/templates/checks/sums-to-check.ts'
import { missingValues } from '#server/templates/checks/missing.ts'
import { presentProblems } from '#server/templates/problems.ts'
import { asRefusal } from '#server/templates/word-refusals.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { WordPool } from '#server/word/pool.ts'
import { labelledTexts, type WrittenMail } from './reports.ts'

type Filling = {
  company: string
  written: WrittenMail
  source: TemplateSource
  values: FieldValues
  /** Fields that are reported as missing although the text can do without them. */
  needed?: readonly string[]
}

/** What a template says of a job. Places that cannot be filled print nothing and are reported. */
export async function fillMail(word: WordPool, { company, written, source, values, needed = [] }: Filling) {
  const filled = await word
    .fillTexts({ company, texts: labelledTexts(written), known: knownFields, values })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  const [subject = '', text = ''] = filled.texts
  const inUse = fieldsInUse(filled.fields, conditionsOf(values))
  const lacking = new Set([...filled.needed, ...needed])
  const subjectLine = withoutTurns(subject.replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')).trim()
  return {
    subject: subjectLine,
    text,
    html: htmlOf(text, subjectLine),
    problems: presentProblems(filled.problems),
    missing: [
      ...missingValues(lacking, source, values, new Set([...lacking, ...filled.printed])),
      ...sumsToCheck(inUse, source, values),
      ...currenciesToCheck(inUse, source, values),
    ],
  }
}
