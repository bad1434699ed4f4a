import type { CatalogueField, FieldGroup } from '#contract/template-fields.ts'
import type { FieldChoice } from '#contract/template-pages.ts'
import { likeLabel, matches, nearestFirst, syntaxes } from './field-syntaxes.ts'
import { keptFormats } from './page/kept-formats.ts'
import { writtenAs } from './page/written-as.ts'

/** A field as it is offered. */
export type FieldOption = FieldChoice & { /** What it prints for the job. */ value: string; group: string }

type Around = {
  /** The likeliest first. */
  choices: readonly FieldChoice[]
  /** What the choices print for the job; undefined where they print different things. */
  printed: string | undefined
  /** The field that is there: another one of its kind is printed as it was. */
  current: FieldChoice | undefined
  /** What stands before the field on the page. */
  near: string
}

const [text] = syntaxes
const LIKELY = 'Likely here'

/** Finds fields: what is likely first, then those with the value that is looked for. */
export function finderIn(groups: readonly FieldGroup[], { choices, printed, current, near }: Around) {
  const values = new Map(groups.flatMap(({ fields }) => fields.map(one => [one.name, one.value ?? ''])))
  const kinds = new Map(groups.flatMap(({ fields }) => fields.map(one => [one.name, one.kind])))
  const write = (name: string) =>
    current && kinds.get(current.name) === kinds.get(name)
      ? text.write(name + keptFormats(current.placeholder))
      : text.write(name)
  const option = (group: FieldGroup, { name, label, value }: CatalogueField): FieldOption => ({
    ...{ name, label: `${group.title}: ${label}`, placeholder: write(name) },
    ...{ value: value ?? '', group: group.title },
  })
  const likely = [
    ...choices.map((choice): FieldOption => {
      const value = printed ?? (writtenAs(choice.placeholder) === '' ? values.get(choice.name) : undefined)
      return { ...choice, value: value ?? '', group: LIKELY }
    }),
    ...likeLabel(groups, near).map(({ group, field }) => ({ ...option(group, field), group: LIKELY })),
  ]
  return (wanted: string): FieldOption[] => [
    ...likely.filter(({ label, name, value }) =>
      matches({ label, name, aliases: [], kind: '', value }, '', wanted),
    ),
    ...nearestFirst(
      groups.flatMap(group =>
        group.fields.filter(field => matches(field, group.title, wanted)).map(field => option(group, field)),
      ),
      wanted,
    ),
  ]
}

/** A list has to have an entry, whatever is filled in of that. */
export const asConditions = (group: FieldGroup): FieldGroup =>
  group.isList
    ? {
        ...group,
        fields: [{ name: group.name, label: 'any', aliases: [], kind: 'text', value: null }],
      }
    : group
