import { type Condition, isBlankText, type ValueInstruction } from '#server/word/file/tree.ts'
import { ValuesScope } from '#server/word/values-scope.ts'
import type { FieldIndex, FieldValues } from './known-fields.ts'
import type { PlacedCondition } from './placeholder-sink.ts'
import { NameResolver } from './resolve-names.ts'
import { compileCondition, type Test, type ValueUse } from './test-condition.ts'

/** Lists repeated within each other have no end of rows; beyond these, what is not known to fail counts as true. */
const ROWS_TESTED = 5_000

/** Whether a template's conditions hold for one job, decided as the document's own are. */
export class PlacedConditions {
  readonly #index: FieldIndex
  readonly #values: FieldValues
  readonly #results = new WeakMap<readonly PlacedCondition[], string>()
  readonly #onceFilled = new WeakMap<readonly PlacedCondition[], boolean>()

  constructor(index: FieldIndex, values: FieldValues) {
    this.#index = index
    this.#values = values
  }

  /** Whether all hold together: within lists, for any of their rows. */
  hold(all: readonly PlacedCondition[]): boolean {
    return this.#resultsOf(all).includes('1')
  }

  /**
   * The same if nothing were missing of what the conditions ask to be filled: a weight that is printed where there is
   * one is a gap where there is none.
   */
  holdOnceFilled(all: readonly PlacedCondition[]): boolean {
    const known = this.#onceFilled.get(all)
    if (known !== undefined) return known
    // A list without rows has none that could fail.
    const tested = all.filter(({ lists }) => lists.every(list => this.#values.lists[list]?.length))
    const holds =
      tested.length === 0 ||
      this.hold(tested.map(one => ({ ...one, condition: onceFilled(one.condition, true) })))
    this.#onceFilled.set(all, holds)
    return holds
  }

  /** "1" or "0" for each row in reach of the condition. */
  results(condition: PlacedCondition): string {
    return this.#resultsOf([condition])
  }

  #resultsOf(all: readonly PlacedCondition[]): string {
    const known = this.#results.get(all)
    if (known !== undefined) return known
    const lists = longest(all)
    const scope = new ValuesScope(this.#values)
    const tests = all.map(one => this.#testOf(one))
    let results = ''
    const walk = (depth: number): void => {
      if (results.length >= ROWS_TESTED) return
      const list = lists[depth]
      if (list === undefined) results += tests.every(test => test(scope)) ? '1' : '0'
      else scope.repeat(list, () => walk(depth + 1))
    }
    walk(0)
    if (results.length >= ROWS_TESTED) results += '1'
    this.#results.set(all, results)
    return results
  }

  #testOf(placed: PlacedCondition): Test {
    const names = new NameResolver(this.#index, () => {})
    const lists = placed.lists.map(name => this.#index.list(name))
    const find = (value: ValueInstruction, use: ValueUse) => {
      const found = (use === 'filled' ? names.rowCount(value.name) : undefined) ?? names.find(value, lists)
      return typeof found === 'object' ? found : undefined
    }
    return compileCondition(placed.condition, { find, language: placed.language, known: new Map() })
  }
}

const longest = (all: readonly PlacedCondition[]): readonly string[] =>
  all.map(({ lists }) => lists).reduce((most, one) => (one.length > most.length ? one : most), [])

const ALWAYS: Condition = { type: 'all', conditions: [] }
const NEVER: Condition = { type: 'any', conditions: [] }

/** The condition with every value there that it has to have, in order to hold or (`isToHold` false) to fail. */
function onceFilled(condition: Condition, isToHold: boolean): Condition {
  switch (condition.type) {
    case 'not':
      return { type: 'not', condition: onceFilled(condition.condition, !isToHold) }
    case 'all':
    case 'any':
      return { ...condition, conditions: condition.conditions.map(one => onceFilled(one, isToHold)) }
    case 'filled':
      return isToHold ? ALWAYS : condition
    case 'compare': {
      if (!isBlankText(condition.left) && !isBlankText(condition.right)) return condition
      if (condition.operator === '<>' && isToHold) return ALWAYS
      return condition.operator === '=' && !isToHold ? NEVER : condition
    }
  }
}
