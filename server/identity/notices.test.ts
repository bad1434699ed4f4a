import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildColleague, buildCompany } from '#testing/factories.ts'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { signIn, signInWith } from '#testing/identity.ts'
import { linkInMail, mailTo } from '#testing/outbox.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { notifyPerson } from './notices.ts'
import { codeOfStep, stepAt } from '#server/identity/passwords/totp.ts'
import { companyPerTest } from '#testing/test-company.ts'

const ACCOUNT = `${TEST_PUBLIC_URL}/identity/account`
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'

const { product, rows, company } = companyPerTest({}, one => buildCompany(one, { name: 'Amina Qureshi' }))
let visitor: TestVisitor

beforeEach(async () => {
  visitor = new TestVisitor(product.app, { userAgent: FIREFOX })
})

const does = (step: string, values: Record<string, string>) => visitor.post(`${ACCOUNT}/${step}`, values)
const password = () => ({ current: company.person.password })

/** All messages to the person, once there are so many. */
async function mails(count: number) {
  await vi.waitFor(async () => expect(await sent()).toHaveLength(count), { timeout: 5000 })
  return sent()
}
const sent = () => mailTo(product.outbox.folder, company.person.email)

const text = (sentence: string, browser = 'Firefox on Windows') => `${sentence}

When: … UTC
Browser: ${browser}
Network address: 127.0.0.1

If this was you, you do not need to do anything.

If this was not you, choose a new password here, and tell your Administrator:

${TEST_PUBLIC_URL}/identity/password`

const withoutDate = (mail: { subject: string; text: string } | undefined) => ({
  ...mail,
  text: mail?.text
    .trim()
    .replaceAll('\r\n', '\n')
    .replace(/When: \d{1,2} \w+ \d{4} at \d\d:\d\d UTC/, 'When: … UTC'),
})

describe('a person is told by e-mail', () => {
  test('of a sign-in from a browser that is new to them, and of no other', async () => {
    await signInWith(visitor, company.person)
    const [mail] = await mails(1)
    expect(withoutDate(mail)).toEqual({
      subject: 'Signed in from a new browser – Lading',
      text: text('You signed in from a browser that you had not used before.'),
    })
    visitor.restart()
    await signInWith(visitor, company.person)
    await signIn(product.app, company.person)
    expect(withoutDate((await mails(2))[1])).toEqual({
      subject: 'Signed in from a new browser – Lading',
      text: text('You signed in from a browser that you had not used before.', 'Unknown browser'),
    })
  })

  test('of each change of how they sign in, in the order of what happened', async () => {
    await signInWith(visitor, company.person)
    const step = stepAt(Date.now())
    const offered = await does('second-factor', password())
    const secret = (/<code class="key">([A-Z2-7 ]+)</.exec(offered.text)?.[1] ?? '').replaceAll(' ', '')
    await mails(1)
    await does('second-factor/code', { code: codeOfStep(secret, step) })
    await mails(2)
    const codes = (await does('recovery-codes', password())).text
    await mails(3)
    const [, code = ''] = /<li><code>([^<]+)</.exec(codes) ?? []
    await does('second-factor', { ...password(), code })
    await mails(4)
    await does('name', { name: 'Amina Khan' })
    await does('password', { ...password(), password: 'three green harbours' })
    await mails(5)
    await visitor.post(`${TEST_PUBLIC_URL}/identity/password`, { email: company.person.email })
    const link = await linkInMail(product.outbox.folder, company.person.email)
    await visitor.post(link, { password: 'two yellow lighthouses' })
    const all = await mails(7)
    expect(all.map(withoutDate).filter(({ subject }) => !subject?.startsWith('Choose'))).toEqual([
      {
        subject: 'Signed in from a new browser – Lading',
        text: text('You signed in from a browser that you had not used before.'),
      },
      {
        subject: 'Your authenticator app is on – Lading',
        text: text(
          'An authenticator app was set up for you. You will be asked for its codes when you sign in.',
        ),
      },
      {
        subject: 'You have new recovery codes – Lading',
        text: text('New recovery codes were made for you. The earlier ones no longer work.'),
      },
      {
        subject: 'Your authenticator app is off – Lading',
        text: text('Your authenticator app was turned off. You now sign in with your password alone.'),
      },
      {
        subject: 'Your password was changed – Lading',
        text: text('Your password was changed under My account.'),
      },
      {
        subject: 'Your password was changed – Lading',
        text: text('A new password was chosen with a link that was sent to this address.'),
      },
    ])
  })

  test('of a password that an Administrator gave them, by whom, and nothing else that was typed', async () => {
    const admin = await buildColleague(product, company, 'administrator')
    const rename = (name: string) =>
      rows.select('update users set display_name = $1 where id = $2', [name, admin.membership.user.id])
    await rename('Bilal Khan')
    const { user } = company.membership
    const give = (password: string) =>
      admin.call('PUT', `/api/register/user/${user.id}/password`, { password })
    const given = (giver: string, factor: string) => ({
      subject: 'You were given a new password – Lading',
      text: `${giver} gave you a new password. Your earlier sign-ins have ended${factor}.

When: … UTC

If you did not expect this, ask your Administrator, and choose a password of your own here:

${TEST_PUBLIC_URL}/identity/password`,
    })
    expect((await give('three green harbours')).status).toBe(204)
    const byName = given('Bilal Khan, an Administrator of your company,', '')
    expect((await mails(1)).map(withoutDate)).toEqual([byName])

    await rows.select(`update identity_users set totp_secret = 'kept', totp_since = now() where email = $1`, [
      company.person.email,
    ])
    await rename('Pay at evil.example')
    expect((await give('two yellow lighthouses')).status).toBe(204)
    expect((await mails(2)).map(withoutDate)[1]).toEqual(
      given('An Administrator of your company', ', and your authenticator app is turned off'),
    )
  })
})

describe('a message that cannot be sent', () => {
  const sender = (mailer: { send: () => Promise<void> }, errors: unknown[] = []) => ({
    pool: product.database.signIn,
    publicUrl: TEST_PUBLIC_URL,
    productName: 'Lading',
    mailer,
    afterwards: (work: Promise<void>) => void work.catch((error: unknown) => errors.push(error)),
  })
  const person = () => ({ subject: crypto.randomUUID(), email: 'ann@example.com' })
  const origin = { address: '203.0.113.9', userAgent: FIREFOX }

  test('fails nothing and is logged', async () => {
    const errors: unknown[] = []
    const failure = new Error('The mail server is away.')
    notifyPerson(sender({ send: () => Promise.reject(failure) }, errors), person(), 'newBrowser', origin)
    await vi.waitFor(() => expect(errors).toEqual([failure]))
  })

  test('because twenty were sent in an hour is not sent', async () => {
    let count = 0
    const to = person()
    const counting = sender({
      send: async () => {
        count += 1
      },
    })
    for (let time = 0; time < 25; time++) notifyPerson(counting, to, 'newBrowser', origin)
    await vi.waitFor(() => expect(count).toBe(20))
    await product.database.signIn.query('select 1')
    expect(count).toBe(20)
  })
})
