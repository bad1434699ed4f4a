import { keysOf } from './typed-objects.ts'
import { z } from 'zod'

/** Every reason the API refuses a call: its HTTP status and the title people read. */
export const errorCodes = {
  bad_request: { status: 400, title: 'The request could not be understood' },
  invalid_input: { status: 400, title: 'Some values are not valid' },
  search_too_short: { status: 400, title: 'The search text is too short' },
  sign_in_required: { status: 401, title: 'Sign in to continue' },
  not_allowed: { status: 403, title: 'You are not allowed to do this' },
  email_unverified: { status: 403, title: 'Confirm your e-mail address first' },
  sign_up_refused: { status: 403, title: 'Not everybody can sign up here' },
  account_required: { status: 403, title: 'This sign-in does not belong to a company account yet' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'This address does not accept that method' },
  already_exists: { status: 409, title: 'It already exists' },
  invitation_waiting: { status: 409, title: 'You have an invitation' },
  limit_reached: { status: 409, title: 'There is no room for more' },
  number_given: { status: 409, title: 'The text names a number that another job has' },
  set_ended: { status: 409, title: 'These documents are no longer being made' },
  in_use: { status: 409, title: 'It is in use' },
  merged_away: { status: 409, title: 'It was merged into another' },
  changed_meanwhile: { status: 412, title: 'Somebody has changed this in the meantime' },
  too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'This kind of content is not accepted here' },
  range_not_satisfiable: { status: 416, title: 'The file has no such bytes' },
  job_empty: { status: 422, title: 'Nothing is entered on the job yet' },
  number_in_use: { status: 422, title: 'Another job has this number' },
  other_mode: { status: 422, title: 'The document is for another mode of transport' },
  no_dangerous_goods: { status: 422, title: 'The job has no dangerous goods' },
  master_job: { status: 422, title: 'House numbers belong to house jobs' },
  template_unusable: { status: 422, title: 'The template cannot be used' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  company_storage_full: { status: 507, title: 'Your company has no room left' },
  storage_full: { status: 507, title: 'The server has no room left' },
  unavailable: { status: 503, title: 'The service is not available right now' },
} as const

export type ErrorCode = keyof typeof errorCodes

/** RFC 9457 problem details, as every refused call answers. */
export const problem = z.object({
  type: z.string(),
  status: z.int(),
  code: z.enum(keysOf(errorCodes)),
  title: z.string(),
  detail: z.string(),
  /** By which the operator of the server finds the call in the log; X-Request-Id of the same reply. */
  requestId: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** With `invitation_waiting`: the company that invites; GET /api/register/invitation tells of all. */
  company: z.string().optional(),
  /** The record that stands in the way (409), or stands now (412). */
  current: z.unknown().optional(),
  /** On 412: what was changed since the version that the caller had read. */
  changes: z
    .array(
      z.object({
        field: z.string(),
        old: z.unknown(),
        new: z.unknown(),
        by: z.string().nullable(),
        at: z.string(),
      }),
    )
    .optional(),
})
export type Problem = z.infer<typeof problem>
