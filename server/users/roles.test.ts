import { describe, expect, test } from 'vitest'
import { permissions } from '#contract/permissions.ts'
import type { Membership, RolePermissions, User } from '#contract/users.ts'
import { buildColleague, buildCompany, buildJob, type Caller } from '#testing/factories.ts'
import { signIn } from '#testing/identity.ts'
import { expectFieldsRefused, expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

const idOf = (caller: Caller) => caller.membership.user.id
const change = (body: object, by = company, headers: Record<string, string> = {}) =>
  by.call<User>('PUT', '/api/register/user', body, headers)
const membershipOf = (caller: Caller) => caller.call<Membership>('GET', '/api/register')

describe('a colleague’s role', () => {
  test('is changed by an Administrator and counts from the next call on', async () => {
    const staff = await buildColleague(product, company, 'staff')
    const reply = await change({ id: idOf(staff), role: 'viewer' })
    expect(reply).toMatchObject({
      status: 200,
      body: { id: idOf(staff), role: 'viewer', active: true, version: 3 },
    })
    expect(reply.headers['etag']).toBe('"3"')
    expectProblem(await staff.call('POST', '/api/shipment'), 'not_allowed', {
      detail: 'Your role, Viewer, does not allow this. Ask an Administrator of your company.',
    })
    expect((await membershipOf(staff)).body.permissions).not.toContain('jobs:write')
    await change({ id: idOf(staff), role: 'administrator' })
    expect((await change({ id: idOf(company), role: 'staff' }, staff)).body.role).toBe('staff')
    expectProblem(await change({ id: idOf(staff), role: 'staff' }), 'not_allowed')
  })

  test('stands in the history', async () => {
    const staff = await buildColleague(product, company, 'staff')
    await change({ id: idOf(staff), role: 'viewer' })
    const [last] = await rows.select<{ changes: unknown; user_id: string }>(
      `select changes, user_id from history where record_type = 'users' and record_id = $1 order by id desc limit 1`,
      [idOf(staff)],
    )
    expect(last).toEqual({ changes: { role: ['staff', 'viewer'] }, user_id: idOf(company) })
  })

  test('is not changed on an outdated version', async () => {
    const staff = await buildColleague(product, company, 'staff')
    await change({ id: idOf(staff), role: 'viewer' })
    await expectNoChange(rows, company, async () =>
      expectProblem(
        await change({ id: idOf(staff), role: 'administrator' }, company, { 'if-match': '"1"' }),
        'changed_meanwhile',
        {
          detail: `${staff.membership.user.displayName} was changed after you opened it.`,
          current: expect.objectContaining({ id: idOf(staff), role: 'viewer', active: true, version: 3 }),
          changes: [
            {
              field: 'role',
              old: 'staff',
              new: 'viewer',
              by: company.membership.user.displayName,
              at: expect.any(String),
            },
          ],
        },
      ),
    )
  })

  test('the last Administrator cannot be lost, by whatever road', async () => {
    const other = await buildColleague(product, company, 'administrator')
    const away = [{ role: 'staff' }, { active: false }] as const
    // Both at once, each the other: one of them stays.
    const replies = await Promise.all([
      change({ id: idOf(other), role: 'viewer' }),
      change({ id: idOf(company), role: 'viewer' }, other),
    ])
    expect(statusesOf(replies).filter(status => status === 200)).toHaveLength(1)
    const [last] = await rows.select<{ id: string }>(
      `select id from users where account_id = $1 and role = 'administrator'`,
      [company.membership.account.id],
    )
    const by = last?.id === idOf(company) ? company : other
    for (const step of away) {
      const refused = await change({ id: last?.id, ...step }, by)
      expectProblem(refused, 'in_use')
    }
  })

  test('of another company is not there, and bad input is refused by name', async () => {
    const foreign = await buildCompany(product)
    expectProblem(await change({ id: idOf(foreign), role: 'viewer' }), 'not_found')
    expectProblem(await change({ id: crypto.randomUUID(), role: 'viewer' }), 'not_found')
    const message = 'Choose one of: administrator, staff, viewer.'
    expectProblem(await change({ id: idOf(company), role: 'owner' }), 'invalid_input', {
      detail: `role: ${message}`,
      errors: [{ path: 'role', message }],
    })
    await expectFieldsRefused(rows, company, {
      method: 'PUT',
      url: '/api/register/user',
      fields: { id: ['x', null, 1], role: ['owner', null, 1], active: ['yes', 1, null] },
      bodyWith: (path, value) => ({ id: idOf(company), [path]: value }),
    })
  })
})

describe('a colleague’s access', () => {
  test('is taken away at once, told in words, and given back', async () => {
    const staff = await buildColleague(product, company, 'staff')
    const job = await buildJob(company, { name: 'Cotton' })
    const taken = await change({ id: idOf(staff), active: false })
    expect(taken.body).toMatchObject({ active: false, version: 3 })
    for (const reply of [
      await staff.call('GET', `/api/shipment/${job.id}`),
      await membershipOf(staff),
      await staff.call('POST', '/api/register'),
    ]) {
      expectProblem(reply, 'not_allowed')
      expect(reply.body).toMatchObject({
        detail: 'Your access to this company was removed. Ask one of its Administrators to restore it.',
      })
    }
    await change({ id: idOf(staff), active: true })
    expect((await membershipOf(staff)).status).toBe(200)
  })

  test('a new password ends what was signed in, and is the one that counts', async () => {
    const staff = await buildColleague(product, company, 'staff')
    const { email, password } = staff.person
    const url = `/api/register/user/${idOf(staff)}/password`
    expectProblem(await company.call('PUT', url, { password: 'short' }), 'invalid_input')
    expect((await company.call('PUT', url, { password: 'quite another one' })).status).toBe(204)
    const left = await rows.select(
      `select s.model from oidc_state s join users u on s.payload ->> 'accountId' = u.subject where u.id = $1`,
      [idOf(staff)],
    )
    expect(left).toEqual([])
    await expect(signIn(product.app, { email, password })).rejects.toThrow()
    expect((await signIn(product.app, { email, password: 'quite another one' })).accessToken).toBeTruthy()
    const foreign = await buildCompany(product)
    expectProblem(await foreign.call('PUT', url, { password: 'a foreign company’s' }), 'not_found')
  })
})

describe('what a role may do', () => {
  const read = (by = company) => by.call<RolePermissions>('GET', '/api/register/permissions')
  const adjust = (adjustments: object, headers: Record<string, string> = {}, by = company) =>
    by.call<RolePermissions>('PUT', '/api/register/permissions', { adjustments }, headers)

  test('is adjusted for Staff and Viewers of this company alone', async () => {
    const [staff, viewer] = [
      await buildColleague(product, company, 'staff'),
      await buildColleague(product, company, 'viewer'),
    ]
    const foreign = await buildCompany(product)
    const foreignStaff = await buildColleague(product, foreign, 'staff')
    expect((await read(viewer)).body).toEqual({ adjustments: {}, version: 0 })
    const adjustments = {
      staff: { 'jobs:write': false, 'users:add': false },
      viewer: { 'documents:write': true },
    }
    const saved = await adjust(adjustments)
    expect(saved).toMatchObject({ status: 200, body: { adjustments, version: 1 } })
    expect((await read(staff)).body).toEqual({ adjustments, version: 1 })
    expectProblem(await staff.call('POST', '/api/shipment'), 'not_allowed')
    expectProblem(await staff.call('POST', '/api/register/adduser', {}), 'not_allowed')
    expect((await membershipOf(viewer)).body.permissions).toContain('documents:write')
    expect((await foreignStaff.call('POST', '/api/shipment')).status).toBe(201)
    expect((await company.call('POST', '/api/shipment')).status).toBe(201)
    await adjust({}, { 'if-match': '"1"' })
    expect((await staff.call('POST', '/api/shipment')).status).toBe(201)
    expectProblem(await adjust({}, { 'if-match': '"1"' }), 'changed_meanwhile', {
      detail: 'The permissions were changed after you opened them.',
      current: { adjustments: {}, version: 2 },
      changes: [
        {
          field: 'adjustments',
          old: adjustments,
          new: {},
          by: company.membership.user.displayName,
          at: expect.any(String),
        },
      ],
    })
  })

  test('cannot be adjusted by others, nor for Administrators, nor beyond the list', async () => {
    const staff = await buildColleague(product, company, 'staff')
    expectProblem(await adjust({}, {}, staff), 'not_allowed')
    await expectNoChange(rows, company, async () => {
      for (const bad of [
        { administrator: { 'jobs:write': false } },
        { staff: { 'users:manage': true } },
        { viewer: { 'users:read': false } },
        { staff: { 'jobs:write': 'no' } },
      ])
        expect((await adjust(bad)).status, JSON.stringify(bad)).toBe(400)
    })
  })

  test('stands in the history', async () => {
    await adjust({ staff: { 'ports:write': false } })
    const found = await rows.select(
      `select user_id from history where record_type = 'role_adjustments' and account_id = $1`,
      [company.membership.account.id],
    )
    expect(found).toEqual([{ user_id: idOf(company) }])
  })
})

test('every permission is held by somebody, and an Administrator holds all', () => {
  for (const [permission, holders] of Object.entries(permissions))
    expect(holders, permission).toContain('administrator')
})
