import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/db.ts'
import { SIGN_UP_POLICY } from '#server/identity/provider/policies.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { newPerson } from '#testing/factories.ts'
import { type IdentityApp, identityApp, openTestDatabase } from '#testing/identity-app.ts'
import { type Authorization, finishAuthorization, signIn, startAuthorization } from '#testing/identity.ts'
import { signInEvents } from '#testing/identity-events.ts'
import { askForCode, codeInMail } from '#testing/proven-sign-up.ts'
import type { Page } from '#testing/visitor.ts'

let borrowed: BorrowedDatabase
let database: Database
let open: IdentityApp
let verified: IdentityApp

beforeAll(async () => {
  borrowed = await borrowDatabase()
  database = openTestDatabase(borrowed.ownerUrl)
  open = await identityApp(database)
  verified = await identityApp(database, {
    signUp: { mode: 'verified', domains: [], provesAddresses: true },
  })
})
afterAll(async () => {
  for (const server of [open, verified]) await server?.app.close()
  await database?.close()
  await borrowed?.release()
})

const formOn = (page: Page, step: string): string => {
  const [, action = ''] = new RegExp(`action="([^"]+/${step})"`).exec(page.text) ?? []
  return new URL(action, page.url).href
}

/** Sends the form without following where it leads. */
async function sent(
  { visitor, page }: Pick<Authorization, 'visitor' | 'page'>,
  values: Record<string, string>,
) {
  const { status, location, text } = await visitor.send('POST', formOn(page, 'sign-up'), values)
  return { status, location, text }
}

/** How often somebody signed up with this address. */
async function signedUp(email: string): Promise<number> {
  const { rows } = await database.signIn.query<{ subject: string }>(
    'select subject from identity_users where email = $1',
    [email],
  )
  const events = await signInEvents(borrowed.ownerUrl)
  return events.filter(({ subject, outcome }) => subject === rows[0]?.subject && outcome === 'signed_up')
    .length
}

test('the sign-up form sent twice at once, or again, goes on with the sign-in that it made first', async () => {
  const person = newPerson()
  const visit = await startAuthorization(open.app, SIGN_UP_POLICY)
  const [one, other] = await Promise.all([sent(visit, person), sent(visit, person)])
  const again = await sent(visit, person)
  expect([one.status, other.status, again.status]).toEqual([303, 303, 303])
  expect([other.location, again.location]).toEqual([one.location, one.location])
  expect(await signedUp(person.email)).toBe(1)
  const page = await visit.visitor.submit(visit.page, 'sign-up', { ...person })
  await expect(finishAuthorization(visit, page)).resolves.toBeTruthy()
  // That ended the sign-in under way: whoever sends the form once more signs in, by the session that they have.
  expect(await sent(visit, person)).toMatchObject({ status: 303, location: '/login' })
})

test('it goes on for nobody else: another password, another address, another browser', async () => {
  const person = newPerson()
  const visit = await startAuthorization(open.app, SIGN_UP_POLICY)
  expect((await sent(visit, person)).status).toBe(303)
  const guessed = await sent(visit, { ...person, password: 'a stranger’s password' })
  expect([guessed.status, guessed.text]).toEqual([400, expect.stringContaining('has already signed up')])
  const known = newPerson()
  const elsewhere = await startAuthorization(open.app, SIGN_UP_POLICY)
  expect((await sent(elsewhere, known)).status).toBe(303)
  expect((await sent(visit, known)).status).toBe(400)
  const stranger = await startAuthorization(open.app, SIGN_UP_POLICY)
  expect((await sent(stranger, person)).status).toBe(400)
  // By the address of the form alone, without the cookie of its browser.
  const cookieless = await sent({ visitor: stranger.visitor, page: visit.page }, person)
  expect([cookieless.status, cookieless.location]).toEqual([303, '/login'])
  await expect(signIn(open.app, person)).resolves.toBeTruthy()
})

test('a code sent twice goes on too, and no other code does', async () => {
  const person = newPerson()
  const { visit, page } = await askForCode(verified.app, person)
  const code = await codeInMail(verified.outbox.folder, person.email)
  const address = formOn(page, 'verify')
  const enter = async (typed: string) => {
    const { status, location } = await visit.visitor.send('POST', address, { code: typed })
    return { status, location }
  }
  const [one, other] = await Promise.all([enter(code), enter(code)])
  expect([one.status, other.status, other.location]).toEqual([303, 303, one.location])
  expect((await enter(code === '000000' ? '000001' : '000000')).status).toBe(400)
  expect(await signedUp(person.email)).toBe(1)
  const { rows } = await database.signIn.query(`select 1 from oidc_state where payload::text like '%argon2%'`)
  expect(rows).toEqual([])
  const last = await visit.visitor.submit(page, 'verify', { code })
  await expect(finishAuthorization(visit, last)).resolves.toBeTruthy()
})
