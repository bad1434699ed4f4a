import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError, messageFrom } from '#server/errors.ts'
import type { GraphSettings } from '#server/identity/provider/external-settings.ts'

/** What Graph says of a refusal. */
export class GraphRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() })
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

const TIMEOUT_MS = 15_000
const ATTEMPTS = 4
const LONGEST_WAIT_SECONDS = 20
const RENEW_BEFORE_SECONDS = 60

export type GraphCall = (method: string, path: string, body?: object) => Promise<unknown>

/**
 * Calls Microsoft Graph as the application itself (client credentials). Waits as Retry-After says when Graph is
 * busy (429, 503), asks for a new token once when one is refused, and repeats nothing else. `timeout`: of one call, in
 * milliseconds.
 */
export function graphCalls(settings: GraphSettings, timeout = TIMEOUT_MS): GraphCall {
  const token = tokenSource(settings, timeout)

  return async (method, path, body) => {
    let renewed = false
    for (let attempt = 1; ; attempt += 1) {
      const reply = await reach(
        `${settings.address}${path}`,
        {
          method,
          headers: {
            authorization: `Bearer ${await token.get()}`,
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        },
        timeout,
      )
      if (reply.ok) return reply.body
      if (reply.status === 401 && !renewed) {
        renewed = true
        token.forget()
      } else if ([429, 503].includes(reply.status) && attempt < ATTEMPTS) {
        await pause(1000 * Math.min(LONGEST_WAIT_SECONDS, secondsOf(reply.retryAfter)))
      } else throw refusalOf(reply)
    }
  }
}

const secondsOf = (header: string | null) => {
  const seconds = Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : 1
}

/** `body`: what was answered, read to its end; undefined where it is no JSON. */
type Reply = { ok: boolean; status: number; retryAfter: string | null; body: unknown }

async function reach(address: string, request: RequestInit, timeout: number): Promise<Reply> {
  try {
    const reply = await fetch(address, { ...request, signal: AbortSignal.timeout(timeout) })
    const { ok, status, headers } = reply
    // Whoever answers may fall silent in the middle of it.
    const text = await reply.text()
    return { ok, status, retryAfter: headers.get('retry-after'), body: parsed(text) }
  } catch (error) {
    const reason = messageFrom(error)
    throw new AppError(
      'unavailable',
      `The directory of users could not be reached: ${reason}. Try again shortly.`,
    )
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(reply: Reply): GraphRefusal {
  const body = refusal.safeParse(reply.body)
  const { code, message } = body.success
    ? body.data.error
    : { code: 'unknown', message: `the directory answered ${reply.status}` }
  return new GraphRefusal(reply.status, code, message)
}

function tokenSource({ loginAddress, tenant, clientId, clientSecret }: GraphSettings, timeout: number) {
  let known: { token: string; until: number } | undefined
  const ask = async () => {
    const reply = await reach(
      `${loginAddress}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
      {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
          scope: 'https://graph.microsoft.com/.default',
        }),
      },
      timeout,
    )
    const body = tokenReply.safeParse(reply.body)
    if (!reply.ok || !body.success)
      throw new AppError(
        'unavailable',
        'The directory of users does not accept this server’s own sign-in. Check GRAPH_CLIENT_ID and GRAPH_CLIENT_SECRET.',
      )
    const { access_token: token, expires_in: seconds } = body.data
    known = { token, until: Date.now() + 1000 * (seconds - RENEW_BEFORE_SECONDS) }
    return token
  }
  return {
    get: async () => (known && known.until > Date.now() ? known.token : ask()),
    forget: () => {
      known = undefined
    },
  }
}
