import { type FieldValues, get, set } from 'react-hook-form'

/** How the fields of a form are found in what it holds. */
export type FieldAccess<Values, Field extends string> = {
  names: readonly Field[]
  valueAt: (values: Values, field: Field) => unknown
  /** `theirs` everywhere but in `fields`, which are as in `mine`. */
  merged: (theirs: Values, mine: Values, fields: readonly Field[]) => Values
  /** What a draft keeps of some fields, and what shows beside them. */
  toDraft: (values: Values, fields: readonly Field[]) => Record<string, unknown>
  /** `values` with a draft's fields in their places; what is no field of the form is left out. */
  withDraft: (values: Values, draft: Record<string, unknown>) => Values
}

/** Of values that hold each field under its own name, or where that leads: “series.invoice.prefix”. */
export function fieldsAt<Values extends FieldValues, Field extends string = keyof Values & string>(
  names: readonly Field[],
): FieldAccess<Values, Field> {
  const valueAt = (values: Values, field: Field): unknown => get(values, field)
  const picked = (values: Values, fields: readonly Field[]) =>
    Object.fromEntries(fields.map(field => [field, valueAt(values, field)]))
  const withFields = (values: Values, fields: Record<string, unknown>) => {
    const filled = structuredClone(values)
    for (const name of names) if (name in fields) set(filled, name, fields[name])
    return filled
  }
  return {
    names,
    valueAt,
    merged: (theirs, mine, fields) => withFields(theirs, picked(mine, fields)),
    toDraft: picked,
    withDraft: withFields,
  }
}

/** Whether two values of a field differ: an empty text and none are the same, lists are compared entry by entry. */
export function differ(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return (one ?? '') !== (other ?? '')
  return one.length !== other.length || one.some((entry, index) => differ(entry, other[index]))
}

/** The fields in which two states of a form differ. */
export const differingFields = <Values, Field extends string>(
  { names, valueAt }: FieldAccess<Values, Field>,
  one: Values,
  other: Values,
): Field[] => names.filter(field => differ(valueAt(one, field), valueAt(other, field)))

type ThreeStates<Values> = {
  /** What the form was filled from. */
  base: Values
  typed: Values
  theirs: Values
}

/**
 * The fields that both changed, each to something else. `othersChanged` names what others changed as the server
 * tells it, for a base that is newer than the version it stands for, as that of a restored draft.
 */
export function contestedFields<Values, Field extends string>(
  access: FieldAccess<Values, Field>,
  { base, typed, theirs }: ThreeStates<Values>,
  othersChanged: readonly (Field | null)[] = [],
): Field[] {
  const storedAnew = new Set<Field | null>([...differingFields(access, base, theirs), ...othersChanged])
  const different = new Set(differingFields(access, theirs, typed))
  return differingFields(access, base, typed).filter(field => storedAnew.has(field) && different.has(field))
}
