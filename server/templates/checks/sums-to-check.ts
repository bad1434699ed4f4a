import { catalogue, type TemplateSource } from '#server/templates/fields/catalogue.ts'
import { fullLabel, groupTitle } from '#server/templates/fields/field-groups.ts'
import { placeToFill } from '#server/templates/fields/field-places.ts'
import { fieldText, isBlank } from '#server/templates/fields/field-text.ts'
import { unitSign } from '#server/word/language/unit-signs.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { FoundField } from '#server/word/language/placeholder-sink.ts'
import type { Missing } from './missing.ts'
import { asSentence, inSentence } from './missing-words.ts'

const lists: Readonly<Record<string, readonly { name: string; label: string }[]>> = catalogue.lists

/** Sums that have no result, since the rows that they add up are in different units or currencies. */
export function sumsToCheck(
  fields: readonly FoundField[],
  source: TemplateSource,
  values: FieldValues,
): Missing[] {
  const found = new Map<string, Missing>()
  for (const { name, sumUnit, isAsked, isCompared } of fields) {
    const [list = '', field = ''] = name.split('.')
    const units = sumUnit ? unitsOf(values.lists[list] ?? [], sumUnit.slice(list.length + 1)) : []
    if (units.length < 2) continue
    const own = lists[list]?.find(one => one.name === field)
    const label = fullLabel(name, own?.label ?? name)
    const rows = inSentence(groupTitle(list)).replace(/^all /, '')
    const sum = `the sum of “${own?.label ?? field}”`
    const start =
      isAsked || isCompared ? `A condition takes ${sum} for empty` : `${asSentence(sum)} is left blank`
    const message = `${start}: the ${rows} are in ${listOf(units)}`
    found.set(message, { label, message, place: placeToFill(list, source).place, check: true })
  }
  return [...found.values()]
}

function unitsOf(rows: FieldValues['lists'][string], unit: string): string[] {
  const units = rows.flatMap(row => (isBlank(row[unit]) ? [] : [fieldText('text', row[unit])]))
  return [...new Set(units)].map(unitSign)
}

const listOf = (units: readonly string[]) => new Intl.ListFormat('en-GB').format(units)
