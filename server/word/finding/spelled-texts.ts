import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { FindableField } from './findable-field.ts'
import type { Candidate } from './occurrences.ts'
import { spelledAs } from './spellings.ts'

/** Texts that mean a value and that no format prints just so, such as “port dû” of collect freight. */
export function spelledTexts(
  fields: readonly FindableField[],
  values: FieldValues['fields'],
): Map<string, Candidate[]> {
  const texts = new Map<string, Candidate[]>()
  for (const field of fields) {
    const value = values[field.name]
    const spellings = field.spelledAs && spelledAs[field.spelledAs].spellings
    if (!spellings || typeof value !== 'string' || value === '') continue
    for (const { text, formats = '', isPart = false, instead } of spellings(value)) {
      const known = texts.get(text) ?? []
      if (known.some(one => one.field === field)) continue
      texts.set(text, [
        ...known,
        { field, formats, isRounded: isPart, isNearest: true, ...(instead && { instead }) },
      ])
    }
  }
  return texts
}

/** Whether a line, or the label of a value that stands by itself, says that such a value is none of the job. */
export function isOfOthers(
  { name, spelledAs: spelling }: FindableField,
  values: FieldValues['fields'],
  { line, label }: { line: string; label: string },
): boolean {
  const value = values[name]
  const { notBeside, notUnder } = spelling ? spelledAs[spelling] : {}
  if (notUnder?.test(label)) return true
  if (!notBeside || (typeof value !== 'string' && typeof value !== 'number')) return false
  return notBeside(`${value}`).test(line)
}
