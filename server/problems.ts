import type {} from './request-log.ts'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { componentFailure } from './component-failures.ts'
import { AppError, problemOf } from './errors.ts'
import { REQUEST_ID_HEADER } from './request-ids.ts'
import { CallerLeft } from './fair-queue.ts'

type ValidationIssue = { instancePath?: string; message?: string }

function fromValidation(error: FastifyError): AppError {
  const issues = (error.validation ?? []) as ValidationIssue[]
  const errors = issues.map(issue => ({
    path: (issue.instancePath ?? '').split('/').filter(Boolean).join('.'),
    message: issue.message ?? 'This value is not valid.',
  }))
  const detail = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(' ')
  return new AppError('invalid_input', detail, { errors })
}

// PostgreSQL's own refusals that bad input can still reach, each said as what the caller can mend.
const databaseRefusals: Record<string, () => AppError> = {
  '23503': () => new AppError('not_found', 'Something that this record names does not exist.'),
  '23505': () => new AppError('already_exists', 'A record with this id or name already exists.'),
  '23514': () => new AppError('invalid_input', 'A value is outside of what its field allows.'),
  '22003': () => new AppError('invalid_input', 'A number is too large for its field.'),
  '22008': () => new AppError('invalid_input', 'A date is outside of the calendar; years begin with 0001.'),
  '22021': () => new AppError('invalid_input', 'A text holds a character that cannot be stored.'),
  '22P05': () => new AppError('invalid_input', 'A text holds a character that cannot be stored.'),
}

const frameworkErrors: Record<string, (error: FastifyError) => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('too_large', 'The body is larger than 1 MB.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError(
      'unsupported_media_type',
      'Send JSON (application/json), or a form with a file where one is asked for.',
    ),
}

function appErrorOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  // Nobody reads it; it stands in the figures only.
  if (error instanceof CallerLeft) return new AppError('bad_request', error.message)
  const failure = error as FastifyError
  if (failure.validation) return fromValidation(failure)
  const known = frameworkErrors[failure.code] ?? databaseRefusals[failure.code]
  if (known) return known(failure)
  const failed = componentFailure(error)
  if (failed) return failed
  if (failure.statusCode === 429) return new AppError('too_many_requests', failure.message)
  if (failure.statusCode && failure.statusCode >= 400 && failure.statusCode < 500)
    return new AppError('bad_request', failure.message)
  return null
}

/** Every refusal and failure of the API leaves as application/problem+json. */
export function answerWithProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    request.failure = error
    const known = appErrorOf(error)
    if (!known) request.log.error({ err: error }, 'unexpected failure')
    return sendProblem(
      reply,
      known ?? new AppError('internal', 'Something failed that should not have. It was logged; try again.'),
    )
  })
}

export function sendProblem(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.code === 'sign_in_required') void reply.header('www-authenticate', 'Bearer')
  if (error.retryAfter !== undefined) void reply.header('retry-after', String(error.retryAfter))
  const { id } = reply.request
  // An address that cannot be read meets no hook which would have set it.
  void reply.header(REQUEST_ID_HEADER, id)
  return reply
    .code(error.status)
    .type('application/problem+json')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problemOf(error, id))
}
