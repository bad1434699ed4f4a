import { keysOf } from './typed-objects.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { historyPeriod } from './history.ts'
import { id, instant, paging } from './values.ts'

/** What happened to somebody's way to sign in, to follow their name; the table's check lists the same. */
export const signInWords = {
  signed_up: 'signed up',
  signed_in: 'signed in',
  signed_in_by_recovery_code: 'signed in with a recovery code',
  wrong_password: 'failed to sign in: wrong password',
  wrong_code: 'failed to sign in: wrong code',
  // From then on nothing is tried for a while.
  refused_for_now: 'was made to wait after too many failures',
  password_link_sent: 'was sent a link to choose a new password',
  password_changed: 'chose a new password',
  // By an Administrator.
  password_set: 'was given a new password',
  name_changed: 'changed their name',
  second_factor_on: 'turned the authenticator app on',
  second_factor_off: 'turned the authenticator app off',
  recovery_codes_renewed: 'made new recovery codes',
  session_ended: 'ended one of their sign-ins',
  signed_out_everywhere: 'signed out everywhere',
} as const
export type SignInOutcome = keyof typeof signInWords
const outcomes = keysOf(signInWords)

/** What an Administrator looks for after something odd. */
export const failedOutcomes: readonly SignInOutcome[] = ['wrong_password', 'wrong_code', 'refused_for_now']

const person = z.object({ id, displayName: z.string() })

export const signInEvent = z.object({
  id: z.int(),
  at: instant,
  user: person,
  outcome: z.enum(outcomes),
  /** Who did it, where that was somebody else. */
  by: person.nullable(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export type SignInEvent = z.infer<typeof signInEvent>

const searchQuery = z.object({
  /** The id of the user whose sign-ins they are. */
  user: id.optional(),
  ...historyPeriod,
  /** 'true': failures alone. */
  failed: z.enum(['true', 'false']).optional(),
})
export type SignInSearch = z.infer<typeof searchQuery>

const path = '/api/history/signins'
const tag = 'History'

export const listSignIns = endpoint({
  method: 'GET',
  path,
  summary: 'Who in the company signed in, failed to, or changed how they sign in, latest first',
  tag,
  access: 'history:all',
  query: searchQuery.extend(paging),
  reply: z.array(signInEvent),
})

export const exportSignIns = endpoint({
  method: 'GET',
  path: `${path}/export`,
  summary: 'The same as a CSV file, the latest 100,000',
  tag,
  access: 'history:all',
  query: searchQuery,
  file: true,
})
