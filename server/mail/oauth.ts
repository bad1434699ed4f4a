import { z } from 'zod'
import type { OAuthSettings } from './settings.ts'

const answer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().optional() })

const TIMEOUT_MS = 15_000
// A token that is about to expire could do so within the conversation that it opens.
const SPARE_MS = 60_000

/** Access tokens for the mail server, asked for again shortly before they expire. */
export function accessTokens(settings: OAuthSettings): () => Promise<string> {
  let held: { token: string; until: number } | undefined
  return async () => {
    if (held && held.until > Date.now()) return held.token
    const { access_token: token, expires_in: seconds = 300 } = await askFor(settings)
    held = { token, until: Date.now() + seconds * 1000 - SPARE_MS }
    return token
  }
}

async function askFor({ tokenUrl, clientId, clientSecret, refreshToken, scope }: OAuthSettings) {
  const reply = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      ...(clientSecret && { client_secret: clientSecret }),
      ...(refreshToken
        ? { grant_type: 'refresh_token', refresh_token: refreshToken }
        : { grant_type: 'client_credentials' }),
      ...(scope && { scope }),
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  // The body of a refusal may repeat what was sent; the status tells enough.
  if (!reply.ok) throw new Error(`${new URL(tokenUrl).host} answered ${reply.status}`)
  const parsed = answer.safeParse(await reply.json().catch(() => undefined))
  if (!parsed.success) throw new Error(`${new URL(tokenUrl).host} answered without a token`)
  return parsed.data
}
