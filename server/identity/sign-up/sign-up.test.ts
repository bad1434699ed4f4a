import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/db.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { newPerson } from '#testing/factories.ts'
import { type IdentityApp, identityApp, openTestDatabase, TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { answerOf, finishAuthorization, signIn, signUp, startAuthorization } from '#testing/identity.ts'
import { mailTo } from '#testing/outbox.ts'
import { askForCode, codeInMail, signUpVerified } from '#testing/proven-sign-up.ts'
import { SIGN_UP_POLICY } from '#server/identity/provider/policies.ts'
import type { SignUpRules } from './sign-up-rules.ts'
import { tokenChecker } from '#server/identity/provider/tokens.ts'

let borrowed: BorrowedDatabase
let database: Database
let open: IdentityApp
let verified: IdentityApp
let domain: IdentityApp
let invited: IdentityApp

const rules = (changes: Partial<SignUpRules>): SignUpRules => ({
  mode: 'verified',
  domains: [],
  provesAddresses: true,
  ...changes,
})

beforeAll(async () => {
  borrowed = await borrowDatabase()
  database = openTestDatabase(borrowed.ownerUrl)
  open = await identityApp(database)
  verified = await identityApp(database, { signUp: rules({}) })
  domain = await identityApp(database, { signUp: rules({ mode: 'domain', domains: ['acme.example'] }) })
  invited = await identityApp(database, { signUp: rules({ mode: 'invited', provesAddresses: false }) })
})
afterAll(async () => {
  for (const server of [open, verified, domain, invited]) await server?.app.close()
  await database?.close()
  await borrowed?.release()
})

const isKnown = async (email: string) =>
  (await database.signIn.query('select 1 from identity_users where lower(email) = lower($1)', [email]))
    .rowCount === 1
/** A page without what differs from one sign-in to the next. */
const plain = ({ status, text }: { status: number; text: string }, email: string) => ({
  status,
  text: text.replaceAll(email, 'EMAIL').replaceAll(/interaction\/[\w-]+/g, 'interaction/UID'),
})

describe('where addresses are proved', () => {
  test('a sign-in is made when the code is entered, and its token says that the address is proved', async () => {
    const person = newPerson()
    const { visit, page } = await askForCode(verified.app, person)
    expect(page.text).toContain(`We sent a six-digit code to ${person.email}. It works for 10 minutes.`)
    expect(await isKnown(person.email)).toBe(false)
    const code = await codeInMail(verified.outbox.folder, person.email)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    const arrived = await visit.visitor.submit(page, 'verify', { code: spaced })
    const { accessToken } = await finishAuthorization(visit, arrived)
    await expect(tokenChecker(verified.rules)(`Bearer ${accessToken}`)).resolves.toMatchObject({
      email: person.email,
      emailVerified: true,
    })
  })

  test('a code ends with the fifth wrong try, and another one takes its place', async () => {
    const person = newPerson()
    const { visit, page } = await askForCode(verified.app, person)
    const { visitor } = visit
    const first = await codeInMail(verified.outbox.folder, person.email)
    const wrong = first === '000000' ? '000001' : '000000'
    let said = page
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      said = await visitor.submit(page, 'verify', { code: wrong })
      expect(said.text, String(attempt)).toContain('This is not the code that was sent.')
    }
    said = await visitor.submit(page, 'verify', { code: wrong })
    expect(said.text).toContain('tried too often')
    expect((await visitor.submit(page, 'verify', { code: first })).text).toContain('tried too often')
    expect(await isKnown(person.email)).toBe(false)
    await visitor.submit(page, 'another-code', {})
    const second = await codeInMail(verified.outbox.folder, person.email, 2)
    expect(answerOf(await visitor.submit(page, 'verify', { code: second }))['code']).toBeTruthy()
  })

  test('a code works for ten minutes, in the browser that asked for it, and three are sent an hour', async () => {
    const person = newPerson()
    const { visit, page } = await askForCode(verified.app, person)
    const code = await codeInMail(verified.outbox.folder, person.email)
    const other = await askForCode(verified.app, person)
    expect((await other.visit.visitor.submit(other.page, 'verify', { code })).text).toContain(
      'This is not the code',
    )
    expect((await visit.visitor.submit(page, 'another-code', {})).status).toBe(200)
    const refused = await visit.visitor.submit(page, 'another-code', {})
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('Too many attempts.')])
    expect(await mailTo(verified.outbox.folder, person.email)).toHaveLength(3)
  })

  test('nobody learns from the page that an address signs in already; its owner does by mail', async () => {
    const [known, unknown] = [newPerson(), newPerson()]
    await signUpVerified(verified, known)
    const taken = await askForCode(verified.app, { ...known, password: 'a stranger’s password' })
    const free = await askForCode(verified.app, unknown)
    expect(plain(taken.page, known.email)).toEqual(plain(free.page, unknown.email))
    const tries = async ({ visit, page }: typeof taken, email: string) => {
      const pages = []
      for (let attempt = 1; attempt <= 5; attempt += 1)
        pages.push(plain(await visit.visitor.submit(page, 'verify', { code: '123456' }), email))
      return pages
    }
    expect(await tries(taken, known.email)).toEqual(await tries(free, unknown.email))
    const mails = await mailTo(verified.outbox.folder, known.email)
    expect(mails.at(-1)).toMatchObject({
      subject: 'This address already has a sign-in to Lading',
      text: expect.stringContaining(`${TEST_PUBLIC_URL}/identity/password`),
    })
    await expect(signIn(verified.app, known)).resolves.toBeTruthy()
  })

  test('a sign-in that was never proved, nor has joined a company, goes to whoever proves its address', async () => {
    const person = newPerson()
    const stranger = { ...person, password: 'known to a stranger' }
    await signUp(open.app, stranger)
    await signUpVerified(verified, { ...person, email: person.email.toUpperCase() })
    await expect(signIn(verified.app, stranger)).rejects.toThrow('is wrong')
    await expect(signIn(verified.app, person)).resolves.toBeTruthy()
  })
})

describe('who may sign up', () => {
  test('is whoever has an address at the domain', async () => {
    const own = newPerson({ email: `${crypto.randomUUID()}@ACME.example` })
    await expect(signUpVerified(domain, own)).resolves.toBeTruthy()
    for (const email of ['x@evil.example', 'x@acme.example.evil.example', 'x@sub.acme.example']) {
      const { visit, page } = await askForCode(domain.app, newPerson({ email }))
      expect(page.status).toBe(403)
      expect(page.text).toContain('Signing up is for people with an e-mail address ending in @acme.example.')
      expect(await isKnown(email)).toBe(false)
      const link = /href="([^"]+\/refused)"/.exec(page.text)?.[1] ?? ''
      const back = await visit.visitor.open(new URL(link, page.url).href, `${TEST_PUBLIC_URL}/webapp`)
      expect(answerOf(back)).toMatchObject({
        error: 'access_denied',
        error_description: expect.stringContaining('@acme.example'),
        state: visit.state,
      })
    }
  })

  test('is nobody without an invitation or a link, where companies are founded by invitation', async () => {
    const person = newPerson()
    const { page } = await askForCode(invited.app, person)
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('by invitation only')])
    expect(await isKnown(person.email)).toBe(false)
    const forged = await askForCode(invited.app, person, { invitation: 'x'.repeat(43) })
    expect(forged.page.status).toBe(403)
    const { page: form } = await startAuthorization(invited.app, SIGN_UP_POLICY)
    expect(form.text).toContain('New companies can register here by invitation only.')
  })
})
