import { expect, test } from 'vitest'
import { signUp } from '#testing/identity.ts'
import { testProvider } from '#testing/test-provider.ts'
import { SIGN_IN_POLICY } from '#server/identity/provider/policies.ts'

const identity = testProvider({ options: { turns: { ofOneNetwork: 1, waiting: 1, patience: 60_000 } } })

const url = `/identity/${SIGN_IN_POLICY}/v2.0/.well-known/openid-configuration`
const from = (address: string) =>
  identity.app.inject({ url, headers: { host: 'localhost', 'x-forwarded-for': address } })

test('a network that asks for everything at once waits for itself, and another signs in beside it', async () => {
  const loud = Promise.all(Array.from({ length: 6 }, () => from('198.51.100.7')))
  const quiet = Promise.all([from('203.0.113.1'), from('203.0.113.2'), from('2001:db8::1')])
  expect((await quiet).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const replies = await loud
  const refused = replies.filter(({ statusCode }) => statusCode === 503)
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['10', '10', '10', '10'])
  const person = {
    email: 'ann@example.com',
    name: 'Ann Lee',
    company: 'Harbour',
    password: 'seven silver seas',
  }
  expect((await signUp(identity.app, person)).accessToken).toBeTruthy()
  // Its places are free again.
  expect((await from('198.51.100.7')).statusCode).toBe(200)
})
