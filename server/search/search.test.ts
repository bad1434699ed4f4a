import { expect, test } from 'vitest'
import type { SearchReply } from '#contract/search.ts'
import {
  buildCompany,
  buildContainer,
  buildJob,
  buildOrganisation,
  buildParty,
  formWithFile,
  send,
} from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, company } = companyPerTest()

const find = async (text: string, by = company) =>
  (await by.call<SearchReply>('GET', `/api/search?text=${encodeURIComponent(text)}`)).body

async function addDocument(jobId: string, name: string): Promise<string> {
  const { payload, headers } = formWithFile({ name, content: name }, { shipmentId: jobId })
  const { body } = await send(product, {
    method: 'POST',
    url: '/api/document',
    headers: { authorization: `Bearer ${company.token}`, ...headers },
    payload,
  })
  return (body as { id: string }).id
}

test('a text finds jobs, contacts and documents, whole and in groups', async () => {
  const job = await buildJob(company, { name: 'Mango pulp', mbl: 'MAEU77' })
  const organisation = await buildOrganisation(company, { name: 'Mangolia Foods', description: 'Fruit' })
  await buildParty(company, job.id, 'consignee', organisation.partyId)
  const documentId = await addDocument(job.id, 'Mango invoice.pdf')
  expect(await find('MANGO')).toEqual({
    jobs: [
      {
        id: job.id,
        jobId: 1,
        name: 'Mango pulp',
        statusId: 1,
        consignee: 'Mangolia Foods',
        mbl: 'MAEU77',
        hbl: null,
        matched: { field: 'name', value: 'Mango pulp' },
      },
    ],
    jobCount: 1,
    contacts: [{ id: organisation.id, name: 'Mangolia Foods', description: 'Fruit' }],
    documents: [
      {
        id: documentId,
        name: 'Mango invoice.pdf',
        type: expect.any(String) as string,
        shipmentId: job.id,
        jobId: 1,
      },
    ],
    templates: [],
  })
})

test('exact numbers come first: the job of that number, then master B/L, house B/L and IGM', async () => {
  const jobs = []
  for (let made = 0; made < 12; made += 1) jobs.push(await buildJob(company, { name: `Lot 777 ${made}` }))
  const [first, second, third, fourth] = jobs
  await company.call('PUT', '/api/shipment', { id: first?.id, mbl: 'Lot 777' })
  await company.call('PUT', '/api/shipment', { id: second?.id, hbl: 'LOT 777' })
  await company.call('PUT', '/api/shipment', { id: third?.id, igm: 'lot 777' })
  const found = (await find('lot 777')).jobs.map(job => job.jobId)
  expect(found).toEqual([3, 2, 1, 12, 11, 10, 9, 8])
  expect(fourth?.jobId).toBe(4)
})

test('jobs in progress come before those that are done, the newest first, and all are counted', async () => {
  const jobs = []
  for (let made = 0; made < 10; made += 1) jobs.push(await buildJob(company, { name: `Lyari home ${made}` }))
  for (const [index, statusId] of [3, 2, 0].entries())
    await company.call('PUT', '/api/shipment', { id: jobs[9 - index]?.id, statusId })
  const { jobs: found, jobCount } = await find('lyari  HOME')
  expect([found.map(job => job.jobId), jobCount]).toEqual([[7, 6, 5, 4, 3, 2, 1, 10], 10])
  const listed = await company.call('GET', '/api/shipment?search=lyari%20home')
  expect(listed.headers['x-total-count']).toBe(String(jobCount))
})

test('what holds the text is told of each job, whichever field it is', async () => {
  const job = await buildJob(company, {
    name: 'Syringes',
    vesselName: 'Ocean Meridian',
    quote: { commodity: 'Single-use syringes' },
  })
  for (const role of ['shipper', 'clearingAgent'] as const) {
    const { partyId } = await buildOrganisation(company, { name: `Maas ${role}` })
    await buildParty(company, job.id, role, partyId)
  }
  const matched = async (text: string) => (await find(text)).jobs.map(found => found.matched)
  expect(await matched('maas SHIP')).toEqual([{ field: 'shipper', value: 'Maas shipper' }])
  expect(await matched('maas clear')).toEqual([{ field: 'clearingAgent', value: 'Maas clearingAgent' }])
  expect(await matched('meridian')).toEqual([{ field: 'vesselName', value: 'Ocean Meridian' }])
  expect(await matched('single-use')).toEqual([{ field: 'quote.commodity', value: 'Single-use syringes' }])
  // The name and the vessel stand side by side in the search text.
  expect(await matched('syringes ocean')).toEqual([null])
})

test('four digits of a container and a seal find the job, and tell which', async () => {
  const job = await buildJob(company, { name: 'Rice' })
  const box = await buildContainer(company, job.id, { number: 'TGHU7654321', seals: ['SL98761', 'KX40018'] })
  await buildContainer(company, job.id, { number: 'MSKU1234565' })
  const found = async (text: string) => (await find(text)).jobs.map(({ jobId, matched }) => [jobId, matched])
  expect(await found('6543')).toEqual([[1, { field: 'container', value: 'TGHU7654321' }]])
  expect(await found('msku123')).toEqual([[1, { field: 'container', value: 'MSKU1234565' }]])
  expect(await found('kx4001')).toEqual([[1, { field: 'seal', value: 'KX40018' }]])
  const listed = await company.call<{ jobId: number }[]>('GET', '/api/shipment?search=6543')
  expect(listed.body.map(({ jobId }) => jobId)).toEqual([1])
  // What is changed and deleted is found no more by what it was.
  await company.call('PUT', '/api/container', { id: box.id, number: 'TGHU1111111' })
  expect([await found('6543'), (await found('1111')).length]).toEqual([[], 1])
  await company.call('DELETE', `/api/container/${box.id}`)
  expect([await found('1111'), await found('kx4001'), (await found('2345')).length]).toEqual([[], [], 1])
})

test('a whole number of any length finds the job of that id, above all that hold it', async () => {
  for (let made = 0; made < 3; made += 1) await buildJob(company, { name: 'Batch 2 of 2' })
  expect(await find('2')).toMatchObject({ jobs: [{ jobId: 2 }], contacts: [], documents: [], templates: [] })
  expect((await find('2')).jobs).toHaveLength(1)
})

test('a wildcard is a letter like any other', async () => {
  await buildJob(company, { name: 'Ordinary' })
  await buildJob(company, { name: '100%_pure' })
  expect((await find('%_pu')).jobs.map(job => job.name)).toEqual(['100%_pure'])
  expect((await find('%%%')).jobs).toEqual([])
})

test('fewer than three characters are refused with the reason, and nobody is let in unsigned', async () => {
  expectProblem(await company.call('GET', '/api/search?text=ab'), 'search_too_short')
  expectProblem(await company.call('GET', '/api/search'), 'invalid_input')
  expectProblem(await send(product, { method: 'GET', url: '/api/search?text=abc' }), 'sign_in_required')
})

test('another company’s records are never found', async () => {
  const job = await buildJob(company, { name: 'Saffron', mbl: 'SAFFRON1' })
  await addDocument(job.id, 'Saffron.pdf')
  await buildOrganisation(company, { name: 'Saffron House' })
  const other = await buildCompany(product)
  const none = { jobs: [], jobCount: 0, contacts: [], documents: [], templates: [] }
  expect(await find('saffron', other)).toEqual(none)
  expect(await find('saffron1', other)).toEqual(none)
  expect(await find('1', other)).toEqual(none)
})
