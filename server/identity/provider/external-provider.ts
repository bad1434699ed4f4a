import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { AppError, messageFrom } from '#server/errors.ts'
import type { ExternalSignIn } from './external-settings.ts'
import type { TokenRules } from './tokens.ts'

const metadata = z.object({ issuer: z.string().min(1), jwks_uri: z.url() })
type Metadata = z.infer<typeof metadata>

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
