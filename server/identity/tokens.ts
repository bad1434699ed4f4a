import { hash } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { AppError } from '#server/errors.ts'
import { FULL_ACCESS } from './policies.ts'

/** Who a verified access token speaks for. */
export type Identity = { subject: string; email: string; name: string; company: string | null }

export type TokenRules = {
  /** A function where it has to be asked for first. */
  issuer: string | (() => Promise<string>)
  audience: string
  /** The provider's public keys: jose's local set for the embedded provider, its remote set for others. */
  keys: JWTVerifyGetKey
}

type Verified = { identity: Identity; expiresAt: number }

const REMEMBERED = 10_000
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i

/**
 * Checks an Authorization header: RS256 signature, issuer, audience, expiry and the scope full_access.
 * Throws AppError('sign_in_required'). A verified token is remembered until it expires, since the
 * signature costs a hundred times the look-up.
 */
export function tokenChecker(
  rules: TokenRules,
): (authorizationHeader: string | undefined) => Promise<Identity> {
  const verified = new LRUCache<string, Verified>({ max: REMEMBERED })
  return async header => {
    if (!header) throw new AppError('sign_in_required', 'This call needs an access token. Sign in first.')
    // Kept by hash: a dump of the memory gives nobody a usable token.
    const key = hash('sha256', header, 'base64')
    const known = verified.get(key)
    if (known && known.expiresAt > Date.now()) return known.identity
    const fresh = await verify(header, rules)
    verified.set(key, fresh)
    return fresh.identity
  }
}

async function verify(header: string, rules: TokenRules): Promise<Verified> {
  const token = BEARER.exec(header)?.[1]
  if (!token)
    throw new AppError('sign_in_required', 'The Authorization header must read "Bearer" and an access token.')
  const issuer = typeof rules.issuer === 'string' ? rules.issuer : await rules.issuer()
  try {
    const { payload } = await jwtVerify(token, rules.keys, {
      algorithms: ['RS256'],
      issuer,
      audience: rules.audience,
      requiredClaims: ['exp'],
    })
    return { identity: identityOf(payload), expiresAt: (payload.exp ?? 0) * 1000 }
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw new AppError('sign_in_required', 'The access token has expired. Sign in again.')
    // A provider whose keys cannot be had is our trouble and not the caller's.
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout))
      throw new AppError('sign_in_required', 'The access token is not valid here. Sign in again.')
    throw error
  }
}

function identityOf(claims: JWTPayload): Identity {
  // B2C sends `scp`; other providers `scope` with the API's address before the name.
  const scopes = `${textOf(claims['scp'])} ${textOf(claims['scope'])}`.split(' ')
  if (!scopes.some(scope => scope === FULL_ACCESS || scope.endsWith(`/${FULL_ACCESS}`)))
    throw new AppError('sign_in_required', `The access token lacks the scope ${FULL_ACCESS}. Sign in again.`)
  const subject = textOf(claims['oid']) || textOf(claims.sub)
  if (!subject)
    throw new AppError('sign_in_required', 'The access token names no person (oid or sub). Sign in again.')
  const emails: unknown[] = Array.isArray(claims['emails']) ? claims['emails'] : []
  const email = textOf(emails[0]) || textOf(claims['email']) || textOf(claims['preferred_username'])
  return {
    subject,
    email,
    name: textOf(claims['name']) || email,
    company: textOf(claims['extension_Company']) || null,
  }
}

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : '')
