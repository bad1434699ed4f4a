import { describe, expect, test } from 'vitest'
import {
  buildColleague,
  buildCompany,
  buildJob,
  type Caller,
  callerWith,
  newPerson,
  send,
} from '#testing/factories.ts'
import { signUp } from '#testing/identity.ts'
import {
  limitedProducts,
  NOON,
  plainReply,
  RAISE_HINT,
  tooManyRequests,
  usage,
  visit,
} from '#testing/limited-products.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'

const { clock, start } = limitedProducts()

describe('requests', () => {
  test('are refused with when they are free again, in another company never, and begin anew', async () => {
    const product = await start({ requests: 20 })
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    clock.now = NOON + 60_000
    await visit(company)
    for (let count = 1; count < 20; count++)
      expect((await company.call('GET', '/api/shipment')).status).toBe(200)
    clock.now += 25_400
    const detail = `Your company may make 20 requests a minute, and this would exceed the limit. Nothing was done; try again in 35 seconds. ${RAISE_HINT}`
    const refused = await company.call('POST', '/api/shipment')
    expect(plainReply(refused)).toEqual({ status: 429, body: tooManyRequests(detail), retryAfter: '35' })
    expect(refused.headers['content-type']).toBe('application/problem+json')
    expect((await other.call('GET', '/api/shipment')).status).toBe(200)
    // What tells of it is answered all the same.
    expect((await visit(company)).status).toBe(200)
    expect((await usage(company)).requests).toEqual({
      budget: 'requests',
      used: 22,
      allowed: 20,
      window: 'minute',
      startsAnewAt: new Date(NOON + 120_000).toISOString(),
    })
    clock.now = NOON + 120_000
    expect((await company.call('GET', '/api/shipment')).status).toBe(200)
    const { body: jobs } = await company.call('GET', '/api/shipment')
    expect(jobs).toEqual([])
  })

  test('that end what uses them up are answered all the same', async () => {
    const product = await start({ requests: 20 })
    const company = await buildCompany(product)
    const colleague = await buildColleague(product, company, 'staff')
    const { id: colleagueId } = colleague.membership.user
    clock.now = NOON + 60_000
    const { body: program } = await company.call<{ id: string; token: string }>('POST', '/api/apitoken', {
      name: 'Runaway',
      role: 'viewer',
    })
    const call = callerWith(product, program.token)
    let status = 200
    while (status === 200) ({ status } = await call('GET', '/api/shipment'))
    expect(status).toBe(429)
    expect((await company.call<{ id: string }[]>('GET', '/api/apitoken')).body.map(({ id }) => id)).toEqual([
      program.id,
    ])
    expect((await company.call('DELETE', `/api/apitoken/${program.id}`)).status).toBe(204)
    expect((await company.call('GET', '/api/register/getusers')).status).toBe(200)
    const stopped = await company.call('PUT', '/api/register/user', { id: colleagueId, active: false })
    expect([stopped.status, stopped.body]).toMatchObject([200, { id: colleagueId, active: false }])
    expect((await company.call('POST', '/api/shipment')).status).toBe(429)
  })

  test('of somebody who belongs to no company are limited too', async () => {
    const product = await start({ requests: 3 })
    const { accessToken } = await signUp(product.app, newPerson())
    const call = callerWith(product, accessToken)
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push((await call('GET', '/api/shipment')).status)
    expect(statuses).toEqual([403, 403, 403, 429])
  })

  test('are refused before a body is read', async () => {
    const product = await start({ requests: 10 })
    const company = await buildCompany(product)
    clock.now += 60_000
    await visit(company)
    for (let count = 1; count < 10; count++) await company.call('GET', '/api/shipment')
    const headers = { 'content-type': 'application/json' }
    expect((await company.call('POST', '/api/shipment', 'this is no JSON', headers)).status).toBe(429)
  })
})

describe('the time that the server is at work', () => {
  test('is refused when it is used up, and the hour after it is there again', async () => {
    const product = await start({ work: 60 })
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    product.budgets.spend(company.membership.account.id, 'work', 60_000)
    const detail = `Your company may use 60 seconds of the server’s time an hour, and this would exceed the limit. Nothing was done; try again in 60 minutes. ${RAISE_HINT}`
    const refused = await expectNoChange(product.rows, company, () => company.call('POST', '/api/shipment'))
    expect(plainReply(refused)).toEqual({ status: 429, body: tooManyRequests(detail), retryAfter: '3600' })
    expect((await other.call('POST', '/api/shipment')).status).toBe(201)
    clock.now += 3_600_000
    expect((await company.call('POST', '/api/shipment')).status).toBe(201)
  })

  test('is that of transactions and of Word threads, and nobody else’s', async () => {
    const product = await start()
    const [company, other] = [await buildTemplateCompany(product), await buildCompany(product)]
    const workOf = ({ membership }: Caller) => product.budgets.use(membership.account.id, 'work').used
    const [before, beforeOther] = [workOf(company), workOf(other)]
    await company.call('GET', '/api/shipment')
    const read = workOf(company)
    expect(read).toBeGreaterThan(before)
    const bytes = async () => new Uint8Array()
    await product.word
      .inspect({ company: company.membership.account.id, bytes, known: {} as never })
      .catch(() => {})
    expect(workOf(company)).toBeGreaterThan(read)
    expect(workOf(other)).toBe(beforeOther)
  })
})

describe('recipients of e-mails', () => {
  const write = (caller: Caller, shipmentId: string, people: number) =>
    caller.call('POST', '/api/mail', {
      id: crypto.randomUUID(),
      shipmentId,
      to: Array.from({ length: people }, (_, index) => ({ address: `p${index}@maas.example` })),
      subject: 'Arrival',
      text: 'The vessel has arrived.',
    })

  test('are limited for one company by a limit of its own, and the reply says when there is room', async () => {
    const product = await start()
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    const { id } = company.membership.account
    await product.rows.select(
      `insert into company_limits (account_id, budget, allowed) values ($1, 'recipients', 3)`,
      [id],
    )
    const job = await buildJob(company)
    expect((await write(company, job.id, 2)).status).toBe(201)
    const refused = await expectNoChange(product.rows, company, () => write(company, job.id, 2))
    const { retryAfter, ...said } = plainReply(refused)
    // By PostgreSQL's clock: the minute in which the two were counted, an hour later.
    expect(Number(retryAfter)).toBeGreaterThan(3500)
    expect(Number(retryAfter)).toBeLessThanOrEqual(3600)
    const minutes = Math.ceil(Number(retryAfter) / 60)
    const detail = `Your company may write to 3 recipients an hour, invitations included, and this would exceed the limit. Nothing was done; try again in ${minutes} minutes. ${RAISE_HINT}`
    expect(said).toEqual({ status: 429, body: tooManyRequests(detail) })
    expect((await write(other, (await buildJob(other)).id, 5)).status).toBe(201)
    expect((await usage(company)).recipients).toEqual({
      budget: 'recipients',
      used: 2,
      allowed: 3,
      window: 'hour',
      startsAnewAt: null,
    })
    expect((await usage(other)).recipients).toMatchObject({ used: 5, allowed: 500 })
  })
})

describe('the list of limits', () => {
  test('is for Administrators, and shows each company its own alone', async () => {
    const product = await start({ requests: 100, work: 60, uploads: 5000, documents: 7, storage: 9000 })
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    await product.rows.select(
      `insert into company_limits (account_id, budget, allowed) values ($1, 'documents', 9)`,
      [company.membership.account.id],
    )
    product.budgets.spend(company.membership.account.id, 'documents', 4)
    await product.budgets.settle()
    product.budgets.spend(company.membership.account.id, 'documents', 1)
    expect((await usage(company)).documents).toEqual({
      budget: 'documents',
      used: 5,
      allowed: 9,
      window: 'hour',
      startsAnewAt: new Date(NOON + 3_600_000).toISOString(),
    })
    expect((await usage(other)).documents).toEqual({
      budget: 'documents',
      used: 0,
      allowed: 7,
      window: 'hour',
      startsAnewAt: null,
    })
    for (const role of ['staff', 'viewer'] as const) {
      const colleague = await buildColleague(product, company, role)
      expect((await colleague.call('GET', '/api/company/limits')).status).toBe(403)
    }
    const nobody = await send(product, { url: '/api/company/limits' })
    expect(nobody.status).toBe(401)
  })
})
