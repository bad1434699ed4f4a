import { createHash, randomBytes } from 'node:crypto'
import type { Statements } from '#server/db/role-pool.ts'
import { type Origin, shortUserAgent } from './events.ts'

const MAX_BROWSERS = 20
const KNOWN_FOR_DAYS = 365

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
export const hashesOf = (secrets: readonly string[]) => secrets.map(hashOf)

/** `hasSignedIn` is false of a browser that has only chosen a password by a link so far. */
export type KnownBrowser = { hash: Buffer; hasSignedIn: boolean }

/** The browser with these secrets in its cookie, if this person has used it; nobody (null) has used any. */
export async function findBrowser(
  pool: Statements,
  subject: string | null,
  secrets: readonly string[],
): Promise<KnownBrowser | undefined> {
  if (secrets.length === 0) return undefined
  const { rows } = await pool.query<KnownBrowser>(
    `select secret_hash as hash, signed_in as "hasSignedIn" from identity_browsers
     where subject = $1 and secret_hash = any($2::bytea[]) and expires_at > now()`,
    [subject, hashesOf(secrets)],
  )
  return rows[0]
}

/** `secret`: a new one for the browser's cookie. `isFirst`: none of the person's browsers was ever known before. */
export type RememberedBrowser = { secret?: string; isFirst: boolean }

/** From now on this browser is one of the person's; of too many the one not seen for longest is forgotten. */
export async function rememberBrowser(
  pool: Statements,
  subject: string,
  { secrets = [], ...origin }: Origin,
  { signedIn }: { signedIn: boolean },
): Promise<RememberedBrowser> {
  const from = [shortUserAgent(origin.userAgent), origin.address, KNOWN_FOR_DAYS]
  const seen = await pool.query(
    `update identity_browsers set signed_in = signed_in or $3, last_seen_at = now(), user_agent = $4, address = $5,
       expires_at = now() + make_interval(days => $6)
     where subject = $1 and secret_hash = any($2::bytea[]) and expires_at > now()`,
    [subject, hashesOf(secrets), signedIn, ...from],
  )
  if (seen.rowCount) return { isFirst: false }
  const secret = randomBytes(32).toString('base64url')
  const { rows } = await pool.query<{ isFirst: boolean }>(
    `with before as (select first_browser_at from identity_users where subject = $1),
       surplus as (
         delete from identity_browsers where subject = $1 and secret_hash in (
           select secret_hash from identity_browsers where subject = $1
           order by last_seen_at desc, secret_hash offset $7)),
       added as (
         insert into identity_browsers (subject, secret_hash, signed_in, user_agent, address, expires_at)
         values ($1, $2, $3, $4, $5, now() + make_interval(days => $6))),
       marked as (
         update identity_users set first_browser_at = now() where subject = $1 and first_browser_at is null)
     select first_browser_at is null as "isFirst" from before`,
    [subject, hashOf(secret), signedIn, ...from, MAX_BROWSERS - 1],
  )
  return { secret, isFirst: rows[0]?.isFirst ?? true }
}

/** All the person's browsers are strangers again, but the one with these secrets. */
export async function forgetBrowsers(
  target: Statements,
  subject: string,
  except: readonly string[] = [],
): Promise<void> {
  await target.query('delete from identity_browsers where subject = $1 and secret_hash <> all($2::bytea[])', [
    subject,
    hashesOf(except),
  ])
}
