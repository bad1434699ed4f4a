import type { CatalogueField } from '#contract/template-fields.ts'

/** The three ways to name a field in Word, as they are copied. */
export const syntaxes = [
  { id: 'text', label: 'Text', hint: 'Typed anywhere in the text', write: (name: string) => `{{${name}}}` },
  {
    id: 'merge',
    label: 'Merge field',
    hint: 'Between the braces that Ctrl+F9 makes in Word',
    write: (name: string) => `MERGEFIELD ${name.replaceAll('.', '_')}`,
  },
  {
    id: 'control',
    label: 'Control',
    hint: 'The tag of a content control, under Developer, Properties',
    write: (name: string) => name,
  },
] as const

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a field is what somebody looks for by its label, a name or its value. */
export function matches({ label, name, aliases, value }: CatalogueField, title: string, searched: string) {
  const wanted = plain(searched)
  return [label, `${title} ${label}`, name, ...aliases, value ?? ''].some(text =>
    plain(text).includes(wanted),
  )
}
