/** What a column of a record holds. */
export type Value = string | number | null
/** By column; a party of a job stands under "party:consignee", an address under "address:city". */
export type Values = Record<string, Value>
/** By column: the value before and after. */
export type Fields = Record<string, [Value, Value]>

export const isSame = (one: Value | undefined, other: Value | undefined) =>
  (one === '' || one === undefined ? null : one) === (other === '' || other === undefined ? null : other)

/** What of the values differs from what stands. */
export function differences(before: Values, after: Values): Fields {
  const fields: Fields = {}
  for (const [column, value] of Object.entries(after)) {
    const was = before[column] ?? null
    if (!isSame(was, value)) fields[column] = [was, value]
  }
  return fields
}

/** The fields that still have the value from which they were to be changed, and those that do not. */
export function settle(fields: Fields, now: Values): { fields: Fields; stays: string[] } {
  const settled: { fields: Fields; stays: string[] } = { fields: {}, stays: [] }
  for (const [column, change] of Object.entries(fields)) {
    if (isSame(now[column], change[1])) continue
    if (isSame(now[column], change[0])) settled.fields[column] = change
    else settled.stays.push(column)
  }
  return settled
}

/** The same change the other way round. */
export const reversedFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([column, [before, after]]) => [column, [after, before]]))

export const afterOf = (fields: Fields): Values =>
  Object.fromEntries(Object.entries(fields).map(([column, [, after]]) => [column, after]))
