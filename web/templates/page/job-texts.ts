import type { FieldGroup } from '#contract/template-fields.ts'

/** The same on every paper of the company: what they print is meant to stay. */
const OWN = new Set(['Company', 'User', 'Paper', 'Numbers'])

/** The texts of a job; a word that names a field, such as “Agent”, is a label of the page wherever it stands. */
export function jobTexts(groups: readonly FieldGroup[] = []): string[] {
  const words = new Set(
    groups.flatMap(({ title, fields }) =>
      [title, ...fields.map(({ label }) => label)].flatMap(
        text => text.toLowerCase().match(/\p{L}+/gu) ?? [],
      ),
    ),
  )
  return groups
    .filter(({ name }) => !OWN.has(name))
    .flatMap(({ fields }) => fields.flatMap(({ kind, value }) => (kind === 'text' && value ? [value] : [])))
    .filter(value => !words.has(value.trim().toLowerCase()))
}
