import type { FieldValue, FieldValues, KnownField, KnownFields } from '#server/word/language/known-fields.ts'

/** What papers ask by conditions, so that another job's paper has the same parts. */
const ASKED =
  /(?:^|\.)(?:TransportMode|LoadType|FreightPayment|Direction|QuoteType|Service|Incoterm|Subtotal|IsSubtotal|Section|Status|WeightUnit|VolumeUnit|DimensionUnit|PackingMode|Packaging|Currency|CostSplit|WaybillCharges|RateClass)\b/

/** The same for every job of a company, or of a mode: its letterhead, the title of a waybill. */
const SAME = /^(?:Company|User|Paper)\./

/** What is put together of other fields of its group, such as an address of its street and town. */
const COMPOSED = /\.(?:NameAndAddress|Block|Address|AddressLine|ContactLine)$/

const groupOf = (name: string) => name.slice(0, name.lastIndexOf('.') + 1)

/**
 * The values of another job that has a value wherever this one has, and each of them its own: a paper that shows the
 * wrong field shows another text. An address is put together of its own street and town.
 */
export function otherJob(
  known: KnownFields,
  values: FieldValues,
  alike: readonly (readonly string[])[] = [],
): FieldValues {
  let made = 0
  const other = (field: KnownField, value: FieldValue): FieldValue => {
    if (value == null || value === '' || SAME.test(field.name) || ASKED.test(field.name)) return value
    if (field.kind === 'picture' || field.kind === 'boolean') return value
    made += 1
    if (field.kind === 'date' || field.kind === 'dateTime') {
      const day = otherDay(value, made)
      return field.kind === 'date' ? day : `${day}T18:30`
    }
    if (field.kind === 'number') return otherFigure(field.name, Number(value), made)
    if (typeof value !== 'string') return value
    return value
      .split('\n')
      .map((_, line) => `${isInCapitals(value) ? 'CHANGED' : 'Changed'} ${made}${line > 0 ? `-${line}` : ''}`)
      .join('\n')
  }
  const plain = known.fields.filter(({ name }) => !COMPOSED.test(name))
  const fields = Object.fromEntries(plain.map(field => [field.name, other(field, values.fields[field.name])]))
  for (const field of known.fields.filter(({ name }) => COMPOSED.test(name))) {
    const value = values.fields[field.name]
    fields[field.name] = SAME.test(field.name) ? value : composed(field, value, { plain, values, fields })
  }
  const lists = Object.fromEntries(
    known.lists.map(list => [
      list.name,
      (values.lists[list.name] ?? []).map(row =>
        Object.fromEntries(
          list.fields.map(field => [
            field.name,
            other({ ...field, name: `${list.name}.${field.name}` }, row[field.name]),
          ]),
        ),
      ),
    ]),
  )
  for (const [first = '', ...others] of alike)
    for (const name of others) if (fields[name] != null) fields[name] = fields[first]
  // Papers ask whether the consignee is the customer who is billed.
  if (values.fields['Customer.Name'] === values.fields['Consignee.Name'])
    fields['Customer.Name'] = fields['Consignee.Name']
  return { fields, lists }
}

/** A day whose month and day have as many digits as the first's, which no picture tells otherwise. */
function otherDay(value: FieldValue, made: number): string {
  const [, month = '', day = ''] = typeof value === 'string' ? value.slice(0, 10).split('-') : []
  const one = (text: string) => text.startsWith('0')
  const digits = (number: number) => String(number).padStart(2, '0')
  const [months, days] = [one(month) ? 9 : 3, one(day) ? 9 : 19]
  const year = 2031 + Math.floor(made / days / months)
  return [
    year,
    digits((one(month) ? 1 : 10) + (Math.floor(made / days) % months)),
    digits((one(day) ? 1 : 10) + (made % days)),
  ].join('-')
}

/** Whether it reads the same with and without `upper`. */
const isInCapitals = (text: string) => text === text.toUpperCase() && /\p{L}/u.test(text)

/** What comes in whole numbers alone. */
const COUNTED = /(?:Number|Count|Packages|Packs|NumberOfPacks|Quantity|Position|JobId|Id|Originals|Teu|Days)$/

/** A figure as large as the first and with as many decimals; where that has none, with those of an amount. */
function otherFigure(name: string, value: number, made: number): number {
  const whole = value < 1_000 ? 100 + made : 100_000 + made * 7
  if (COUNTED.test(name)) return whole
  // Airlines round to half a kilogram (IATA Resolution 502).
  if (/(?:Chargeable|Rated)Weight$/.test(name)) return whole + 0.5
  const decimals = String(value).split('.')[1]?.length ?? 2
  return Number(`${whole}.${'7'.repeat(decimals)}`)
}

type Parts = {
  plain: readonly KnownField[]
  values: FieldValues
  fields: Readonly<Record<string, FieldValue>>
}

/** A text in which each part is the other job's; the longest parts first, so that no part breaks another. */
function composed({ name }: KnownField, value: FieldValue, { plain, values, fields }: Parts): FieldValue {
  if (typeof value !== 'string') return value
  const own = plain
    .filter(part => groupOf(part.name) === groupOf(name))
    .flatMap(part => {
      const [before, after] = [values.fields[part.name], fields[part.name]]
      return typeof before === 'string' && typeof after === 'string' && before !== ''
        ? [{ before, after }]
        : []
    })
    .toSorted((one, two) => two.before.length - one.before.length)
  const parts = own.map(({ before }) => before.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (parts.length === 0) return value
  const afters = new Map(own.toReversed().map(({ before, after }) => [before, after]))
  return value.replaceAll(new RegExp(parts.join('|'), 'g'), part => afters.get(part) ?? part)
}
