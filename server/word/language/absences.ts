import { type Condition, isBlankText, type Operand, type ValueInstruction } from '#server/word/file/tree.ts'
import type { Absence } from './placeholder-sink.ts'
import type { Lists, NameResolver } from './resolve-names.ts'

type Names = Pick<NameResolver, 'find' | 'rowCount'>

/**
 * What must be missing for a condition to hold, as far as it asks for that: `{{#unless A}}`, `{{#if B = ""}}` and what
 * follows their “else”. Undefined where the condition may hold with everything there.
 */
export function absenceIn(condition: Condition, lists: Lists, names: Names): Absence | undefined {
  return absence(condition, true, value => fieldOf(value, lists, names))
}

type Find = (value: ValueInstruction) => Field | undefined
type Field = { name: string; isList: boolean }

function fieldOf(value: ValueInstruction, lists: Lists, names: Names): Field | undefined {
  const list = value.aggregate === undefined ? names.rowCount(value.name) : undefined
  if (list !== undefined) return { name: list.fullName, isList: true }
  const found = names.find(value, lists)
  return typeof found === 'object' && found.plain ? { name: found.fullName, isList: false } : undefined
}

function absence(condition: Condition, isToHold: boolean, find: Find): Absence | undefined {
  switch (condition.type) {
    case 'not':
      return absence(condition.condition, !isToHold, find)
    case 'all':
    case 'any': {
      const parts = condition.conditions.map(one => absence(one, isToHold, find))
      const known = parts.filter(one => one !== undefined)
      // All have to hold for “and”, and to fail for the contrary of “or”.
      if ((condition.type === 'all') === isToHold) return joined('all', known)
      return known.length === parts.length ? joined('any', known) : undefined
    }
    case 'filled': {
      const field = isToHold ? undefined : find(condition.value)
      if (field === undefined) return undefined
      return field.isList ? { type: 'noRows', list: field.name } : { type: 'notFilled', name: field.name }
    }
    case 'compare': {
      const { left, operator, right } = condition
      if (operator !== (isToHold ? '=' : '<>')) return undefined
      const value = comparedWithNothing(left, right) ?? comparedWithNothing(right, left)
      const field = value && find(value)
      return field && !field.isList ? { type: 'blank', name: field.name } : undefined
    }
  }
}

function comparedWithNothing(operand: Operand, other: Operand): ValueInstruction | undefined {
  const [only] = operand
  return isBlankText(other) && operand.length === 1 && typeof only === 'object' ? only : undefined
}

function joined(type: 'all' | 'any', of: readonly Absence[]): Absence | undefined {
  return of.length > 1 ? { type, of } : of[0]
}
