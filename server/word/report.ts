import type { Removal } from '#server/word/file/clean-package.ts'
import { leftAlone, type UnfilledPlaceholder } from '#server/word/file/unfilled-placeholders.ts'
import { type TemplateProblem, WordTemplateError } from '#server/word/file/word-error.ts'
import type { Origin } from '#server/word/file/tree.ts'
import type { FieldIndex } from '#server/word/language/known-fields.ts'
import { asOtherMark, type OtherMark } from '#server/word/language/other-marks.ts'
import type { FoundField, PlacedCondition, ReportProblem } from '#server/word/language/placeholder-sink.ts'
import { SUGGESTIONS_LIMIT } from '#server/word/language/resolve-names.ts'

/** What a template asks for and what is wrong with it. */
export interface TemplateReport {
  /** Fields and lists under the catalogue's names, in the order they stand. */
  fields: readonly FoundField[]
  problems: readonly TemplateProblem[]
  /** What does not prevent filling, such as a content control of an unknown name. */
  warnings: readonly TemplateProblem[]
  /** What decides whether parts of it are printed. */
  conditions: readonly PlacedCondition[]
  /** What was taken out for safety, and from which part of the file. */
  removed: readonly Removal[]
}

/** A problem with what it is about. */
export interface PlacedProblem {
  origin: Origin
  problem: TemplateProblem
  isWarning: boolean
}

const PLACEHOLDER_LIMIT = 5_000

type OrderedProblem = TemplateProblem & { order: number }

/** Gathers what is found while a template is compiled, in whatever order its parts are read. */
export class ReportCollector {
  readonly #index: FieldIndex
  readonly #fields: FoundField[] = []
  readonly #conditions: PlacedCondition[] = []
  readonly #problems: OrderedProblem[] = []
  readonly #warnings: OrderedProblem[] = []
  readonly #removed: Removal[] = []
  readonly #otherMarks: OtherMark[] = []
  readonly #found: PlacedProblem[] = []
  #placeholders = 0

  constructor(index: FieldIndex) {
    this.#index = index
  }

  readonly field = (found: FoundField): void => {
    this.#fields.push(found)
  }

  readonly condition = (placed: PlacedCondition): void => {
    this.#conditions.push(placed)
  }

  readonly problem: ReportProblem = (origin, problem) => {
    const { place, order } = origin
    const told = { ...this.#withSuggestion(problem, order), place }
    this.#problems.push({ ...told, order })
    this.#found.push({ origin, problem: told, isWarning: false })
  }

  readonly warn: ReportProblem = (origin, problem) => {
    const { place, order } = origin
    this.#warnings.push({ ...problem, place, order })
    this.#found.push({ origin, problem: { ...problem, place }, isWarning: true })
  }

  get found(): readonly PlacedProblem[] {
    return this.#found.toSorted((one, other) => one.origin.order - other.origin.order)
  }

  readonly removed = (removal: Removal): void => {
    this.#removed.push(removal)
  }

  /** What the steps that read one part report to; its placeholders are numbered in the order of reading. */
  sinkOf(partName: string) {
    const { problem, warn, removed } = this
    return { nextOrder: () => this.#nextOrder(partName), problem, warn, removed }
  }

  /** Placeholders that stay as they are written. */
  left(found: readonly UnfilledPlaceholder[]): void {
    for (const left of found) {
      const { origin, problem } = leftAlone(left, this.#placeholders)
      if (left.isPrinted) this.problem(origin, problem)
      else this.warn(origin, problem)
    }
  }

  otherMarks(found: readonly OtherMark[]): void {
    this.#otherMarks.push(...found)
  }

  /** Everything found, `removedBefore` what was taken out ahead of all parts. */
  report(removedBefore: readonly Removal[]): TemplateReport {
    const nothingFound = this.#fields.length === 0 && this.#problems.length === 0
    const others = nothingFound
      ? this.#otherMarks.slice(0, 1)
      : this.#otherMarks.filter(({ isCertain }) => isCertain)
    for (const { origin } of others) this.warn(origin, asOtherMark(origin))
    return {
      fields: unique(this.#fields),
      problems: inOrder(this.#problems),
      warnings: inOrder(this.#warnings),
      conditions: this.#conditions,
      removed: unique([...removedBefore, ...this.#removed]),
    }
  }

  /** Who writes a label, “House B/L”, is told the name. */
  #withSuggestion(problem: Omit<TemplateProblem, 'place'>, order: number): Omit<TemplateProblem, 'place'> {
    if (!problem.message.endsWith('” is not a name.') || order > SUGGESTIONS_LIMIT) return problem
    const [written = ''] = problem.name.split('|')
    const suggestion = this.#index.nearestField(written, [])
    return suggestion === undefined
      ? problem
      : { ...problem, message: `${problem.message} Did you mean “${suggestion}”?`, suggestion }
  }

  #nextOrder(partName: string): number {
    this.#placeholders += 1
    if (this.#placeholders <= PLACEHOLDER_LIMIT) return this.#placeholders
    throw new WordTemplateError(`The template has more than ${PLACEHOLDER_LIMIT} placeholders.`, partName)
  }
}

function inOrder(found: readonly OrderedProblem[]): TemplateProblem[] {
  const ordered = found.toSorted((one, other) => one.order - other.order)
  return unique(ordered.map(({ order: _, ...problem }) => problem))
}

/** The same thing at the same place, as in the two copies of a drawing, is said once. */
function unique<T extends object>(found: readonly T[]): T[] {
  return [...new Map(found.map(one => [JSON.stringify(one), one])).values()]
}
