import type { Formula, ValueInstruction } from '#server/word/file/tree.ts'
import type { Scope } from '#server/word/program.ts'
import { evaluate, valuesOf } from './formula.ts'
import type { FieldValue } from './known-fields.ts'
import type { Source } from './source.ts'

const DAY = 86_400_000
const ONLY =
  'Days are added to a date or taken from it, as in “Today + 14”; two dates give the days between them.'

export function isDate({ kind }: Source): boolean {
  return kind === 'date' || kind === 'dateTime'
}

/** A date and some days, or the days between two dates; a text says why it is neither. */
export function dateFormula(
  formula: Formula,
  sources: ReadonlyMap<ValueInstruction, Source>,
  fullName: string,
): Source | string {
  if (formula.type !== 'call' || !/^[+-]$/.test(formula.name)) return ONLY
  const [left, right] = formula.arguments
  if (left === undefined || right === undefined) return ONLY
  const [one, other] = [dateIn(left, sources), dateIn(right, sources)]
  if (one !== undefined && other !== undefined && formula.name === '-') {
    return {
      kind: 'number',
      fullName,
      read: scope => {
        const [from, to] = [dayOf(other.read(scope)), dayOf(one.read(scope))]
        return from === undefined || to === undefined ? null : (to - from) / DAY
      },
    }
  }
  const days = one === undefined ? left : right
  const date = one ?? other
  const isShift = date !== undefined && (one !== undefined || formula.name === '+')
  if (!isShift || valuesOf(days).some(value => isDate(sources.get(value) ?? date))) return ONLY
  const sign = formula.name === '-' ? -1 : 1
  return {
    kind: date.kind,
    fullName,
    read: scope => shifted(date.read(scope), sign * evaluate(days, value => numberOf(value, scope, sources))),
  }
}

function dateIn(formula: Formula, sources: ReadonlyMap<ValueInstruction, Source>): Source | undefined {
  const source = formula.type === 'value' ? sources.get(formula.value) : undefined
  return source !== undefined && isDate(source) ? source : undefined
}

function numberOf(
  value: ValueInstruction,
  scope: Scope,
  sources: ReadonlyMap<ValueInstruction, Source>,
): number {
  const number = sources.get(value)?.read(scope)
  return number === null || number === undefined || number === '' ? 0 : Number(number)
}

function isoOf(value: FieldValue): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString()
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? value : undefined
}

function dayOf(value: FieldValue): number | undefined {
  const day = Date.parse(isoOf(value)?.slice(0, 10) ?? '')
  return Number.isNaN(day) ? undefined : day
}

/** The time of day stays. */
function shifted(value: FieldValue, days: number): FieldValue {
  const day = dayOf(value)
  const moved = new Date((day ?? Number.NaN) + Math.round(days) * DAY)
  if (Number.isNaN(moved.getTime()) || moved.getUTCFullYear() > 9999 || moved.getUTCFullYear() < 1)
    return null
  return `${moved.toISOString().slice(0, 10)}${isoOf(value)?.slice(10) ?? ''}`
}
