import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { refresh, signInWith, startAuthorization, type TestTokens } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { testProvider } from '#testing/test-provider.ts'
import { SIGN_IN_POLICY } from '#server/identity/provider/policies.ts'

const ann = { email: 'ann@example.com', name: 'Ann Lee', company: 'Harbour', password: 'seven silver seas' }

const server = testProvider({ person: ann })

const stateIn = ({ idToken }: TestTokens) => decodeJwt(idToken)['signin_state']

test('whoever asks to be kept signed in needs no password after the browser was closed', async () => {
  const visitor = new TestVisitor(server.app)
  const { visit, tokens } = await signInWith(visitor, ann, { remember: 'yes' })
  expect(stateIn(tokens)).toEqual(['kmsi'])
  expect(decodeJwt(tokens.accessToken)['signin_state']).toBeUndefined()
  expect(stateIn(await refresh(visit, tokens.refreshToken))).toEqual(['kmsi'])
  visitor.restart()
  const { page } = await startAuthorization([], SIGN_IN_POLICY, { visitor })
  expect(page.url).toContain('#code=')
})

test('whoever does not is asked again', async () => {
  const visitor = new TestVisitor(server.app)
  const { visit, tokens } = await signInWith(visitor, ann)
  expect(stateIn(tokens)).toBeUndefined()
  expect(stateIn(await refresh(visit, tokens.refreshToken))).toBeUndefined()
  const still = await startAuthorization([], SIGN_IN_POLICY, { visitor })
  expect(still.page.url).toContain('#code=')
  visitor.restart()
  const { page } = await startAuthorization([], SIGN_IN_POLICY, { visitor })
  expect(page.text).toContain('<h1>Sign in</h1>')
})
