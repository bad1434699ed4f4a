import { expect, test } from 'vitest'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildItem, buildJob, buildOrganisation } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { testCompany } from '#testing/test-company.ts'
import { emptyJob } from './empty-job.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'

const starters = await readStarterTemplates()
const { company } = testCompany({ starters })

async function checkedBy(templates: readonly DocumentTemplate[], job: Job) {
  const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', {
    templateIds: templates.map(({ id }) => id),
    shipmentIds: [job.id],
  })
  return body.jobs[0]?.missing ?? []
}

const allTemplates = async () => (await company.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).body
const missingOf = async (job: Job) => checkedBy(await allTemplates(), job)

/** What is told of a job, by the names of the starter templates that it is told of. */
async function told(job: Job): Promise<Record<string, string[]>> {
  const templates = await allTemplates()
  const missing = await checkedBy(templates, job)
  return Object.fromEntries(
    templates.map(({ id, name }) => [
      name.replace(' (starter).dotx', ''),
      missing.flatMap(({ templateIds, message }) => (templateIds.includes(id) ? message : [])),
    ]),
  )
}

const without = (messages: readonly string[] | undefined, pattern: RegExp) =>
  expect(messages?.filter(message => pattern.test(message))).toEqual([])

test('of figures that only the items have, papers that print those ask for nothing', async () => {
  const job = await buildFullJob(company, { name: 'Yarn' })
  await buildItem(company, job.id, {
    name: 'Wool',
    description: 'Raw',
    quantity: 3,
    numberOfPacks: 2,
    modeOfPacking: 13,
    grossWeight: 130,
    netWeight: 120,
    weightUnit: 0,
    marksAndNumbers: 'N/M',
    hsCode: '5105.10',
  })
  const papers = await told(job)
  for (const name of ['Packing List', 'Shipping Instructions', 'House Bill of Lading'])
    without(papers[name], /weight|packages|items?\b/i)
  // What stands for the items where there are none is not printed, so it is not missing.
  without(papers['Packing List'], /commodity/i)
  expect(papers['Booking Confirmation']).toContain('Gross weight is empty')
  const bare = await told(await buildFullJob(company, { name: 'Silk', vesselName: 'Jubilee' }))
  expect(bare['Packing List']).toEqual(
    expect.arrayContaining(['Net weight is empty', 'Number of packages is empty', 'Commodity is empty']),
  )
})

test('what has something to stand in for it is not asked for, nor what only some goods have', async () => {
  const job = await buildFullJob(company, { name: 'Yarn', quote: { transportMode: 2 } })
  await buildItem(company, job.id, { name: 'Wool', unNumber: null })
  const papers = await told(job)
  for (const messages of Object.values(papers))
    without(
      messages,
      /place of|date of issue|payable|UN number|dimension|hazard|packing group|shipping name|flashpoint|pollutant|limited/i,
    )
  expect(papers['House Bill of Lading']).toEqual(
    expect.arrayContaining([
      'Freight terms are empty',
      'Number of originals is empty',
      'The cargo item has no marks and numbers',
      'There are no containers',
    ]),
  )
  await buildItem(company, job.id, { name: 'Paint', unNumber: '1263' })
  expect((await told(job))['House Bill of Lading']).toContain('2 of 2 cargo items have no marks and numbers')
})

test('a unit is asked for where there is a figure', async () => {
  const bare = await told(await buildFullJob(company, { name: 'Yarn', vesselName: 'Jubilee' }))
  for (const messages of Object.values(bare)) without(messages, /unit/i)
  expect(bare['Quotation']).toEqual(expect.arrayContaining(['Volume is empty', 'Gross weight is empty']))
  const job = await buildFullJob(company, { name: 'Yarn', volume: 4, grossWeight: 5 })
  await buildItem(company, job.id, { name: 'Wool', numberOfPacks: 2, weightUnit: null })
  await buildItem(company, job.id, { name: 'Silk', numberOfPacks: 2, grossWeight: 5, weightUnit: null })
  const papers = await told(job)
  expect(papers['Quotation']).toEqual(
    expect.arrayContaining(['Volume unit is empty', 'Weight unit is empty']),
  )
  expect(papers['Packing List']).toContain('1 of 2 cargo items has no weight unit')
})

test('charges that are kept and not printed are there', async () => {
  const job = await buildFullJob(company, { name: 'Yarn' })
  await company.call('PUT', '/api/finance', { id: job.quote.financeId, originCharge: { pickUp: 9 } })
  const { Quotation = [] } = await told(job)
  expect(Quotation).toContain('Without a quote type no charges are printed')
  expect(Quotation.join()).toMatch(/origin charges are kept.*Pick Up 9/)
  without(Quotation, /no charges$/)
})

test('an air waybill without freight prints the company’s currency, and no charge that is kept', async () => {
  const job = await buildFullJob(company, { name: 'Yarn', quote: { transportMode: 0, quoteType: 2 } })
  await company.call('PUT', '/api/finance', {
    id: job.quote.financeId,
    freightCharge: { fcl20: 100 },
    destinationCharge: { thc: 5 },
  })
  const papers = await told(job)
  without(papers['House Air Waybill'], /freight charges|currency/i)
  expect(papers['Quotation']?.join()).toMatch(/The freight charges are kept.*FCL 20' 100/)
  const bare = await buildFullJob(company, { name: 'Silk', quote: { transportMode: 0 } })
  without((await told(bare))['House Air Waybill'], /freight charges|currency/i)
})

test('gaps of house jobs are told with the jobs that have them, and lead there', async () => {
  const master = await buildFullJob(company, { name: 'Box', quote: { transportMode: 2 } })
  const shipper = await buildOrganisation(company, { name: 'Mill' })
  const first = await buildFullJob(company, { masterShipmentId: master.id }, { shipper })
  const second = await buildFullJob(company, { masterShipmentId: master.id })
  const all = await missingOf(master)
  const ofHouses = all.filter(({ label }) => /^House bills: (Shipper|Consignee)/.test(label))
  const both = `jobs ${first.jobId} and ${second.jobId}`
  expect(ofHouses.map(({ message, place }) => [message, place])).toEqual([
    [
      `2 of 2 house bills have no consignee: ${both}`,
      { screen: 'details', field: 'consignee', shipmentId: first.id },
    ],
    [
      `1 of 2 house bills has no shipper: job ${second.jobId}`,
      { screen: 'details', field: 'shipper', shipmentId: second.id },
    ],
    [
      `In 1 of 2 house bills the shipper has no address: job ${first.jobId}`,
      { screen: 'contact', id: shipper.id },
    ],
  ])
})

test('of an arrival notice and a pre-alert, and of no other paper, it is told that its ETA has passed', async () => {
  const papers = await told(await buildFullJob(company, { name: 'Yarn', eta: '2024-02-29' }))
  const message = 'The ETA, 29 Feb 2024, has passed'
  expect(Object.keys(papers).filter(name => papers[name]?.includes(message))).toEqual([
    'Arrival Notice',
    'Pre-alert',
  ])
  const later = await told(await buildFullJob(company, { name: 'Yarn', eta: '2124-02-29' }))
  for (const name of ['Pre-alert', 'Arrival Notice']) without(later[name], /passed/)
})

test('an empty paper leads to the first field that it prints', async () => {
  const job = await buildJob(company)
  const quotation = (await allTemplates()).filter(({ name }) => name.startsWith('Quotation'))
  expect(await checkedBy(quotation, job)).toContainEqual({
    ...emptyJob,
    place: { screen: 'details', field: 'swbro' },
    templateIds: quotation.map(({ id }) => id),
  })
})
