import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildCompany, buildItem, buildJob } from '#testing/factories.ts'
let product: TestApp
beforeAll(async () => { product = await startTestApp() })
afterAll(() => product.close())
test('smoke', async () => {
  const t0 = Date.now()
  const company = await buildCompany(product)
  console.log('company', Date.now() - t0, company.membership)
  const r = await company.call('POST', '/api/shipment')
  console.log(r.status, JSON.stringify(r.body), r.headers, Date.now() - t0)
  const job = await buildJob(company, {name: 'x'})
  const item = await buildItem(company, job.id)
  console.log(item, Date.now() - t0)
  expect(1).toBe(1)
})
