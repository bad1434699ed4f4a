import { expect, test } from 'vitest'
import type { Preflight } from '#contract/generation.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { testProduct } from '#testing/test-company.ts'

const { product } = testProduct()

test.each([
  [2, 'HAWB-00003', 'house air waybill', 'sea', '{{Shipment.Hbl}}'],
  [0, 'hbl-00007', 'house bill of lading', 'air', '{{Numbers.HouseAirWaybill}}'],
])('a job of mode %s whose House BL is %s is told so', async (transportMode, hbl, paper, mode, text) => {
  const company = await buildTemplateCompany(product)
  const job = await buildJob(company, { name: 'Cotton' })
  const missingOf = async ({ id }: DocumentTemplate) => {
    const input = { templateIds: [id], shipmentIds: [job.id] }
    const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', input)
    return body.jobs[0]?.missing.map(({ templateIds: _ids, ...one }) => one)
  }
  await company.call('PUT', '/api/shipment', { id: job.id, hbl, quote: { transportMode } })
  const template = await company.addTemplate(text)
  expect(await missingOf(template)).toEqual([
    {
      label: 'House BL',
      message: `House BL is ${hbl}, a number of a ${paper}, and the job goes by ${mode}. Clear it to get a number of the right series`,
      place: { screen: 'details', field: 'hbl' },
      check: true,
    },
  ])
  expect(await missingOf(await company.addTemplate('{{Shipment.Name}}', 'Name.dotx'))).toEqual([])
  for (const right of ['KHI 77', transportMode === 2 ? 'HBL-00007' : 'HAWB-00007']) {
    await company.call('PUT', '/api/shipment', { id: job.id, hbl: right })
    expect(await missingOf(template)).toEqual([])
  }
  await company.call('PUT', '/api/shipment', { id: job.id, hbl: null })
  expect(
    await missingOf(
      await company.addTemplate('{{Numbers.HouseBill}}{{Numbers.HouseAirWaybill}}', 'Both.dotx'),
    ),
  ).toEqual([])
})

test.each([
  [1, 'HAWB-00003', ', and the job goes by road: papers call it a consignment note'],
  [null, 'HAWB-00003', ', and the job has no mode of transport'],
  [null, 'HBL-00003', null],
  [1, 'CMR 7', null],
])('a job of mode %s whose House BL is %s is told what papers call it', async (transportMode, hbl, end) => {
  const company = await buildTemplateCompany(product)
  const job = await buildJob(company, { name: 'Cotton', hbl, quote: { transportMode } })
  const messages = async (text: string) => {
    const { id } = await company.addTemplate(text, `${crypto.randomUUID()}.dotx`)
    const input = { templateIds: [id], shipmentIds: [job.id] }
    const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', input)
    return body.jobs[0]?.missing.map(({ message }) => message)
  }
  const told = end ? [`House BL is ${hbl}, a number of a house air waybill${end}`] : []
  expect(await messages('{{Shipment.Hbl}}')).toEqual(told)
  expect(await messages('{{Numbers.HouseAirWaybill}}')).toEqual([])
})
