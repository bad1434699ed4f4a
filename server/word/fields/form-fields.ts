import { checkboxGlyphs } from '#server/word/controls/checkbox-glyphs.ts'
import type { FieldIndex } from '#server/word/language/known-fields.ts'
import type { XmlElement } from '#server/word/file/tree.ts'
import { childElement, type FormatCall, type Instruction, isElement } from '#server/word/file/tree.ts'

/** A form field of older Word (FORMTEXT, FORMCHECKBOX, FORMDROPDOWN), named by its bookmark. */
export interface FormField {
  name: string
  instruction: Instruction
  /** Of the sign in a box to tick. */
  font: string | undefined
}

/** What a form field asks for; undefined for one without a name. */
export function readFormField(begin: XmlElement | undefined): FormField | undefined {
  const data = begin === undefined ? undefined : childElement(begin, 'w:ffData')
  const name = valueOf(data, 'w:name')?.trim() ?? ''
  if (data === undefined || name === '') return undefined
  const value = { type: 'value' as const, name, formats: formatsOf(childElement(data, 'w:textInput')) }
  if (childElement(data, 'w:checkBox') !== undefined) {
    const { checked, unchecked, font } = checkboxGlyphs({ properties: undefined })
    return { name, instruction: { type: 'checkbox', value, checked, unchecked }, font }
  }
  const list = childElement(data, 'w:ddList')
  if (list === undefined) return { name, instruction: value, font: undefined }
  const entries = list.children.flatMap(child =>
    isElement(child, 'w:listEntry') ? (child.attributes.get('w:val') ?? []) : [],
  )
  const choices = new Map(entries.map(entry => [entry.toLowerCase(), entry]))
  return { name, instruction: { ...value, choices }, font: undefined }
}

/** Whether a form field's name is that of a field that prints a text. */
export function isKnownText(name: string, index: FieldIndex): boolean {
  const list = index.listHolding(name)
  const field = index.field(name) ?? (list && index.listField(list, name))
  return field !== undefined && field.kind !== 'picture'
}

const TEXT_FORMATS: ReadonlyMap<string, string> = new Map([
  ['uppercase', 'upper'],
  ['lowercase', 'lower'],
  ['first capital', 'firstcap'],
  ['title case', 'caps'],
])

/** The form's own picture of a date or a number, or its capital letters. */
function formatsOf(input: XmlElement | undefined): FormatCall[] {
  const argument = valueOf(input, 'w:format') ?? ''
  if (argument === '') return []
  const type = valueOf(input, 'w:type')
  if (type === 'date') return [{ name: 'date', argument }]
  if (type === 'number') return [{ name: 'number', argument }]
  const name = TEXT_FORMATS.get(argument.toLowerCase())
  return name === undefined ? [] : [{ name }]
}

function valueOf(parent: XmlElement | undefined, name: string): string | undefined {
  return parent === undefined ? undefined : childElement(parent, name)?.attributes.get('w:val')
}
