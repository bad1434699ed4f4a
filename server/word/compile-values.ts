import { companionOf, adjacentUnit, otherCurrency } from './companions.ts'
import { doubtsAbout, printing, valueOf, wrongKind } from './printing.ts'
import type { Operation } from './program.ts'
import type { Condition, Conditional, Marker, Repeat, ValueInstruction } from '#server/word/file/tree.ts'
import type { RunOpenings } from '#server/word/file/right-to-left.ts'
import { ConditionStack } from '#server/word/language/condition-stack.ts'
import { jointsOf } from '#server/word/language/joints.ts'
import { compileFormats, type Formatter } from '#server/word/language/formats.ts'
import { divisorsOf, valuesOf } from '#server/word/language/formula.ts'
import type { FieldIndex, KnownList } from '#server/word/language/known-fields.ts'
import type { FoundField, PlacedCondition, ReportProblem } from '#server/word/language/placeholder-sink.ts'
import { type Lists, NameResolver, placeOfName } from '#server/word/language/resolve-names.ts'
import { sumUnitOf } from '#server/word/language/source.ts'
import { compileCondition, type Test, type ValueUse } from '#server/word/language/test-condition.ts'

export interface Findings {
  field(found: FoundField): void
  problem: ReportProblem
  condition: (placed: PlacedCondition) => void
  /** Called with what does not prevent filling. */
  warn: ReportProblem
}

interface ValueLayout {
  run?: RunOpenings | undefined
  wrap?: ((format: Formatter) => Formatter) | undefined
}

/** Turns the values, lists and conditions that a part names into what prints and tests them, and reports each name. */
export class ValueCompiler {
  readonly names: NameResolver
  readonly #findings: Findings
  readonly #language: string
  readonly #tests = new Map<Condition, Test>()
  readonly #conditions: ConditionStack

  constructor(index: FieldIndex, findings: Findings, language: string) {
    this.names = new NameResolver(index, findings.problem)
    this.#findings = findings
    this.#language = language
    this.#conditions = new ConditionStack(language)
  }

  /** Undefined where the marker is no value, or one that cannot be printed, which is then reported. */
  value(
    { instruction, origin }: Marker,
    lists: Lists,
    { run, wrap = format => format }: ValueLayout = {},
  ): Exclude<Operation, string> | undefined {
    const value = valueOf(instruction)
    if (value === undefined) return undefined
    const found = this.names.value(value, origin, lists)
    if (found === undefined) return undefined
    const format = compileFormats(found.kind, value.formats, this.#language)
    const find = (name: string) => this.names.find({ type: 'value', name, formats: [] }, lists)
    const companion = companionOf(value, found, find)
    const reason = [wrongKind(instruction, found), format, companion].find(each => typeof each === 'string')
    if (reason !== undefined || typeof format === 'string' || typeof companion === 'string') {
      const message = `“${origin.source}” cannot be read. ${reason ?? ''}`
      this.#findings.problem(origin, { kind: 'broken', name: found.fullName, message })
      return undefined
    }
    const place = placeOfName(origin.place, value.name, found)
    const currency = otherCurrency(value, found, find)
    this.field({ name: found.fullName, place, ...sumUnitOf(found), ...(currency && { currency }) })
    const unit = adjacentUnit(value, found, find)
    if (unit !== undefined) this.field({ name: unit, place, unitOf: found.fullName })
    for (const divisor of value.formula ? divisorsOf(value.formula) : []) {
      const by = this.names.find(divisor, lists)
      if (typeof by === 'object') this.field({ name: by.fullName, place, isDivisor: true })
    }
    for (const part of value.formula ? valuesOf(value.formula) : []) {
      const summed = this.names.find(part, lists)
      if (typeof summed === 'object' && summed.sumUnit)
        this.field({ name: summed.fullName, place, ...sumUnitOf(summed) })
    }
    for (const doubt of doubtsAbout(value, found, origin, this.#language)) this.#findings.warn(origin, doubt)
    const printed = printing(instruction, found, wrap(format), companion)
    if (run === undefined || (printed.type !== 'value' && printed.type !== 'computed')) return printed
    return { ...printed, run, joints: jointsOf(value, found) }
  }

  /** The list that a repeat names; undefined where there is none, which is then reported. */
  list(repeat: Repeat): KnownList | undefined {
    const list = this.names.list(repeat)
    if (list !== undefined) this.field({ name: list.name, place: repeat.origin.place })
    return list
  }

  test({ condition, origin }: Conditional, lists: Lists): Test {
    const find = (value: ValueInstruction, use: ValueUse) => {
      const counted = use === 'filled' ? this.names.rowCount(value.name) : undefined
      const source = counted ?? this.names.value(value, origin, lists)
      const found = source && { name: source.fullName, place: origin.place, ...sumUnitOf(source) }
      if (found) this.field({ ...found, ...(use === 'value' ? { isCompared: true } : { isAsked: true }) })
      return source
    }
    return compileCondition(condition, { find, language: this.#language, known: this.#tests })
  }

  /** What `read` names is reported as printed only where the condition holds. */
  under<Result>(condition: Condition, lists: Lists, read: () => Result): Result {
    return this.#conditions.under(condition, lists, read, this.#findings.condition)
  }

  field(found: FoundField): void {
    this.#findings.field(this.#conditions.withConditions(found))
  }
}
