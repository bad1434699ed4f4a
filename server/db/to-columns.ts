type Mentioned<Input, Columns extends Record<string, string>> = {
  [Key in keyof Input & keyof Columns as Columns[Key]]?: Exclude<Input[Key], undefined>
}

/**
 * The fields of a body under their columns' names: an absent field is left out, '' is stored as null.
 * `columns` says which column keeps which field of the wire.
 */
export function toColumns<Input extends object, const Columns extends Record<string, string>>(
  input: Input,
  columns: Columns,
): Mentioned<Input, Columns> {
  const values: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(columns)) {
    const value = (input as Record<string, unknown>)[field]
    if (value !== undefined) values[column] = value === '' ? null : value
  }
  return values as Mentioned<Input, Columns>
}
