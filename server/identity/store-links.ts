import { createHash, randomBytes } from 'node:crypto'
import type { Pool } from './store-users.ts'

export const LINK_MINUTES = 60

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** The secret of a new link by which this person may choose a password, once, within `minutes`. */
export async function createPasswordLink(
  pool: Pool,
  subject: string,
  minutes: number = LINK_MINUTES,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await pool.query(
    `insert into identity_links (secret_hash, subject, expires_at)
     values ($1, $2, now() + make_interval(mins => $3))`,
    [hashOf(secret), subject, minutes],
  )
  return secret
}

/** Whose link this is; undefined where it is unknown, spent or too old. */
export async function personOfLink(pool: Pool, secret: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ subject: string }>(
    'select subject from identity_links where secret_hash = $1 and expires_at > now()',
    [hashOf(secret)],
  )
  return rows[0]?.subject
}

/** Stores the new password and ends every link of that person; false where the link was spent meanwhile. */
export async function redeemPasswordLink(pool: Pool, secret: string, passwordHash: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with link as (delete from identity_links where secret_hash = $1 and expires_at > now() returning subject),
          others as (delete from identity_links o using link where o.subject = link.subject and o.secret_hash <> $1)
     update identity_users u set password_hash = $2 from link where u.subject = link.subject`,
    [hashOf(secret), passwordHash],
  )
  return rowCount === 1
}
