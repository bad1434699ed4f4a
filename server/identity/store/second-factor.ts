import { createHash, randomInt } from 'node:crypto'
import type { Pool } from './users.ts'

/** `secret` is sealed; `since` is null until a first code has shown that the app works. */
export type SecondFactor = { secret: string; since: Date | null }

export async function findSecondFactor(pool: Pool, subject: string): Promise<SecondFactor | undefined> {
  const { rows } = await pool.query<{ secret: string | null; since: Date | null }>(
    'select totp_secret as secret, totp_since as since from identity_users where subject = $1',
    [subject],
  )
  const [row] = rows
  return row?.secret ? { secret: row.secret, since: row.since } : undefined
}

/** Keeps a secret that is not in use yet; does nothing where a second factor is. */
export async function prepareSecondFactor(pool: Pool, subject: string, secret: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update identity_users set totp_secret = $2, totp_step = null
     where subject = $1 and totp_since is null`,
    [subject, secret],
  )
  return rowCount === 1
}

// No app shows a code of ten minutes hence: the clock of the server was set back, and the person must still get in.
const CLOCK_SET_BACK_STEPS = 20

/** Takes a code's step once; false where this or a later one was taken before. */
export async function spendStep(pool: Pool, subject: string, step: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update identity_users set totp_step = $2
     where subject = $1 and (totp_step is null or totp_step < $2 or totp_step > $2 + $3)`,
    [subject, step, CLOCK_SET_BACK_STEPS],
  )
  return rowCount === 1
}

/** False where it was in use already. */
export async function startSecondFactor(pool: Pool, subject: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update identity_users set totp_since = now()
     where subject = $1 and totp_secret is not null and totp_since is null`,
    [subject],
  )
  return rowCount === 1
}

export async function endSecondFactor(pool: Pool, subject: string): Promise<void> {
  await pool.query(
    `with codes as (delete from identity_recovery_codes where subject = $1)
     update identity_users set totp_secret = null, totp_since = null, totp_step = null where subject = $1`,
    [subject],
  )
}

const CODES = 10
// Without letters and digits that look alike on paper.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const newCode = () =>
  Array.from(
    { length: 16 },
    (_, at) => (at > 0 && at % 4 === 0 ? '-' : '') + LETTERS[randomInt(LETTERS.length)],
  ).join('')

const hashOf = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()

/** Ten fresh codes in place of all earlier ones; to be shown once, since only their hashes are kept. */
export async function renewRecoveryCodes(pool: Pool, subject: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await pool.query('delete from identity_recovery_codes where subject = $1', [subject])
  await pool.query(
    'insert into identity_recovery_codes (subject, code_hash) select $1, unnest($2::bytea[])',
    [subject, codes.map(hashOf)],
  )
  return codes
}

export async function countRecoveryCodes(pool: Pool, subject: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from identity_recovery_codes where subject = $1',
    [subject],
  )
  return rows[0]?.count ?? 0
}

/** Each code is good for one sign-in. */
export async function spendRecoveryCode(pool: Pool, subject: string, code: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'delete from identity_recovery_codes where subject = $1 and code_hash = $2',
    [subject, hashOf(code)],
  )
  return rowCount === 1
}
