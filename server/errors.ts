import { errorCodes, type ErrorCode, type Problem } from '#contract/errors.ts'

type Extras = Pick<Problem, 'errors' | 'current' | 'changes' | 'company'>

/** For whoever is not told better. */
const RETRY_AFTER_SECONDS = 10

/** A refusal that people can understand; everything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extras: Extras
  /** After how many seconds it is worth trying again, where that is known. */
  retryAfter?: number

  constructor(code: ErrorCode, detail: string, extras: Extras = {}) {
    super(detail)
    this.code = code
    this.extras = extras
    if (code === 'unavailable') this.retryAfter = RETRY_AFTER_SECONDS
  }

  get status(): number {
    return errorCodes[this.code].status
  }
}

// Said in the same words for another company's record, so that nobody learns of its existence.
export const notFound = (what: string) =>
  new AppError('not_found', `There is no such ${what}, or it was removed.`)

export const invalid = (path: string, message: string) =>
  new AppError('invalid_input', `${path}: ${message}`, { errors: [{ path, message }] })

/** Too much is asked for at this moment; nothing was done. */
export function busy(detail: string, retryAfter = 30): AppError {
  return Object.assign(new AppError('unavailable', detail), { retryAfter })
}

/** What was thrown, as an error: anything can be thrown. */
export const errorFrom = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown))

export const messageFrom = (thrown: unknown): string => errorFrom(thrown).message

/** The code of what the system, the database or a library has thrown, such as ENOENT or 40P01; empty without one. */
export function codeFrom(thrown: unknown): string {
  const { code } = Object(thrown)
  return typeof code === 'string' ? code : ''
}

/** As it is sent to whoever made the call that goes by this id in the log. */
export function problemOf(error: AppError, requestId: string): Problem {
  const { status, title } = errorCodes[error.code]
  const { code, message: detail, extras } = error
  return { type: 'about:blank', status, code, title, detail, requestId, ...extras }
}
