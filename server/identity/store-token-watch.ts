import { pollEvery } from './polling.ts'
import type { Pool } from './store-users.ts'

/** Tells tokens that were ended before their time from those that live. */
export type TokenWatch = {
  /** False where the person ended what was issued before `issuedAt`, in seconds. */
  stillGood(subject: string, issuedAt: number): boolean
  /** To be called when somebody ended their tokens here; other servers see it within seconds. */
  look(): Promise<void>
  close(): void
}

const LOOK_EVERY = 5_000

/** `longest` is how long an access token lives, in seconds: what was ended earlier has run out by itself. */
export async function watchTokens(
  pool: Pool,
  longest: number,
  onError: (error: unknown) => void,
): Promise<TokenWatch> {
  let ended = new Map<string, number>()

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ subject: string; second: number }>(
      `select subject, floor(extract(epoch from signed_out_at))::float8 as second from identity_users
       where signed_out_at > now() - make_interval(secs => $1)`,
      [longest + 60],
    )
    ended = new Map(rows.map(({ subject, second }) => [subject, second]))
  }

  await look()
  const close = pollEvery(LOOK_EVERY, look, onError)
  return {
    // Tokens carry whole seconds: one of that very second may be the new one.
    stillGood: (subject, issuedAt) => issuedAt >= (ended.get(subject) ?? 0),
    look,
    close,
  }
}
