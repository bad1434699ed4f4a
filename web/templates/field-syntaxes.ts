import type { CatalogueField, FieldGroup } from '#contract/template-fields.ts'

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
const wordsOf = (text: string) => text.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+|\p{Lo}/gu) ?? []

/** What a text says from the start of each of its words on: “house b/l” is not in “WarehouseBlock”. */
function startsOf(text: string): string[] {
  const words = wordsOf(text).map(word => word.toLowerCase())
  return words.map((_, start) => words.slice(start).join(''))
}

type Read = { title: string; value: string; starts: readonly string[] }
const known = new WeakMap<CatalogueField, Read>()

/** Each key that somebody presses asks all fields: what they say is read once. */
function readOf(field: CatalogueField, title: string): Read {
  const before = known.get(field)
  if (before?.title === title) return before
  const { label, name, aliases, value } = field
  const texts = [label, `${title} ${label}`, name, ...aliases]
  const read = { title, value: plain(value ?? ''), starts: texts.flatMap(startsOf) }
  known.set(field, read)
  return read
}

/** Reads what fields say before somebody looks for one, a step for each. */
export function* readFields(groups: readonly FieldGroup[]): Generator<undefined> {
  for (const { title, fields } of groups)
    for (const field of fields) {
      readOf(field, title)
      yield
    }
}

/** Whether a field is what somebody looks for by its label, a name or its value. */
export function matches(field: CatalogueField, title: string, searched: string): boolean {
  const wanted = plain(searched)
  if (wanted === '') return true
  const { value, starts } = readOf(field, title)
  return value.includes(wanted) || starts.some(start => start.startsWith(wanted))
}

/** How near a field is to what is searched for: 0 that is its value, 1 it is called so, 2 its value holds it. */
export function nearness(field: CatalogueField, title: string, searched: string): number {
  const wanted = plain(searched)
  if (wanted === '') return 0
  const { value, starts } = readOf(field, title)
  if (value === wanted) return 0
  return starts.some(start => start.startsWith(wanted)) ? 1 : 2
}

/** How many fields a label offers. */
const MOST_LIKE = 5

/** The fields whose label a line says, such as Voyage for “Vessel and voyage”: by as many of its last words as possible. */
export function likeLabel(groups: readonly FieldGroup[], label: string) {
  const words = label.split(' ').filter(word => plain(word).length > 1)
  for (let from = 0; from < words.length; from += 1) {
    const wanted = plain(words.slice(from).join(' '))
    const found = groups
      .flatMap(group => group.fields.map(field => ({ group, field })))
      .filter(({ group, field }) =>
        [field.label, `${group.title} ${field.label}`, ...field.aliases].some(text => plain(text) === wanted),
      )
    if (found.length > 0) return found.slice(0, MOST_LIKE)
  }
  return []
}
