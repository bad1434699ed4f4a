import { createHash, randomBytes } from 'node:crypto'
import type { Origin } from './events.ts'
import { endSessions } from './sessions.ts'
import { claimSignIn, type Pool } from './users.ts'

export const LINK_MINUTES = 60

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** The secret of a new link, to be sent to this person, by which they may choose a password once, within `minutes`. */
export async function createPasswordLink(
  pool: Pool,
  subject: string,
  minutes: number = LINK_MINUTES,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await pool.query(
    `insert into identity_links (secret_hash, subject, expires_at, proves_address)
     values ($1, $2, now() + make_interval(mins => $3), true)`,
    [hashOf(secret), subject, minutes],
  )
  return secret
}

export type PasswordLink = {
  email: string
  subject: string
  secret: string
  minutes: number
  mailed: boolean
}

/** Lets the secret of an invitation's link choose the password of a sign-in that has none. */
export async function saveInvitedPasswordLink(
  pool: Pool,
  { email, subject, secret, minutes, mailed }: PasswordLink,
): Promise<void> {
  await pool.query(
    `insert into identity_links (secret_hash, subject, expires_at, proves_address)
     select $1, subject, now() + make_interval(mins => $2), $3 from identity_users
     where lower(email) = lower($4) and password_hash is null and ($3 or subject::text = $5)`,
    [hashOf(secret), minutes, mailed, email, subject],
  )
}

/** Whose link this is; undefined where it is unknown, spent or too old. */
export async function subjectOfLink(pool: Pool, secret: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ subject: string }>(
    'select subject from identity_links where secret_hash = $1 and expires_at > now()',
    [hashOf(secret)],
  )
  return rows[0]?.subject
}

type Redeemed = { subject: string; email: string; provesAddress: boolean }

/**
 * Stores the new password and ends every link and session of that person; false where the link was spent meanwhile. A
 * link that was sent to the person's address has proved it.
 */
export async function redeemPasswordLink(
  pool: Pool,
  { secret, passwordHash, origin }: { secret: string; passwordHash: string; origin: Origin },
): Promise<boolean> {
  return pool.transaction(async statements => {
    const { rows } = await statements.query<Redeemed>(
      `with link as (delete from identity_links where secret_hash = $1 and expires_at > now()
                     returning subject, proves_address),
            others as (delete from identity_links o using link where o.subject = link.subject and o.secret_hash <> $1)
       update identity_users u set password_hash = $2, password_chosen_by = null from link where u.subject = link.subject
       returning u.subject, u.email, link.proves_address as "provesAddress"`,
      [hashOf(secret), passwordHash],
    )
    const [row] = rows
    if (!row) return false
    await endSessions(statements, row.subject)
    if (row.provesAddress) await claimSignIn(statements, row, { anew: false, origin })
    return true
  })
}
