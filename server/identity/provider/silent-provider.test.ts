import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AppError } from '#server/errors.ts'
import { type StandInTenant, startStandInTenant } from '#testing/stand-in-tenant.ts'
import { externalRules } from './external-provider.ts'
import { graphCalls } from '#server/identity/directory/graph-calls.ts'
import { tokenChecker } from './tokens.ts'

// Enough for an answer on a busy machine.
const PATIENCE = 2_000

let tenant: StandInTenant
let token: string
const servers: Server[] = []

beforeAll(async () => {
  tenant = await startStandInTenant()
  token = await tenant.accessToken({ oid: crypto.randomUUID(), name: 'Anna', emails: ['a@maas.example'] })
})
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => tenant?.close())

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function refusal(work: Promise<unknown>): Promise<{ status: number; message: string }> {
  const { status, message } = (await work.then(
    () => ({ status: 200, message: 'answered' }),
    (error: unknown) => error,
  )) as AppError
  return { status, message }
}

/** Says nothing at all, or falls silent in the middle of its answer. */
const silences: [string, RequestListener][] = [
  ['says nothing', () => undefined],
  [
    'falls silent in the middle of its answer',
    (_request, reply) => {
      reply.writeHead(200, { 'content-type': 'application/json' })
      reply.write('{"issuer":')
    },
  ],
]

describe.each(silences)('a provider that %s', (_what, silent) => {
  const checker = (changes: object) => {
    const rules = externalRules({ ...tenant.settings, ...changes }, { metadata: PATIENCE, keys: PATIENCE })
    const check = tokenChecker(rules)
    return () => check(`Bearer ${token}`)
  }
  const unasked = (address: string) => ({
    status: 503,
    message: expect.stringMatching(
      `^The sign-in provider could not be asked for its keys at ${address}.*: .*Try again shortly\\.$`,
    ),
  })

  test('is given up for its discovery document, and asked anew by the next call', async () => {
    let isSilent = true
    const address = await serve((request, reply) => {
      if (isSilent) return silent(request, reply)
      void fetch(`${tenant.settings.authority}${request.url}`)
        .then(answer => answer.text())
        .then(body => reply.end(body))
    })
    const check = checker({ authority: address })
    expect(await refusal(check())).toEqual(unasked(address))
    isSilent = false
    expect((await check()).email).toBe('a@maas.example')
  })

  test('is given up for its keys', async () => {
    const address = `${await serve(silent)}/keys`
    expect(await refusal(checker({ keysUrl: address })())).toEqual(unasked(address))
  })

  test('is given up as the directory of users, for the token and for the call', async () => {
    const said = {
      status: 503,
      message: expect.stringMatching(/^The directory of users could not be reached: .* Try again shortly\.$/),
    }
    const client = { tenant: 'maas', clientId: 'id', clientSecret: 'secret' }
    const address = await serve(silent)
    expect(
      await refusal(graphCalls({ ...client, address, loginAddress: address }, PATIENCE)('GET', '/users')),
    ).toEqual(said)
    const loginAddress = await serve((_request, reply) =>
      reply.end(JSON.stringify({ access_token: 'x', expires_in: 3600 })),
    )
    expect(
      await refusal(graphCalls({ ...client, address, loginAddress }, PATIENCE)('GET', '/users')),
    ).toEqual(said)
  })
})
