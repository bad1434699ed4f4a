import { beforeEach, expect, test } from 'vitest'
import type { Preflight } from '#contract/generation.ts'
import type { RenderedMail } from '#contract/mail-templates.ts'
import type { TemplateReport } from '#contract/template-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { buildItem, buildJob } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { company } = companyPerTest({}, buildTemplateCompany)
const path = '/api/documenttemplate'
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton', quote: { quoteType: 2, transportMode: 2 } })
})

const change = (fields: object) => company.call('PUT', '/api/shipment', { id: job.id, ...fields })
const charge = (fields: object) => company.call('PUT', '/api/finance', { id: job.quote.financeId, ...fields })

async function told(text: string, name = `${crypto.randomUUID()}.dotx`): Promise<string[] | undefined> {
  const template = await company.addTemplate(`{{Shipment.Name}} ${text}`, name)
  const { body } = await company.call<Preflight>('POST', `${path}/preflight`, {
    templateIds: [template.id],
    shipmentIds: [job.id],
  })
  return body.jobs[0]?.missing.map(({ message }) => message)
}

test('a branch that is not taken asks for nothing', async () => {
  const byMode = '{{#if Quote.TransportMode = "Air"}}{{Shipment.Igm}}{{else}}{{Shipment.Shed}}{{/if}}'
  const short = byMode.replace('Shipment.Shed', 'Shipment.ShedNumber')
  expect(await told(short)).toEqual(['Shed number is empty'])
  expect(await told('{{#if Finance.Total > 100000}}{{Company.BankBranch}}{{/if}}')).not.toContain(
    'Your company has no bank branch',
  )
  await change({ quote: { transportMode: 0 } })
  expect(await told(short)).toEqual(['IGM is empty'])
})

test('what is printed only where it is there is asked for all the same', async () => {
  expect(await told('{{#if Shipment.Igm <> ""}}IGM {{Shipment.Igm}}{{/if}}')).toEqual(['IGM is empty'])
})

test('of a list, a branch is taken where one of its rows takes it', async () => {
  await buildItem(company, job.id, { name: 'Wool', quantity: 3 })
  const text = '{{#Items}}{{#if Quantity > 5}}{{Description}}{{/if}}{{/Items}}'
  expect(await told(text)).toEqual([])
  await buildItem(company, job.id, { name: 'Silk', quantity: 9 })
  expect(await told(text)).toEqual(['2 of 2 cargo items have no description'])
})

test('a sum over different units is told, printed or in a condition', async () => {
  await buildItem(company, job.id, { name: 'Wool', grossWeight: 900, weightUnit: 0 })
  const text = '{{sum Items.GrossWeight}}{{#if sum Items.GrossWeight > 1000}}heavy{{/if}}'
  expect(await told(text)).toEqual([])
  await buildItem(company, job.id, { name: 'Silk', grossWeight: 2, weightUnit: 1 })
  const blank = 'The sum of “Gross Weight” is left blank: the cargo items are in kg and t'
  const empty = 'A condition takes the sum of “Gross Weight” for empty: the cargo items are in kg and t'
  expect(await told(text)).toEqual([blank, empty])
  const { body } = await company.call<RenderedMail>('POST', '/api/mailtemplate/preview', {
    shipmentId: job.id,
    subject: 'Job',
    text,
  })
  expect(body.missing.map(({ message }) => message)).toEqual([blank, empty])
})

test('a sum over different currencies is told', async () => {
  await change({ quote: { quoteType: 1 } })
  await charge({
    originCharge: { currency: 'EUR', exchangeRate: 2, thc: 5 },
    freightCharge: { currency: 'JPY', exchangeRate: 0.01, lcl: 500 },
    destinationCharge: { thc: 5 },
  })
  expect(await told('{{sum Charges.Amount}}')).toContain(
    'The sum of “Amount” is left blank: the charges are in EUR, JPY and USD',
  )
  expect(await told('{{sum Charges.Total}}')).toEqual([])
})

test('a total of the items is told to be blank where some have no unit, unless that is printed instead', async () => {
  await buildItem(company, job.id, { name: 'Wool', grossWeight: 900, weightUnit: 0 })
  await buildItem(company, job.id, { name: 'Silk', grossWeight: 2, weightUnit: null })
  const blank =
    '“Gross weight of all items” is left blank: some cargo items are in a unit and others without one'
  expect(await told('{{ItemTotals.GrossWeight}}')).toContain(blank)
  expect(await told('{{ItemTotals.GrossWeight}}{{ItemTotals.GrossWeightByUnit}}')).not.toContain(blank)
})

test('an amount under the name of another currency is told', async () => {
  await charge({ freightCharge: { currency: 'JPY', exchangeRate: 0.01, lcl: 500 } })
  expect(await told('{{FreightCharge.Total | money:"Finance.Currency"}}')).toEqual([
    '“Freight Charges: Total” is in JPY; the template prints USD with it',
  ])
  expect(await told('{{Finance.Total | words:"EUR"}}')).toEqual([
    '“Finance: Total of all charges” is in USD; the template prints EUR with it',
  ])
  expect(await told('{{FreightCharge.Total | money}} {{Finance.Total | words:"USD"}}')).toEqual([])
})

test('an exchange rate is asked for where charges are in a foreign currency', async () => {
  const rate = '{{FreightCharge.ExchangeRate}}'
  expect(await told(rate)).toEqual([])
  await charge({ freightCharge: { currency: 'USD', lcl: 500 } })
  expect(await told(rate)).toEqual([])
  await charge({ freightCharge: { currency: 'JPY' } })
  expect(await told(rate)).toEqual(['The freight charges have no exchange rate'])
})

test('lines of the freight that the mode of transport hides are not asked for', async () => {
  const text =
    '{{FreightCharge.Minus45}} {{FreightCharge.Fsc}} {{FreightCharge.FscBasis}} {{FreightCharge.Lcl}}'
  const lacks = (message = '') => message.replace(/Nothing is entered for | in the freight charges/g, '')
  expect((await told(text))?.map(lacks)).toEqual(['LCL'])
  await change({ quote: { transportMode: 0 } })
  expect((await told(text))?.map(lacks)).toEqual(['FSC', 'minus 45'])
})

test('a single line that is printed with fewer decimals than it has is told', async () => {
  await charge({ freightCharge: { currency: 'JPY', exchangeRate: 0.01, fcl20: 1000.6, lcl: 0.5 } })
  expect(await told('{{FreightCharge.Fcl20 | money}}')).toEqual([
    "In the freight charges, FCL 20' 1,000.6 has more decimals than JPY",
  ])
})

test('an ETA that has passed is told of a pre-alert that prints it', async () => {
  await change({ eta: '2024-02-29' })
  expect(await told('{{Shipment.Eta}}', 'Our Pre-Alert.dotx')).toEqual(['The ETA, 29 Feb 2024, has passed'])
  expect(await told('{{Shipment.Eta}}', 'Invoice.dotx')).toEqual([])
})

test('one line says that a port of an air job has no code at all', async () => {
  const { body: port } = await company.call<{ id: string }>('POST', '/api/port', { name: 'Nowhere' })
  await change({ quote: { transportMode: 0, loadingPortId: port.id } })
  expect(await told('{{LoadingPort.Code}} {{LoadingPort.ModeCode}}')).toEqual([
    'Nowhere, the port of loading, has neither an IATA code nor a UN/LOCODE; no code is printed',
  ])
})

test('the report warns of formats that change nothing, and of fields of another program', async () => {
  const { id } = await company.addTemplate(
    '{{Shipment.Name | date:"yy"}} {{Shipment.Eta | words}} {{Shipment.Eta | number:"0"}} {{Shipment.IndexNumber | number}} «Consignee_Box»',
  )
  const { body } = await company.call<TemplateReport>('GET', `${path}/${id}/report`)
  const useless = (source: string, format: string, what: string) =>
    `The format “${format}” changes nothing in “{{${source}}}”: ${what}.`
  expect(body.problems).toEqual([])
  expect(body.warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^“«Consignee_Box»” looks like a placeholder of another program/) as string,
    useless('Shipment.Name | date:"yy"', 'date', '“Shipment.Name” is a text'),
    useless('Shipment.Eta | words', 'words', '“Shipment.Eta” is a date'),
    useless('Shipment.Eta | number:"0"', 'number', '“Shipment.Eta” is a date'),
  ])
})

test('a format of weights on a field that is none is a problem', async () => {
  const { id } = await company.addTemplate(
    '{{Shipment.Volume | tonnes}} {{Shipment.NumberOfPackages | kilograms}} {{Shipment.GrossWeight | tonnes}} ' +
      '{{ContainerTotals.Tare | tonnes}} {{ContainerTotals.Vgm | kilograms}} {{Shipment.GrossWeight / 2 | tonnes}}',
  )
  const { body } = await company.call<TemplateReport>('GET', `${path}/${id}/report`)
  const none = (source: string, name: string, format: string) =>
    `“{{${source}}}” cannot be read. “${name}” is no weight, and “${format}” prints weights.`
  expect(body.problems.map(({ message }) => message)).toEqual([
    none('Shipment.Volume | tonnes', 'Shipment.Volume', 'tonnes'),
    none('Shipment.NumberOfPackages | kilograms', 'Shipment.NumberOfPackages', 'kilograms'),
  ])
})

test('of names that are none, what may be meant is told', async () => {
  const { id } = await company.addTemplate('{{Shipment.Weight}} {{Master.VesselName}}')
  const { body } = await company.call<TemplateReport>('GET', `${path}/${id}/report`)
  expect(body.problems.map(({ message, suggestion }) => [message, suggestion])).toEqual([
    [
      '“Shipment.Weight” is not a known field; did you mean “Shipment.GrossWeight” or “Shipment.NetWeight”?',
      'Shipment.GrossWeight',
    ],
    ['“Master.VesselName” is not a known field; there is “Master.JobId” and “Master.Name”.', null],
  ])
})
