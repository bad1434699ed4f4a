import { beforeEach, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { DocumentSet, Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import { buildJob } from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const cargo = { quote: { commodity: 'Cotton', transportMode: 2 } }

const { rows, company } = companyPerTest({}, buildTemplateCompany)
let bill: string
let order: string
let master: Job
let house: Job

beforeEach(async () => {
  bill = (await company.addTemplate('B/L {{Numbers.HouseBill}}', 'Bill.dotx')).id
  order = (await company.addTemplate('D/O {{Numbers.DeliveryOrder}}', 'Order.dotx')).id
  master = await buildJob(company, cargo)
  house = await buildJob(company, { ...cargo, masterShipmentId: master.id })
})

const generate = <Body = Document>(id: string, job: Job) =>
  company.call<Body>('POST', `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`, { id })
const textOf = async (id: string, job: Job) => company.textOf((await generate(id, job)).body)

const detail =
  'Job 1 is a master job: a house bill of lading is numbered for each of its house jobs. ' +
  'Make it for them, or enter this job’s own House BL.'

test('a master job takes no house number; its houses do', async () => {
  const { status, body } = await expectNoChange(rows, company, () => generate<Problem>(bill, master))
  expect([status, body]).toEqual([
    422,
    {
      type: 'about:blank',
      status: 422,
      code: 'master_job',
      title: 'House numbers belong to house jobs',
      detail,
    },
  ])
  expect(await textOf(bill, house)).toBe('B/L HBL-00001')
  expect(await textOf(order, master)).toBe('D/O DO-00001')
})

test('before documents are made that is told, and no number of it', async () => {
  const ids = { templateIds: [bill, order], shipmentIds: [master.id, house.id] }
  const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', ids)
  expect(body.jobs.map(job => [job.numbers.map(({ number }) => number), job.refusals])).toEqual([
    [['DO-00001'], [{ templateId: bill, message: detail }]],
    [['HBL-00001', 'DO-00002'], []],
  ])
  const set = { id: crypto.randomUUID(), ...ids }
  const begun = await company.call<DocumentSet>('POST', '/api/documenttemplate/documentset', set)
  expect(begun.body.jobs.map(({ numbers }) => numbers.map(({ number }) => number))).toEqual([
    ['DO-00001'],
    ['HBL-00001', 'DO-00002'],
  ])
})

test('a house number that a master job bears already, typed or given before it had houses, stays', async () => {
  await company.call('PUT', '/api/shipment', { id: master.id, hbl: 'KHI 77' })
  expect(await textOf(bill, master)).toBe('B/L KHI 77')
  expect(await textOf(bill, house)).toBe('B/L HBL-00001')
  await buildJob(company, { ...cargo, masterShipmentId: house.id })
  expect(await textOf(bill, house)).toBe('B/L HBL-00001')
})
