import type { Pool } from './store-users.ts'

/** What happened to somebody's way to sign in; the table's check lists the same. */
export type SignInOutcome =
  | 'signed_up'
  | 'signed_in'
  | 'signed_in_by_recovery_code'
  | 'wrong_password'
  | 'wrong_code'
  /** After too many failures: from now on nothing is tried for a while. */
  | 'refused_for_now'
  | 'password_link_sent'
  | 'password_changed'
  /** By an Administrator, for somebody else. */
  | 'password_set'
  | 'name_changed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_codes_renewed'
  | 'signed_out_everywhere'

/** Where a request came from: the network address as the trusted proxies tell it, and the browser's name. */
export type Origin = { address: string; userAgent: string | undefined }

const LONGEST_USER_AGENT = 300

/** Keeps for good who did what; `subject` is null where nobody goes by the name that was typed. */
export async function noteSignIn(
  pool: Pool,
  event: { subject: string | null; outcome: SignInOutcome; origin: Origin },
): Promise<void> {
  const { subject, outcome, origin } = event
  await pool.query('select note_sign_in($1, $2, $3, $4)', [
    subject,
    outcome,
    origin.address,
    origin.userAgent?.replaceAll('\0', '').slice(0, LONGEST_USER_AGENT) ?? null,
  ])
}
