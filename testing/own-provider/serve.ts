import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import type { MaybeProviderContext } from '#server/identity/provider/provider-context.ts'
import { providerConfiguration } from './configuration.ts'
import { MOUNT, type ProviderPerson, type Shape } from './person.ts'

// A company's own sign-in provider, in a process of its own: `node serve.ts SHAPE PEOPLE`, where PEOPLE is JSON.
// It prints its origin once it listens, and ends with the process that started it.

const shape = process.argv[2] as Shape
const people = JSON.parse(process.argv[3] ?? '[]') as ProviderPerson[]

const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const signingKey = { ...(await exportJWK(privateKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }

const server = createServer((request, reply) => void answer(request, reply))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const issuer = shape === 'b2c' ? `${origin}/3f5c9d1e-tenant/v2.0/` : origin + MOUNT
const provider = new Provider(issuer, providerConfiguration({ shape, people, signingKey }))
// Any port of this machine: the product chooses its own when it starts.
Object.defineProperty(provider.Client.prototype, 'redirectUriAllowed', {
  value: (address: string) => /^http:\/\/127\.0\.0\.1:\d+\/webapp$/.test(address),
})
Object.defineProperty(provider.Client.prototype, 'postLogoutRedirectUriAllowed', {
  value: (address: string) => /^http:\/\/127\.0\.0\.1:\d+\/$/.test(address),
})
if (shape === 'b2c') provider.use(addClientInfo)
const handle = provider.callback()

process.stdout.write(`${origin}\n`)
process.on('disconnect', () => process.exit())

// B2C puts a policy into every address: /contoso.onmicrosoft.com/B2C_1_signupsignin1/…
const POLICY = /^\/[^/]+\/(b2c_1_[^/?]+)(?=\/)/i
const REALM = new RegExp(`^${MOUNT}(?=/)`)

async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const mount = (shape === 'b2c' ? POLICY : REALM).exec(request.url ?? '')?.[0] ?? ''
  const rest = (request.url ?? '').slice(mount.length)
  const uid = /^\/interaction\/([^/?]+)/.exec(rest)?.[1]
  if (uid !== undefined) return interact(request, reply, `${mount}/interaction/${uid}`)
  request.url = rest.replace(/^\/v2\.0(?=\/\.well-known\/)/, '')
  Object.assign(request, { originalUrl: mount + request.url })
  return handle(request, reply)
}

async function interact(request: IncomingMessage, reply: ServerResponse, address: string): Promise<void> {
  if (request.method !== 'POST') {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(`<!doctype html><html lang="en"><title>Sign in at the provider</title>
<form method="post" action="${address}"><label>User name <input name="login" autofocus></label>
<button>Sign in at the provider</button></form></html>`)
    return
  }
  const login = new URLSearchParams(await text(request)).get('login') ?? ''
  const next = await provider.interactionResult(request, reply, { login: { accountId: login } })
  reply.writeHead(303, { location: next }).end()
}

// MSAL keeps accounts apart by this value of B2C's token replies.
async function addClientInfo(ctx: MaybeProviderContext, next: () => Promise<unknown>): Promise<void> {
  await next()
  const subject = ctx.oidc?.account?.accountId
  if (!subject || typeof ctx.body !== 'object' || ctx.body === null || !('access_token' in ctx.body)) return
  const info = JSON.stringify({ uid: `${subject}-b2c_1_signupsignin1`, utid: '3f5c9d1e-tenant' })
  ctx.body = { ...ctx.body, client_info: Buffer.from(info).toString('base64url') }
}
