import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '#server/db/db.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { signInEvents } from '#testing/identity-events.ts'
import {
  cheapPasswords,
  type IdentityApp,
  identityApp,
  openTestDatabase,
  TEST_PUBLIC_URL,
} from '#testing/identity-app.ts'
import { refresh, signInWith, signUp, type TestPerson } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { embeddedDirectory } from '#server/identity/directory/directory.ts'
import { SIGN_IN_POLICY } from '#server/identity/provider/policies.ts'
import { sweepExpiredState } from '#server/identity/store/state.ts'
import { tokenChecker } from '#server/identity/provider/tokens.ts'

const ACCOUNT = `${TEST_PUBLIC_URL}/identity/account`
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

let borrowed: BorrowedDatabase
let databases: Database[]
let here: IdentityApp
let elsewhere: IdentityApp
let ann: TestPerson
let made = 0

beforeAll(async () => {
  borrowed = await borrowDatabase()
  databases = [openTestDatabase(borrowed.ownerUrl), openTestDatabase(borrowed.ownerUrl)]
  ;[here, elsewhere] = (await Promise.all(databases.map(database => identityApp(database)))) as [
    IdentityApp,
    IdentityApp,
  ]
})
afterAll(async () => {
  for (const server of [here, elsewhere]) await server?.app.close()
  for (const database of databases ?? []) await database.close()
  await borrowed?.release()
})
beforeEach(async () => {
  made += 1
  ann = {
    email: `ann${made}@example.com`,
    name: 'Ann Lee',
    company: 'Harbour',
    password: 'seven silver seas',
  }
  await signUp(here.app, ann)
})

const pool = () => (databases[0] as Database).signIn
const visitorWith = (userAgent: string, address = '203.0.113.9') =>
  new TestVisitor(here.app, { userAgent, address })
const check = (token: string, { rules }: IdentityApp = here) => tokenChecker(rules)(`Bearer ${token}`)
const ENDED = 'This sign-in was ended. Sign in again.'

/** Leaves as the application does: it shows the ID token, and the page that comes sends its form by itself. */
async function signOut(visitor: TestVisitor, idToken: string) {
  const query = new URLSearchParams({
    id_token_hint: idToken,
    post_logout_redirect_uri: `${TEST_PUBLIC_URL}/`,
  })
  const address = `${TEST_PUBLIC_URL}/identity/${SIGN_IN_POLICY}/oauth2/v2.0/logout?${query.toString()}`
  const { text } = await visitor.open(address, '-')
  const form = /action="([^"]+)".*name="xsrf" value="([^"]+)"/.exec(text)
  const reply = await visitor.send('POST', form?.[1] ?? '', { xsrf: form?.[2] ?? '', logout: 'yes' })
  expect([reply.status, reply.location]).toEqual([303, `${TEST_PUBLIC_URL}/`])
}

describe('signing out', () => {
  test('ends the access token at once, on every server, and leaves the person’s other sign-ins alone', async () => {
    const other = await signInWith(visitorWith(PHONE), ann)
    const visitor = visitorWith(FIREFOX)
    const { visit, tokens } = await signInWith(visitor, ann, { remember: 'yes' })
    const renewed = await refresh(visit, tokens.refreshToken)
    const ended = [tokens.accessToken, renewed.accessToken]
    for (const token of ended)
      for (const server of [here, elsewhere])
        expect(await check(token, server)).toMatchObject({ email: ann.email })
    await signOut(visitor, tokens.idToken)
    for (const token of ended) await expect(check(token)).rejects.toThrow(ENDED)
    await vi.waitFor(
      async () => {
        for (const token of ended) await expect(check(token, elsewhere)).rejects.toThrow(ENDED)
      },
      { timeout: 5000 },
    )
    await expect(refresh(visit, renewed.refreshToken)).rejects.toThrow('invalid_grant')
    for (const server of [here, elsewhere])
      expect(await check(other.tokens.accessToken, server)).toMatchObject({ email: ann.email })
    expect((await refresh(other.visit, other.tokens.refreshToken)).accessToken).toBeTruthy()
  })

  test('is remembered by a server that starts later, for as long as a token lives', async () => {
    const visitor = visitorWith(FIREFOX)
    const { tokens } = await signInWith(visitor, ann)
    await signOut(visitor, tokens.idToken)
    const later = await identityApp(databases[0] as Database)
    await expect(check(tokens.accessToken, later)).rejects.toThrow(ENDED)
    await later.app.close()
    await pool().query(`update ended_sessions set expires_at = now() - interval '1 second'`)
    await sweepExpiredState(pool())
    expect((await pool().query('select 1 from ended_sessions')).rows).toEqual([])
  })
})

describe('a new password', () => {
  test('that an Administrator sets ends every token before the call is answered', async () => {
    const { visit, tokens } = await signInWith(visitorWith(FIREFOX), ann)
    const directory = embeddedDirectory(pool(), {
      publicUrl: TEST_PUBLIC_URL,
      passwords: cheapPasswords,
      passwordWasSet: here.rules.passwordWasSet,
    })
    const identity = await check(tokens.accessToken)
    const origin = { address: '203.0.113.1', userAgent: FIREFOX }
    await directory.setPassword(identity.subject, 'three green harbours', {
      userId: crypto.randomUUID(),
      name: null,
      origin,
    })
    await expect(check(tokens.accessToken)).rejects.toThrow(ENDED)
    await expect(refresh(visit, tokens.refreshToken)).rejects.toThrow('invalid_grant')
    const again = await signInWith(visitorWith(FIREFOX), { ...ann, password: 'three green harbours' })
    expect(await check(again.tokens.accessToken)).toEqual({
      ...identity,
      generation: (identity.generation ?? 0) + 1,
    })
  })
})

describe('what was ended is told by a number and not by the clock', () => {
  test('so that nobody is locked out when the clock was set back', async () => {
    const visitor = visitorWith(FIREFOX)
    const { tokens } = await signInWith(visitor, ann)
    const { subject } = await check(tokens.accessToken)
    await visitor.post(`${ACCOUNT}/sign-out`, {})
    // The clock was an hour ahead until now.
    await pool().query(
      `update identity_users set signed_out_at = signed_out_at + interval '1 hour' where subject = $1`,
      [subject],
    )
    await pool().query(
      `update ended_sessions set ended_at = ended_at + interval '1 hour', expires_at = expires_at + interval '1 hour'`,
    )
    await here.rules.refresh()
    await expect(check(tokens.accessToken)).rejects.toThrow(ENDED)
    const again = await signInWith(visitorWith(FIREFOX), ann)
    expect(await check(again.tokens.accessToken)).toMatchObject({ subject })
    expect(decodeJwt(again.tokens.accessToken)['generation']).toBe(1)
  })
})

describe('the list of one’s sessions', () => {
  type Listed = { title: string; lines: string[]; uid: string | undefined }

  function listOn(text: string): Listed[] {
    const list = /<ul class="sessions">(.*?)<\/ul>/s.exec(text)?.[1] ?? ''
    return [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => {
      const [title = '', ...lines] = [...item.matchAll(/<p[^>]*>(.*?)<\/p>/gs)].map(([, line = '']) =>
        line.replaceAll(/<[^>]+>/g, ''),
      )
      return { title, lines, uid: /name="session" value="([^"]+)"/.exec(item)?.[1] }
    })
  }
  const DATE = /\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d UTC/g
  const listSeenBy = async (visitor: TestVisitor) => listOn((await visitor.open(ACCOUNT, '-')).text)

  async function inTwoBrowsers() {
    const desk = visitorWith(FIREFOX)
    const phone = visitorWith(PHONE, '198.51.100.4')
    return {
      ...{ desk, phone },
      atDesk: await signInWith(desk, ann),
      onPhone: await signInWith(phone, ann, { remember: 'yes' }),
    }
  }

  test('says which browser, from where and since when, and which is this one', async () => {
    const { desk, phone, onPhone } = await inTwoBrowsers()
    // What a token is renewed with is what is shown.
    await pool().query(`update oidc_state set used_at = used_at - interval '2 days', address = null`)
    await refresh(onPhone.visit, onPhone.tokens.refreshToken)
    const listed = (await listSeenBy(desk)).map(({ title, lines, uid }) => [
      title,
      ...lines.map(line => line.replace(DATE, '…')),
      typeof uid,
    ])
    const dates = ['Signed in …', 'Last used …']
    expect(listed).toEqual([
      ['Firefox on Windows This browser', 'Network address not known', ...dates, 'undefined'],
      ['Safari on iPhone', 'Network address 198.51.100.4', ...dates, 'string'],
      ['Unknown browser', 'Network address not known', ...dates, 'string'],
    ])
    expect((await listSeenBy(phone))[0]?.title).toBe('Safari on iPhone This browser')
  })

  test('ends one of them with its tokens, and its browser is known no more', async () => {
    const { desk, phone, atDesk, onPhone } = await inTwoBrowsers()
    const listed = (await listSeenBy(desk)).find(({ title }) => title.startsWith('Safari'))
    const page = await desk.post(`${ACCOUNT}/sessions`, { session: listed?.uid ?? '' })
    expect(page.text).toContain('<p class="notice" role="status">The session was ended.</p>')
    expect(listOn(page.text).map(({ title }) => title)).not.toContain('Safari on iPhone')
    await expect(check(onPhone.tokens.accessToken)).rejects.toThrow(ENDED)
    await expect(refresh(onPhone.visit, onPhone.tokens.refreshToken)).rejects.toThrow('invalid_grant')
    expect((await phone.open(ACCOUNT, '-')).text).toContain('<h1>Sign in</h1>')
    expect(await check(atDesk.tokens.accessToken)).toMatchObject({ email: ann.email })
    const { rows } = await pool().query<{ agent: string }>(
      `select b.user_agent as agent from identity_browsers b join identity_users using (subject)
       where email = $1 order by b.created_at`,
      [ann.email],
    )
    expect(rows.map(({ agent }) => agent)).toEqual(['Visitor/1.0', FIREFOX])
    const { subject } = await check(atDesk.tokens.accessToken)
    const last = (await signInEvents(borrowed.ownerUrl)).findLast(event => event.subject === subject)
    expect(last).toMatchObject({ outcome: 'session_ended', userAgent: FIREFOX })
  })

  test('ends nobody else’s', async () => {
    const { desk, onPhone } = await inTwoBrowsers()
    const uid = (await listSeenBy(desk)).find(({ title }) => title.startsWith('Safari'))?.uid ?? ''
    const mallory = { ...ann, email: `mallory${made}@example.com` }
    await signUp(here.app, mallory)
    const visitor = visitorWith(FIREFOX)
    await signInWith(visitor, mallory)
    for (const session of [uid, '', '\0', "' or true", 'x'.repeat(5000)]) {
      const page = await visitor.post(`${ACCOUNT}/sessions`, { session })
      expect(page.status).toBe(session === '\0' ? 400 : 200)
    }
    expect(await check(onPhone.tokens.accessToken)).toMatchObject({ email: ann.email })
    expect((await refresh(onPhone.visit, onPhone.tokens.refreshToken)).accessToken).toBeTruthy()
  })

  test('repeats nothing of a browser’s own words', async () => {
    const visitor = visitorWith('<script>alert(1)</script> http://evil.example/')
    await signInWith(visitor, ann)
    const { text } = await visitor.open(ACCOUNT, '-')
    expect(listOn(text).map(({ title }) => title)).toContain('Unknown browser This browser')
    expect(text).not.toMatch(/alert\(1\)|evil/)
  })

  test('is not written to by each request', async () => {
    const visitor = visitorWith(FIREFOX)
    const { tokens } = await signInWith(visitor, ann)
    const written = async () =>
      (await pool().query(`select xmin::text, uid from oidc_state where model = 'Session' order by uid`)).rows
    expect(await listSeenBy(visitor)).toHaveLength(2)
    const before = await written()
    for (let count = 0; count < 3; count++) {
      await check(tokens.accessToken)
      await visitor.open(ACCOUNT, '-')
    }
    expect(await written()).toEqual(before)
  })
})
