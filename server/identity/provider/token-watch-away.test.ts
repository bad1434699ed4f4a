import { afterAll, expect, test } from 'vitest'
import { buildColleague, buildCompany, callerWith } from '#testing/factories.ts'
import { type StallingProxy, startStallingProxy } from '#testing/stalling-proxy.ts'
import { testProduct } from '#testing/test-company.ts'

let proxy: StallingProxy
afterAll(() => proxy?.close())
const { product } = testProduct({
  database: {
    through: async url => {
      proxy = await startStallingProxy(url)
      return proxy.through(url)
    },
    patience: { connect: 1_000, answer: 1_500 },
  },
})
const { product: other } = testProduct(() => ({ beside: product }))
afterAll(() => proxy?.resume())

test.each([
  ['silent', () => proxy.stall()],
  ['cut off', () => proxy.cut()],
])(
  'tokens that another server ended while the database was %s are known once it is back',
  async (_, fail) => {
    const company = await buildCompany(product)
    const colleague = await buildColleague(product, company, 'staff')
    const ask = async () => (await colleague.call('GET', '/api/shipment')).status
    expect(await ask()).toBe(200)
    fail()
    // The watch itself has failed at least once by then.
    expect(await ask()).toBe(503)
    const ended = await callerWith(other, company.token)(
      'PUT',
      `/api/register/user/${colleague.membership.user.id}/password`,
      { password: 'three green harbours' },
    )
    expect(ended.status).toBe(204)
    proxy.resume()
    await expect.poll(ask, { timeout: 30_000 }).toBe(401)
    // Whose tokens nobody ended goes on.
    await expect.poll(async () => (await company.call('GET', '/api/shipment')).status).toBe(200)
  },
  90_000,
)
