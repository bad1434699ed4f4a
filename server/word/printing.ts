import { hasWordsFor } from '#server/word/language/words.ts'
import type { Formatter } from '#server/word/language/formats.ts'
import type { FieldKind, FieldValue } from '#server/word/language/known-fields.ts'
import type { Operation, ReadValue } from './program.ts'
import type { Source } from '#server/word/language/source.ts'
import type { TemplateProblem } from '#server/word/file/word-error.ts'
import type { Instruction, Origin, ValueInstruction } from '#server/word/file/tree.ts'

/** The value that an instruction prints in some way, if it prints one. */
export function valueOf(instruction: Instruction): ValueInstruction | undefined {
  if (instruction.type === 'value') return instruction
  return instruction.type === 'checkbox' || instruction.type === 'picture' ? instruction.value : undefined
}

/** What prints a field as its placeholder asks. */
export function printing(
  instruction: Instruction,
  found: Source,
  format: Formatter,
  companion: ReadValue | undefined,
): Exclude<Operation, string> {
  const { read, plain, fullName } = found
  if (instruction.type === 'checkbox') {
    const { checked, unchecked } = instruction
    return { type: 'checkbox', read, checked, unchecked }
  }
  if (instruction.type === 'picture') {
    const { code, frame } = instruction
    return { type: 'picture', read, name: fullName, format, companion, code, frame }
  }
  const shown = withChoices(format, valueOf(instruction)?.choices)
  return plain === undefined
    ? { type: 'computed', read, format: shown, companion }
    : { type: 'value', ...plain, format: shown, companion }
}

/** Why a field cannot be printed in this way: pictures are not text, and text is no picture. */
export function wrongKind(instruction: Instruction, { kind, fullName }: Source): string | undefined {
  const isOwnPicture = instruction.type === 'picture' && instruction.code === undefined
  if (isOwnPicture === (kind === 'picture')) return undefined
  return kind === 'picture'
    ? `“${fullName}” is a picture: insert any picture and write “{{${fullName}}}” as its alt text.`
    : `“${fullName}” is not a picture; write “{{QR ${fullName}}}” for a code of its text.`
}

/** Why a value that can be printed may not print what its template's designer expects. */
export function doubtsAbout(
  value: ValueInstruction,
  { doubt, kind, fullName }: Source,
  origin: Origin,
  language: string,
): Omit<TemplateProblem, 'place'>[] {
  const message = `“${origin.source}” may print nothing. ${doubt ?? ''}`
  const ofValue = doubt === undefined ? [] : [{ kind: 'broken' as const, name: value.name, message }]
  const useless = value.formats.find(({ name }) => cannotApply(name, kind))
  const ofFormat = useless && {
    kind: 'broken' as const,
    name: value.name,
    message: `The format “${useless.name}” changes nothing in “${origin.source}”: “${fullName}” is ${KINDS[kind]}.`,
  }
  return [...ofValue, ofFormat, englishWords(value, origin, language)].filter(each => each !== undefined)
}

const KINDS: Readonly<Record<FieldKind, string>> = {
  text: 'a text',
  number: 'a number',
  unit: 'a unit',
  date: 'a date',
  dateTime: 'a day with its time',
  boolean: 'yes or no',
  picture: 'a picture',
}
const OF_NUMBERS = /^(number|money|amount|weight|volume|unit|tonnes|kilograms|words|cardtext|dollartext)$/

/** A text may be a number that somebody typed; a day never is one, and nothing but a day is written as one. */
function cannotApply(format: string, kind: FieldKind): boolean {
  const isDay = kind === 'date' || kind === 'dateTime'
  return format === 'date' ? !isDay : OF_NUMBERS.test(format) && (isDay || kind === 'boolean')
}

/** What to say of a number in words in a template of a language that has no words here. */
function englishWords(
  { name, formats }: ValueInstruction,
  { source }: Origin,
  language: string,
): Omit<TemplateProblem, 'place'> | undefined {
  const isInWords = formats.some(format => /^(words|cardtext|dollartext)$/.test(format.name))
  if (hasWordsFor(language) || !isInWords) return undefined
  const message = `“${source}” prints the number in English words: there are none for the language of the template (${language}).`
  return { kind: 'broken', name, message }
}

function withChoices(format: Formatter, choices: ReadonlyMap<string, string> | undefined): Formatter {
  if (choices === undefined) return format
  return (value, companion) => {
    const text = format(value, companion)
    return choices.get(text.toLowerCase()) ?? text
  }
}

/** Whether a value ticks a checkbox: a text that says no does not, any other does. */
export function isTicked(value: FieldValue): boolean {
  if (typeof value === 'string') return !/^\s*(|no|n|false|off|0+(\.0*)?|-)\s*$/i.test(value)
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value)
  return value !== null && value !== undefined && value !== false
}
