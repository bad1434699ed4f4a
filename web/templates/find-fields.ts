import type { CatalogueField, FieldGroup } from '#contract/template-fields.ts'
import type { FieldChoice } from '#contract/template-pages.ts'
import { likeLabel, matches, nearness, syntaxes } from './field-syntaxes.ts'
import { keptFormats } from './page/kept-formats.ts'
import { hasNoFormat } from './page/written-as.ts'

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

/** Finds fields: those with just that value, then those of that name, then the others; of each what is likely first. */
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
      const value = printed ?? (hasNoFormat(choice.placeholder) ? values.get(choice.name) : undefined)
      return { ...choice, value: value ?? '', group: LIKELY }
    }),
    ...likeLabel(groups, near).map(({ group, field }) => ({ ...option(group, field), group: LIKELY })),
  ]
  const all = [
    ...likely.map(one => {
      const { label, name, value } = one
      return { option: one, field: { label, name, aliases: [], kind: '', value }, title: '' }
    }),
    ...groups.flatMap(group =>
      group.fields.map(field => ({ option: option(group, field), field, title: group.title })),
    ),
  ]
  return (wanted: string): FieldOption[] =>
    all
      .filter(({ field, title }) => matches(field, title, wanted))
      .map(one => ({ ...one, nearness: nearness(one.field, one.title, wanted) }))
      .toSorted((one, other) => one.nearness - other.nearness)
      .map(one => one.option)
}

/** A list has to have an entry, whatever is filled in of that. */
export const asConditions = (group: FieldGroup): FieldGroup =>
  group.isList
    ? {
        ...group,
        fields: [{ name: group.name, label: 'any', aliases: [], kind: 'text', value: null }],
      }
    : group
