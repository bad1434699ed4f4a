import type { SignInOutcome } from '#contract/sign-ins.ts'
import type { Origin } from './origin.ts'
import type { Pool } from './store-users.ts'

const LONGEST_USER_AGENT = 300

export const shortUserAgent = (text: string | undefined): string | null =>
  text?.replaceAll('\0', '').slice(0, LONGEST_USER_AGENT) ?? null

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
    shortUserAgent(origin.userAgent),
  ])
}
