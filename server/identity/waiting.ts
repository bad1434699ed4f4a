import type { Refusal } from './page-server.ts'
import { noteSignIn, type Origin } from './store-events.ts'
import { countAttempt, forgiveAttempt, networkOf } from './store-limits.ts'
import type { Pool } from './store-users.ts'

const inWords = (seconds: number) =>
  seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`

export const tooMany = (seconds: number): Refusal => ({
  mistakes: { '': `Too many attempts. Try again in ${inWords(seconds)}.` },
  retryAfter: seconds,
})

/** `person` is an e-mail address as typed, or a subject; both are counted whether or not anybody has them. */
export type Attempt = { pool: Pool; person: string; subject: string | null; origin: Origin }

const samePerson = (person: string) => person.toLowerCase()

/** Counts an attempt to prove who one is; answers the refusal where there were too many. */
export async function beginAttempt({ pool, person, subject, origin }: Attempt): Promise<Refusal | undefined> {
  const network = networkOf(origin.address)
  const wait =
    (network === undefined ? 0 : await countAttempt(pool, 'address', network)) ||
    (await countAttempt(pool, 'person', samePerson(person)))
  if (wait === 0) return undefined
  await noteSignIn(pool, { subject, outcome: 'refused_for_now', origin })
  return tooMany(wait)
}

/** The attempt was no failure, and shall not count as one. */
export async function endAttempt({ pool, person, origin }: Attempt): Promise<void> {
  const network = networkOf(origin.address)
  if (network !== undefined) await forgiveAttempt(pool, 'address', network)
  await forgiveAttempt(pool, 'person', samePerson(person))
}
