import { beforeEach, expect, test } from 'vitest'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { company } = companyPerTest({}, buildTemplateCompany)
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton' })
})

const check = async (templates: readonly DocumentTemplate[], jobs: readonly Job[]) => {
  const body = { templateIds: templates.map(({ id }) => id), shipmentIds: jobs.map(({ id }) => id) }
  return (await company.call<Preflight>('POST', '/api/documenttemplate/preflight', body)).body.jobs
}

test('a template that is left out uses no number, and nobody is asked about one', async () => {
  const bill = await company.addTemplate('{{Numbers.HouseBill}} {{Numbers.DeliveryOrder}}', 'Bill.dotx')
  const order = await company.addTemplate('{{Numbers.DeliveryOrder}}', 'Order.dotx')
  const air = await buildJob(company, { quote: { transportMode: 0 } })
  const told = async (templates: DocumentTemplate[], jobs: Job[]) =>
    (await check(templates, jobs)).map(({ numbers, isEmpty }) => [
      numbers.map(({ number, templateIds }) => [number, templateIds]),
      isEmpty,
    ])
  expect(await told([bill], [air])).toEqual([[[], false]])
  expect(await told([bill], [air, job])).toEqual([
    [[], false],
    [
      [
        ['HBL-00001', [bill.id]],
        ['DO-00001', [bill.id]],
      ],
      true,
    ],
  ])
  expect(await told([bill, order], [air])).toEqual([[[['DO-00001', [order.id]]], true]])
})

test.each([
  [0, 'Flight', 'Flight is empty'],
  [1, 'Truck', 'Truck is empty'],
  [2, 'Vessel Name', 'Vessel name is empty'],
])('by mode %i it asks for the %s', async (transportMode, label, message) => {
  const template = await company.addTemplate('{{Shipment.Name}} {{Shipment.VesselName}}')
  await company.call('PUT', '/api/shipment', { id: job.id, quote: { transportMode } })
  const place = { screen: 'details', field: 'vesselName' }
  const [found] = await check([template], [job])
  expect(found?.missing).toEqual([{ label, message, place, templateIds: [template.id] }])
})
