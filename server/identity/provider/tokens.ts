import { hash } from 'node:crypto'
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { type Role, roles } from '#contract/permissions.ts'
import { AppError } from '#server/errors.ts'
import type { ClaimSettings } from './external-settings.ts'
import { FULL_ACCESS, GENERATION_CLAIM } from './policies.ts'

/** Who a verified access token speaks for. */
export type Identity = {
  subject: string
  email: string
  name: string
  company: string | null
  /** The provider has seen that the address is this person's. */
  emailVerified?: boolean
  /** What stands for the company of this person, where the provider is asked for it. */
  companyClaim?: string
  /** Which role the provider gives this person, where it is asked for it. */
  role?: Role
  /** Of the sign-in that the token was issued by; it is over where the person's number has grown. */
  generation?: number
}

export type TokenRules = {
  /** A function where it has to be asked for first. */
  issuer: string | (() => Promise<string>)
  audience: string
  /** The provider's public keys: jose's local set for the embedded provider, its remote set for others. */
  keys: JWTVerifyGetKey
  /** How tokens may be signed; RS256 where not given. */
  algorithms?: () => Promise<string[]>
  claims?: ClaimSettings
  /** False where a valid token was ended before its time; asked at each call. */
  stillGood?: (token: IssuedToken) => boolean
}

export type IssuedToken = {
  subject: string
  /** The sign-in that it belongs to. */
  session: string | undefined
  /** It ends when the person's number has grown; 0 in tokens that bear none. */
  generation: number
  keyId: string | undefined
}

type Verified = { identity: Identity; expiresAt: number; token: IssuedToken }

const REMEMBERED = 10_000
const BEARER = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i

/**
 * Checks an Authorization header: signature, issuer, audience, expiry and the scope full_access.
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
    const valid = known && known.expiresAt > Date.now() ? known : await verify(header, rules)
    if (rules.stillGood?.(valid.token) === false)
      throw new AppError('sign_in_required', 'This sign-in was ended. Sign in again.')
    if (valid !== known) verified.set(key, valid)
    return valid.identity
  }
}

async function verify(header: string, rules: TokenRules): Promise<Verified> {
  const token = BEARER.exec(header)?.[1]
  if (!token)
    throw new AppError('sign_in_required', 'The Authorization header must read "Bearer" and an access token.')
  const issuer = typeof rules.issuer === 'string' ? rules.issuer : await rules.issuer()
  const algorithms = (await rules.algorithms?.()) ?? ['RS256']
  try {
    const { payload, protectedHeader } = await jwtVerify(token, rules.keys, {
      algorithms,
      issuer,
      audience: rules.audience,
      requiredClaims: ['exp'],
    })
    const identity = identityOf(payload, rules.claims)
    const generation = payload[GENERATION_CLAIM]
    return {
      identity: { ...identity, ...(generation !== undefined && { generation: Number(generation) }) },
      expiresAt: (payload.exp ?? 0) * 1000,
      token: {
        subject: identity.subject,
        session: textOf(payload['sid']) || undefined,
        generation: Number(generation ?? 0),
        keyId: protectedHeader.kid,
      },
    }
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw new AppError('sign_in_required', 'The access token has expired. Sign in again.')
    // A provider whose keys cannot be had is our trouble and not the caller's: an AppError.
    if (error instanceof errors.JOSEError)
      throw new AppError('sign_in_required', 'The access token is not valid here. Sign in again.')
    throw error
  }
}

function identityOf(claims: JWTPayload, asked: ClaimSettings | undefined): Identity {
  // B2C sends `scp`; other providers `scope` with the API's address before the name.
  const scopes = `${textOf(claims['scp'])} ${textOf(claims['scope'])}`.split(' ')
  if (!scopes.some(scope => scope === FULL_ACCESS || scope.endsWith(`/${FULL_ACCESS}`)))
    throw new AppError('sign_in_required', `The access token lacks the scope ${FULL_ACCESS}. Sign in again.`)
  const subject = textOf(claims['oid']) || textOf(claims.sub)
  if (!subject)
    throw new AppError('sign_in_required', 'The access token names no person (oid or sub). Sign in again.')
  const ofAccount = listOf(claims['emails'])[0] ?? ''
  const email = ofAccount || textOf(claims['email']) || textOf(claims['preferred_username'])
  const companyClaim = asked?.company && listOf(claims[asked.company])[0]
  const role = asked?.role && roleIn(listOf(claims[asked.role.claim]), asked.role.roleOf)
  return {
    subject,
    email,
    name: textOf(claims['name']) || email,
    company: textOf(claims['extension_Company']) || null,
    emailVerified: isVerified(claims, ofAccount),
    ...(companyClaim && { companyClaim }),
    ...(role && { role }),
  }
}

/** As the provider says; B2C says it of nobody, and verifies each of an account's `emails`. */
function isVerified(claims: JWTPayload, ofAccount: string): boolean {
  const said = claims['email_verified']
  if (said === undefined) return ofAccount !== ''
  // A `preferred_username` is what people have typed.
  return (said === true || said === 'true') && (ofAccount || textOf(claims['email'])) !== ''
}

/** The highest of the roles that the values of the claim give. */
const roleIn = (values: readonly string[], roleOf: ReadonlyMap<string, Role>): Role | undefined =>
  roles.find(role => values.some(value => roleOf.get(value) === role))

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim : '')

const listOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).map(textOf).filter(text => text !== '')
