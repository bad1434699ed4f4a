import type { Refusal } from './page-server.ts'
import type { SignInOutcome } from '#contract/sign-ins.ts'
import { noteSignIn, type Origin } from './store-events.ts'
import { countAttempt, forgiveAttempt, type LimitKind, networkOf } from './store-limits.ts'
import type { Pool } from './store-users.ts'

const inWords = (seconds: number) =>
  seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`

const tooMany = (seconds: number): Refusal => ({
  mistakes: { '': `Too many attempts. Try again in ${inWords(seconds)}.` },
  retryAfter: seconds,
})

/** Counts what one network address does; answers the refusal where it was too much. */
export async function countForNetwork(
  pool: Pool,
  kind: LimitKind,
  { address }: Origin,
): Promise<Refusal | undefined> {
  const network = networkOf(address)
  const { wait } = network === undefined ? { wait: 0 } : await countAttempt(pool, kind, network)
  return wait > 0 ? tooMany(wait) : undefined
}

/** Counts what is done for one e-mail address, whether or not anybody has it. */
export async function countForPerson(
  pool: Pool,
  kind: LimitKind,
  email: string,
): Promise<Refusal | undefined> {
  const { wait } = await countAttempt(pool, kind, email.toLowerCase())
  return wait > 0 ? tooMany(wait) : undefined
}

/** `person` is an e-mail address as typed, or a subject; both are counted whether or not anybody has them. */
export type Attempt = { pool: Pool; person: string; subject: string | null; origin: Origin }

export type AttemptEnd = {
  /** It was no failure, and shall not count as one. */
  succeed(): Promise<void>
  fail(outcome: SignInOutcome): Promise<void>
}

/** Counts an attempt to prove who one is; answers the refusal where there were too many. */
export async function beginAttempt({
  pool,
  person,
  subject,
  origin,
}: Attempt): Promise<AttemptEnd | Refusal> {
  const refused = await countForNetwork(pool, 'address', origin)
  if (refused) return refused
  const key = person.toLowerCase()
  const { wait, isLast } = await countAttempt(pool, 'person', key)
  if (wait > 0) return tooMany(wait)
  return {
    async succeed() {
      const network = networkOf(origin.address)
      if (network !== undefined) await forgiveAttempt(pool, 'address', network)
      await forgiveAttempt(pool, 'person', key)
    },
    async fail(outcome) {
      await noteSignIn(pool, { subject, outcome, origin })
      // Noted once and not for each refusal, or whoever keeps trying could fill the disk.
      if (isLast) await noteSignIn(pool, { subject, outcome: 'refused_for_now', origin })
    },
  }
}
