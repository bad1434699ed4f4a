import { beforeEach, expect, test } from 'vitest'
import type { PartyFinance } from '#contract/finance.ts'
import type { Job } from '#contract/jobs.ts'
import { buildCompany, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, company } = companyPerTest()
let partyId: string

beforeEach(async () => {
  partyId = (await buildOrganisation(company)).partyId
})

const list = (query = '') =>
  company.call<PartyFinance[]>('GET', `/api/finance/getpartyfinances/${partyId}${query}`)

async function jobOfParty(name: string, roles: ('consignee' | 'agent' | 'clearingAgent')[]): Promise<Job> {
  const job = await buildJob(company, { name, quote: { quoteType: 0, transportMode: 2 } })
  for (const role of roles) await buildParty(company, job.id, role, partyId)
  return job
}

test('a party’s finances hold each job in which it plays any part once, the newest first', async () => {
  const first = await jobOfParty('First', ['consignee', 'agent', 'clearingAgent'])
  await jobOfParty('None of it', [])
  const third = await jobOfParty('Third', ['clearingAgent'])
  await company.call('PUT', '/api/finance', {
    id: first.quote.financeId,
    destinationCharge: { thc: 0.1, splitting: 0.2 },
  })
  const edited = await company.call('PUT', '/api/finance', { id: third.quote.financeId, total: 12.5 })
  expect(edited.status).toBe(200)
  const entry = ({ id, jobId, name, quote }: Job, total: number, totalIsTyped: boolean) => ({
    id: quote.financeId,
    total,
    totalIsTyped,
    currency: 'USD',
    hasUnchargedRates: false,
    lacksExchangeRate: false,
    version: 2,
    quotes: [{ quoteType: 0, transportMode: 2, shipments: [{ id, jobId, name }] }],
  })
  const all = [entry(third, 12.5, true), entry(first, 0.3, false)]
  const reply = await list()
  expect(reply.body).toEqual(all)
  expect(reply).toMatchObject({ status: 200, headers: { 'x-total-count': '2' } })

  const page = await list('?limit=1&offset=1')
  expect(page.body).toEqual(all.slice(1))
  expect(page.headers).toMatchObject({
    'x-total-count': '2',
    link: `</api/finance/getpartyfinances/${partyId}?limit=1&offset=0>; rel="prev"`,
  })
  expect(await list('?offset=9')).toMatchObject({ body: [], headers: { 'x-total-count': '2' } })
})

test('freight is in the totals; rates of which nobody has taken a total are said to be there', async () => {
  const job = await jobOfParty('Freight', ['agent'])
  const charge = async (transportMode: number, freightCharge: object) => {
    await company.call('PUT', '/api/shipment', { id: job.id, quote: { quoteType: 2, transportMode } })
    await company.call('PUT', '/api/finance', { id: job.quote.financeId, freightCharge })
    const [{ total, hasUnchargedRates } = {}] = (await list()).body
    return [total, hasUnchargedRates]
  }
  expect(await charge(2, { lcl: 0.1, otherFreightCharges: 0.2, plus45: 3 })).toEqual([0.3, false])
  expect(await charge(0, {})).toEqual([0.2, true])
  expect(await charge(0, { total: 0 })).toEqual([0, false])
  expect(await charge(1, { total: null, fsc: 4, fscBasis: 'perKg' })).toEqual([0.3, true])
})

test('a foreign currency that counts one for one is said to be there', async () => {
  const job = await jobOfParty('Abroad', ['agent'])
  const charge = async (destinationCharge: object) => {
    await company.call('PUT', '/api/finance', { id: job.quote.financeId, destinationCharge })
    const [{ total, lacksExchangeRate } = {}] = (await list()).body
    return [total, lacksExchangeRate]
  }
  expect(await charge({ currency: 'EUR' })).toEqual([0, false])
  expect(await charge({ thc: 100 })).toEqual([100, true])
  expect(await charge({ exchangeRate: 1.1 })).toEqual([110, false])
  expect(await charge({ currency: 'USD', exchangeRate: null })).toEqual([100, false])
  expect(await charge({ currency: 'EUR' })).toEqual([100, true])
  await company.call('PUT', '/api/shipment', { id: job.id, quote: { quoteType: null } })
  expect((await list()).body[0]?.lacksExchangeRate).toBe(false)
})

test('a party without jobs has none; one that is not this company’s is not there', async () => {
  expect(await list()).toMatchObject({ status: 200, body: [], headers: { 'x-total-count': '0' } })
  const stranger = await buildCompany(product)
  const theirs = await buildOrganisation(stranger)
  const missing = await company.call('GET', `/api/finance/getpartyfinances/${crypto.randomUUID()}`)
  expectProblem(missing, 'not_found')
  expect((await company.call('GET', `/api/finance/getpartyfinances/${theirs.partyId}`)).body).toEqual(
    missing.body,
  )
  expectProblem(await company.call('GET', '/api/finance/getpartyfinances/abc'), 'invalid_input')
  expectProblem(await list('?limit=0'), 'invalid_input')
})
