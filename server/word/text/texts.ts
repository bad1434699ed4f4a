import type { FoundField } from '#server/word/language/placeholder-sink.ts'
import type { TemplateProblem } from '#server/word/file/word-error.ts'
import type { FieldValues, KnownFields } from '#server/word/language/known-fields.ts'
import { compileText, type TextTemplate } from './text-template.ts'

/** `label` says which text it is where problems are told: “Subject”. */
export interface LabelledText {
  label: string
  text: string
}

/** What some texts ask for and what is wrong with them. */
export interface TextsReport {
  fields: readonly FoundField[]
  problems: readonly TemplateProblem[]
}

export interface FilledTexts {
  /** Everything that the texts name, printed or not. */
  fields: readonly FoundField[]
  /** In the order in which the texts came. */
  texts: readonly string[]
  problems: readonly TemplateProblem[]
  /** The fields without which one of the texts would lack something. */
  needed: ReadonlySet<string>
  /** The fields of which something stands in one of the texts. */
  printed: ReadonlySet<string>
}

export function inspectTexts(texts: readonly LabelledText[], known: KnownFields): TextsReport {
  return reportOn(compiled(texts, known))
}

export function fillTexts(
  texts: readonly LabelledText[],
  known: KnownFields,
  values: FieldValues,
): FilledTexts {
  const templates = compiled(texts, known)
  const filled = templates.map(template => template.fill(values))
  return {
    texts: filled.map(({ text }) => text),
    ...reportOn(templates),
    needed: new Set(filled.flatMap(({ needed }) => [...needed])),
    printed: new Set(filled.flatMap(({ printed }) => [...printed])),
  }
}

const compiled = (texts: readonly LabelledText[], known: KnownFields) =>
  texts.map(({ label, text }) => compileText(text, label, known))

const reportOn = (templates: readonly TextTemplate[]): TextsReport => ({
  fields: templates.flatMap(({ fields }) => fields),
  problems: templates.flatMap(({ problems }) => problems),
})
