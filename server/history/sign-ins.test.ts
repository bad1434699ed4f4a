import { beforeEach, expect, test, vi } from 'vitest'
import type { SignInEvent } from '#contract/sign-ins.ts'
import type { User } from '#contract/users.ts'
import { acceptInvitation, buildColleague, buildCompany, callerWith, newPerson } from '#testing/factories.ts'
import { signIn } from '#testing/identity.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let bilal: User
let person: ReturnType<typeof newPerson>

beforeEach(async () => {
  person = { ...newPerson(), name: 'Bilal Khan' }
  const { email, password } = person
  const { body } = await company.call<User>('POST', '/api/register/adduser', {
    displayName: person.name,
    email,
    password,
  })
  bilal = body
  const { accessToken } = await signIn(product.app, { email, password })
  await acceptInvitation(callerWith(product, accessToken))
})

const list = async (query = '') =>
  (await company.call<SignInEvent[]>('GET', `/api/history/signins${query}`)).body
const failing = (password: string) => expect(signIn(product.app, { ...person, password })).rejects.toThrow()

test('sign-ins, failures and what an Administrator set are told, the latest first', async () => {
  await failing('not his password')
  await signIn(product.app, person)
  const password = 'chosen by somebody else'
  await company.call('PUT', `/api/register/user/${bilal.id}/password`, { password })
  const user = { id: bilal.id, displayName: 'Bilal Khan' }
  const { id, displayName } = company.membership.user
  const origin = { address: '127.0.0.1', userAgent: expect.any(String) as string }
  const any = { id: expect.any(Number) as number, at: expect.any(String) as string }
  expect(await list(`?user=${bilal.id}`)).toEqual([
    { ...any, ...origin, user, outcome: 'password_set', by: { id, displayName } },
    { ...any, ...origin, user, outcome: 'signed_in', by: null },
    { ...any, ...origin, user, outcome: 'wrong_password', by: null },
    // By which they came to accept.
    { ...any, ...origin, user, outcome: 'signed_in', by: null },
  ])
  expect((await list('?failed=true')).map(({ outcome }) => outcome)).toEqual(['wrong_password'])
  expect(await list('?to=2020-01-01')).toEqual([])
})

test('they are counted and paged', async () => {
  await failing('one')
  await failing('two')
  const { body, headers } = await company.call<SignInEvent[]>('GET', '/api/history/signins?limit=1&offset=1')
  expect([body.length, headers['x-total-count']]).toEqual([1, '4'])
})

test('they are exported as CSV, in which nothing is a formula', async () => {
  await failing('not his password')
  const { body: text, headers } = await company.call<string>('GET', '/api/history/signins/export')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head, row, ...rest] = text.split('\r\n')
  expect(head).toBe('\uFEFFWhen (UTC),Who,What,By,Address,Program')
  expect(row).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,Bilal Khan,failed to sign in: wrong password,,127\.0\.0\.1,/)
  expect(rest.map(line => line.split(',').slice(1, 3))).toEqual([
    ['Bilal Khan', 'signed in'],
    [company.person.name, 'signed up'],
    [],
  ])
})

test('a long export holds every event once, also those of one moment, and reads few at a time', async () => {
  const { id: accountId } = company.membership.account
  // Some hundred in each of a few microseconds of one millisecond.
  await rows.select(
    `insert into sign_in_events (account_id, user_id, outcome, address, user_agent, at)
     select '${accountId}', '${bilal.id}', 'wrong_password', '10.0.' || n / 250 || '.' || n % 250, 'x',
       '2026-03-01T10:00:00Z'::timestamptz + (n / 300) * interval '1 microsecond'
     from generate_series(0, 999) as n`,
  )
  const reading = vi.spyOn(product.database, 'asUser')
  const { body } = await company.call<string>('GET', '/api/history/signins/export?failed=true')
  const calls = reading.mock.calls.length
  reading.mockRestore()
  const addresses = body
    .split('\r\n')
    .slice(1, -1)
    .map(line => line.split(',')[4])
  expect(addresses).toHaveLength(1000)
  expect(new Set(addresses).size).toBe(1000)
  expect(calls).toBeGreaterThan(5)
})

test('another company sees none of them, and only Administrators see any', async () => {
  await failing('not his password')
  const other = await buildCompany(product)
  expect((await other.call('GET', `/api/history/signins?user=${bilal.id}`)).body).toEqual([])
  const staff = await buildColleague(product, company, 'staff')
  expectProblem(await staff.call('GET', '/api/history/signins'), 'not_allowed')
  expectProblem(await staff.call('GET', '/api/history/signins/export'), 'not_allowed')
})
