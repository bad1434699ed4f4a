import type { SignInOutcome } from '#contract/sign-ins.ts'
import { signIns } from '#server/counters.ts'
import type { Statements } from '#server/db/role-pool.ts'

/** Where a request came from: the network address as the trusted proxies tell it, and the browser's name. */
export type Origin = {
  address: string
  userAgent: string | undefined
  /** What the browser's cookie shows to say which people have signed in there. */
  secrets?: readonly string[]
}

const countedAs: Partial<Record<SignInOutcome, 'succeeded' | 'failed' | 'limited'>> = {
  signed_in: 'succeeded',
  signed_in_by_recovery_code: 'succeeded',
  wrong_password: 'failed',
  wrong_code: 'failed',
  refused_for_now: 'limited',
}

const LONGEST_USER_AGENT = 300

export const shortUserAgent = (text: string | undefined): string | null =>
  text?.replaceAll('\0', '').slice(0, LONGEST_USER_AGENT) ?? null

/** Keeps for good who did what; `subject` is null where nobody goes by the name that was typed. */
export async function noteSignIn(
  target: Statements,
  event: { subject: string | null; outcome: SignInOutcome; origin: Origin },
): Promise<void> {
  const { subject, outcome, origin } = event
  const counted = countedAs[outcome]
  if (counted) signIns.inc({ outcome: counted })
  await target.query('select note_sign_in($1, $2, $3, $4)', [
    subject,
    outcome,
    origin.address,
    shortUserAgent(origin.userAgent),
  ])
}
