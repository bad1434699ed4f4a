import { beforeEach, describe, expect, test } from 'vitest'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { signInWith, startAuthorization, type TestPerson } from '#testing/identity.ts'
import { linkInMail } from '#testing/outbox.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { testProvider } from '#testing/test-provider.ts'
import { SIGN_IN_POLICY, SIGN_UP_POLICY } from '#server/identity/provider/policies.ts'
import { findBrowser, rememberBrowser } from '#server/identity/store/browsers.ts'
import { sweepExpiredState } from '#server/identity/store/state.ts'
import { findUserByEmail } from '#server/identity/store/users.ts'
import { codeOfStep, stepAt } from '#server/identity/passwords/totp.ts'

const ACCOUNT = `${TEST_PUBLIC_URL}/identity/account`
const WRONG = 'The e-mail address or the password is wrong.'
const BY_MAIL = 'Or choose a new password by e-mail: then this browser does not have to wait.'

const server = testProvider()
let mimi: TestPerson
/** Where Mimi signed up. */
let home: TestVisitor
let made = 0

beforeEach(async () => {
  made += 1
  mimi = personNamed(`mimi${made}`)
  home = await signedUp(mimi)
})

const personNamed = (name: string): TestPerson => ({
  email: `${name}@example.com`,
  name: 'Em Ess',
  company: 'Quay',
  password: 'seven silver seas',
})

let browsers = 0
/** Each comes from an address of its own. */
const newBrowser = () => new TestVisitor(server.app, { address: `198.51.${++browsers % 250}.7` })

async function signedUp(person: TestPerson): Promise<TestVisitor> {
  const visitor = newBrowser()
  const visit = await startAuthorization([], SIGN_UP_POLICY, { visitor })
  const page = await visitor.submit(visit.page, 'sign-up', { ...person })
  expect(page.url).toContain('#code=')
  visitor.restart()
  return visitor
}

/** One try; a browser in which it was the right password is closed and opened again. */
async function attempt(visitor: TestVisitor, password: string, email = mimi.email) {
  const visit = await startAuthorization([], SIGN_IN_POLICY, { visitor })
  const page = await visitor.submit(visit.page, 'sign-in', { email, password })
  const isIn = page.url.includes('#code=')
  if (isIn) visitor.restart()
  const alert = /<p class="alert" role="alert">(.*?)<\/p>/.exec(page.text)?.[1]
  // A second or two go by until the refusal is read.
  return { status: isIn ? 'in' : page.status, alert: alert?.replace(/5\d seconds/, '60 seconds') }
}

async function guess(times: number, email = mimi.email) {
  for (let time = 0; time < times; time++)
    expect(await attempt(newBrowser(), 'not this one', email)).toEqual({ status: 400, alert: WRONG })
}

/** As if so much time had gone by. */
const pass = (seconds: number) =>
  server.database.signIn.query(
    `update sign_in_limits set expires_at = expires_at - make_interval(secs => $1),
       blocked_until = blocked_until - make_interval(secs => $1)`,
    [seconds],
  )

async function chooseByMail(visitor: TestVisitor, password: string, count = 1) {
  await visitor.post(`${TEST_PUBLIC_URL}/identity/password`, { email: mimi.email })
  const link = await linkInMail(server.outbox.folder, mimi.email, count)
  expect((await visitor.post(link, { password })).status).toBe(200)
}

const subjectOf = async ({ email }: TestPerson) =>
  (await findUserByEmail(server.database.signIn, email))?.subject ?? ''

const shut = (minutes: string, wayIn = ` ${BY_MAIL}`) => ({
  status: 429,
  alert: `Too many attempts. Try again in ${minutes}.${wayIn}`,
})

describe('a stranger who keeps guessing', () => {
  test('gets no further, and keeps nobody out of a browser that was used before', async () => {
    await guess(10)
    for (const [wait, minutes] of [
      ['60 seconds', 1],
      ['2 minutes', 2],
      ['4 minutes', 4],
    ] as const) {
      // Not even with the right password, and not after the owner has signed in.
      expect(await attempt(newBrowser(), mimi.password)).toEqual(shut(wait))
      expect((await attempt(home, mimi.password)).status).toBe('in')
      expect(await attempt(newBrowser(), mimi.password)).toEqual(shut(wait))
      await pass(minutes * 60 + 1)
      await guess(1)
    }
  })

  test('keeps nobody out of a new machine either: a password chosen by e-mail makes it known', async () => {
    const fresh = newBrowser()
    await chooseByMail(fresh, 'three green harbours')
    await guess(10)
    expect(await attempt(newBrowser(), 'three green harbours')).toEqual(shut('60 seconds'))
    expect((await attempt(fresh, 'three green harbours')).status).toBe('in')
    // The others have to be made known anew: one of them may be the reason for the new password.
    expect(await attempt(home, 'three green harbours')).toEqual(shut('60 seconds'))
  })

  test('does not slow down whoever is in the same house, by too many attempts from one address', async () => {
    const house = () => new TestVisitor(server.app, { address: '203.0.113.4' })
    const desk = house()
    expect((await attempt(desk, mimi.password)).status).toBe('in')
    for (let time = 0; time < 20; time++) await attempt(house(), 'no', `x${time}@example.com`)
    expect(await attempt(house(), mimi.password)).toEqual(shut('60 seconds', ''))
    expect((await attempt(desk, mimi.password)).status).toBe('in')
  })
})

describe('a browser is a stranger to a person', () => {
  test('that only another person has used', async () => {
    const bob = await signedUp(personNamed(`bob${made}`))
    await guess(10)
    expect(await attempt(bob, mimi.password)).toEqual(shut('60 seconds'))
  })

  test('with a made-up cookie, however many secrets it holds', async () => {
    await guess(9)
    const forger = newBrowser()
    const forged = () => Array.from({ length: 9 }, () => crypto.randomUUID().padEnd(43, 'x')).join('.')
    forger.plantCookie('known_browser', forged())
    expect((await attempt(forger, 'not this one')).status).toBe(400)
    for (const value of [forged(), '', '.', 'x'.repeat(43), '%00', '\u{1F600}'.repeat(9)]) {
      forger.plantCookie('known_browser', encodeURI(value))
      expect(await attempt(forger, mimi.password)).toEqual(shut('60 seconds'))
    }
  })

  test('once the person has signed out everywhere or changed the password elsewhere', async () => {
    const office = newBrowser()
    const { rows } = await server.database.signIn.query(
      'select 1 from identity_browsers where subject = $1',
      [await subjectOf(mimi)],
    )
    expect(rows).toHaveLength(1)
    for (const leave of [
      () => home.post(`${ACCOUNT}/sign-out`, {}),
      () => home.post(`${ACCOUNT}/password`, { current: mimi.password, password: 'three green harbours' }),
    ]) {
      await signInWith(office, mimi)
      await signInWith(home, mimi)
      await leave()
      home.restart()
      office.restart()
      await guess(10)
      for (const password of [mimi.password, 'three green harbours'])
        expect(await attempt(office, password)).toEqual(shut('60 seconds'))
      await pass(24 * 3600)
    }
    expect((await attempt(home, 'three green harbours')).status).toBe('in')
  })

  test('a year after it was last seen', async () => {
    const secret = home.cookie('known_browser') ?? ''
    const subject = await subjectOf(mimi)
    expect(await findBrowser(server.database.signIn, subject, [secret])).toMatchObject({ hasSignedIn: true })
    await server.database.signIn.query(
      `update identity_browsers set expires_at = expires_at - interval '365 days'`,
    )
    expect(await findBrowser(server.database.signIn, subject, [secret])).toBeUndefined()
    await sweepExpiredState(server.database.signIn)
    expect((await server.database.signIn.query('select 1 from identity_browsers')).rows).toEqual([])
  })

  test('once twenty others were seen later', async () => {
    const pool = server.database.signIn
    const subject = await subjectOf(mimi)
    const origin = { address: '203.0.113.8', userAgent: 'Visitor/1.0' }
    const first = home.cookie('known_browser') ?? ''
    for (let count = 0; count < 20; count++) {
      expect(await findBrowser(pool, subject, [first])).toBeTruthy()
      await rememberBrowser(pool, subject, origin, { signedIn: true })
    }
    expect(await findBrowser(pool, subject, [first])).toBeUndefined()
    const { rows } = await pool.query('select 1 from identity_browsers where subject = $1', [subject])
    expect(rows).toHaveLength(20)
  })
})

describe('a known browser', () => {
  test('has ten guesses of its own and no more, whoever else it is known to', async () => {
    const bob = personNamed(`bob${made}`)
    expect((await attempt(home, bob.password, bob.email)).status).toBe(400)
    await signedUp(bob)
    expect((await attempt(home, bob.password, bob.email)).status).toBe('in')
    expect(home.cookie('known_browser')?.split('.')).toHaveLength(2)
    for (let time = 0; time < 10; time++) expect((await attempt(home, 'not this one')).status).toBe(400)
    expect(await attempt(home, mimi.password)).toEqual(shut('60 seconds', ''))
    expect((await attempt(home, bob.password, bob.email)).status).toBe('in')
    expect((await attempt(newBrowser(), mimi.password)).status).toBe('in')
  })

  test('holds nothing in the database by which its cookie could be made', async () => {
    const secret = home.cookie('known_browser') ?? ''
    expect(secret).toMatch(/^[\w-]{43}$/)
    const { rows } = await server.database.signIn.query<{ row: string }>(
      'select identity_browsers::text as row from identity_browsers',
    )
    const text = rows.map(({ row }) => row).join()
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  })
})

describe('the codes of an authenticator app', () => {
  const keyOn = (text: string) =>
    /<code class="key">([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(' ', '') ?? ''
  const rightCode = async (secret: string) => {
    await server.database.signIn.query('update identity_users set totp_step = null')
    return codeOfStep(secret, stepAt(Date.now()))
  }
  const toCodePage = async (visitor: TestVisitor, password = mimi.password) => {
    const visit = await startAuthorization([], SIGN_IN_POLICY, { visitor })
    return visitor.submit(visit.page, 'sign-in', { email: mimi.email, password })
  }

  test('cannot be shut for a known browser, and a link by e-mail gives no more guesses at them', async () => {
    await signInWith(home, mimi)
    const secret = keyOn((await home.post(`${ACCOUNT}/second-factor`, { current: mimi.password })).text)
    await home.post(`${ACCOUNT}/second-factor/code`, { code: await rightCode(secret) })
    home.restart()
    // Whoever knows the password, and signs in again and again.
    for (let time = 0; time < 10; time++) {
      const thief = newBrowser()
      expect((await thief.submit(await toCodePage(thief), 'code', { code: '000000' })).status).toBe(400)
    }
    const thief = newBrowser()
    const refused = await thief.submit(await toCodePage(thief), 'code', { code: await rightCode(secret) })
    expect(refused.status).toBe(429)
    expect(refused.text).toMatch(/Too many attempts\. Try again in \d\d seconds\.<\/p>/)
    const arrived = await home.submit(await toCodePage(home), 'code', { code: await rightCode(secret) })
    expect(arrived.url).toContain('#code=')

    const reader = newBrowser()
    await chooseByMail(reader, 'three green harbours')
    const page = await toCodePage(reader, 'three green harbours')
    expect((await reader.submit(page, 'code', { code: await rightCode(secret) })).status).toBe(429)
  })
})

describe('one person goes by one name', () => {
  test('whatever letters that fold otherwise in JavaScript an address is spelt with', async () => {
    const spellings = ['mİmi', 'mimİ', 'MİMİ', 'mımi'].map(name => mimi.email.replace('mimi', name))
    await guess(10)
    for (const email of [...spellings, mimi.email.toUpperCase()]) {
      const { status } = await attempt(newBrowser(), mimi.password, email)
      expect(status).not.toBe('in')
    }
    expect(await attempt(newBrowser(), mimi.password, mimi.email.toUpperCase())).toEqual(shut('60 seconds'))
    await pass(24 * 3600)
    // What is no e-mail address is nobody's, in the words for a wrong password.
    for (const email of spellings)
      expect(await attempt(newBrowser(), mimi.password, email)).toEqual({ status: 400, alert: WRONG })
  })

  test('also where nobody has it, and for links by e-mail', async () => {
    const { rows } = await server.database.signIn.query<{ folded: string }>(`select lower('mİmi') as folded`)
    const folded = rows[0]?.folded ?? ''
    const nobody = `${folded}-nobody${made}@example.com`
    for (let time = 0; time < 10; time++) await guess(1, time % 2 ? nobody : nobody.toUpperCase())
    expect((await attempt(newBrowser(), 'no', nobody.replace('m', 'M'))).status).toBe(429)
    for (const email of ['MIMI', 'Mimi', 'mimI', 'mimi']) {
      const values = { email: mimi.email.replace('mimi', email) }
      const { status } = await newBrowser().post(`${TEST_PUBLIC_URL}/identity/password`, values)
      expect(status).toBe(email === 'mimi' ? 429 : 200)
    }
    const spelt = await newBrowser().post(`${TEST_PUBLIC_URL}/identity/password`, {
      email: mimi.email.replace('mimi', 'mİmi'),
    })
    expect(spelt.status).toBe(400)
  })
})
