import type { ErrorCode, Problem } from '#contract/errors.ts'

/** A call that the server refused; `message` is the sentence to show. */
export class ApiProblem extends Error {
  readonly problem: Problem
  /** After how many milliseconds it is worth trying again, where the server said so. */
  readonly retryAfterMs: number | undefined

  constructor(problem: Problem, retryAfterMs?: number) {
    super(problem.detail || problem.title)
    this.name = 'ApiProblem'
    this.problem = problem
    this.retryAfterMs = retryAfterMs
  }

  get code(): ErrorCode {
    return this.problem.code
  }

  get title(): string {
    return this.problem.title
  }

  get errors(): readonly { path: string; message: string }[] {
    return this.problem.errors ?? []
  }
}

/** The server could not be reached, or answered something that is not the API. */
export class ConnectionProblem extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ConnectionProblem'
  }
}

export const isProblem = (error: unknown, code: ErrorCode): error is ApiProblem =>
  error instanceof ApiProblem && error.code === code

/** Whether the very same call may be answered in a while: nobody was reached, or the server was not able to. */
export const isTemporary = (error: unknown) =>
  error instanceof ConnectionProblem ||
  (error instanceof ApiProblem &&
    ((error.problem.status >= 500 && error.code !== 'company_storage_full') ||
      error.code === 'too_many_requests'))

/** How long to leave the server alone before the very same call, in milliseconds; undefined where it did not say. */
export const pauseAfter = (error: unknown): number | undefined =>
  error instanceof ApiProblem ? error.retryAfterMs : undefined

/** Whether the very same call will be refused for as long as the record is gone or the role stays. */
export const isPermanentRefusal = (error: unknown) =>
  isProblem(error, 'not_found') || isProblem(error, 'not_allowed')

export const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * By which the operator finds the failure in the server's log, for those that nobody can mend by entering something
 * else; undefined for the others.
 */
function referenceOf({ problem, code }: ApiProblem): string | undefined {
  return problem.status >= 500 && code !== 'company_storage_full' ? problem.requestId : undefined
}

const REFERENCE = / Reference: ([^\s]+)$/

/** A sentence for people, and the reference at its end where it has one. */
export function sentenceAndReference(text: string): { sentence: string; reference: string | undefined } {
  return { sentence: text.replace(REFERENCE, ''), reference: REFERENCE.exec(text)?.[1] }
}

/** How Chromium and Firefox, and how Safari say that a file of the application did not come. */
const partNotLoaded = /dynamically imported module|Importing a module script failed/i

/**
 * Any failure as a sentence for people: what happened, with the server's reasons where it gave some, and the reference
 * to quote where only the operator of the server can help.
 */
export function messageOf(error: unknown): string {
  if (error instanceof ApiProblem) {
    // The server's own sentence often holds the reasons already, with their places or as all that it says.
    const isSaid = ({ path, message }: { path: string; message: string }) =>
      error.message === message || (error.message.includes(path) && error.message.includes(message))
    const reasons = error.errors
      .filter(one => !isSaid(one))
      .map(one => (one.path ? `${one.path}: ${one.message}` : one.message))
    const reference = referenceOf(error)
    return [error.message, ...reasons, ...(reference ? [`Reference: ${reference}`] : [])].join(' ')
  }
  if (error instanceof Error && partNotLoaded.test(error.message))
    return 'A part of the application could not be loaded. Check your connection and try again.'
  if (error instanceof Error && error.message) return error.message
  return 'Something went wrong. Please try again.'
}
