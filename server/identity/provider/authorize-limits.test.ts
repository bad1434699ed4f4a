import { beforeEach, expect, test } from 'vitest'
import { answerOf, startAuthorization } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { testProvider } from '#testing/test-provider.ts'
import { SIGN_IN_POLICY } from './policies.ts'
import { sweepExpiredState } from '#server/identity/store/state.ts'

const server = testProvider()

beforeEach(() => server.database.signIn.query('delete from oidc_state'))

const ask = (parameters: Record<string, string>, address: string) =>
  startAuthorization([], SIGN_IN_POLICY, {
    visitor: new TestVisitor([server.app], { address }),
    parameters,
  })

async function rows() {
  const found = await server.database.signIn.query<{ bytes: number }>(
    'select pg_column_size(t.*) as bytes from oidc_state t',
  )
  return found.rows.map(({ bytes }) => bytes)
}

test('a long state or nonce is refused in words, and nothing of it is kept', async () => {
  for (const parameter of ['state', 'nonce', 'login_hint', 'anything']) {
    const { page } = await ask({ [parameter]: 'x'.repeat(2000) }, '198.51.100.1')
    expect(page.status).toBe(400)
    expect(page.text).toContain(
      'The request to sign in is longer than 2048 characters, its state and nonce included.',
    )
  }
  // The only other way, which is closed: a form that is posted.
  const posted = await server.app.inject({
    method: 'POST',
    url: `/identity/${SIGN_IN_POLICY}/oauth2/v2.0/authorize`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `state=${'x'.repeat(10_000)}`,
  })
  expect(posted.statusCode).toBe(405)
  expect(await rows()).toEqual([])
})

test('a sign-in that is begun leaves a small row, and looking whether somebody is signed in leaves none', async () => {
  const { page } = await ask({ state: 's'.repeat(700) }, '198.51.100.2')
  expect(page.status).toBe(200)
  const [row = 0, ...others] = await rows()
  expect([row < 4096, others]).toEqual([true, []])
  await server.database.signIn.query('delete from oidc_state')
  const silent = await ask({ prompt: 'none' }, '198.51.100.2')
  expect(answerOf(silent.page)['error']).toBe('login_required')
  expect(await rows()).toEqual([])
})

test('one address begins 300 sign-ins in ten minutes; another goes on, and what expired is swept', async () => {
  const { page } = await ask({}, '198.51.100.3')
  expect(page.status).toBe(200)
  // As if it had begun all but two.
  await server.database.signIn.query(
    'update sign_in_limits set attempts = 298 where attempts = 1 and blocked_until is null',
  )
  for (let time = 0; time < 2; time += 1) expect((await ask({}, '198.51.100.3')).page.status).toBe(200)
  const before = await rows()
  const refused = await ask({}, '198.51.100.3')
  expect(refused.page.status).toBe(429)
  expect(refused.page.text).toMatch(/Too many attempts\. Try again in \d+ (minutes|seconds)\./)
  expect(await rows()).toHaveLength(before.length)
  expect((await ask({ prompt: 'none' }, '198.51.100.3')).page.url).toContain('login_required')
  expect((await ask({}, '198.51.100.4')).page.status).toBe(200)
  await server.database.signIn.query("update oidc_state set expires_at = now() - interval '1 second'")
  await sweepExpiredState(server.database.signIn)
  expect(await rows()).toEqual([])
})
