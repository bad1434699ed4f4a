import type { FieldValue, FieldValues, KnownField, KnownFields } from '#server/word/language/known-fields.ts'

/** What papers ask by conditions, so that another job's paper has the same parts. */
const ASKED =
  /(?:^|\.)(?:TransportMode|LoadType|FreightPayment|Direction|QuoteType|Service|Incoterm|Subtotal|IsSubtotal|Section|Status|WeightUnit|VolumeUnit|DimensionUnit|PackingMode|Packaging|Currency|CostSplit)\b/

/** The same for every job of a company. */
const OWN = /^(?:Company|User)\./

/**
 * The values of another job that has a value wherever this one has, and each of them its own: a paper that shows the
 * wrong field shows another text.
 */
export function otherJob(
  known: KnownFields,
  values: FieldValues,
  alike: readonly (readonly string[])[] = [],
): FieldValues {
  let made = 0
  const other = (field: KnownField, value: FieldValue): FieldValue => {
    if (value == null || value === '' || OWN.test(field.name) || ASKED.test(field.name) || field.kind === 'picture') return value
    made += 1
    if (field.kind === 'date') return new Date(Date.UTC(2031, 0, made)).toISOString().slice(0, 10)
    if (field.kind === 'dateTime') return `${new Date(Date.UTC(2031, 0, made)).toISOString().slice(0, 10)}T08:30`
    if (field.kind === 'number') return Number(value) < 1_000 ? 100 + (made % 900) : 100_000 + made * 7
    return typeof value === 'string' ? value.split('\n').map(() => `Changed ${made}`).join('\n') : value
  }
  const fields = Object.fromEntries(
    known.fields.map(field => [field.name, other(field, values.fields[field.name])]),
  )
  const lists = Object.fromEntries(
    known.lists.map(list => [
      list.name,
      (values.lists[list.name] ?? []).map(row =>
        Object.fromEntries(list.fields.map(field => [field.name, other({ ...field, name: `${list.name}.${field.name}` }, row[field.name])])),
      ),
    ]),
  )
  for (const [first = '', ...others] of alike)
    for (const name of others) if (fields[name] != null) fields[name] = fields[first]
  return { fields, lists }
}
