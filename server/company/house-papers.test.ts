import { beforeEach, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import { buildJob } from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const AIR = 0
const ROAD = 1
const SEA = 2

const { product, rows, company } = companyPerTest({}, buildTemplateCompany)
let bill: string
let waybill: string
let order: string

beforeEach(async () => {
  bill = (await company.addTemplate('B/L {{Numbers.HouseBill}}', 'Bill.dotx')).id
  waybill = (await company.addTemplate('HAWB {{Numbers.HouseAirWaybill}}', 'Waybill.dotx')).id
  order = (await company.addTemplate('D/O {{Shipment.HouseBl}}', 'Order.dotx')).id
})

const newJob = (transportMode: number | null, fields: object = {}) =>
  buildJob(company, { quote: { commodity: 'Cotton', transportMode }, ...fields })

const generate = <Body = Document>(id: string, job: Job, more: object = {}) =>
  company.call<Body>('POST', `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`, { id, ...more })

async function made(id: string, job: Job): Promise<string> {
  const { status, body } = await generate(id, job)
  expect([status, body]).toEqual([201, expect.anything()])
  return company.textOf(body)
}

const houseBl = async ({ id }: Job) => (await company.call<Job>('GET', `/api/shipment/${id}`)).body.hbl

test('a house bill and a house air waybill are numbered each by its own series', async () => {
  const [sea, air, next] = [await newJob(SEA), await newJob(AIR), await newJob(SEA)]
  expect(await made(bill, sea)).toBe('B/L HBL-00001')
  expect(await made(waybill, air)).toBe('HAWB HAWB-00001')
  expect(await made(bill, next)).toBe('B/L HBL-00002')
  expect([await houseBl(sea), await houseBl(air), await houseBl(next)]).toEqual([
    'HBL-00001',
    'HAWB-00001',
    'HBL-00002',
  ])
})

test.each([
  ['house air waybill', SEA, 'A house air waybill is made for an air job, and job 1 goes by sea.'],
  ['house bill of lading', AIR, 'A house bill of lading is made for a sea job, and job 1 goes by air.'],
])('a %s is refused for a job of the other mode, and nothing is left behind', async (paper, mode, reason) => {
  const job = await newJob(mode)
  const template = paper === 'house air waybill' ? waybill : bill
  const { status, body } = await expectNoChange(rows, company, () => generate<Problem>(template, job))
  expect([status, body]).toEqual([
    422,
    {
      type: 'about:blank',
      status: 422,
      code: 'other_mode',
      title: 'The document is for another mode of transport',
      detail: `${reason} Make a ${paper === 'house air waybill' ? 'house bill of lading' : 'house air waybill'}, or change the job’s Mode of Transport.`,
    },
  ])
})

test.each([ROAD, null])('a job of mode %s makes either, each with its own number', async mode => {
  const job = await newJob(mode)
  expect(await made(waybill, job)).toBe('HAWB HAWB-00001')
  expect(await made(bill, job)).toBe('B/L HBL-00001')
  expect(await made(waybill, job)).toBe('HAWB HAWB-00001')
  expect([await houseBl(job), await made(order, job)]).toEqual(['HAWB-00001', 'D/O HAWB-00001'])
})

test('a typed House B/L belongs to the paper that is made first, or to the series whose number it is', async () => {
  const typed = await newJob(null, { hbl: 'KHI 77' })
  expect([await made(waybill, typed), await made(bill, typed)]).toEqual(['HAWB KHI 77', 'B/L HBL-00001'])
  const ofSeries = await newJob(null, { hbl: 'hawb-00077' })
  expect([await made(bill, ofSeries), await made(waybill, ofSeries)]).toEqual([
    'B/L HBL-00002',
    'HAWB hawb-00077',
  ])
  expect([await houseBl(typed), await houseBl(ofSeries)]).toEqual(['KHI 77', 'hawb-00077'])
})

test('when the mode is chosen later, the paper of that mode gives the House B/L its number', async () => {
  const job = await newJob(null)
  expect(await made(waybill, job)).toBe('HAWB HAWB-00001')
  await company.call('PUT', '/api/shipment', { id: job.id, quote: { transportMode: SEA } })
  expect(await made(bill, job)).toBe('B/L HBL-00001')
  expect([await houseBl(job), await made(order, job)]).toEqual(['HBL-00001', 'D/O HBL-00001'])
})

test('what a person typed over a given number is what the paper prints', async () => {
  const job = await newJob(SEA)
  await made(bill, job)
  await company.call('PUT', '/api/shipment', { id: job.id, hbl: 'KHI 78' })
  expect(await made(bill, job)).toBe('B/L KHI 78')
  await company.call('PUT', '/api/shipment', { id: job.id, hbl: null })
  expect(await made(bill, job)).toBe('B/L HBL-00001')
  expect(await houseBl(job)).toBe('HBL-00001')
})

test('a template for both modes prints the number of the one that the job has', async () => {
  const both = await company.addTemplate('{{Numbers.HouseBill}}/{{Numbers.HouseAirWaybill}}', 'Both.dotx')
  expect(await made(both.id, await newJob(SEA))).toBe('HBL-00001/')
  expect(await made(both.id, await newJob(AIR))).toBe('/HAWB-00001')
  expect(await made(both.id, await newJob(null))).toBe('HBL-00002/HAWB-00002')
})

test('a job on which nothing stands uses no number until somebody has agreed', async () => {
  const empty = await buildJob(company, { name: 'Cotton', quote: { transportMode: SEA } })
  const { status, body } = await expectNoChange(rows, company, () => generate<Problem>(bill, empty))
  expect([status, body]).toEqual([
    422,
    {
      type: 'about:blank',
      status: 422,
      code: 'job_empty',
      title: 'Nothing is entered on the job yet',
      detail:
        'Job 1 has no parties, goods or route yet. A number would be used for: house bill of lading. ' +
        'Fill in the job, or send allowEmptyJob to make the document anyway.',
    },
  ])
  // What uses no number asks nothing.
  expect((await generate(order, empty)).status).toBe(201)
  expect((await generate(bill, empty, { allowEmptyJob: true })).status).toBe(201)
  expect(await made(bill, empty)).toBe('B/L HBL-00001')
})

test('a document that is not made leaves no number behind, and the next one gets it', async () => {
  const [job, other] = [await newJob(SEA), await newJob(SEA)]
  const broken = await company.addTemplate('{{Numbers.HouseBill}} {{Shipment.Nmae}}', 'Broken.dotx')
  expect((await expectNoChange(rows, company, () => generate<Problem>(broken.id, job))).status).toBe(422)
  const { files } = product
  const put = files.put.bind(files)
  files.put = () => Promise.reject(new Error('The disk is gone.'))
  try {
    expect((await generate<Problem>(bill, job)).status).toBe(500)
  } finally {
    files.put = put
  }
  expect(await houseBl(job)).toBe(null)
  expect(
    await rows.select('select 1 from job_numbers where account_id = $1', [company.membership.account.id]),
  ).toEqual([])
  expect(await made(bill, other)).toBe('B/L HBL-00001')
  expect(await made(bill, job)).toBe('B/L HBL-00002')
})

test('numbers given back are given next, the lowest first, until people set the series to go on elsewhere', async () => {
  const account = company.membership.account.id
  await company.call('PUT', '/api/company', {
    numberSeries: [{ kind: 'houseBill', prefix: 'HBL-', digits: 5, nextNumber: 12 }],
  })
  const giveBack = () =>
    rows.select(
      `insert into returned_numbers values ($1, 'houseBill', 'HBL-00010'), ($1, 'houseBill', 'HBL-00009'), ($1, 'houseBill', 'X-1')`,
      [account],
    )
  await giveBack()
  expect(await made(bill, await newJob(SEA))).toBe('B/L HBL-00009')
  expect(await made(bill, await newJob(SEA))).toBe('B/L HBL-00010')
  expect(await made(bill, await newJob(SEA))).toBe('B/L HBL-00012')
  await rows.select('delete from returned_numbers where account_id = $1', [account])
  await giveBack()
  await company.call('PUT', '/api/company', { numberSeries: [{ kind: 'houseBill', nextNumber: 40 }] })
  expect(await made(bill, await newJob(SEA))).toBe('B/L HBL-00040')
})

test('a house number that another job bears is told, and no house paper is made with it', async () => {
  const first = await newJob(SEA)
  expect(await made(bill, first)).toBe('B/L HBL-00001')
  const second = await newJob(SEA, { hbl: 'hbl-00001' })
  const others = async ({ id }: Job) => (await company.call('GET', `/api/shipment/${id}/samehousebl`)).body
  expect(await others(second)).toEqual([{ id: first.id, jobId: 1, name: null }])
  expect(await others(first)).toEqual([{ id: second.id, jobId: 2, name: null }])
  const detail =
    'Job 1 already has the number HBL-00001. ' +
    'Change this job’s House BL, or clear it to use the next number of the series.'
  const { body } = await expectNoChange(rows, company, () => generate<Problem>(bill, second))
  expect(body).toEqual({
    type: 'about:blank',
    status: 422,
    code: 'number_in_use',
    title: 'Another job has this number',
    detail,
  })
  const agreed = { blankUnknown: true, allowEmptyJob: true }
  expect((await generate<Problem>(bill, second, agreed)).body.detail).toBe(detail)
  const preflight = async ({ id }: Job) => {
    const input = { templateIds: [bill, order], shipmentIds: [id] }
    const { jobs } = (await company.call<Preflight>('POST', '/api/documenttemplate/preflight', input)).body
    return { missing: jobs[0]?.missing, refusals: jobs[0]?.refusals }
  }
  const told = {
    label: 'House BL',
    place: { screen: 'details', field: 'hbl' },
    check: true,
    templateIds: [bill, order],
  }
  const saying = (jobId: number, number: string) =>
    `Job ${jobId} has the house BL ${number} too. Each job needs its own number`
  expect(await preflight(second)).toEqual({
    missing: [{ ...told, message: saying(1, 'HBL-00001') }],
    refusals: [{ templateId: bill, message: detail }],
  })
  // The series gave it its number: that stays, and the other job is to be changed.
  expect(await preflight(first)).toEqual({
    missing: [{ ...told, message: saying(2, 'hbl-00001') }],
    refusals: [],
  })
  expect(await made(bill, first)).toBe('B/L HBL-00001')
  await company.call('PUT', '/api/shipment', { id: second.id, hbl: null })
  expect([await others(second), await made(bill, second)]).toEqual([[], 'B/L HBL-00002'])
})

test('two jobs that were given one number by hand make no house papers until one is changed', async () => {
  const [first, second] = [await newJob(SEA, { hbl: 'KHI 7' }), await newJob(null, { hbl: 'KHI 7' })]
  const codes = async () => [
    (await generate<Problem>(bill, first)).body.code,
    (await generate<Problem>(waybill, second)).body.code,
  ]
  expect(await codes()).toEqual(['number_in_use', 'number_in_use'])
  expect(await made(order, second)).toBe('D/O KHI 7')
  await company.call('PUT', '/api/shipment', { id: second.id, hbl: 'KHI 8' })
  expect(await made(bill, first)).toBe('B/L KHI 7')
  expect(await made(waybill, second)).toBe('HAWB KHI 8')
})

test('blanks around a house number make it no other one, and blanks alone are none', async () => {
  const first = await newJob(SEA, { hbl: 'XYZ-5' })
  const second = await newJob(SEA, { hbl: '\u3000xyz-5 ' })
  const others = async ({ id }: Job) => (await company.call('GET', `/api/shipment/${id}/samehousebl`)).body
  expect(await others(first)).toEqual([{ id: second.id, jobId: 2, name: null }])
  expect(await others(second)).toEqual([{ id: first.id, jobId: 1, name: null }])
  expect((await generate<Problem>(bill, second)).body).toMatchObject({
    code: 'number_in_use',
    detail:
      'Job 1 already has the number XYZ-5. ' +
      'Change this job’s House BL, or clear it to use the next number of the series.',
  })
  await company.call('PUT', '/api/shipment', { id: first.id, hbl: '\u00a0\u3000' })
  expect(await made(bill, second)).toBe('B/L xyz-5')
  expect(await made(bill, first)).toBe('B/L HBL-00001')
  expect([await houseBl(first), await houseBl(second)]).toEqual(['HBL-00001', '\u3000xyz-5 '])
})

test('a house number is another job’s too, whatever blanks stand within it', async () => {
  const [first, ...others] = [
    await newJob(SEA, { hbl: 'QX 77' }),
    await newJob(SEA, { hbl: 'qx\u00a077' }),
    await newJob(SEA, { hbl: ' QX \u3000 77' }),
  ]
  await newJob(SEA, { hbl: 'QX77' })
  await newJob(SEA, { hbl: 'QX 1 77' })
  const { body } = await company.call<{ jobId: number }[]>('GET', `/api/shipment/${first.id}/samehousebl`)
  expect(body.map(({ jobId }) => jobId)).toEqual(others.map(({ jobId }) => jobId))
  const { status } = await generate<Problem>(bill, first)
  expect([status, await houseBl(first)]).toEqual([422, 'QX 77'])
})
