/**
 * A Word file that cannot be used, or a template that cannot be filled as it stands.
 * `place` says where in the file a person finds the cause: a part of the document or an entry of the zip.
 */
export class WordTemplateError extends Error {
  override readonly name = 'WordTemplateError'
  readonly place: string
  readonly problems: readonly TemplateProblem[]

  constructor(message: string, place: string, problems: readonly TemplateProblem[] = []) {
    super(message)
    this.place = place
    this.problems = problems
  }
}

/** The file may be sound, but the work on it was stopped; `reason` says by what. */
export class WordWorkError extends Error {
  override readonly name = 'WordWorkError'
  readonly reason: WordWorkReason

  constructor(message: string, reason: WordWorkReason) {
    super(message)
    this.reason = reason
  }
}

export type WordWorkReason = 'time' | 'memory' | 'busy' | 'closed' | 'failed'

/**
 * `unknown`: no such field or list. `broken`: the placeholder itself is not written correctly. `left`: it stands where
 * nothing is filled, and stays.
 */
export type ProblemKind = 'unknown' | 'broken' | 'left'

/** Something about a template that its designer should know. */
export interface TemplateProblem {
  kind: ProblemKind
  message: string
  /** The placeholder's name as the template spells it. */
  name: string
  place: string
  suggestion?: string
}
