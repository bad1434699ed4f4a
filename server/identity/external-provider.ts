import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { AppError } from '#server/errors.ts'
import type { ExternalSignIn } from './external-settings.ts'
import type { TokenRules } from './tokens.ts'

const metadata = z.object({ issuer: z.string().min(1), jwks_uri: z.url() })
type Metadata = z.infer<typeof metadata>

const TIMEOUT_MS = 10_000

/**
 * The rules for access tokens of a provider of the company's own. Its discovery document is read when the
 * first token comes, so that the server starts though the provider does not answer; until it does, calls
 * fail with `unavailable`.
 */
export function externalRules(settings: ExternalSignIn): TokenRules {
  let known: Promise<Metadata> | undefined
  const read = (): Promise<Metadata> => {
    known ??= readMetadata(settings).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  let keySet: JWTVerifyGetKey | undefined
  const keys: JWTVerifyGetKey = async (header, token) => {
    keySet ??= createRemoteJWKSet(new URL(settings.keysUrl ?? (await read()).jwks_uri))
    return keySet(header, token)
  }
  return {
    audience: settings.audience,
    keys,
    claims: settings.claims,
    issuer: settings.issuer ?? (async () => (await read()).issuer),
  }
}

async function readMetadata({ authority, protocol }: ExternalSignIn): Promise<Metadata> {
  // B2C keeps it under /v2.0, as MSAL expects of it too.
  const address = `${authority}${protocol === 'AAD' ? '/v2.0' : ''}/.well-known/openid-configuration`
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!reply.ok) throw new Error(`it answered ${reply.status}`)
    return metadata.parse(await reply.json())
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'unavailable',
      `The sign-in provider could not be asked for its keys at ${address}: ${reason}. Try again shortly.`,
    )
  }
}
