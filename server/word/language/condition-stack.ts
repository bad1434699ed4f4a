import type { Condition } from '#server/word/file/tree.ts'
import type { FoundField, PlacedCondition } from './placeholder-sink.ts'
import type { Lists } from './resolve-names.ts'

/** The conditions around what is being read. */
export class ConditionStack {
  readonly #language: string
  #when: readonly PlacedCondition[] = []

  constructor(language: string) {
    this.#language = language
  }

  /** `read` reads what is printed only where the condition holds; `told` hears of the condition first. */
  under<Result>(
    condition: Condition,
    lists: Lists,
    read: () => Result,
    told: (placed: PlacedCondition) => void = () => {},
  ): Result {
    const outside = this.#when
    const placed = { condition, lists: lists.map(list => list?.name ?? ''), language: this.#language }
    told(placed)
    this.#when = [...outside, placed]
    const result = read()
    this.#when = outside
    return result
  }

  withConditions(found: FoundField): FoundField {
    return this.#when.length > 0 ? { ...found, when: this.#when } : found
  }
}
