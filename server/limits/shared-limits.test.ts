import { describe, expect, test } from 'vitest'
import { deleteOldBudgets } from '#server/budgets/records.ts'
import type { TestApp, TestAppOptions } from '#testing/app.ts'
import { buildCompany, type Caller, callerWith, send } from '#testing/factories.ts'
import {
  limitedProducts,
  plainReply,
  RAISE_HINT,
  tooManyRequests,
  usage,
  visit,
} from '#testing/limited-products.ts'

const { clock, start } = limitedProducts()

describe('a network address', () => {
  const from = (product: TestApp, address: string, url: string) =>
    send(product, { url, headers: { 'x-forwarded-for': address } })
  const proxied: TestAppOptions = { trustedProxies: ['127.0.0.1'] }

  test('that asks too often is refused whoever asks, and nobody else is', async () => {
    const product = await start({ addressRequests: 2 }, proxied)
    const ask = (address: string) => from(product, address, '/api/openapi.json')
    expect((await ask('198.51.100.7')).status).toBe(200)
    expect((await ask('198.51.100.7')).status).toBe(200)
    const detail = `Your network address may make 2 requests a minute, and this would exceed the limit. Nothing was done; try again in 60 seconds. ${RAISE_HINT}`
    expect(plainReply(await ask('198.51.100.7'))).toEqual({
      status: 429,
      body: tooManyRequests(detail),
      retryAfter: '60',
    })
    expect((await ask('198.51.100.8')).status).toBe(200)
    const page = await from(
      product,
      '198.51.100.7',
      '/identity/B2C_1_signupsignin1/v2.0/.well-known/openid-configuration',
    )
    expect([page.status, page.headers['retry-after']]).toEqual([429, '60'])
    clock.now += 60_000
    expect((await ask('198.51.100.7')).status).toBe(200)
  })

  test('is a whole /64, and this machine is none', async () => {
    const product = await start({ addressRequests: 1 }, proxied)
    const ask = (address: string) => from(product, address, '/api/openapi.json')
    expect((await ask('2001:db8:1:2::a')).status).toBe(200)
    expect((await ask('2001:db8:1:2:ffff::b')).status).toBe(429)
    expect((await ask('2001:db8:1:3::a')).status).toBe(200)
    for (let count = 0; count < 3; count++) expect((await ask('127.0.0.1')).status).toBe(200)
  })
})

describe('servers on one database', () => {
  test('share what is used, and a restart keeps it', async () => {
    const first = await start({ requests: 30 })
    const second = await start({ requests: 30 }, { beside: first })
    const company = await buildCompany(first)
    const { id } = company.membership.account
    clock.now += 60_000
    const onSecond = callerWith(second, company.token)
    await onSecond('GET', '/api/register')
    const ask = async (call: Caller['call'], times: number) => {
      const statuses = []
      for (let count = 0; count < times; count++) statuses.push((await call('GET', '/api/shipment')).status)
      return statuses.filter(status => status === 200).length
    }
    expect(await ask(company.call, 20)).toBe(20)
    expect(await ask(onSecond, 20)).toBe(20)
    // Both have settled: from here on nobody goes beyond what is allowed.
    await first.budgets.settle()
    await second.budgets.settle()
    expect(second.budgets.use(id, 'requests').used).toBe(41)
    expect(await ask(onSecond, 1)).toBe(0)
    // The first learns it with its own next settlement; until then it goes by what it knew, 20 of 30.
    expect(await ask(company.call, 15)).toBe(10)
    await first.budgets.settle()
    // The overshoot: what one other server may take between two settlements, never more than the limit itself.
    expect(first.budgets.use(id, 'requests').used).toBe(51)
    const restarted = await start({ requests: 30 }, { beside: first })
    expect(restarted.budgets.use(id, 'requests').used).toBe(51)
    const onRestarted = callerWith(restarted, company.token)
    await onRestarted('GET', '/api/register')
    expect(await ask(onRestarted, 1)).toBe(0)
    clock.now += 60_000
    expect(await ask(onRestarted, 1)).toBe(1)
  })

  test('take counts of one company from each other in one statement, and old ones are purged', async () => {
    const product = await start({ requests: 1000 })
    const second = await start({ requests: 1000 }, { beside: product })
    const company = await buildCompany(product)
    const { id } = company.membership.account
    for (let round = 0; round < 5; round++) {
      product.budgets.spend(id, 'requests', 3)
      second.budgets.spend(id, 'requests', 4)
      await Promise.all([product.budgets.settle(), second.budgets.settle()])
    }
    const [row] = await product.rows.select<{ used: string }>(
      `select used from company_budgets where account_id = $1 and budget = 'requests'`,
      [id],
    )
    // A call or two of registering, besides.
    await Promise.all([product.budgets.load(), second.budgets.load()])
    for (const { budgets } of [product, second])
      expect(budgets.use(id, 'requests')).toMatchObject({ used: Number(row?.used), pending: 0 })
    expect(Number(row?.used)).toBeGreaterThanOrEqual(35)
    expect(Number(row?.used)).toBeLessThan(40)
    const count = () =>
      product.rows.select('select 1 from company_budgets union all select 1 from network_budgets')
    await product.rows.select(`insert into network_budgets values ('198.51.100.7', now() - interval '2 hours', 5),
      ('198.51.100.8', now(), 5)`)
    await product.rows.select(
      `update company_budgets set starts_at = case when budget = 'work'
      then now() - interval '3 days' else now() end where account_id = $1`,
      [id],
    )
    const before = (await count()).length
    expect(await deleteOldBudgets(product.database)).toBe(2)
    expect((await count()).length).toBe(before - 2)
  })

  test('learn of a limit that was raised while the company is refused', async () => {
    const product = await start({ requests: 5 })
    const company = await buildCompany(product)
    clock.now += 60_000
    await visit(company)
    for (let count = 1; count < 5; count++) await company.call('GET', '/api/shipment')
    expect((await company.call('GET', '/api/shipment')).status).toBe(429)
    await product.rows.select(
      `insert into company_limits (account_id, budget, allowed) values ($1, 'requests', null)`,
      [company.membership.account.id],
    )
    expect((await company.call('GET', '/api/shipment')).status).toBe(429)
    await product.budgets.settle()
    expect((await company.call('GET', '/api/shipment')).status).toBe(200)
    expect((await usage(company)).requests.allowed).toBe(null)
  })
})
