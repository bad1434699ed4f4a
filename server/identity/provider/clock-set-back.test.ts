import { expect, test } from 'vitest'
import { withOwner } from '#server/db/owner.ts'
import { signIn } from '#testing/identity.ts'
import { testProvider } from '#testing/test-provider.ts'
import { spendStep } from '#server/identity/store/second-factor.ts'
import { tokenChecker } from './tokens.ts'

const ann = { email: 'ann@example.com', name: 'Ann Lee', company: 'Harbour', password: 'seven silver seas' }

const server = testProvider({ person: ann })

const asOwner = (statement: string) => withOwner(server.ownerUrl, owner => owner.query(statement))

test('after “sign out everywhere” at a moment that has yet to come, a new sign-in is good at once', async () => {
  const check = tokenChecker(server.rules)
  const before = await signIn(server.app, ann)
  await asOwner(`update identity_users set signed_out_at = now() + interval '1 hour',
    sign_in_generation = sign_in_generation + 1`)
  await server.rules.refresh()
  await expect(check(`Bearer ${before.accessToken}`)).rejects.toMatchObject({ code: 'sign_in_required' })
  const after = await signIn(server.app, ann)
  await expect(check(`Bearer ${after.accessToken}`)).resolves.toMatchObject({ email: ann.email })
})

test('guesses that were counted at a moment that has yet to come keep nobody out', async () => {
  await asOwner(`update sign_in_limits set attempts = 100, blocked_until = now() + interval '30 days',
    expires_at = now() + interval '31 days'`)
  await expect(signIn(server.app, ann)).resolves.toBeDefined()
})

test('a code that was taken at a moment that has yet to come keeps out none of today, and each is taken once', async () => {
  const { rows } = await asOwner('select subject::text from identity_users')
  const { subject } = rows[0] as { subject: string }
  const now = 60_000_000
  const spend = (step: number) => spendStep(server.database.signIn, subject, step)
  expect(await spend(now + 120)).toBe(true)
  expect(await spend(now)).toBe(true)
  expect(await spend(now)).toBe(false)
  expect(await spend(now - 1)).toBe(false)
  expect(await spend(now + 1)).toBe(true)
})
