import type { Origin } from '#server/word/file/tree.ts'
import type { TemplateProblem } from '#server/word/file/word-error.ts'

/** Called with a placeholder that cannot be filled; the place is the origin's. */
export type ReportProblem = (origin: Origin, problem: Omit<TemplateProblem, 'place'>) => void

/** What must be missing for something to be printed in its place. */
export type Absence =
  /** A field has no value; a 0 is one. */
  | { type: 'blank'; name: string }
  /** A field has no value but 0. */
  | { type: 'notFilled'; name: string }
  | { type: 'noRows'; list: string }
  | { type: 'all' | 'any'; of: readonly Absence[] }

/** A field that a template uses, under the catalogue's name. */
export interface FoundField {
  name: string
  place: string
  /** Where it stands for others, as in “else”: it is printed only where all of these hold. */
  unless?: readonly Absence[]
  /** Nothing of it is printed: a condition asks whether it is filled, or blank. */
  isAsked?: true
  /** The figure that a format prints this unit beside. */
  unitOf?: string
  /** A formula divides by it. */
  isDivisor?: true
}

/** What every way of finding placeholders reports to. */
export interface PlaceholderSink {
  /** The number of the next placeholder; throws when a file has too many. */
  nextOrder(): number
  problem: ReportProblem
}
