import { expect, test, vi } from 'vitest'
import type { ApiToken } from '#contract/api-tokens.ts'
import type { Job } from '#contract/jobs.ts'
import type { User } from '#contract/users.ts'
import { buildCompany, callerWith } from '#testing/factories.ts'
import { TEST_PUBLIC_URL } from '#testing/identity-app.ts'
import { mailTo } from '#testing/outbox.ts'
import { badTexts, expectFieldsRefused, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

type Made = ApiToken & { token: string }
const make = async (body: object = {}) => {
  const reply = await company.call<Made>('POST', '/api/apitoken', {
    name: 'Customs feed',
    role: 'staff',
    ...body,
  })
  return { reply, made: reply.body, call: callerWith(product, reply.body.token) }
}
const list = () => company.call<ApiToken[]>('GET', '/api/apitoken')
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string

test('whoever a token is made in the name of is told by e-mail, and never the token itself', async () => {
  const address = company.person.email
  const toldBefore = (await mailTo(product.outbox.folder, address)).length
  expectProblem(await company.call('POST', '/api/apitoken', { name: '', role: 'staff' }), 'invalid_input')
  const { made } = await make()
  await vi.waitFor(async () =>
    expect(await mailTo(product.outbox.folder, address)).toHaveLength(toldBefore + 1),
  )
  const told = (await mailTo(product.outbox.folder, address)).at(-1)
  expect(told?.subject).toBe('An API token was made in your name on Lading')
  expect(told?.text).toContain(`Your company's API tokens: ${TEST_PUBLIC_URL}/webapp/users`)
  expect(told?.text).not.toContain(made.token)
})

test('a token is shown once, kept as a hash, and does what its role may do', async () => {
  const { reply, made, call } = await make()
  expect(reply.status).toBe(201)
  const { token, ...kept } = made
  expect(kept).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    name: 'Customs feed',
    role: 'staff',
    actsAs: 'staff',
    createdBy: company.membership.user.displayName,
    responsible: { id: company.membership.user.id, displayName: company.membership.user.displayName },
    createdAt: instant,
    expiresAt: `${daysAhead(90)}T23:59:59.999Z`,
    toReview: false,
    lastUsedAt: null,
  })
  expect(token).toMatch(/^lading_[\w-]{43}$/)
  expect((await list()).body).toEqual([kept])
  const everything = await rows.select(`select t::text as row from api_tokens t`)
  expect(JSON.stringify(everything)).not.toContain(token.slice(7))

  const { body: job } = await call<Job>('POST', '/api/shipment')
  expect(job.jobId).toBe(1)
  expectProblem(await call('GET', '/api/apitoken'), 'not_allowed')
  expect((await list()).body[0]?.lastUsedAt).toEqual(instant)
})

test('what a program does stands in the history under its name, and it is nobody’s colleague', async () => {
  const { made, call } = await make()
  const { body: job } = await call<Job>('POST', '/api/shipment')
  const [first] = await rows.select<{ name: string }>(
    `select u.display_name as name from history h join users u on u.account_id = h.account_id and u.id = h.user_id
     where h.record_id = $1`,
    [job.id],
  )
  expect(first?.name).toBe('Customs feed')
  const { body: users } = await company.call<User[]>('GET', '/api/register/getusers')
  expect(users.map(user => user.id)).toEqual([company.membership.user.id])
  expectProblem(await company.call('PUT', '/api/register/user', { id: made.id, role: 'viewer' }), 'not_found')
})

test('an Administrator’s token does not keep the company from losing its last Administrator', async () => {
  await make({ role: 'administrator' })
  const { id } = company.membership.user
  expectProblem(await company.call('PUT', '/api/register/user', { id, role: 'staff' }), 'in_use')
})

test('a token that is revoked is refused at once', async () => {
  const { made, call } = await make()
  expect((await call('GET', '/api/shipment')).status).toBe(200)
  expect((await company.call('DELETE', `/api/apitoken/${made.id}`)).status).toBe(204)
  expectProblem(await call('GET', '/api/shipment'), 'sign_in_required')
  expect((await list()).body).toEqual([])
  expectProblem(await company.call('DELETE', `/api/apitoken/${made.id}`), 'not_found')
})

test('a token is good to the end of its last day', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const { made, call } = await make({ expiresOn: today })
  expect(made.expiresAt).toBe(`${today}T23:59:59.999Z`)
  expect((await call('GET', '/api/shipment')).status).toBe(200)
  const { made: old, call: late } = await make({ name: 'Old', expiresOn: today })
  await rows.select(`update api_tokens set expires_at = now() - interval '1 second' where id = $1`, [old.id])
  expectProblem(await late('GET', '/api/shipment'), 'sign_in_required', {
    detail: expect.stringMatching(/^This API token expired at 20.*\. An Administrator .* new one\.$/),
  })
  // One that was accepted within the last minute too.
  await rows.select(`update api_tokens set expires_at = now() - interval '1 second' where id = $1`, [made.id])
  expectProblem(await call('GET', '/api/shipment'), 'sign_in_required', {
    detail: expect.stringContaining('This API token no longer works'),
  })
})

test('another company neither sees nor ends it, and unknown tokens are refused', async () => {
  const { made } = await make()
  const foreign = await buildCompany(product)
  expect((await foreign.call<ApiToken[]>('GET', '/api/apitoken')).body).toEqual([])
  expectProblem(await foreign.call('DELETE', `/api/apitoken/${made.id}`), 'not_found')
  for (const token of [`${made.token}x`, `lading_${'A'.repeat(43)}`, 'lading_'])
    expectProblem(await callerWith(product, token)('GET', '/api/shipment'), 'sign_in_required')
})

test('bad input is refused by name', async () => {
  await expectFieldsRefused(rows, company, {
    method: 'POST',
    url: '/api/apitoken',
    fields: {
      name: [...badTexts(200), '', null],
      role: ['owner', null],
      expiresOn: ['2020-01-01', daysAhead(740), '9999-12-31', 'soon', 7],
    },
    bodyWith: (path, value) => ({ name: 'Never', role: 'viewer', [path]: value }),
  })
})
