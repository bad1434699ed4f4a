import { pollEvery } from '#server/identity/provider/polling.ts'
import type { Pool } from './users.ts'
import type { IssuedToken } from '#server/identity/provider/tokens.ts'

/** Tells tokens that were ended before their time from those that live. */
export type TokenWatch = {
  /** False where the person, or an Administrator, ended what this token was issued by. */
  stillGood(token: IssuedToken): boolean
  /** To be called when somebody's tokens were ended here; other servers see it within a second or so. */
  look(): Promise<void>
  close(): Promise<void>
}

const LOOK_EVERY = 1_000
// What a transaction wrote may be seen later than the moment that it bears.
const OVERLAP_SECONDS = 60

/** `longest` is how long an access token lives, in seconds: what was ended earlier has run out by itself. */
export async function watchTokens(
  pool: Pool,
  longest: number,
  onError: (error: unknown) => void,
): Promise<TokenWatch> {
  const people = new Map<string, { generation: number; at: number }>()
  const sessions = new Map<string, { at: number }>()
  let lookedAt: number | undefined

  async function look(): Promise<void> {
    // Durations are taken by a clock that nobody sets, and moments are compared in the database alone.
    const now = performance.now() / 1000
    const known = longest + OVERLAP_SECONDS
    const since = lookedAt === undefined ? known : Math.min(known, now - lookedAt + OVERLAP_SECONDS)
    const { rows } = await pool.query<{ uid: string | null; subject: string | null; generation: number }>(
      `select null as uid, subject::text, sign_in_generation as generation from identity_users
       where signed_out_at > now() - make_interval(secs => $1)
       union all
       select uid, null, 0 from ended_sessions where ended_at > now() - make_interval(secs => $1)`,
      [since],
    )
    for (const { uid, subject, generation } of rows) {
      if (uid !== null) sessions.set(uid, { at: now })
      else if (subject !== null)
        people.set(subject, {
          generation: Math.max(generation, people.get(subject)?.generation ?? 0),
          at: now,
        })
    }
    for (const ended of [people, sessions])
      for (const [key, { at }] of ended) if (at < now - known) ended.delete(key)
    lookedAt = now
  }

  await look()
  const close = pollEvery(LOOK_EVERY, look, onError)
  return {
    stillGood: ({ subject, session, generation }) =>
      generation >= (people.get(subject)?.generation ?? 0) &&
      (session === undefined || !sessions.has(session)),
    look,
    close,
  }
}
