import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { ExternalSignIn } from '#server/identity/provider/external-settings.ts'

type User = {
  id: string
  displayName: string
  identities: { signInType: string; issuer: string; issuerAssignedId: string }[]
}
type Answer = { status: number; body?: object; headers?: Record<string, string> }
type Asked = { method: string; path: string; query: URLSearchParams; body: unknown; authorization: string }

const TENANT = 'contoso.onmicrosoft.com'
const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
})

/**
 * A tenant of Azure AD B2C and its Microsoft Graph, as their documents describe them: discovery, keys, the
 * application's own token, users. `answerNext` lets the next calls of Graph be answered otherwise.
 */
export async function startStandInTenant() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  const users = new Map<string, User>()
  const calls: Asked[] = []
  const answers: Answer[] = []
  let tokens = 0
  let isDown = false

  const server = createServer((request, reply) => {
    void handle(request).then(answer => respond(reply, answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${origin}/${crypto.randomUUID()}/v2.0/`

  async function handle(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '', origin)
    const sent = await text(request)
    if (isDown) return { status: 503 }
    if (pathname.endsWith('/.well-known/openid-configuration'))
      return { status: 200, body: { issuer, jwks_uri: `${origin}/keys` } }
    if (pathname === '/keys') return { status: 200, body: { keys: [jwk] } }
    if (pathname === `/${TENANT}/oauth2/v2.0/token`) return applicationToken(new URLSearchParams(sent))
    const asked: Asked = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      body: sent ? (JSON.parse(sent) as unknown) : undefined,
      authorization: request.headers.authorization ?? '',
    }
    calls.push(asked)
    return answers.shift() ?? graph(asked)
  }

  function applicationToken(form: URLSearchParams): Answer {
    if (form.get('client_secret') !== 'graph secret')
      return { status: 401, body: { error: 'invalid_client', error_description: 'AADSTS7000215' } }
    tokens += 1
    return { status: 200, body: { token_type: 'Bearer', expires_in: 3599, access_token: `graph-${tokens}` } }
  }

  function graph({ method, path, query, body, authorization }: Asked): Answer {
    if (authorization !== `Bearer graph-${tokens}`)
      return refusal(401, 'InvalidAuthenticationToken', 'Access token has expired or is not yet valid.')
    const [, , , id, action] = path.split('/')
    if (method === 'POST' && !id) return addUser(body as User & { passwordProfile: { password: string } })
    if (method === 'GET') return listUsers(query)
    if (!id || !users.has(id))
      return refusal(404, 'Request_ResourceNotFound', `Resource '${id}' does not exist.`)
    if (method === 'DELETE') users.delete(id)
    return method === 'POST' && action === 'revokeSignInSessions'
      ? { status: 200, body: { value: true } }
      : { status: 204 }
  }

  function addUser({
    displayName,
    identities,
    passwordProfile,
  }: User & { passwordProfile: { password: string } }) {
    const email = identities[0]?.issuerAssignedId ?? ''
    if (passwordProfile.password.startsWith('weak'))
      return refusal(
        400,
        'Request_BadRequest',
        'The specified password does not comply with password complexity requirements.',
      )
    if ([...users.values()].some(user => user.identities.some(one => one.issuerAssignedId === email)))
      return refusal(
        400,
        'ObjectConflict',
        'Another object with the same value for property userPrincipalName already exists.',
      )
    const user = { id: crypto.randomUUID(), displayName, identities }
    users.set(user.id, user)
    return { status: 201, body: { '@odata.context': `${origin}/v1.0/$metadata#users/$entity`, ...user } }
  }

  /** Two a page, so that a list of three has a link to the next. */
  function listUsers(query: URLSearchParams): Answer {
    const ids = [...(query.get('$filter') ?? '').matchAll(/'([^']+)'/g)].map(([, id]) => id)
    if (ids.length > 15) return refusal(400, 'Request_UnsupportedQuery', 'Too many child clauses.')
    const isByAddress = query.get('$filter')?.includes('issuerAssignedId eq') === true
    const found = [...users.values()].filter(user =>
      isByAddress ? user.identities.some(one => one.issuerAssignedId === ids[0]) : ids.includes(user.id),
    )
    const from = Number(query.get('$skiptoken') ?? 0)
    const next = new URLSearchParams(query)
    next.set('$skiptoken', String(from + 2))
    const more =
      from + 2 < found.length ? { '@odata.nextLink': `${origin}/v1.0/users?${next.toString()}` } : {}
    return { status: 200, body: { value: found.slice(from, from + 2), ...more } }
  }

  const settings: ExternalSignIn = {
    authority: `${origin}/${TENANT}/B2C_1_signupsignin1`,
    signUpAuthority: `${origin}/${TENANT}/B2C_1_signup`,
    protocol: 'AAD',
    interaction: 'redirect',
    clientId: 'web-client',
    scope: `https://${TENANT}/lading/full_access`,
    audience: 'api-client',
    issuer: undefined,
    keysUrl: undefined,
    claims: { company: undefined, role: undefined },
    graph: {
      tenant: TENANT,
      clientId: 'graph-client',
      clientSecret: 'graph secret',
      address: origin,
      loginAddress: origin,
    },
  }

  return {
    settings,
    users,
    calls,
    answerNext: (...next: Answer[]) => answers.push(...next),
    setDown: (down: boolean) => {
      isDown = down
    },
    /** An access token as B2C makes them for its API. */
    accessToken: (claims: Record<string, unknown> = {}, audience = 'api-client') =>
      new SignJWT({ scp: 'full_access', tfp: 'B2C_1_signupsignin1', ver: '1.0', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'key-1', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function respond(reply: ServerResponse, { status, body, headers }: Answer): void {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers })
  reply.end(body ? JSON.stringify(body) : undefined)
}

export type StandInTenant = Awaited<ReturnType<typeof startStandInTenant>>
