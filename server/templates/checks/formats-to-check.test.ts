import { expect, test } from 'vitest'
import type { RenderedMail } from '#contract/mail-templates.ts'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import { buildItem, buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { company } = companyPerTest({}, buildTemplateCompany)

const told = async (text: string, { id }: Job) => {
  const template = await company.addTemplate(`{{Shipment.JobId}} ${text}`, `${crypto.randomUUID()}.dotx`)
  const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', {
    templateIds: [template.id],
    shipmentIds: [id],
  })
  return body.jobs[0]?.missing.map(({ message }) => message)
}

test('a weight or volume that a format prints without a unit is told', async () => {
  const text = '{{Shipment.GrossWeight | weight}} {{Shipment.Volume | volume}}'
  const job = await buildJob(company, { name: 'Yarn', grossWeight: 12, volume: 2 })
  expect(await told(text, job)).toEqual(['Weight unit is empty', 'Volume unit is empty'])
  const { body } = await company.call<RenderedMail>('POST', '/api/mailtemplate/preview', {
    shipmentId: job.id,
    subject: 'Job',
    text,
  })
  expect(body.missing.map(({ message }) => message)).toEqual(['Weight unit is empty', 'Volume unit is empty'])
  await company.call('PUT', '/api/shipment', { id: job.id, weightUnit: 0, volume: null })
  expect(await told(text, job)).toEqual(['Volume is empty'])
  await buildItem(company, job.id, { name: 'Wool', grossWeight: 5 })
  expect(await told('{{#Items}}{{GrossWeight | weight}}{{/Items}}', job)).toContain(
    'The cargo item has no weight unit',
  )
})

test('a weight in tonnes without a unit is told, and with one printed', async () => {
  const text = '{{Shipment.GrossWeight | tonnes:"0.000"}} t'
  const job = await buildJob(company, { name: 'Yarn', grossWeight: 12_800 })
  expect(await told(text, job)).toEqual(['Weight unit is empty'])
  await company.call('PUT', '/api/shipment', { id: job.id, weightUnit: 0 })
  expect(await told(text, job)).toEqual([])
  const { body } = await company.call<RenderedMail>('POST', '/api/mailtemplate/preview', {
    shipmentId: job.id,
    subject: 'Job',
    text,
  })
  expect(body.text).toBe('12.800 t')
})

test('a chargeable weight is in kilograms, whatever unit the job and its items have', async () => {
  const formats = ['tonnes:"0.000"', 'kilograms:"0"', 'weight:"#,##0"', 'unit']
  const printed = (name: string) => formats.map(format => `{{${name} | ${format}}}`).join('; ')
  const weights = [
    '12.800; 12800; 12,800\u00a0kg; 12,800\u00a0kg',
    '1.500; 1500; 1,500\u00a0kg; 1,500\u00a0kg',
  ]
  const names = ['Shipment.ChargeableWeight', 'Shipment.RatedWeight', 'ItemTotals.ChargeableWeight']
  const text = [...names.map(printed), printed('sum Items.ChargeableWeight')].join('\n')
  const job = await buildJob(company, {
    ...{ grossWeight: 12.8, weightUnit: 1, waybillCharges: 1, waybillRate: 2 },
    quote: { transportMode: 0 },
  })
  await buildItem(company, job.id, { name: 'Wool', grossWeight: 1, weightUnit: 1 })
  await buildItem(company, job.id, { name: 'Silk', grossWeight: 500, weightUnit: 0 })
  const { body } = await company.call<RenderedMail>('POST', '/api/mailtemplate/preview', {
    ...{ shipmentId: job.id, subject: 'Job', text },
  })
  expect(body.text.split('\n')).toEqual([weights[0], weights[0], weights[1], weights[1]])
  expect(body.missing).toEqual([])
})

test('a formula that divides by 0 is told, and by nothing as what is empty', async () => {
  const text = '{{Shipment.GrossWeight / Shipment.NumberOfPackages}}'
  const job = await buildJob(company, { name: 'Yarn', grossWeight: 12, numberOfPackages: 0 })
  expect(await told(text, job)).toEqual([
    'A formula divides by Number of packages, which is 0, and prints nothing',
  ])
  await company.call('PUT', '/api/shipment', { id: job.id, numberOfPackages: null })
  expect(await told(text, job)).toEqual(['Number of packages is empty'])
  await company.call('PUT', '/api/shipment', { id: job.id, numberOfPackages: 3 })
  expect(await told(text, job)).toEqual([])
  await buildItem(company, job.id, { name: 'Wool', grossWeight: 5, numberOfPacks: 0 })
  expect(await told('{{#Items}}{{GrossWeight / NumberOfPacks}}{{/Items}}', job)).toContain(
    'A formula divides by Cargo items: Number of Packs, which is 0, and prints nothing',
  )
})
