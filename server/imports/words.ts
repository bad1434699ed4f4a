import { type Choice, labelOf } from '#contract/choices.ts'
import { importFields } from '#contract/import-fields.ts'
import { type ImportKind, importKinds } from '#contract/import-kinds.ts'
import type { ImportedRow } from '#contract/imports.ts'
import { localTimeText } from '#contract/local-times.ts'
import { countryName } from '#server/organisations/countries.ts'
import { columnsOf } from './kinds.ts'
import type { Fields, Value } from './values.ts'

type Described = { label: string; choices?: readonly Choice[] | undefined; type: string }

const described: Readonly<Record<ImportKind, ReadonlyMap<string, Described>>> = {
  jobs: describedOf('jobs'),
  contacts: describedOf('contacts'),
  items: describedOf('items'),
}

function describedOf(kind: ImportKind): ReadonlyMap<string, Described> {
  return new Map(
    Object.entries(importFields[kind]).flatMap(([name, field]) => {
      const column = columnsOf[kind][name]
      return column === undefined ? [] : [[column, field] as const]
    }),
  )
}

export const labelOfColumn = (column: string): string =>
  importKinds.map(kind => described[kind].get(column)?.label).find(label => label !== undefined) ?? column

/** Fields as people read them; what is only kept beside them is left out. */
export function told(
  kind: ImportKind,
  fields: Fields,
  names: ReadonlyMap<string, string>,
): ImportedRow['fields'] {
  const text = (field: Described, value: Value) => {
    if (value === null || value === '') return ''
    if (field.choices) return labelOf(field.choices, Number(value))
    if (field.type === 'localTime') return localTimeText(String(value))
    if (field.type === 'country') return countryName(String(value)) ?? String(value)
    return names.get(String(value)) ?? String(value)
  }
  return Object.entries(fields).flatMap(([column, [before, after]]) => {
    const field = described[kind].get(column)
    return field ? [{ label: field.label, old: text(field, before), new: text(field, after) }] : []
  })
}
