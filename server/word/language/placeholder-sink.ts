import type { Condition, Origin } from '#server/word/file/tree.ts'
import type { TemplateProblem } from '#server/word/file/word-error.ts'

/** Called with a placeholder that cannot be filled; the place is the origin's. */
export type ReportProblem = (origin: Origin, problem: Omit<TemplateProblem, 'place'>) => void

/** A condition where it stands in a template. */
export interface PlacedCondition {
  condition: Condition
  /** The catalogue's names of the lists repeated over there, outermost first; '' for one that is not known. */
  lists: readonly string[]
  /** In which it reads printed figures. */
  language: string
}

/** A field that a template uses, under the catalogue's name. */
export interface FoundField {
  name: string
  place: string
  /** The conditions that it stands within: it is printed only where all of these hold. */
  when?: readonly PlacedCondition[]
  /** Nothing of it is printed: a condition asks whether it is filled, or blank. */
  isAsked?: true
  /** Nothing of it is printed: a condition compares it with something. */
  isCompared?: true
  /** It is added up over the rows of its list, which has no result where they differ in this field. */
  sumUnit?: string
  /** The figure that a format prints this unit beside. */
  unitOf?: string
  /** Its format names a currency other than the figure's own: a code, or the field of one. */
  currency?: { own: string; shown: string }
  /** A formula divides by it. */
  isDivisor?: true
}

/** What every way of finding placeholders reports to. */
export interface PlaceholderSink {
  /** The number of the next placeholder; throws when a file has too many. */
  nextOrder(): number
  problem: ReportProblem
}
