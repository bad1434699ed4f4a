import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ApiToken } from '#contract/api-tokens.ts'
import type { Role } from '#contract/permissions.ts'
import { endOfCompanyDay } from '#server/company/day-records.ts'
import type { Database, Session } from '#server/db/db.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import type { Identity } from '#server/identity/tokens.ts'
import * as records from './token-records.ts'

// Told apart from a person's token by its beginning; scanners of leaked secrets know it by that too.
const PREFIX = 'lading_'
const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Wish = { name: string; role: Role; expiresOn?: string | null | undefined }

export async function createToken(
  { db, accountId, userId }: Session,
  { name, role, expiresOn }: Wish,
): Promise<ApiToken & { token: string }> {
  const expiresAt = expiresOn ? await endOfCompanyDay(db, expiresOn) : null
  if (expiresAt && expiresAt.getTime() < Date.now()) throw invalid('expiresOn', 'This day is over already.')
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
  if (!(await records.revokeToken(db, accountId, id))) throw notFound('token')
}

type CheckToken = (authorization: string | undefined) => Promise<Identity>

const REMEMBERED_MS = 60_000

/**
 * Accepts a program's token beside what `checkPerson` accepts. One that was accepted is remembered for a minute,
 * so that its last use is written once a minute; one that is taken back is refused at once all the same, since
 * its user may do nothing any more.
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
    if (!found)
      throw new AppError('sign_in_required', 'This API token is unknown, has expired or was taken back.')
    const left = found.expires_at ? found.expires_at.getTime() - Date.now() : REMEMBERED_MS
    const identity = { subject: found.subject, email: '', name: '', company: null }
    accepted.set(key, identity, { ttl: Math.max(1, Math.min(REMEMBERED_MS, left)) })
    return identity
  }
}
