import type { Statements } from '#server/db/role-pool.ts'
import { type Origin, shortUserAgent } from './events.ts'
import { hashesOf } from './browsers.ts'

/** A sign-in that goes on in one browser. */
export type SessionFacts = {
  uid: string
  /** The one that the list is asked for in. */
  isThis: boolean
  signedInAt: Date
  /** When, from where and with which browser it was last used; null: not since such things are kept. */
  usedAt: Date | null
  address: string | null
  userAgent: string | null
}

const MAX_LISTED = 50

/** No access token lives longer. */
const REMEMBERED = `interval '1 day'`

/** The person's sessions: the one at hand, and then the others, the one used last first. */
export async function listSessions(
  pool: Statements,
  subject: string,
  current: string,
): Promise<SessionFacts[]> {
  const { rows } = await pool.query<SessionFacts>(
    `select uid, uid = $2 as "isThis", to_timestamp((payload ->> 'loginTs')::float8) as "signedInAt",
            used_at as "usedAt", address, user_agent as "userAgent"
     from oidc_state
     where model = 'Session' and payload ? 'accountId' and payload ->> 'accountId' = $1 and expires_at > now()
     order by uid = $2 desc, coalesce(used_at, to_timestamp((payload ->> 'loginTs')::float8)) desc, uid limit $3`,
    [subject, current, MAX_LISTED],
  )
  return rows
}

/** To be called when a session signs in or fetches tokens, and not at each request. */
export async function noteSessionUse(
  pool: Statements,
  uid: string,
  { address, userAgent, secrets = [] }: Origin,
): Promise<void> {
  await pool.query(
    `update oidc_state set used_at = now(), address = $2, user_agent = $3, browser = coalesce(
       (select secret_hash from identity_browsers
        where subject::text = payload ->> 'accountId' and secret_hash = any($4::bytea[])), browser)
     where model = 'Session' and uid = $1`,
    [uid, address, shortUserAgent(userAgent), hashesOf(secrets)],
  )
}

/** What a session that is over had given out ends too: its access tokens are refused from now on. */
export async function noteEndedSession(pool: Statements, uid: string): Promise<void> {
  await pool.query(
    `insert into ended_sessions (uid, expires_at) values ($1, now() + ${REMEMBERED}) on conflict do nothing`,
    [uid],
  )
}

/**
 * Ends one session of the person, with its tokens, and makes its browser a stranger again unless `current` is in
 * the same one. False where the person has no such session.
 */
export async function endSession(
  pool: Statements,
  subject: string,
  { uid, current }: { uid: string; current: string },
): Promise<boolean> {
  const { rows } = await pool.query<{ ended: boolean }>(
    `with gone as (
       delete from oidc_state
       where payload ? 'accountId' and payload ->> 'accountId' = $1::text
         and (model = 'Session' and uid = $2 or payload ->> 'sessionUid' = $2)
       returning model, uid, browser),
     ended as (
       insert into ended_sessions (uid, expires_at)
       select uid, now() + ${REMEMBERED} from gone where model = 'Session' on conflict do nothing),
     forgotten as (
       delete from identity_browsers where subject = $1::uuid
         and secret_hash in (select browser from gone where model = 'Session')
         and secret_hash not in (
           select browser from oidc_state where model = 'Session' and uid = $3 and browser is not null))
     select exists (select from gone where model = 'Session') as ended`,
    [subject, uid, current],
  )
  return rows[0]?.ended === true
}

/**
 * Ends the sessions of one person, with all tokens and half-done sign-ins; `except` is the uid of the session
 * that goes on, with new access tokens.
 */
export async function endSessions(
  target: Statements,
  subject: string,
  except: string | null = null,
): Promise<void> {
  await target.query(
    `with person as (
       update identity_users set signed_out_at = now(), sign_in_generation = sign_in_generation + 1
       where subject = $1::uuid),
     gone as (
       delete from oidc_state
       where payload ? 'accountId' and payload ->> 'accountId' = $1::text
         and ($2::text is null or model <> 'Grant' and (model <> 'Session' or uid is distinct from $2)
              and (payload ->> 'sessionUid') is distinct from $2)
       returning model, uid)
     insert into ended_sessions (uid, expires_at)
     select uid, now() + ${REMEMBERED} from gone where model = 'Session' and uid is not null on conflict do nothing`,
    [subject, except],
  )
}
