import { beforeEach, expect, test } from 'vitest'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import { buildItem, buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { emptyJob } from './empty-job.ts'

const { company } = companyPerTest({}, buildTemplateCompany)
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton' })
})

const check = (templates: { id: string }[], jobs: { id: string }[] = [job]) =>
  company.call<Preflight>('POST', '/api/documenttemplate/preflight', {
    templateIds: templates.map(one => one.id),
    shipmentIds: jobs.map(one => one.id),
  })
const details = (field: string) => ({ screen: 'details' as const, field })

test('of a job with nothing on it that is the first thing to be said', async () => {
  const bare = await buildJob(company)
  const template = await company.addTemplate(
    '{{Shipment.JobId}} {{Shipment.Hbl}} {{Today}} {{Shipper.Name}} {{Shipper.City}} {{Shipper.Street}} ' +
      '{{Shipper.Email}} {{#Items}}{{Items.Name}}{{/Items}}',
  )
  const messages = async () => (await check([template], [bare])).body.jobs[0]?.missing.map(one => one.message)
  const gaps = ['House BL is empty', 'Shipper is not set', 'There are no cargo items']
  expect(await messages()).toEqual([emptyJob.message])
  await buildItem(company, bare.id, { name: 'Yarn' })
  expect(await messages()).toEqual(gaps.slice(0, 2))
})

test('it is said of each template that would be empty, however few things it prints of the job', async () => {
  const bare = await buildJob(company, { hbl: 'H-7' })
  const notice = await company.addTemplate('{{Shipment.Etd}} {{Shipment.VesselName}}', 'Notice.dotx')
  const bill = await company.addTemplate('{{Shipment.Hbl}} {{Shipment.VesselName}}', 'Bill.dotx')
  const list = await company.addTemplate('{{#Items}}{{Items.Name}}{{/Items}}{{Quote.Commodity}}', 'List.dotx')
  const note = await company.addTemplate('{{Shipment.Etd}} {{Company.Name}}', 'Note.dotx')
  // The first of their fields that is empty.
  const place = details('vesselName')
  const found = async () => (await check([notice, bill, list, note], [bare])).body.jobs[0]?.missing[0]
  expect(await found()).toEqual({ ...emptyJob, place, templateIds: [notice.id, list.id] })
  await buildItem(company, bare.id, { name: 'Yarn' })
  expect(await found()).toEqual({ ...emptyJob, place, templateIds: [notice.id] })
})

test('what stands for others that are there is not missing', async () => {
  const weights =
    '{{Shipment.Name}} {{#if ItemTotals.GrossWeight}}{{ItemTotals.GrossWeight}}{{else}}' +
    '{{#unless ItemTotals.GrossWeightByUnit}}{{Shipment.GrossWeight}}{{/unless}}{{/if}}'
  const either = await company.addTemplate(weights, 'Either.dotx')
  const both = await company.addTemplate(`${weights} {{Shipment.GrossWeight}}`, 'Both.dotx')
  await buildItem(company, job.id, { name: 'Yarn', grossWeight: 12.5, weightUnit: 0 })
  const gap = (templateIds: string[]) => ({
    label: 'Gross weight',
    message: 'Gross weight is empty',
    place: details('grossWeight'),
    templateIds,
  })
  const { body } = await check([either, both])
  expect(body.jobs[0]?.missing).toEqual([gap([both.id])])
  const without = await buildJob(company, { name: 'Silk' })
  await buildItem(company, without.id, { name: 'Silk' })
  const further = (await check([either, both], [without])).body.jobs[0]?.missing
  expect(further).toContainEqual(gap([either.id, both.id]))
})

test('without house jobs a list of house bills asks for what the job itself lacks', async () => {
  const manifest = await company.addTemplate(
    '{{#Bills}}{{Bills.Number}} {{Bills.Commodity}} {{Bills.Consignee.Name}} {{Bills.ViaPort}}{{/Bills}}',
  )
  const messages = async () => (await check([manifest])).body.jobs[0]?.missing.map(({ message }) => message)
  expect(await messages()).toEqual([emptyJob.message, 'Commodity is empty', 'Consignee is not set'])
  const named = await buildJob(company, { masterShipmentId: job.id, quote: { commodity: 'Yarn' } })
  const bare = await buildJob(company, { masterShipmentId: job.id })
  expect(await messages()).toEqual([
    `1 of 2 house bills has no commodity: job ${bare.jobId}`,
    `2 of 2 house bills have no consignee: jobs ${named.jobId} and ${bare.jobId}`,
  ])
})

test('a house number that is about to be given does not hide that nothing is filled in', async () => {
  const bare = await buildJob(company)
  const bill = await company.addTemplate(
    '{{Numbers.HouseBill}} {{Shipment.Etd}} {{Shipper.Name}}',
    'Bill.dotx',
  )
  const notice = await company.addTemplate('{{Shipment.Etd}} {{Company.Website}}', 'Notice.dotx')
  const found = (await check([bill, notice], [bare])).body.jobs[0]?.missing
  expect(found?.map(({ message, templateIds }) => [message, templateIds])).toEqual([
    [emptyJob.message, [bill.id, notice.id]],
    ['Your company has no website', [notice.id]],
  ])
})

test('what a condition only asks for is missing from no template', async () => {
  const asking = await company.addTemplate(
    '{{Shipment.Name}} {{#if Shipment.NetWeight}}Weighed{{/if}}',
    'Asking.dotx',
  )
  const printing = await company.addTemplate('{{Shipment.NetWeight}}', 'Printing.dotx')
  expect((await check([asking, printing])).body.jobs[0]?.missing).toEqual([
    {
      label: 'Net weight',
      message: 'Net weight is empty',
      place: details('netWeight'),
      templateIds: [printing.id],
    },
  ])
})

test('an amount of 0 that somebody entered and totals of the house bills are details of the job', async () => {
  const bare = await buildJob(company, { quote: { quoteType: 2, transportMode: 2 } })
  const totals = await company.addTemplate('{{Finance.Total}} {{Shipment.Igm}} {{Shipment.Etd}}', 'Sum.dotx')
  const bills = await company.addTemplate(
    '{{BillTotals.GrossWeight}} {{Shipment.Igm}} {{Shipment.Etd}}',
    'B.dotx',
  )
  const messages = async () =>
    (await check([totals, bills], [bare])).body.jobs[0]?.missing.flatMap(({ message, templateIds }) =>
      message === emptyJob.message ? templateIds : [],
    )
  expect(await messages()).toEqual([totals.id, bills.id])
  await company.call('PUT', '/api/finance', { id: bare.quote.financeId, freightCharge: { lcl: 0 } })
  await company.call('PUT', '/api/shipment', { id: bare.id, grossWeight: 5, weightUnit: 0 })
  expect(await messages()).toEqual([])
})
