import type { FieldValues, KnownField, KnownFields } from '#server/word/language/known-fields.ts'
import { findPlaceholders } from '#server/word/language/expression.ts'
import type { OpenDocument } from './open-document.ts'
import { leftChoices, type LeftText } from './left-choices.ts'
import { type Candidate, occurrencesOf, textsOf } from './occurrences.ts'
import { PageText } from './page-text.ts'
import { isStrong } from './weighed.ts'
import { pageSigns } from './writings.ts'

/** What is the same on each paper of a company. */
const OWN = /^(?:Company|User|Paper|Today)(?:\.|$)/
const NAME = /\.(?:Name|VesselName)$/
/** More than anybody looks through. */
const MOST = 20

/**
 * Figures, days, numbers and names of a job that stand on a template's page as text, each once, in reading order. What
 * the company says of itself is none, nor is what may stand there by chance.
 */
export function leftValues(document: OpenDocument, known: KnownFields, values: FieldValues): LeftText[] {
  const page = new PageText(document)
  const signs = pageSigns(page.text, document.language)
  const texts = new Map<string, Candidate[]>()
  const add = (fields: readonly KnownField[], row: FieldValues['fields']) => {
    for (const [text, candidates] of textsOf(fields, row, signs)) {
      const told = candidates.filter(({ field }) => OWN.test(field.name) || tells(text, field))
      if (told.length > 0) texts.set(text, [...(texts.get(text) ?? []), ...told])
    }
  }
  add(known.fields, values.fields)
  for (const { name, fields } of known.lists) for (const row of values.lists[name] ?? []) add(fields, row)
  const placeholders = findPlaceholders(page.text)
  const isFree = ({ start, end }: { start: number; end: number }) =>
    placeholders.every(one => one.end <= start || one.start >= end)
  const left = occurrencesOf(page.text, texts)
    .filter(({ candidates }) => !candidates.some(({ field }) => OWN.test(field.name)))
    .filter(isFree)
  const choices = leftChoices(page.text, values.fields)
  const others = [...new Set(left.map(({ text }) => text))].slice(0, MOST)
  return [
    ...others.filter(text => choices.every(choice => choice.text !== text)).map(text => ({ text })),
    ...choices,
  ]
}

/** Of those texts the ones that still stand somewhere. */
export function stillLeft(document: OpenDocument, texts: readonly string[]): string[] {
  const { text } = new PageText(document)
  return texts.filter(one => text.includes(one))
}

const tells = (text: string, field: KnownField) =>
  isStrong(text, field) && (/\d/.test(text) || NAME.test(field.name) || field.name === 'Name')
