import { expect, test } from 'vitest'
import { startAuthorization } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { testProvider } from '#testing/test-provider.ts'
import { SIGN_IN_POLICY, SIGN_UP_POLICY } from './policies.ts'
import { withExplainedErrors } from './provider-failures.ts'
import { StateStore } from '#server/identity/store/state.ts'

const server = testProvider()

const at = (path: string) => `/identity/${SIGN_IN_POLICY}${path}`
const AUTHORIZE = '/oauth2/v2.0/authorize'

test('a control character in what is asked of the sign-in is refused in words, and nothing is kept', async () => {
  const names = ['state', 'nonce', 'login_hint', 'ui_locales', 'acr_values', 'display', 'claims_locales', 'x']
  for (const policy of [SIGN_IN_POLICY, SIGN_UP_POLICY] as const)
    for (const name of names)
      for (const character of ['\0', '\n', '\u0085']) {
        const visitor = new TestVisitor([server.app], { address: '198.51.100.1' })
        const { page } = await startAuthorization([], policy, {
          visitor,
          parameters: { [name]: `a${character}b` },
        })
        expect([name, page.status]).toEqual([name, 400])
        expect(page.text).toContain('The address of this request contains a control character')
      }
  for (const path of ['/oauth2/v2.0/logout?state=%00', '/interaction/%00', '/discovery/v2.0/keys?a=%00']) {
    const { statusCode, headers, body } = await server.app.inject({ method: 'GET', url: at(path) })
    expect([statusCode, headers['content-type']]).toEqual([400, 'application/problem+json'])
    expect(JSON.parse(body)).toMatchObject({ code: 'bad_request' })
  }
  const { rows } = await server.database.signIn.query('select 1 from oidc_state')
  expect(rows).toEqual([])
})

test('a control character in a form is refused in words, but for a password', async () => {
  const payload = (values: Record<string, string>) => new URLSearchParams(values).toString()
  const send = (values: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/identity/password',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://127.0.0.1:3000' },
      payload: payload(values),
    })
  const refused = await send({ email: 'a\0@lading.example' })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain(
    'A field of the form contains a line break or another control character. Type it again.',
  )
  const taken = await send({ email: 'a@lading.example', password: 'with\ttab' })
  expect(taken.body).not.toContain('A field of the form contains a line break')
})

test('what reaches the provider’s store all the same is refused as the client’s mistake', async () => {
  const store = new StateStore(withExplainedErrors(server.database.signIn), 'Session')
  await expect(store.upsert('id', { state: { secret: '\0' } }, 60)).rejects.toMatchObject({
    statusCode: 400,
    error: 'invalid_request',
    error_description: 'a parameter holds a character that cannot be stored',
  })
})

test.each([
  ['POST', AUTHORIZE, 405, 'GET, HEAD'],
  ['PUT', AUTHORIZE, 405, 'GET, HEAD'],
  ['GET', '/oauth2/v2.0/token', 405, 'OPTIONS, POST'],
  ['POST', '/oauth2/v2.0/logout', 405, 'GET, HEAD'],
  ['PUT', '/interaction/abc', 405, 'GET, HEAD'],
  ['GET', '/nothing/here', 404, undefined],
  ['GET', '/oauth2/v2.0/userinfo', 404, undefined],
] as const)(
  '%s %s is answered %i in words, to people and to programs',
  async (method, path, status, allow) => {
    const page = await server.app.inject({ method, url: at(path), headers: { accept: 'text/html,*/*' } })
    const problem = await server.app.inject({ method, url: at(path) })
    expect([page.statusCode, page.headers['content-type'], page.headers.allow]).toEqual([
      status,
      'text/html; charset=utf-8',
      allow,
    ])
    expect(page.body).toContain(
      status === 405 ? `does not accept ${method}` : `There is nothing at ${method}`,
    )
    expect([problem.statusCode, problem.headers['content-type'], problem.headers.allow]).toEqual([
      status,
      'application/problem+json',
      allow,
    ])
    expect(JSON.parse(problem.body)).toMatchObject({
      code: status === 405 ? 'method_not_allowed' : 'not_found',
      detail: expect.stringContaining(at(path)),
    })
  },
)

test.each([
  ['/v2.0/.well-known/openid-configuration', 200],
  ['/.well-known/openid-configuration', 200],
  ['/discovery/v2.0/keys', 200],
  ['/oauth2/v2.0/logout', 200],
  ['/oauth2/v2.0/logout/success', 200],
  ['/oauth2/v2.0/authorize/unknown', 400],
])('%s is the provider’s, which answers %i', async (path, status) => {
  const { statusCode } = await server.app.inject({ method: 'GET', url: at(path) })
  expect(statusCode).toBe(status)
})
