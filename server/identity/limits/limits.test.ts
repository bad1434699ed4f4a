import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/db.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { signInEvents } from '#testing/identity-events.ts'
import { type IdentityApp, identityApp, openTestDatabase } from '#testing/identity-app.ts'
import { signUp, startAuthorization, type TestPerson } from '#testing/identity.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { SIGN_IN_POLICY, SIGN_UP_POLICY } from '#server/identity/provider/policies.ts'
import { networkOf } from '#server/identity/store/limits.ts'
import { sweepExpiredState } from '#server/identity/store/state.ts'

let borrowed: BorrowedDatabase
let databases: Database[]
let servers: IdentityApp[]
let ann: TestPerson
let made = 0

beforeAll(async () => {
  borrowed = await borrowDatabase()
  databases = [openTestDatabase(borrowed.ownerUrl), openTestDatabase(borrowed.ownerUrl)]
  servers = await Promise.all(databases.map(database => identityApp(database)))
})
afterAll(async () => {
  for (const server of servers ?? []) await server.app.close()
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
  await signUp(servers[0]?.app ?? [], ann)
})

const pool = () => (databases[0] as Database).signIn
const anywhere = () => servers.map(({ app }) => app)

/** One attempt in a browser of its own, from an address of its own unless one is given. */
async function attempt(
  values: Record<string, string>,
  address = `198.51.100.${Math.floor(Math.random() * 250)}`,
) {
  const visitor = new TestVisitor(anywhere(), { address })
  const visit = await startAuthorization([], SIGN_IN_POLICY, { visitor })
  const page = await visitor.submit(visit.page, 'sign-in', values)
  return { status: page.url.includes('#code=') ? 'in' : page.status, text: page.text }
}

/** As if so many seconds had passed. */
const pass = (seconds: number) =>
  pool().query(
    `update sign_in_limits set expires_at = expires_at - make_interval(secs => $1),
       blocked_until = blocked_until - make_interval(secs => $1)`,
    [seconds],
  )

async function fail(times: number, email: string): Promise<void> {
  for (let time = 0; time < times; time++)
    expect(await attempt({ email, password: 'not this one' })).toMatchObject({ status: 400 })
}

describe('a person', () => {
  test('whose password was wrong ten times rests for a minute, on every server, then for two, then for four', async () => {
    await fail(10, ann.email)
    for (const minutes of [1, 2, 4]) {
      const refused = await attempt(ann)
      expect(refused.status).toBe(429)
      expect(refused.text).toContain(`Try again in ${minutes === 1 ? '60 seconds' : `${minutes} minutes`}.`)
      await pass(minutes * 60 - 10)
      expect((await attempt(ann)).status).toBe(429)
      await pass(11)
      await fail(1, ann.email.toUpperCase())
    }
    await pass(8 * 60 + 1)
    expect((await attempt(ann)).status).toBe('in')
    // And nothing is left of it.
    await fail(9, ann.email)
    expect((await attempt(ann)).status).toBe('in')
  })

  test('is noted to rest once, however often it is tried on', async () => {
    await fail(10, ann.email)
    for (let time = 0; time < 5; time++) expect((await attempt(ann)).status).toBe(429)
    const outcomes = (await signInEvents(borrowed.ownerUrl)).slice(-11).map(({ outcome }) => outcome)
    expect(outcomes).toEqual([...Array<string>(10).fill('wrong_password'), 'refused_for_now'])
  })

  test('who does not exist rests in just the same way', async () => {
    const stranger = `nobody${made}@example.com`
    await fail(10, stranger)
    const refused = await attempt({ email: stranger, password: 'not this one' })
    expect(refused.status).toBe(429)
    expect(refused.text).toMatch(/Too many attempts\. Try again in \d\d seconds\./)
  })

  test('cannot be guessed at faster by guessing in parallel', async () => {
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => attempt({ email: ann.email, password: 'not this one' })),
    )
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(6)
  })
})

describe('an address', () => {
  test('has twenty wrong passwords a minute, whomever they are for; right ones cost nothing', async () => {
    const address = '203.0.113.9'
    for (let time = 0; time < 25; time++) expect((await attempt(ann, address)).status).toBe('in')
    for (let time = 0; time < 20; time++)
      expect((await attempt({ email: `x${time}@example.com`, password: 'guess' }, address)).status).toBe(400)
    expect((await attempt(ann, address)).status).toBe(429)
    expect((await attempt(ann, '203.0.113.10')).status).toBe('in')
    await pass(61)
    expect((await attempt(ann, address)).status).toBe('in')
  })

  test('has five sign-ups an hour', async () => {
    const up = async (count: number) => {
      const visitor = new TestVisitor(anywhere(), { address: '203.0.113.77' })
      const visit = await startAuthorization([], SIGN_UP_POLICY, { visitor })
      const email = `new-${made}-${count}@example.com`
      const page = await visitor.submit(visit.page, 'sign-up', { ...ann, email })
      return page.url.includes('#code=') ? 'in' : page.status
    }
    for (let count = 0; count < 5; count++) expect(await up(count)).toBe('in')
    expect(await up(5)).toBe(429)
    await pass(3601)
    expect(await up(6)).toBe('in')
  })

  test('is what the trusted proxy says, and not what the caller claims', async () => {
    const visitor = new TestVisitor(anywhere(), { address: '6.6.6.6, 203.0.113.50' })
    const visit = await startAuthorization([], SIGN_IN_POLICY, { visitor })
    await visitor.submit(visit.page, 'sign-in', { email: ann.email, password: 'wrong' })
    const [event] = (await signInEvents(borrowed.ownerUrl)).slice(-1)
    expect(event).toMatchObject({ outcome: 'wrong_password', address: '203.0.113.50' })
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['127.0.0.1', undefined],
    ['::ffff:127.0.0.1', undefined],
    ['::1', undefined],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

test('a clock that is set back makes nobody rest for longer, and lets nobody try more often', async () => {
  const address = '203.0.113.61'
  await fail(10, ann.email)
  for (let time = 0; time < 20; time++)
    await attempt({ email: `y${time}@example.com`, password: 'no' }, address)
  await pass(-365 * 24 * 3600)
  expect((await attempt(ann)).status).toBe('in')
  // The first one is let through, and then the rest is as long as ever.
  expect((await attempt({ email: 'y@example.com', password: 'no' }, address)).status).toBe(400)
  expect((await attempt(ann, address)).status).toBe(429)
  await pass(61)
  expect((await attempt(ann, address)).status).toBe('in')
  await pool().query('delete from sign_in_limits')
})

test('limits name nobody, and are swept when they are over', async () => {
  await fail(1, ann.email)
  const { rows } = await pool().query<{ key: string }>('select key from sign_in_limits')
  expect(rows.length).toBeGreaterThan(0)
  for (const { key } of rows) expect(key).not.toMatch(/ann|\d+\.\d+\./)
  await pass(25 * 3600)
  await sweepExpiredState(pool())
  expect((await pool().query('select 1 from sign_in_limits')).rows).toEqual([])
})

test('failures of names that nobody has are forgotten after 90 days, and nothing else is', async () => {
  const noted = async () => (await signInEvents(borrowed.ownerUrl)).map(({ userAgent }) => userAgent)
  const owner = new Client({ connectionString: borrowed.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ id: string }>(
    `insert into accounts (id, name) values (gen_random_uuid(), 'Quay') returning id`,
  )
  for (const [name, days, account] of [
    ['old and nobody’s', 91, null],
    ['young and nobody’s', 89, null],
    ['old and a company’s', 900, rows[0]?.id],
  ])
    await owner.query(
      `insert into sign_in_events (account_id, at, outcome, user_agent)
       values ($1, now() - make_interval(days => $2), 'wrong_password', $3)`,
      [account, days, name],
    )
  await owner.end()
  const before = await noted()
  await sweepExpiredState(pool())
  expect(await noted()).toEqual(before.filter(name => name !== 'old and nobody’s'))
  expect(before).toContain('old and nobody’s')
  await expect(pool().query('delete from sign_in_events')).rejects.toThrow('permission denied')
})
