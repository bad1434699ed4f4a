import type { RolePool, Statements } from '#server/db/role-pool.ts'
import { noteSignIn, type Origin } from './store-events.ts'

/** The sign-in's own connections: the product's may not read these tables. */
export type Pool = RolePool

export type IdentityUser = {
  subject: string
  email: string
  displayName: string
  company: string | null
  passwordHash: string | null
}

const columns = 'subject, email, display_name as "displayName", company, password_hash as "passwordHash"'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function findUserBySubject(pool: Pool, subject: string): Promise<IdentityUser | undefined> {
  if (!UUID.test(subject)) return undefined
  const { rows } = await pool.query<IdentityUser>(
    `select ${columns} from identity_users where subject = $1`,
    [subject],
  )
  return rows[0]
}

export async function findUserByEmail(pool: Pool, email: string): Promise<IdentityUser | undefined> {
  const { rows } = await pool.query<IdentityUser>(
    `select ${columns} from identity_users where lower(email) = lower($1)`,
    [email],
  )
  return rows[0]
}

export async function findUsers(pool: Pool, subjects: readonly string[]): Promise<IdentityUser[]> {
  const { rows } = await pool.query<IdentityUser>(
    `select ${columns} from identity_users where subject = any($1::uuid[]) order by display_name, subject`,
    [subjects.filter(subject => UUID.test(subject))],
  )
  return rows
}

/** The new identity's subject; null where the e-mail address is taken. */
export async function insertUser(
  target: Statements,
  user: Omit<IdentityUser, 'subject'>,
): Promise<string | null> {
  const { rows } = await target.query<{ subject: string }>(
    `insert into identity_users (email, display_name, company, password_hash) values ($1, $2, $3, $4)
     on conflict do nothing returning subject`,
    [user.email, user.displayName, user.company, user.passwordHash],
  )
  return rows[0]?.subject ?? null
}

/** Deletes an identity that belongs to no company; one that belongs to any stays. */
export async function forgetUser(pool: Pool, subject: string): Promise<void> {
  await pool.query('select forget_identity($1)', [subject])
}

/** Who does something to somebody else's sign-in, and from where. */
export type Author = { userId: string; origin: Origin }

/**
 * False where there is no such identity. What it is signed in by ends: sessions, grants and tokens. Its second
 * factor goes, since this is for people who cannot sign in.
 */
export async function changePassword(
  pool: Pool,
  subject: string,
  passwordHash: string,
  author?: Author,
): Promise<boolean> {
  return pool.transaction(async statements => {
    const { rowCount } = await statements.query(
      `update identity_users set password_hash = $2, signed_out_at = now(),
         totp_secret = null, totp_since = null, totp_step = null
       where subject = $1`,
      [subject, passwordHash],
    )
    if (rowCount === 0) return false
    await statements.query('delete from identity_recovery_codes where subject = $1', [subject])
    await statements.query(
      `delete from oidc_state where payload ? 'accountId' and payload ->> 'accountId' = $1`,
      [subject],
    )
    if (author) {
      await statements.query(`select set_config('app.user_id', $1, true)`, [author.userId])
      await noteSignIn(statements, { subject, outcome: 'password_set', origin: author.origin })
    }
    return true
  })
}

/** Where a person has a password already it is replaced. */
export async function setPassword(pool: Pool, subject: string, passwordHash: string): Promise<void> {
  await pool.query('update identity_users set password_hash = $2 where subject = $1', [subject, passwordHash])
}

/** Changes the name here and in the company that the person belongs to, whose history says from where. */
export async function renameUser(pool: Pool, subject: string, name: string, origin: Origin): Promise<void> {
  await pool.query(
    `select set_config('app.address', $3, true), set_config('app.user_agent', $4, true),
            rename_identity($1, $2)`,
    [subject, name, origin.address, origin.userAgent?.slice(0, 300) ?? ''],
  )
}
