import { dateFormula, isDate } from './date-formula.ts'
import { dividesByZero, evaluate, valuesOf } from './formula.ts'
import type { FieldIndex, FieldValue, KnownField, KnownList } from './known-fields.ts'
import type { ReportProblem } from './placeholder-sink.ts'
import type { Source } from './source.ts'
import type { Formula, Origin, Repeat, ValueInstruction } from '#server/word/file/tree.ts'
import type { TemplateProblem } from '#server/word/file/word-error.ts'

/** The lists repeated over where a name stands, outermost first; undefined for one that is not known. */
export type Lists = readonly (KnownList | undefined)[]

/** Looking for what was meant takes time, and nobody reads it for a thousandth placeholder. */
export const SUGGESTIONS_LIMIT = 500

type Problem = Omit<TemplateProblem, 'place'>

/** Finds what the names in a template mean, and reports those that mean nothing. */
export class NameResolver {
  readonly #index: FieldIndex
  readonly #report: ReportProblem

  constructor(index: FieldIndex, report: ReportProblem) {
    this.#index = index
    this.#report = report
  }

  value(instruction: ValueInstruction, origin: Origin, lists: Lists): Source | undefined {
    if (instruction.formula !== undefined) {
      const sources = valuesOf(instruction.formula).map(value => this.value(value, origin, lists))
      if (sources.includes(undefined)) return undefined
    }
    const found = this.find(instruction, lists)
    if (typeof found === 'object') return found
    // What stands inside an unknown list cannot be judged; the list itself is reported.
    if (!lists.includes(undefined)) {
      this.#report(
        origin,
        found === undefined
          ? this.#unknown(instruction.name, lists, origin)
          : {
              kind: 'broken',
              name: instruction.name,
              message: `“${origin.source}” cannot be read. ${found}`,
            },
      )
    }
    return undefined
  }

  /** Without a report; a text says why the name cannot be used in this way. */
  find(instruction: ValueInstruction, lists: Lists): Source | string | undefined {
    const { name, aggregate, formula } = instruction
    if (formula !== undefined) return this.#formula(formula, lists)
    if (aggregate !== undefined) return this.#aggregate(name, aggregate)
    for (let depth = lists.length; depth > 0; depth -= 1) {
      const list = lists[depth - 1]
      const field = list === undefined ? undefined : this.#index.listField(list, name)
      if (list !== undefined && field !== undefined) {
        return plain(depth, field, `${list.name}.${field.name}`)
      }
    }
    const field = this.#index.field(name)
    if (field !== undefined) return plain(0, field, field.name)
    const place = placeInList(name, lists)
    if (place !== undefined) return place
    const suffix = /^(.+)[._](sum|count)$/iu.exec(name)
    if (suffix === null) return undefined
    const [, rest = '', word = ''] = suffix
    const computed = this.#aggregate(rest, word.toLowerCase() === 'sum' ? 'sum' : 'count')
    return typeof computed === 'object' ? computed : undefined
  }

  /** A list as a value: how many rows it has. */
  rowCount(name: string): Source | undefined {
    const list = this.#index.list(name)
    if (list === undefined) return undefined
    return { kind: 'number', fullName: list.name, read: scope => scope.count(list.name), summedList: list }
  }

  list(repeat: Repeat): KnownList | undefined {
    const list = this.#index.list(repeat.list)
    if (list === undefined) this.#report(repeat.origin, this.#unknownList(repeat))
    return list
  }

  #aggregate(name: string, aggregate: 'sum' | 'count'): Source | string | undefined {
    if (aggregate === 'count') {
      const counted = this.rowCount(name)
      return counted ?? (this.#index.field(name) && `“${name}” is one value, not a list.`)
    }
    const list = this.#index.listHolding(name)
    const field = list && this.#index.listField(list, name)
    if (list === undefined || field === undefined) {
      if (this.#index.field(name) !== undefined) return `“${name}” is one value, not a field of a list.`
      const whole = this.#index.list(name)
      return (
        whole && `Say what to add up, such as “sum ${whole.name}.${whole.fields[0]?.name ?? 'Quantity'}”.`
      )
    }
    if (field.kind !== 'number') return `“${name}” has no numbers to add up.`
    const { companion, fixedUnit } = field
    // Figures of one currency that stands elsewhere, or of one unit, add up, whatever the rows' own are.
    const unit = companion === undefined && fixedUnit === undefined ? unitOf(field.name) : undefined
    const unitField = unit && this.#index.listField(list, `${list.name}.${unit}`)
    return {
      kind: 'number',
      fullName: `${list.name}.${field.name}`,
      read: scope => scope.sum(list.name, field.name, unitField && unitField.name),
      summedList: list,
      sumUnit: unitField && `${list.name}.${unitField.name}`,
      companion,
      fixedUnit,
    }
  }

  /** Empty values count as zero, but a formula of nothing else prints nothing. */
  #formula(formula: Formula, lists: Lists): Source | string | undefined {
    const sources = new Map<ValueInstruction, Source>()
    for (const value of valuesOf(formula)) {
      const found = this.find(value, lists)
      if (typeof found !== 'object') return found
      sources.set(value, found)
    }
    const [first] = sources.values()
    if (first === undefined) return 'It names no field.'
    if (dividesByZero(formula)) return 'It divides by zero, which has no result.'
    const picture = [...sources.values()].find(({ kind }) => kind === 'picture')
    if (picture !== undefined) return `“${picture.fullName}” is a picture, with which nothing is calculated.`
    if ([...sources.values()].some(isDate)) return dateFormula(formula, sources, first.fullName)
    const text = [...sources.values()].find(({ kind }) => kind === 'text' || kind === 'unit')
    return {
      kind: 'number',
      fullName: first.fullName,
      fixedUnit: first.fixedUnit,
      ...(text === undefined
        ? {}
        : { doubt: `“${text.fullName}” is a text: nothing is printed where it is no number.` }),
      read: scope => {
        const isEmpty = (value: FieldValue) => value === null || value === undefined || value === ''
        if ([...sources.values()].every(source => isEmpty(source.read(scope)))) return null
        return evaluate(formula, value => {
          const number = sources.get(value)?.read(scope)
          return isEmpty(number) ? 0 : Number(number)
        })
      },
    }
  }

  #unknown(name: string, lists: Lists, { order }: Origin): Problem {
    const list = this.#index.list(name) ?? this.#index.listHolding(name)
    if (list !== undefined) {
      const message = `“${name}” belongs to a list; put it between “{{#${list.name}}}” and “{{/${list.name}}}”.`
      return { kind: 'broken', name, message }
    }
    const within = lists.filter(known => known !== undefined)
    if (order > SUGGESTIONS_LIMIT) return unknown(name, 'field', undefined)
    const suggestion = this.#index.nearestField(name, within)
    const group = this.#index.smallGroup(name)
    // What some list's rows have is not what was meant of one thing that has only a few fields.
    if (group && (suggestion === undefined || this.#index.listHolding(suggestion)))
      return {
        kind: 'unknown',
        name,
        message: `“${name}” is not a known field; there is ${quoted(group, 'and')}.`,
      }
    const problem = unknown(name, 'field', suggestion)
    const other = this.#otherWeight(name, suggestion)
    return suggestion && other
      ? {
          ...problem,
          message: problem.message.replace(/ “[^”]*”\?$/, ` ${quoted([suggestion, other], 'or')}?`),
        }
      : problem
  }

  /** A mere “weight” may be the net weight too. */
  #otherWeight(name: string, suggestion: string | undefined): string | undefined {
    const net = suggestion?.replace(/GrossWeight$/, 'NetWeight')
    const isEither = /weight$/i.test(name) && !/gross/i.test(name) && net !== suggestion
    return isEither && net && (this.#index.field(net) ?? this.#index.listHolding(net)) ? net : undefined
  }

  #unknownList({ list, origin }: Repeat): Problem {
    if (this.#index.field(list) === undefined) return unknown(list, 'list', this.#index.nearestList(list))
    const message = `“${origin.source}” cannot repeat: “${list}” is one value, not a list.`
    return { kind: 'broken', name: list, message }
  }
}

/** A place at which a name stands, saying so where it is short for another: a stranger may bear it too. */
export function placeOfName(place: string, written: string, { fullName, plain }: Source): string {
  const isShort = plain?.depth === 0 && !/[._]/.test(written) && fullName.includes('.')
  return isShort ? `${place}, as the short name “${written}”` : place
}

/** `first`, `last` and `index` of the row that is being printed. */
function placeInList(name: string, lists: Lists): Source | undefined {
  const asked = name.toLowerCase()
  const depth = lists.length
  const list = lists.at(-1)
  if (list === undefined || !/^(first|last|index)$/.test(asked)) return undefined
  return {
    kind: asked === 'index' ? 'number' : 'boolean',
    fullName: list.name,
    read: scope => {
      const { index, count } = scope.position(depth)
      if (asked === 'index') return index + 1
      return asked === 'first' ? index === 0 : index === count - 1
    },
  }
}

function plain(depth: number, field: KnownField, fullName: string): Source {
  const { name: key, kind, companion, fixedUnit, joints } = field
  const read: Source['read'] = scope => scope.value(depth, key)
  return { kind, fullName, read, plain: { depth, key }, companion, fixedUnit, joints }
}

/** The name of the field that says in what a figure is measured, by the figure's own name. */
export function unitOf(name: string): string | undefined {
  if (/weight$/i.test(name)) return 'WeightUnit'
  if (/volume$/i.test(name)) return 'VolumeUnit'
  return /(amount|total|price|cost|charge|fee|value)$/i.test(name) ? 'Currency' : undefined
}

const quoted = (names: readonly string[], word: 'and' | 'or') =>
  new Intl.ListFormat('en-GB', { type: word === 'and' ? 'conjunction' : 'disjunction' }).format(
    names.map(name => `“${name}”`),
  )

function unknown(name: string, what: 'field' | 'list', suggestion: string | undefined): Problem {
  const message = `“${name}” is not a known ${what}`
  if (suggestion === undefined) return { kind: 'unknown', name, message: `${message}.` }
  return { kind: 'unknown', name, message: `${message}; did you mean “${suggestion}”?`, suggestion }
}
