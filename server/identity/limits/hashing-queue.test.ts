import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildColleague, buildCompany, newPerson } from '#testing/factories.ts'
import { cheapPasswords, TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { signIn, signInWith } from '#testing/identity.ts'
import { linkInMail } from '#testing/outbox.ts'
import { openRows, type Rows } from '#testing/rows.ts'
import { TestVisitor } from '#testing/visitor.ts'
import type { Passwords } from '#server/identity/passwords/passwords.ts'

let product: TestApp
let rows: Rows | undefined
let hashes: number
let held: unknown[]

const openTransactions = async () =>
  (await rows?.select<{ pid: number; begun: string; query: string }>(
    `select pid, xact_start::text as begun, query from pg_stat_activity
     where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
  )) ?? []

/** Takes its time, and notes which transactions stay open for all of it. */
async function slowly<Result>(work: () => Promise<Result>): Promise<Result> {
  hashes += 1
  const before = await openTransactions()
  await pause(300)
  const after = await openTransactions()
  held.push(...before.filter(({ pid, begun }) => after.some(one => one.pid === pid && one.begun === begun)))
  return work()
}

const slow: Passwords = {
  hash: password => slowly(() => cheapPasswords.hash(password)),
  matches: (stored, password) => slowly(() => cheapPasswords.matches(stored, password)),
}

beforeAll(async () => {
  hashes = 0
  held = []
  product = await startTestApp({ passwords: slow })
  rows = await openRows(product)
})
afterAll(async () => {
  await rows?.close()
  await product?.close()
})

/** How many passwords were hashed or compared by `work`, and the transactions that were open meanwhile. */
async function watched<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const before = hashes
  held = []
  const result = await work()
  expect(held).toEqual([])
  return [result, hashes - before]
}

test('nobody’s password is hashed while a transaction holds a connection', async () => {
  const [company, atSignUp] = await watched(() => buildCompany(product))
  expect(atSignUp).toBe(1)
  // The Administrator adds somebody with a password, who signs in.
  const [colleague, atAdding] = await watched(() => buildColleague(product, company, 'staff'))
  expect(atAdding).toBe(2)
  const [set, atSetting] = await watched(() =>
    company.call('PUT', `/api/register/user/${colleague.membership.user.id}/password`, {
      password: 'three green harbours',
    }),
  )
  expect([set.status, atSetting]).toEqual([204, 1])
  const person = { ...colleague.person, password: 'three green harbours' }
  const [, atSignIn] = await watched(() => signIn(product.app, person))
  expect(atSignIn).toBe(1)

  const [, atResetting] = await watched(async () => {
    const visitor = new TestVisitor(product.app)
    await visitor.post(`${TEST_PUBLIC_URL}/identity/password`, { email: person.email })
    const link = await linkInMail(product.outbox.folder, person.email)
    expect((await visitor.post(link, { password: 'entirely different' })).text).toContain('Password saved')
  })
  expect(atResetting).toBe(1)

  const changed = { ...person, password: 'entirely different' }
  const [, atChanging] = await watched(async () => {
    const { visit } = await signInWith(new TestVisitor(product.app), changed)
    const page = `${TEST_PUBLIC_URL}/identity/account`
    const saved = await visit.visitor.post(`${page}/password`, {
      current: changed.password,
      password: 'four yellow boats',
    })
    expect(saved.status).toBe(200)
  })
  expect(atChanging).toBe(3)

  const [unknown, atUnknown] = await watched(() =>
    signIn(product.app, newPerson()).catch((error: Error) => error.message),
  )
  expect([unknown, atUnknown]).toEqual([expect.stringContaining('is wrong'), 1])
})
