import type { TemplateProblem } from '#contract/templates.ts'
import { htmlOf } from '#server/mail/mail-text.ts'
import { knownFields, type TemplateSource } from '#server/templates/catalogue.ts'
import { presentProblem } from '#server/templates/commands.ts'
import { missingValues } from '#server/templates/missing.ts'
import { asRefusal } from '#server/templates/word-refusals.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { compileText, type TextTemplate } from '#server/word/text/text-template.ts'

type Written = { subject: string; text: string }
type Compiled = { subject: TextTemplate; text: TextTemplate }

function compiled({ subject, text }: Written): Compiled {
  try {
    return {
      subject: compileText(subject, 'Subject', knownFields),
      text: compileText(text, 'Text', knownFields),
    }
  } catch (error) {
    throw asRefusal(error)
  }
}

const problemsIn = ({ subject, text }: Compiled): TemplateProblem[] =>
  [...subject.problems, ...text.problems].map(presentProblem)

/** What cannot be filled; a text that cannot be used at all has one problem, which says why. */
export function problemsOf(written: Written): TemplateProblem[] {
  try {
    return problemsIn(compiled(written))
  } catch (error) {
    return [{ name: null, message: (error as Error).message, place: 'Text', suggestion: null }]
  }
}

/** The names of the fields that a template prints. */
export function fieldsOf(written: Written): string[] {
  const { subject, text } = compiled(written)
  return [...subject.fields, ...text.fields].map(({ name }) => name)
}

/** What a template says of a job. Places that cannot be filled print nothing and are told. */
export function fillMail(written: Written, source: TemplateSource, values: FieldValues) {
  const templates = compiled(written)
  try {
    const subject = templates.subject.fill(values)
    const text = templates.text.fill(values)
    const subjectLine = subject.text.replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ').trim()
    return {
      subject: subjectLine,
      text: text.text,
      html: htmlOf(text.text, subjectLine),
      problems: problemsIn(templates),
      missing: missingValues(new Set([...subject.needed, ...text.needed]), source, values),
    }
  } catch (error) {
    throw asRefusal(error)
  }
}
