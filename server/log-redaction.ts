import type { FastifyReply, FastifyRequest } from 'fastify'

// Parameters of addresses that open something, or say who somebody is.
const SECRET_PARAMETERS = [
  'code',
  'state',
  'nonce',
  'token',
  'secret',
  'password',
  'key',
  'signature',
  'session_state',
  'client_secret',
  'client_info',
  'code_verifier',
  'code_challenge',
  'login_hint',
  'username',
  'email',
  String.raw`\w*_token\w*`,
  String.raw`id_token_hint`,
  String.raw`x-amz-[\w-]+`,
].join('|')

/** Each with what remains of it. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 …'],
  [/\blading_[\w-]{20,}/g, 'lading_…'],
  [/\beyJ[\w-]{8,}(?:\.[\w-]*)+/g, '…'],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:@/"\\]*):[^\s@/"\\]+@/gi, '$1:…@'],
  [new RegExp(String.raw`([?&#;](?:${SECRET_PARAMETERS})=)[^&\s"#;\\]+`, 'gi'), '$1…'],
  [/(?<![\w.+-])[\w.+-]{1,64}@((?:[a-z0-9-]+\.)+[a-z]{2,})\b/gi, '…@$1'],
]

/**
 * A line of the log without what would let its reader in, or name a person: tokens, passwords in addresses, the
 * parameters of sign-ins, and the part of e-mail addresses before the @. Lines name people by the ids of their records.
 */
export function withoutSecrets(line: string): string {
  let clean = line
  for (const [secret, rest] of SECRETS) clean = clean.replace(secret, rest)
  return clean
}

type Loggable = Error & {
  code?: unknown
  cause?: unknown
  severity?: unknown
  table?: unknown
  constraint?: unknown
}

export type SerializedError = {
  type: string
  message: string
  code?: unknown
  table?: unknown
  constraint?: unknown
  stack?: string
  cause?: SerializedError
}

const CAUSES = 4

/**
 * What an error says, and nothing of what it carries along: PostgreSQL's `detail` holds the values of a row, refusals
 * hold whole records, and clients hold the headers that they sent.
 */
export function serializedError(error: unknown, causes = CAUSES): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code, cause, table, constraint, stack } = error as Loggable
  return {
    type: error.constructor.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(table !== undefined && { table }),
    ...(constraint !== undefined && { constraint }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && causes > 0 && { cause: serializedError(cause, causes - 1) }),
  }
}

/** No address: its parameters and parts may be secret. The line of the request has what can be told. */
export const serializedRequest = (request: Pick<FastifyRequest, 'method' | 'routeOptions'>) => ({
  method: request.method,
  route: request.routeOptions?.url,
})

export const serializedReply = (reply: Pick<FastifyReply, 'statusCode'>) => ({ status: reply.statusCode })
