import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { AppError, messageFrom } from '#server/errors.ts'
import type { ExternalSignIn } from './external-settings.ts'
import type { TokenRules } from './tokens.ts'

const metadata = z.object({
  issuer: z.string().min(1),
  jwks_uri: z.url(),
  authorization_endpoint: z.url().optional(),
  token_endpoint: z.url().optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
})
type Metadata = z.infer<typeof metadata>

/** Signatures that only the provider can make: neither `none` nor a secret that others know. */
const SAFE = new Set([
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
])

/** What the discovery document names for its tokens, as far as it is safe; RS256, which all providers know, in any case. */
const safeAlgorithms = ({ id_token_signing_alg_values_supported: named = [] }: Metadata): string[] => [
  ...new Set(['RS256', ...named.filter(algorithm => SAFE.has(algorithm))]),
]

/** In milliseconds, for the discovery document and for the keys. */
type Patience = { metadata: number; keys: number }

const PATIENCE: Patience = { metadata: 10_000, keys: 5_000 }

/**
 * The rules for access tokens of a provider of the company's own. Its discovery document is read when the
 * first token comes, so that the server starts though the provider does not answer; until it does, calls
 * fail with `unavailable`.
 */
export function externalRules(settings: ExternalSignIn, patience = PATIENCE): TokenRules {
  let known: Promise<Metadata> | undefined
  const read = (): Promise<Metadata> => {
    known ??= readMetadata(settings, patience.metadata).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  let keySet: JWTVerifyGetKey | undefined
  const keys: JWTVerifyGetKey = async (header, token) => {
    const address = settings.keysUrl ?? (await read()).jwks_uri
    keySet ??= createRemoteJWKSet(new URL(address), { timeoutDuration: patience.keys })
    try {
      return await keySet(header, token)
    } catch (error) {
      // That no key fits is about the token; everything else is about the provider.
      if (TOKENS_FAULT.some(kind => error instanceof kind)) throw error
      throw unaskable(address, error)
    }
  }
  return {
    audience: settings.audience,
    keys,
    claims: settings.claims,
    algorithms: async () =>
      // Nothing else needs the document then, and the server may not be able to fetch it.
      settings.issuer && settings.keysUrl ? ['RS256', 'ES256'] : safeAlgorithms(await read()),
    issuer: settings.issuer ?? (async () => (await read()).issuer),
  }
}

const TOKENS_FAULT = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported]

function unaskable(address: string, error: unknown): AppError {
  const reason = messageFrom(error)
  return new AppError(
    'unavailable',
    `The sign-in provider could not be asked for its keys at ${address}: ${reason}. Try again shortly.`,
  )
}

/** Where the provider's discovery document stands. */
export const metadataAddress = ({ authority, protocol }: ExternalSignIn): string =>
  // B2C keeps it under /v2.0, as MSAL expects of it too.
  `${authority}${protocol === 'AAD' ? '/v2.0' : ''}/.well-known/openid-configuration`

/** The provider's discovery document. Throws AppError, `unavailable`, where there is none within `timeout` ms. */
export async function readMetadata(settings: ExternalSignIn, timeout = PATIENCE.metadata): Promise<Metadata> {
  const address = metadataAddress(settings)
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(timeout) })
    if (!reply.ok) throw new Error(`it answered ${reply.status}`)
    return metadata.parse(await reply.json())
  } catch (error) {
    throw unaskable(address, error)
  }
}

/**
 * Where the browser has to be let go for signing in: to the authority, and to the addresses that its discovery document
 * names, which may have other origins. Without an answer, to the authority alone, and `log` is told.
 */
export async function signInOrigins(
  settings: ExternalSignIn | undefined,
  log: (line: string) => void,
  timeout = PATIENCE.metadata,
): Promise<string[]> {
  if (!settings) return []
  const authority = new URL(settings.authority).origin
  try {
    const { authorization_endpoint, token_endpoint } = await readMetadata(settings, timeout)
    const named = [authorization_endpoint, token_endpoint].flatMap(url => (url ? [new URL(url).origin] : []))
    return [...new Set([authority, ...named])]
  } catch (error) {
    log(
      `${messageFrom(error)} Browsers may ask ${authority} alone: if the provider has addresses elsewhere, start again once it answers.`,
    )
    return [authority]
  }
}
