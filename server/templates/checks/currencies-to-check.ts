import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { labelOfField } from '#server/templates/fields/field-labels.ts'
import { placeToFill } from '#server/templates/fields/field-places.ts'
import { fieldText, isBlank } from '#server/templates/fields/field-text.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { FoundField } from '#server/word/language/placeholder-sink.ts'
import type { Missing } from './missing.ts'

/** Amounts beside which a template prints a currency that is not theirs. */
export function currenciesToCheck(
  fields: readonly FoundField[],
  source: TemplateSource,
  values: FieldValues,
): Missing[] {
  const found = new Map<string, Missing>()
  for (const { name, currency } of fields) {
    if (!currency) continue
    const rows = rowsOf(name, values)
    for (const row of rows) {
      const own = fieldText('text', valueOf(currency.own, row, values))
      const other = fieldText('text', namedBy(currency.shown, row, values))
      if (isBlank(valueOf(name, row, values)) || own === '' || other === '' || own === other) continue
      const label = labelOfField(name)
      const message = `“${label}” is in ${own}; the template prints ${other} with it`
      found.set(message, { label, message, place: placeToFill(name, source).place, check: true })
    }
  }
  return [...found.values()]
}

type Row = FieldValues['lists'][string][number]

const listOf = (name: string, { lists }: FieldValues) =>
  Object.keys(lists).find(list => name.startsWith(`${list}.`))

function rowsOf(name: string, values: FieldValues): readonly (Row | null)[] {
  const list = listOf(name, values)
  return list === undefined ? [null] : (values.lists[list] ?? [])
}

function valueOf(name: string, row: Row | null, values: FieldValues) {
  const list = listOf(name, values)
  return list === undefined || row === null ? values.fields[name] : row[name.slice(list.length + 1)]
}

const namedBy = (shown: string, row: Row | null, values: FieldValues) =>
  /^[A-Z]{3}$/.test(shown) ? shown : valueOf(shown, row, values)
