import { createHash } from 'node:crypto'
import type { RolePool, Statements } from '#server/db/role-pool.ts'
import { forgetBrowsers } from './browsers.ts'
import { noteSignIn, type Origin, shortUserAgent } from './events.ts'
import { endSessions } from './sessions.ts'

/** The sign-in's own connections: the product's may not read these tables. */
export type Pool = RolePool

export type IdentityUser = {
  subject: string
  email: string
  displayName: string
  company: string | null
  passwordHash: string | null
  /** Tokens of an earlier one were ended. */
  generation: number
}

/** As the token tells of them. */
export type KnownUser = IdentityUser & { emailVerified: boolean }

const columns =
  'subject, email, display_name as "displayName", company, password_hash as "passwordHash", sign_in_generation as generation'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function findUserBySubject(pool: Pool, subject: string): Promise<KnownUser | undefined> {
  if (!UUID.test(subject)) return undefined
  const { rows } = await pool.query<KnownUser>(
    `select ${columns}, address_is_verified(subject::text, email) as "emailVerified" from identity_users where subject = $1`,
    [subject],
  )
  return rows[0]
}

/**
 * Who signs in by this address, and the address as the database folds its case: JavaScript folds some letters
 * otherwise, and one person must not go by two names.
 */
export async function findByTypedAddress(
  pool: Statements,
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

export const findUserByEmail = async (pool: Statements, email: string): Promise<IdentityUser | undefined> =>
  (await findByTypedAddress(pool, email)).user

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
  user: Omit<IdentityUser, 'subject' | 'generation'>,
  /** Who has chosen the password, where that is somebody else. */
  chosenBy: string | null = null,
): Promise<string | null> {
  const { rows } = await target.query<{ subject: string }>(
    `insert into identity_users (email, display_name, company, password_hash, password_chosen_by)
     values ($1, $2, $3, $4, $5)
     on conflict do nothing returning subject`,
    [user.email, user.displayName, user.company, user.passwordHash, chosenBy],
  )
  return rows[0]?.subject ?? null
}

/** Deletes an identity that belongs to no company; one that belongs to any stays. */
export async function deleteUnusedUser(pool: Pool, subject: string): Promise<void> {
  await pool.query('select forget_identity($1)', [subject])
}

/** Who does something to somebody else's sign-in, by which name if it can be sent by mail, and from where. */
export type Author = { userId: string; name: string | null; origin: Origin }

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
      `update identity_users set password_hash = $2, password_chosen_by = $3,
         totp_secret = null, totp_since = null, totp_step = null
       where subject = $1`,
      [subject, passwordHash, author?.userId ?? null],
    )
    if (rowCount === 0) return false
    await statements.query('delete from identity_recovery_codes where subject = $1', [subject])
    await endSessions(statements, subject)
    await forgetBrowsers(statements, subject)
    if (author) {
      await statements.query(`select set_config('app.user_id', $1, true)`, [author.userId])
      await noteSignIn(statements, { subject, outcome: 'password_set', origin: author.origin })
    }
    return true
  })
}

/** Where a person has a password already it is replaced. */
export async function setPassword(pool: Pool, subject: string, passwordHash: string): Promise<void> {
  await pool.query(
    'update identity_users set password_hash = $2, password_chosen_by = null where subject = $1',
    [subject, passwordHash],
  )
}

/** Changes the name here and in the company that the person belongs to, whose history says from where. */
export async function renameUser(pool: Pool, subject: string, name: string, origin: Origin): Promise<void> {
  await pool.query(
    `select set_config('app.address', $3, true), set_config('app.user_agent', $4, true),
            rename_identity($1, $2)`,
    [subject, name, origin.address, origin.userAgent?.slice(0, 300) ?? ''],
  )
}

/**
 * Whether whoever proves this sign-in's address takes it over: nobody has proved it before, and it is used in no company,
 * or by a password that somebody else chose, or without a second factor, which would ask its owner too.
 */
export async function goesToOwner(
  pool: Statements,
  { subject, email }: Pick<IdentityUser, 'subject' | 'email'>,
): Promise<boolean> {
  const { rows } = await pool.query<{ so: boolean }>(
    `select not address_is_verified(subject::text, $2) and (sign_in_is_unclaimed(subject::text, $2)
       or password_chosen_by is not null or totp_since is null) as so
     from identity_users where subject = $1`,
    [subject, email],
  )
  return rows[0]?.so ?? false
}

/**
 * The owner of the address has proved it and chosen a password, in the same transaction. For the first time, what others
 * accepted in their name before waits for their own answer, and the API tokens and open invitations that were made by
 * this sign-in end. `anew`: by signing up, so that no company may set the password any more.
 */
export async function claimSignIn(
  statements: Statements,
  { subject, email }: Pick<IdentityUser, 'subject' | 'email'>,
  { anew, origin }: { anew: boolean; origin: Origin },
): Promise<void> {
  await statements.query(
    `select set_config('app.address', $4, true), set_config('app.user_agent', $5, true), claim_sign_in($1, $2, $3)`,
    [subject, email, anew, origin.address, shortUserAgent(origin.userAgent) ?? ''],
  )
}

/** Makes a sign-in that others had made over to its owner, and ends what they are signed in by. */
export async function takeOverUser(
  target: Statements,
  subject: string,
  user: Omit<IdentityUser, 'subject'>,
): Promise<void> {
  await target.query(
    `update identity_users set email = $2, display_name = $3, company = $4, password_hash = $5,
       password_chosen_by = null
     where subject = $1`,
    [subject, user.email, user.displayName, user.company, user.passwordHash],
  )
  await forgetSecondFactor(target, subject)
  await target.query('delete from identity_links where subject = $1', [subject])
  await endSessions(target, subject)
  await forgetBrowsers(target, subject)
}

async function forgetSecondFactor(target: Statements, subject: string): Promise<void> {
  await target.query(
    'update identity_users set totp_secret = null, totp_since = null, totp_step = null where subject = $1',
    [subject],
  )
  await target.query('delete from identity_recovery_codes where subject = $1', [subject])
}

export async function isInvited(pool: Pool, email: string): Promise<boolean> {
  const { rows } = await pool.query<{ so: boolean }>('select address_is_invited($1) as so', [email])
  return rows[0]?.so ?? false
}

/** Whether the secret is that of a link by which this person, or without an address anybody, may found a company. */
export async function mayFoundByLink(
  pool: Pool,
  secret: string,
  email: string | null = null,
): Promise<boolean> {
  const hash = createHash('sha256').update(secret).digest()
  const { rows } = await pool.query<{ so: boolean }>('select founding_link_is_good($1, $2) as so', [
    hash,
    email,
  ])
  return rows[0]?.so ?? false
}
