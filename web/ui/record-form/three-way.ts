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

/** Of values that hold each field under its own name. */
export function ownFields<Values extends object>(
  names: readonly (keyof Values & string)[],
): FieldAccess<Values, keyof Values & string> {
  const picked = (values: Values, fields: readonly (keyof Values & string)[]) =>
    Object.fromEntries(fields.map(field => [field, values[field]]))
  return {
    names,
    valueAt: (values, field) => values[field],
    merged: (theirs, mine, fields) => ({ ...theirs, ...picked(mine, fields) }),
    toDraft: picked,
    withDraft: (values, draft) => ({
      ...values,
      ...Object.fromEntries(Object.entries(draft).filter(([field]) => names.some(name => name === field))),
    }),
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
