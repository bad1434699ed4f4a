import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/db/db.ts'

export type Pool = pg.Pool

export type IdentityUser = {
  subject: string
  email: string
  displayName: string
  company: string | null
  passwordHash: string | null
  /** Tokens of an earlier one were ended. */
  generation: number
}

const columns =
  'subject, email, display_name as "displayName", company, password_hash as "passwordHash", sign_in_generation as generation'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function findUserBySubject(pool: Pool, subject: string): Promise<IdentityUser | undefined> {
  if (!UUID.test(subject)) return undefined
  const { rows } = await pool.query<IdentityUser>(
    `select ${columns} from identity_users where subject = $1`,
    [subject],
  )
  return rows[0]
}

/**
 * Who signs in by this address, and the address as the database folds its case: JavaScript folds some letters
 * otherwise, and one person must not go by two names.
 */
export async function findUserByEmail(
  pool: Pool,
  email: string,
): Promise<{ folded: string; user: IdentityUser | undefined }> {
  const { rows } = await pool.query<
    { folded: string; subject: string | null } & Omit<IdentityUser, 'subject'>
  >(
    `select lower(typed) as folded, ${columns}
     from (select $1::text as typed) as one left join identity_users on lower(email) = lower(typed)`,
    [email],
  )
  const { folded = email, subject = null, ...user } = rows[0] ?? {}
  return { folded, user: subject === null ? undefined : ({ subject, ...user } as IdentityUser) }
}

export async function findUsers(pool: Pool, subjects: readonly string[]): Promise<IdentityUser[]> {
  const { rows } = await pool.query<IdentityUser>(
    `select ${columns} from identity_users where subject = any($1::uuid[]) order by display_name, subject`,
    [subjects.filter(subject => UUID.test(subject))],
  )
  return rows
}

export type Target = Pool | Db

export async function rowsOf<Row extends pg.QueryResultRow>(
  target: Target,
  text: string,
  values: unknown[],
): Promise<readonly Row[]> {
  if ('executeQuery' in target) return (await target.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  return (await target.query<Row>(text, values)).rows
}

/** The new identity's subject, stored within the transaction if one is given; null where the e-mail address is taken. */
export async function insertUser(
  target: Target,
  user: Omit<IdentityUser, 'subject' | 'generation'>,
): Promise<string | null> {
  const [row] = await rowsOf<{ subject: string }>(
    target,
    `insert into identity_users (email, display_name, company, password_hash) values ($1, $2, $3, $4)
     on conflict do nothing returning subject`,
    [user.email, user.displayName, user.company, user.passwordHash],
  )
  return row?.subject ?? null
}

/**
 * False where there is no such identity. What it is signed in by ends: sessions, grants and tokens. Its second
 * factor goes, since this is for people who cannot sign in.
 */
export async function changePassword(
  target: Target,
  subject: string,
  passwordHash: string,
): Promise<boolean> {
  const changed = await rowsOf(
    target,
    `update identity_users set password_hash = $2, signed_out_at = now(),
       sign_in_generation = sign_in_generation + 1, totp_secret = null, totp_since = null, totp_step = null
     where subject = $1 returning subject`,
    [subject, passwordHash],
  )
  await rowsOf(target, 'delete from identity_recovery_codes where subject = $1', [subject])
  await rowsOf(
    target,
    `select note_sign_in($1, 'password_set', nullif(current_setting('app.address', true), ''),
                         nullif(current_setting('app.user_agent', true), ''))`,
    [subject],
  )
  await rowsOf(
    target,
    `delete from oidc_state where payload ? 'accountId' and payload ->> 'accountId' = $1`,
    [subject],
  )
  return changed.length > 0
}

/** Where a person has a password already it is replaced. */
export async function setPassword(pool: Pool, subject: string, passwordHash: string): Promise<void> {
  await pool.query('update identity_users set password_hash = $2 where subject = $1', [subject, passwordHash])
}

/** Changes the name here and in the company that the person belongs to, whose history says from where. */
export async function renameUser(
  pool: Pool,
  subject: string,
  name: string,
  origin: { address: string; userAgent: string | undefined },
): Promise<void> {
  await pool.query(
    `select set_config('app.address', $3, true), set_config('app.user_agent', $4, true),
            rename_identity($1, $2)`,
    [subject, name, origin.address, origin.userAgent?.slice(0, 300) ?? ''],
  )
}
