import { expect, test } from 'vitest'
import type { FieldFormats } from '#contract/template-fields.ts'
import type { Job } from '#contract/jobs.ts'
import { buildColleague, buildCompany, buildItem } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest({}, buildTemplateCompany)

const ask = (placeholder: string, job?: Job, language?: string) =>
  expectNoChange(rows, company, () =>
    company.call<FieldFormats>(
      'GET',
      `/api/documenttemplate/fields/formats?placeholder=${encodeURIComponent(placeholder)}` +
        (job ? `&shipmentId=${job.id}` : '') +
        (language ? `&language=${language}` : ''),
    ),
  )
const told = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).body.formats.map(({ placeholder, example }) => `${placeholder} ${example}`)

test('a date is shown in each way it may be printed, first as the template has it', async () => {
  const job = await buildFullJob(company, { etd: '2026-12-03' })
  const format = (placeholder: string, example: string, isCurrent = false) => ({
    ...{ placeholder: `{{Shipment.Etd${placeholder}}}`, example, isCurrent, isOffered: true },
  })
  const date = (picture: string) => ` | date:"${picture}"`
  const { status, body } = await ask('{{Shipment.Etd | date:"yyyy-MM-dd" | default:"to follow"}}', job)
  expect([status, body]).toEqual([
    200,
    {
      name: 'Shipment.Etd',
      label: 'ETD',
      formats: [
        format(date('yyyy-MM-dd'), '2026-12-03', true),
        format('', '03 Dec 2026'),
        format(date('dd.MM.yyyy'), '03.12.2026'),
        format(date('d MMMM yyyy'), '3 December 2026'),
        format(date('MMM d, yyyy'), 'Dec 3, 2026'),
        format(date('dd/MM/yyyy'), '03/12/2026'),
        format(date('MM/dd/yyyy'), '12/03/2026'),
        format(date('dd-MMM-yyyy'), '03-Dec-2026'),
        format(date('MMMM d, yyyy'), 'December 3, 2026'),
        format(date('dddd, d MMMM yyyy'), 'Thursday, 3 December 2026'),
        format(`${date('d MMMM yyyy')} | upper`, '3 DECEMBER 2026'),
      ],
      instead: 'to follow',
      isSample: false,
    },
  ])
})

test('in the language of the template', async () => {
  expect(await told('{{Shipment.Etd}}', undefined, 'de-DE')).toContain(
    '{{Shipment.Etd | date:"d MMMM yyyy"}} 3 Dezember 2026',
  )
})

test('a weight with and without its unit, of an item for the first one', async () => {
  const job = await buildFullJob(company, {})
  await buildItem(company, job.id, { name: 'Linen', grossWeight: '18450.5', grossWeightUnit: 'KG' })
  expect(await told('{{Items.GrossWeight}}', job)).toEqual([
    '{{Items.GrossWeight}} 18450.5',
    '{{Items.GrossWeight | weight}} 18,450.5\u00a0kg',
    '{{Items.GrossWeight | weight:"#,##0.00"}} 18,450.50\u00a0kg',
    '{{Items.GrossWeight | weight:"#,##0"}} 18,451\u00a0kg',
    '{{Items.GrossWeight | weight:"#.##0,##"}} 18.450,5\u00a0kg',
    '{{Items.GrossWeight | number:"#,##0.00"}} 18,450.50',
    '{{Items.GrossWeight | number:"#,##0"}} 18,451',
    '{{Items.GrossWeight | number:"#.##0,00"}} 18.450,50',
    '{{Items.GrossWeight | tonnes:"#,##0.000"}} 18.451',
  ])
})

test('an amount with its currency and in words; with an example where the job has none', async () => {
  const { body } = await ask('{{Shipment.InsuranceAmount}}', await buildFullJob(company, {}))
  const words = 'eighteen thousand four hundred fifty'
  expect([body.isSample, ...body.formats.map(({ example }) => example)]).toEqual([
    true,
    ...['18450.5', 'USD\u00a018,450.50', '18,450.50', '18,451', '18.450,50'],
    `${words} US dollars and 50/100`,
    'Eighteen thousand four hundred fifty US dollars and 50/100',
    `${words} US dollars and 50/100`.toUpperCase(),
    `${words} and 50/100`,
    'Eighteen thousand four hundred fifty and 50/100',
    `${words} and 50/100`.toUpperCase(),
  ])
})

test('a text in capitals; a format of the template’s own stays and comes first', async () => {
  const job = await buildFullJob(company, { name: 'linen and rice' })
  const { body } = await ask('{{Shipment.Name | upper | lower | before:"Job "}}', job)
  expect(
    body.formats.map(({ placeholder, example, isOffered }) => [placeholder, example, isOffered]),
  ).toEqual([
    ['{{Shipment.Name | upper | lower | before:"Job "}}', 'Job linen and rice', false],
    ['{{Shipment.Name | before:"Job "}}', 'Job linen and rice', true],
    ['{{Shipment.Name | upper | before:"Job "}}', 'Job LINEN AND RICE', true],
    ['{{Shipment.Name | caps | before:"Job "}}', 'Job Linen And Rice', true],
    ['{{Shipment.Name | firstcap | before:"Job "}}', 'Job Linen and rice', true],
    ['{{Shipment.Name | lower | before:"Job "}}', 'Job linen and rice', true],
  ])
})

test.each([
  'Shipment.Etd',
  '{{Shipment.Nmae}}',
  '{{#if Shipment.Etd}}',
  '{{Shipment.Etd}} {{Shipment.Eta}}',
  '',
])('is refused for “%s”', async placeholder => {
  expectProblem(await ask(placeholder), 'invalid_input')
})

test('is refused for a language that is none', async () => {
  expectProblem(await ask('{{Shipment.Etd}}', undefined, '../x'), 'invalid_input')
})

test('another company’s job is like none', async () => {
  const stranger = await buildCompany(product)
  const foreign = (await stranger.call<Job>('POST', '/api/shipment')).body
  expectProblem(await ask('{{Shipment.Etd}}', foreign), 'not_found')
  const viewer = await buildColleague(product, company, 'viewer')
  const url = '/api/documenttemplate/fields/formats?placeholder={{Shipment.Etd}}'
  expect((await viewer.call('GET', encodeURI(url))).status).toBe(200)
})
