import { beforeEach, describe, expect, test } from 'vitest'
import { signInEvents } from '#testing/identity-events.ts'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { refresh, signIn, signInWith, signUp, type TestPerson } from '#testing/identity.ts'
import { linkInMail, mailTo } from '#testing/outbox.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { testProvider } from '#testing/test-provider.ts'
import { sweepExpiredState } from '#server/identity/store/state.ts'
import { tokenChecker } from '#server/identity/provider/tokens.ts'

const HELP = `${TEST_PUBLIC_URL}/identity/password`

const server = testProvider()
let ann: TestPerson
let made = 0

beforeEach(async () => {
  made += 1
  ann = {
    email: `Ann${made}@example.com`,
    name: 'Ann Lee',
    company: 'Harbour',
    password: 'seven silver seas',
  }
  await signUp(server.app, ann)
})

const visitor = () => new TestVisitor(server.app)
const ask = (email: string, by = visitor()) => by.post(HELP, { email })
const choose = (link: string, password: string) => visitor().post(link, { password })

async function linkFor({ email }: TestPerson, count = 1): Promise<string> {
  await ask(email)
  return linkInMail(server.outbox.folder, email, count)
}

describe('a forgotten password', () => {
  test('is replaced by the link in a message to the address that was given at sign-up', async () => {
    const asked = await ask(ann.email.toLowerCase())
    expect(asked.status).toBe(200)
    const link = await linkInMail(server.outbox.folder, ann.email)
    expect(link).toMatch(new RegExp(`^${HELP}/[\\w-]{43}$`))
    const [mail] = await mailTo(server.outbox.folder, ann.email)
    expect(mail?.subject).toBe('Choose your password for Lading')
    expect(mail?.text).toContain('Ann Lee,')
    expect(mail?.text).toContain(
      'The link works once, within an hour. If you did not expect this message, you do not need to do anything: nobody can change',
    )

    const form = await visitor().open(link, 'nowhere')
    expect(form.status).toBe(200)
    expect(form.text).toContain('<h1>Choose a new password</h1>')
    expect(form.text).toContain(`For ${ann.email}. You will be signed out everywhere else.`)
    const saved = await choose(link, 'entirely different')
    expect(saved.text).toContain('<h1>Password saved</h1>')
    await expect(signIn(server.app, ann)).rejects.toThrow('is wrong')
    await expect(signIn(server.app, { ...ann, password: 'entirely different' })).resolves.toBeTruthy()
  })

  test('looking at the link spends nothing; choosing does, and ends every other link of that person', async () => {
    const first = await linkFor(ann)
    const second = await linkFor(ann, 2)
    expect(second).not.toBe(first)
    for (let look = 0; look < 3; look++) expect((await visitor().open(first, '-')).status).toBe(200)
    expect((await choose(first, 'entirely different')).status).toBe(200)
    for (const spent of [first, second]) {
      expect((await visitor().open(spent, '-')).text).toContain(
        'This link has already been used, or it is too old.',
      )
      expect((await choose(spent, 'and yet another')).status).toBe(400)
    }
    await expect(signIn(server.app, { ...ann, password: 'entirely different' })).resolves.toBeTruthy()
  })

  test('is replaced once even when the link is used twice at the same moment', async () => {
    const link = await linkFor(ann)
    const replies = await Promise.all(
      ['the first of these', 'the second of these'].map(text => choose(link, text)),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('cannot be replaced by a link that is older than an hour, or made up', async () => {
    const link = await linkFor(ann)
    await server.database.signIn.query(
      `update identity_links set expires_at = expires_at - interval '59 minutes'`,
    )
    expect((await visitor().open(link, '-')).status).toBe(200)
    await server.database.signIn.query(
      `update identity_links set expires_at = expires_at - interval '1 minute'`,
    )
    for (const dead of [link, `${HELP}/${'x'.repeat(43)}`])
      expect((await choose(dead, 'entirely different')).text).toContain('no longer works')
    await expect(signIn(server.app, ann)).resolves.toBeTruthy()
    await sweepExpiredState(server.database.signIn)
    const { rows } = await server.database.signIn.query(
      'select 1 from identity_links where expires_at < now()',
    )
    expect(rows).toEqual([])
  })

  test('is not replaced by one that is tried first, and the link can be used again', async () => {
    const link = await linkFor(ann)
    const refused = await choose(link, 'Password1234')
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('one of the passwords that attackers try first')
    expect((await choose(link, ann.email)).text).toContain('too close to your own name')
    expect((await choose(link, 'entirely different')).status).toBe(200)
  })

  test('once replaced, ends every session and token of the person', async () => {
    const { visit, tokens } = await signInWith(visitor(), ann, { remember: 'yes' })
    const check = tokenChecker(server.rules)
    await check(`Bearer ${tokens.accessToken}`)
    const link = await linkFor(ann)
    await choose(link, 'entirely different')
    await expect(check(`Bearer ${tokens.accessToken}`)).rejects.toThrow('This sign-in was ended')
    await expect(refresh(visit, tokens.refreshToken)).rejects.toThrow('invalid_grant')
    const again = await visit.visitor.open(`${TEST_PUBLIC_URL}/identity/account`, '-')
    expect(again.text).toContain('<h1>Sign in</h1>')
  })
})

test('nobody learns who has an account: the answer is the same, and only the known person gets a message', async () => {
  const stranger = `nobody${made}@example.com`
  const known = await ask(ann.email)
  const unknown = await ask(stranger)
  expect(unknown.status).toBe(known.status)
  expect(unknown.text.replaceAll(stranger, '')).toBe(known.text.replaceAll(ann.email, ''))
  await linkInMail(server.outbox.folder, ann.email)
  expect(await mailTo(server.outbox.folder, stranger)).toEqual([])
  const nonsense = await ask('nonsense')
  expect(nonsense.status).toBe(400)
  expect(nonsense.text).toContain('This must be an e-mail address.')
})

test('nobody is sent more than three messages an hour', async () => {
  const links = []
  for (let count = 1; count <= 3; count++) links.push(await linkFor(ann, count))
  const refused = await ask(ann.email)
  expect(refused.status).toBe(429)
  expect(refused.text).toContain(
    'Too many attempts. Try again in 60 minutes. Or use a link that was sent to this address within the last hour.',
  )
  expect(await mailTo(server.outbox.folder, ann.email)).toHaveLength(3)
  expect((await choose(links[2] ?? '', 'entirely different')).status).toBe(200)
  await server.database.signIn.query(`update sign_in_limits set expires_at = now(), blocked_until = now()`)
  expect((await ask(ann.email)).status).toBe(200)
})

test('the database holds no secret by which a link could be made', async () => {
  const secret = (await linkFor(ann)).split('/').at(-1) ?? ''
  const { rows } = await server.database.signIn.query<{ row: string }>(
    'select identity_links::text as row from identity_links',
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ row }) => row).join()).not.toContain(secret)
  expect(rows.map(({ row }) => row).join()).not.toContain(Buffer.from(secret).toString('hex'))
})

test('what happened is noted, with where it came from', async () => {
  const link = await linkFor(ann)
  await choose(link, 'entirely different')
  const { rows } = await server.database.signIn.query<{ subject: string }>(
    'select subject from identity_users where email = $1',
    [ann.email],
  )
  const events = await signInEvents(server.ownerUrl)
  const event = {
    subject: rows[0]?.subject,
    userId: null,
    byUserId: null,
    address: '127.0.0.1',
    userAgent: 'Visitor/1.0',
  }
  expect(events.filter(({ subject }) => subject === rows[0]?.subject)).toEqual(
    ['signed_up', 'password_link_sent', 'password_changed'].map(outcome => ({ ...event, outcome })),
  )
})
