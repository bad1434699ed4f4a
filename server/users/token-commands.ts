import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type ApiToken, LONGEST_TOKEN_DAYS, TOKEN_DAYS } from '#contract/api-tokens.ts'
import type { Role } from '#contract/permissions.ts'
import { endOfCompanyDay } from '#server/company/day-records.ts'
import { companyDay } from '#server/records/day-records.ts'
import type { Database, Session } from '#server/db/db.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import type { Identity } from '#server/identity/provider/tokens.ts'
import { requireSignIn } from './ended-sign-ins.ts'
import { lockColleague } from './records.ts'
import * as records from './token-records.ts'

// Told apart from a person's token by its beginning; scanners of leaked secrets know it by that too.
const PREFIX = 'lading_'
const hashOf = (token: string) => createHash('sha256').update(token).digest()

const DAY_MS = 24 * 60 * 60 * 1000
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

type TokenInput = { name: string; role: Role; expiresOn?: string | null | undefined }

/** Whoever takes the caller's access away waits until the transaction ends, and then sees the tokens that came of it. */
async function holdOwnAccess(session: Session): Promise<void> {
  const { db, accountId, userId, role } = session
  const own = await lockColleague(db, accountId, userId)
  if (!own?.active || own.role !== role)
    throw new AppError('not_allowed', 'Your access was changed just now. Reload the page.')
  await requireSignIn(session)
}

export async function createToken(
  session: Session,
  { name, role, expiresOn }: TokenInput,
): Promise<ApiToken & { token: string }> {
  const { db, accountId, userId } = session
  await holdOwnAccess(session)
  const today = await companyDay(db)
  const lastDay = expiresOn ?? daysAfter(today, TOKEN_DAYS)
  if (lastDay < today) throw invalid('expiresOn', 'This day is already over.')
  const latest = daysAfter(today, LONGEST_TOKEN_DAYS)
  if (lastDay > latest) throw invalid('expiresOn', `A token is valid for two years at most, until ${latest}.`)
  const expiresAt = await endOfCompanyDay(db, lastDay)
  const token = PREFIX + randomBytes(32).toString('base64url')
  const made = await records.insertToken(db, accountId, userId, {
    id: crypto.randomUUID(),
    name,
    role,
    hash: hashOf(token),
    expiresAt,
  })
  return { ...made, token }
}

export async function revokeToken({ db, accountId }: Session, id: string): Promise<void> {
  if ((await records.revokeTokens(db, accountId, [id])).length === 0) throw notFound('token')
}

/** Extends a token that is still good; the caller answers for it from now on. */
export async function keepToken(session: Session, id: string): Promise<ApiToken> {
  const { db, accountId, userId } = session
  await holdOwnAccess(session)
  const token = await records.lockToken(db, accountId, id)
  if (!token) throw notFound('token')
  const end = Date.parse(token.expiresAt)
  if (end <= Date.now())
    throw new AppError('in_use', `‘${token.name}’ has expired and cannot be extended. Make a new token.`)
  await records.reassignTokens(db, accountId, [id], userId)
  // Asked again and again it goes no further: somebody is to look at it twice a year.
  const furthest = Date.now() + 2 * TOKEN_DAYS * DAY_MS
  const extended = Math.max(end, Math.min(end + TOKEN_DAYS * DAY_MS, furthest))
  return records.extendToken(db, accountId, id, new Date(extended))
}

/**
 * What becomes of the tokens of somebody who loses access or a higher role: those in `kept` act for the one who
 * keeps them from now on, the others are revoked. Throws `invalid_input` where one is not that person's.
 */
export async function endTokensOf(
  { db, accountId, userId }: Session,
  responsibleId: string,
  kept: readonly string[],
): Promise<void> {
  const tokens = await records.lockTokensOf(db, accountId, responsibleId)
  if (kept.length > 0 && responsibleId === userId)
    throw invalid(
      'keepTokens',
      'You are losing this access yourself. Ask another Administrator to keep your tokens.',
    )
  if (kept.some(id => !tokens.includes(id)))
    throw invalid('keepTokens', 'One of these tokens is not theirs, or has been revoked.')
  await records.reassignTokens(db, accountId, kept, userId)
  await records.revokeTokens(
    db,
    accountId,
    tokens.filter(id => !kept.includes(id)),
  )
}

type CheckToken = (authorization: string | undefined) => Promise<Identity>

const REMEMBERED_MS = 60_000

/**
 * Accepts a program's token beside what `checkPerson` accepts. One that was accepted is remembered for a minute,
 * so that its last use is written once a minute; one that ended meanwhile is refused at once all the same, since
 * every call opens a session, which looks.
 */
export function withApiTokens(database: Database, checkPerson: CheckToken): CheckToken {
  const accepted = new LRUCache<string, Identity>({ max: 1000 })
  return async header => {
    const token = /^Bearer +(lading_[\w-]{20,100})$/i.exec(header ?? '')?.[1]
    if (!token) return checkPerson(header)
    const hash = hashOf(token)
    const key = hash.toString('base64')
    const known = accepted.get(key)
    if (known) return known
    const found = await database.transaction(db => records.useToken(db, hash))
    if (!found) throw new AppError('sign_in_required', 'This API token is unknown or was revoked.')
    const left = found.expires_at.getTime() - Date.now()
    if (left <= 0)
      throw new AppError(
        'sign_in_required',
        `This API token expired at ${found.expires_at.toISOString()}. An Administrator of the company can make a new one.`,
      )
    const identity = { subject: found.subject, email: '', name: '', company: null }
    accepted.set(key, identity, { ttl: Math.max(1, Math.min(REMEMBERED_MS, left)) })
    return identity
  }
}
