import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiToken } from '#contract/api-tokens.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { Role } from '#contract/permissions.ts'
import type { Membership, User } from '#contract/users.ts'
import {
  buildColleague,
  buildCompany,
  type Caller,
  callerWith,
  newPerson,
  verifyAddress,
} from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let bilal: Caller

beforeEach(async () => {
  bilal = await buildColleague(product, company, 'administrator')
})

type Made = ApiToken & { token: string }
const idOf = (caller: Caller) => caller.membership.user.id
const make = async (name: string, role: Role, by = bilal) => {
  const { body } = await by.call<Made>('POST', '/api/apitoken', { name, role })
  return { id: body.id, made: body, call: callerWith(product, body.token) }
}
const list = async () => (await company.call<ApiToken[]>('GET', '/api/apitoken')).body
const change = (body: object, by = company) => by.call<User>('PUT', '/api/register/user', body)
const jobsBy = async (call: Caller['call']) => (await call('GET', '/api/shipment')).status
const historyWords = async () =>
  (await company.call<HistoryEntry[]>('GET', '/api/history/all')).body.map(entry => entry.words)

describe('an Administrator who is dismissed', () => {
  test('does not stay Administrator by a token', async () => {
    const { call } = await make('Spare key', 'administrator')
    expect(await jobsBy(call)).toBe(200)
    expect((await change({ id: idOf(bilal), active: false })).status).toBe(200)
    await expectNoChange(rows, company, async () => {
      for (const [method, url, body] of [
        ['GET', '/api/register/getusers', undefined],
        ['PUT', `/api/register/user/${idOf(company)}/password`, { password: 'taken over by Bilal' }],
        ['PUT', '/api/register/user', { id: idOf(bilal), active: true }],
        ['POST', '/api/apitoken', { name: 'Another', role: 'administrator' }],
        ['GET', '/api/shipment', undefined],
      ] as const)
        expectProblem(await call(method, url, body), 'sign_in_required')
    })
    // Given back, the access of the person brings no program back.
    await change({ id: idOf(bilal), active: true })
    expect(await jobsBy(call)).toBe(401)
    expect(await historyWords()).toContain('revoked API token Spare key')
  })

  test('leaves the tokens that are kept, under the Administrator who kept them', async () => {
    const [feed, spare] = [await make('Customs feed', 'staff'), await make('Spare key', 'administrator')]
    const mine = await make('My own', 'viewer', company)
    expect((await change({ id: idOf(bilal), active: false, keepTokens: [feed.id] })).status).toBe(200)
    expect([await jobsBy(feed.call), await jobsBy(spare.call), await jobsBy(mine.call)]).toEqual([
      200, 401, 200,
    ])
    const { id, displayName } = company.membership.user
    expect(await list()).toEqual([
      expect.objectContaining({
        id: feed.id,
        createdBy: bilal.membership.user.displayName,
        responsible: { id, displayName },
        role: 'staff',
        actsAs: 'staff',
      }),
      expect.objectContaining({ id: mine.id }),
    ])
    expect(await historyWords()).toContain(
      `set Person responsible from ${bilal.membership.user.displayName} to ${displayName} for API token Customs feed`,
    )
  })

  test('a list of tokens to keep that names another’s is refused, and nothing is changed', async () => {
    const mine = await make('My own', 'viewer', company)
    await make('Customs feed', 'staff')
    const foreign = await buildCompany(product)
    const theirs = await make('Theirs', 'viewer', foreign)
    await expectNoChange(rows, company, async () => {
      for (const id of [mine.id, theirs.id, crypto.randomUUID()])
        expectProblem(await change({ id: idOf(bilal), active: false, keepTokens: [id] }), 'invalid_input', {
          errors: [{ path: 'keepTokens', message: expect.any(String) }],
        })
    })
  })
})

test('whoever gives their own access up cannot keep their tokens by themselves', async () => {
  const { id, call } = await make('My own', 'administrator')
  for (const loss of [{ active: false }, { role: 'staff' }])
    expectProblem(await change({ id: idOf(bilal), ...loss, keepTokens: [id] }, bilal), 'invalid_input', {
      errors: [{ path: 'keepTokens', message: expect.stringContaining('another Administrator') }],
    })
  expect((await change({ id: idOf(bilal), role: 'staff' }, bilal)).status).toBe(200)
  expect(await jobsBy(call)).toBe(401)
})

describe('a role that is lowered', () => {
  test('ends the person’s tokens but those that are kept', async () => {
    const [feed, spare] = [await make('Customs feed', 'staff'), await make('Spare key', 'administrator')]
    await change({ id: idOf(bilal), role: 'viewer', keepTokens: [feed.id] })
    expect([await jobsBy(feed.call), await jobsBy(spare.call)]).toEqual([200, 401])
  })

  test('raised or confirmed ends none', async () => {
    const { call } = await make('Customs feed', 'staff')
    await change({ id: idOf(bilal), role: 'administrator', active: true })
    expect(await jobsBy(call)).toBe(200)
  })

  // As when a sign-in provider's claim sets the role.
  test('bounds a token at every call, however it came about', async () => {
    const { call, id } = await make('Customs feed', 'administrator')
    const roleNow = async () => (await call<Membership>('GET', '/api/register')).body.user.role
    expect(await roleNow()).toBe('administrator')
    await rows.select(`update users set role = 'viewer' where id = $1`, [idOf(bilal)])
    expect(await roleNow()).toBe('viewer')
    expectProblem(await call('POST', '/api/shipment'), 'not_allowed', {
      detail:
        'This API token acts as Viewer, which does not allow this. Ask an Administrator of your company.',
    })
    expect(await list()).toEqual([expect.objectContaining({ id, role: 'administrator', actsAs: 'viewer' })])
    await rows.select('update users set deactivated_at = now() where id = $1', [idOf(bilal)])
    expectProblem(await call('GET', '/api/shipment'), 'sign_in_required')
    expect(await list()).toEqual([expect.objectContaining({ id, actsAs: null })])
    await rows.select('update users set deactivated_at = null where id = $1', [idOf(bilal)])
    expect(await jobsBy(call)).toBe(200)
    // As when somebody has left the company and is still listed.
    await rows.select('delete from memberships where user_id = $1', [idOf(bilal)])
    expectProblem(await call('GET', '/api/shipment'), 'sign_in_required')
  })
})

test('a token never manages people, invitations, roles or tokens', async () => {
  const { call, id } = await make('All of it', 'administrator')
  const { body } = await call<Membership>('GET', '/api/register')
  expect(body.permissions).toContain('company:write')
  expect(body.permissions).not.toContain('users:manage')
  const person = { displayName: 'Mallory', email: newPerson().email }
  await expectNoChange(rows, company, async () => {
    for (const [method, url, sent] of [
      ['POST', '/api/register/adduser', { ...person, password: 'a long enough password' }],
      ['POST', '/api/register/invite', person],
      ['POST', `/api/register/user/${idOf(company)}/invite`, undefined],
      ['PUT', '/api/register/user', { id: idOf(company), role: 'viewer' }],
      ['PUT', `/api/register/user/${idOf(company)}/password`, { password: 'a long enough password' }],
      ['PUT', '/api/register/permissions', { adjustments: { viewer: { 'jobs:write': true } } }],
      ['GET', '/api/apitoken', undefined],
      ['POST', '/api/apitoken', { name: 'Child', role: 'administrator' }],
      ['POST', `/api/apitoken/${id}/keep`, undefined],
      ['DELETE', `/api/apitoken/${id}`, undefined],
    ] as const)
      expectProblem(await call(method, url, sent), 'not_allowed', {
        detail: 'API tokens cannot manage people, permissions or tokens. Sign in as a person who may.',
      })
  })
})

describe('a token that is kept for longer', () => {
  test('is good for 90 days more, at most 180 from today, under the one who kept it', async () => {
    const { id, made } = await make('Customs feed', 'staff')
    const keep = () => company.call<ApiToken>('POST', `/api/apitoken/${id}/keep`)
    const daysFrom = (moment: string) => Math.round((Date.parse(moment) - Date.now()) / 86_400_000)
    const { status, body } = await keep()
    expect(status).toBe(200)
    expect(body.responsible).toEqual({
      id: idOf(company),
      displayName: company.membership.user.displayName,
    })
    expect(daysFrom(body.expiresAt) - daysFrom(made.expiresAt)).toBeGreaterThanOrEqual(89)
    expect(daysFrom((await keep()).body.expiresAt)).toBe(180)
    expect((await historyWords())[0]).toMatch(/^set Last day from .* for API token Customs feed$/)
  })

  test('cannot be one that expired, is unknown or another company’s', async () => {
    const { id } = await make('Customs feed', 'staff')
    const foreign = await buildCompany(product)
    expectProblem(await foreign.call('POST', `/api/apitoken/${id}/keep`), 'not_found')
    expectProblem(await company.call('POST', `/api/apitoken/${crypto.randomUUID()}/keep`), 'not_found')
    await rows.select(`update api_tokens set expires_at = now() - interval '1 second' where id = $1`, [id])
    expectProblem(await company.call('POST', `/api/apitoken/${id}/keep`), 'in_use')
  })
})

test('whoever leaves the company leaves no token behind, also when they come back', async () => {
  await verifyAddress(product, bilal.person.email)
  const { id, call } = await make('Spare key', 'staff')
  expect((await bilal.call('POST', '/api/register/leave')).status).toBe(204)
  expect(await jobsBy(call)).toBe(401)
  expect((await company.call('POST', `/api/register/user/${idOf(bilal)}/invite`)).status).toBe(200)
  expect((await bilal.call('POST', `/api/register/invitation/${idOf(bilal)}/accept`)).status).toBe(200)
  expect(await jobsBy(bilal.call)).toBe(200)
  expect(await jobsBy(call)).toBe(401)
  expect((await list()).map(token => token.id)).not.toContain(id)
})
