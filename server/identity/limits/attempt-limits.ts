import type { SignInOutcome } from '#contract/sign-ins.ts'
import type { Refusal } from '#server/identity/pages/page-server.ts'
import { findBrowser } from '#server/identity/store/browsers.ts'
import { noteSignIn, type Origin } from '#server/identity/store/events.ts'
import { countAttempt, clearAttempts, type LimitKind, networkOf } from '#server/identity/store/limits.ts'
import { findByTypedAddress, type Pool } from '#server/identity/store/users.ts'

const inWords = (seconds: number) =>
  seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`

const tooMany = (seconds: number, wayIn = ''): Refusal => ({
  mistakes: { '': `Too many attempts. Try again in ${inWords(seconds)}.${wayIn}` },
  retryAfter: seconds,
})

const BY_MAIL = ' Or choose a new password by e-mail: then this browser does not have to wait.'

/** Counts what one network address does; answers the refusal where it was too much. */
export async function limitNetwork(
  pool: Pool,
  kind: LimitKind,
  { address }: Origin,
): Promise<Refusal | undefined> {
  const network = networkOf(address)
  const { wait } = network === undefined ? { wait: 0 } : await countAttempt(pool, kind, network)
  return wait > 0 ? tooMany(wait) : undefined
}

/** Counts what is done for one e-mail address, whether or not anybody has it. `wayIn`: what else can be done. */
export async function limitPerson(
  pool: Pool,
  kind: LimitKind,
  email: string,
  wayIn = '',
): Promise<Refusal | undefined> {
  const { folded } = await findByTypedAddress(pool, email)
  const { wait } = await countAttempt(pool, kind, folded)
  return wait > 0 ? tooMany(wait, wayIn) : undefined
}

export type Attempt = {
  pool: Pool
  proof: 'password' | 'code'
  /** Null where nobody goes by the name that was typed; it is counted all the same. */
  subject: string | null
  /** The name that was typed, as the database folds it. */
  folded: string
  origin: Origin
}

export type AttemptEnd = {
  /** It was no failure, and shall not count as one. */
  succeed(): Promise<void>
  fail(outcome: SignInOutcome): Promise<void>
}

/**
 * Counts an attempt to prove who one is; answers the refusal where there were too many. A browser that the
 * person has signed in with counts apart from all others, so that a stranger who guesses shuts the door to
 * strangers alone.
 */
export async function beginAttempt({
  pool,
  proof,
  subject,
  folded,
  origin,
}: Attempt): Promise<AttemptEnd | Refusal> {
  const found = await findBrowser(pool, subject, origin.secrets ?? [])
  // Whoever reads the person's mail can make a browser known, but must not get more guesses at the codes by that.
  const browser = proof === 'password' || found?.hasSignedIn ? found : undefined
  if (!browser) {
    const refused = await limitNetwork(pool, 'address', origin)
    if (refused) return refused
  }
  const whose = subject ?? folded
  const [kind, key]: [LimitKind, string] = browser
    ? [proof === 'code' ? 'browserCode' : 'browser', `${whose} ${browser.hash.toString('hex')}`]
    : [proof === 'code' ? 'personCode' : 'person', whose]
  const { wait, isLast } = await countAttempt(pool, kind, key)
  if (wait > 0) return tooMany(wait, browser || proof === 'code' ? '' : BY_MAIL)
  return {
    async succeed() {
      const network = browser ? undefined : networkOf(origin.address)
      if (network !== undefined) await clearAttempts(pool, 'address', network)
      await clearAttempts(pool, kind, key)
    },
    async fail(outcome) {
      await noteSignIn(pool, { subject, outcome, origin })
      // Noted once and not for each refusal, or whoever keeps trying could fill the disk.
      if (isLast) await noteSignIn(pool, { subject, outcome: 'refused_for_now', origin })
    },
  }
}

/** A new password is no longer the one that was guessed at. */
export const clearPasswordAttempts = (pool: Pool, subject: string): Promise<void> =>
  clearAttempts(pool, 'person', subject)
