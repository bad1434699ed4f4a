import { describe, expect, test } from 'vitest'
import type { User } from '#contract/users.ts'
import { startTestApp } from '#testing/app.ts'
import { buildColleague, buildCompany, type Caller, callerWith, newPerson } from '#testing/factories.ts'
import { signUp } from '#testing/identity.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { testProduct } from '#testing/test-company.ts'

const { product, rows } = testProduct()

const idOf = (caller: Caller) => caller.membership.user.id
const leave = ({ call }: Pick<Caller, 'call'>) => call('POST', '/api/register/leave')

describe('leaving', () => {
  test('is refused to the last Administrator, to whoever is alone, and to programs', async () => {
    const company = await buildCompany(product)
    expectProblem(await leave(company), 'in_use')
    const staff = await buildColleague(product, company, 'staff')
    expectProblem(await leave(company), 'in_use')
    const { body } = await company.call<{ token: string }>('POST', '/api/apitoken', {
      name: 'Script',
      role: 'staff',
    })
    expectProblem(await leave({ call: callerWith(product, body.token) }), 'not_allowed')
    const without = callerWith(product, (await signUp(product.app, newPerson())).accessToken)
    expectProblem(await leave({ call: without }), 'in_use')
    expect((await leave(staff)).status).toBe(204)
    expectProblem(await staff.call('GET', '/api/shipment'), 'account_required')
  })

  test('at the moment at which the other Administrator steps down leaves one of them', async () => {
    const company = await buildCompany(product)
    const other = await buildColleague(product, company, 'administrator')
    await buildColleague(product, company, 'staff')
    const replies = await Promise.all([
      leave(other),
      company.call('PUT', '/api/register/user', { id: idOf(company), role: 'staff' }),
    ])
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1)
  })

  test('is open to whose access was taken away', async () => {
    const company = await buildCompany(product)
    const staff = await buildColleague(product, company, 'staff')
    await company.call('PUT', '/api/register/user', { id: idOf(staff), active: false })
    expectProblem(await staff.call('POST', '/api/register'), 'not_allowed')
    expect((await leave(staff)).status).toBe(204)
    expectProblem(await staff.call('GET', '/api/register'), 'account_required')
  })
})

describe('the last Administrator', () => {
  test('is not one who was only invited', async () => {
    const company = await buildCompany(product)
    const { body } = await company.call<{ user: User }>('POST', '/api/register/invite', {
      displayName: 'Ghost',
      email: newPerson().email,
      role: 'administrator',
    })
    await expectNoChange(rows, company, async () => {
      for (const step of [{ role: 'staff' }, { active: false }])
        expectProblem(
          await company.call('PUT', '/api/register/user', { id: idOf(company), ...step }),
          'in_use',
        )
      expectProblem(await leave(company), 'in_use')
    })
    // An invitation is taken back by taking access away.
    expect(
      (await company.call('PUT', '/api/register/user', { id: body.user.id, active: false })).status,
    ).toBe(200)
  })
})

describe('the limits of invitations', () => {
  test('end a series of them, however they are made', async () => {
    const small = await startTestApp({
      mail: { limits: { attachmentBytes: 1, recipients: 1, recipientsAnHour: 30 } },
    })
    const company = await buildCompany(small)
    const statuses: number[] = []
    for (let index = 0; index < 80; index += 1) {
      const path = index % 2 ? 'adduser' : 'invite'
      const body = {
        displayName: 'Pay your held parcel at http://evil.example/pay now',
        email: newPerson().email,
        password: 'another long password',
      }
      statuses.push((await company.call('POST', `/api/register/${path}`, body)).status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(201), ...Array<number>(50).fill(429)])
    await small.close()
  })

  test('end them for one address, whichever companies send them', async () => {
    const { email } = newPerson()
    const [first, second] = [await buildCompany(product), await buildCompany(product)]
    const body = { displayName: 'Bilal', email }
    const { body: invited } = await first.call<{ user: User }>('POST', '/api/register/invite', body)
    const again = `/api/register/user/${invited.user.id}/invite`
    expect((await first.call('POST', again)).status).toBe(200)
    expect((await second.call('POST', '/api/register/invite', body)).status).toBe(201)
    const refused = await first.call('POST', again)
    expectProblem(refused, 'too_many_requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expectProblem(
      await (await buildCompany(product)).call('POST', '/api/register/invite', body),
      'too_many_requests',
    )
  })
})
