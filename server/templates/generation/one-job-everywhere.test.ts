import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Finance } from '#contract/finance.ts'
import type { Job } from '#contract/jobs.ts'
import type { MailTemplate } from '#contract/mail-templates.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildItem, financeOf } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { readPaper } from '#testing/papers/read-paper.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { testCompany } from '#testing/test-company.ts'

/* The same figures in all that leaves the product: papers, e-mails, the export of the history, the API. */

const { company } = testCompany(
  async () => ({ starters: await readStarterTemplates() }),
  buildTemplateCompany,
)
beforeAll(async () => {
  await company.call('PUT', '/api/company', { currency: 'USD' })
})

async function rowsOn(paper: string, job: Job): Promise<string[][]> {
  const templates = (await company.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).body
  const id = templates.find(({ name }) => name === `${paper} (starter).dotx`)?.id
  const url = `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`
  const { body } = await company.call<Document>('POST', url, { id, allowEmptyJob: true })
  const { rows } = readPaper(await company.fileAt(`/api/document/${body.id}`))
  return rows.map(row => row.map(cell => cell.replaceAll('\u00a0', ' ')))
}

test('an exchange rate is told as it was entered, beside its currency, in every output', async () => {
  const job = await buildFullJob(company, { quote: { transportMode: 2, quoteType: 1 } })
  const { body: saved } = await company.call<Finance>('PUT', '/api/finance', {
    id: job.quote.financeId,
    freightCharge: { currency: 'EUR', exchangeRate: 1.08761234, fcl40: 1000.05 },
    destinationCharge: { currency: 'VND', exchangeRate: 0.00000012, thc: 500_000_000 },
  })
  expect([saved.freightCharge?.exchangeRate, saved.destinationCharge?.exchangeRate]).toEqual([
    1.08761234, 0.00000012,
  ])
  expect(await financeOf(company, job)).toEqual(saved)
  // 1087.6667…, 60.00.
  const rows = [
    ['1,000.05', 'EUR', '1.08761234', '1,087.67'],
    ['500,000,000', 'VND', '0.00000012', '60.00'],
  ]
  for (const paper of ['Quotation', 'Proforma Invoice', 'Arrival Notice']) {
    const found = await rowsOn(paper, job)
    const charges = found.filter(row => row.some(cell => /^(FCL 40'|THC)$/.test(cell)))
    expect([paper, charges.map(row => row.slice(-4))]).toEqual([paper, rows])
    const currencies = found.filter(row => row.length === 4 && /^(EUR|VND)$/.test(row[0] ?? ''))
    expect([paper, currencies]).toEqual([
      paper,
      rows.map(([amount, currency, rate, total]) => [currency, amount, rate, total]),
    ])
    expect(found.some(row => row[0] === 'Total' && row.at(-1) === '1,147.67')).toBe(true)
  }
  const text =
    '{{#Charges}}{{Charges.Amount | amount}} {{Charges.Currency}} {{Charges.ExchangeRate}} {{Charges.Total | amount}};{{/Charges}}' +
    ' {{FreightCharge.ExchangeRate}} {{DestinationCharge.ExchangeRate}} {{Finance.Total | amount}}'
  const mail = await company.call<{ text: string }>('POST', '/api/mailtemplate/preview', {
    subject: 'Charges',
    text,
    shipmentId: job.id,
  })
  expect(mail.body.text.replaceAll('\u00a0', ' ')).toBe(
    `${rows.map(row => `${row.join(' ')};`).join('')} 1.08761234 0.00000012 1,147.67`,
  )
  const { body: csv } = await company.call<string>('GET', `/api/history/export?job=${job.id}`)
  const lines = parse<Record<string, string>>(csv, { columns: true, bom: true })
  const told = (field: RegExp) =>
    lines.filter(line => field.test(line['Field'] ?? '')).map(line => line['New value'])
  expect(new Set(told(/rate/i))).toEqual(new Set(['0.00000012', '1.08761234']))
  expect(new Set(told(/FCL 40|THC/))).toEqual(new Set(['1,000.05', '500,000,000']))
})

test('a manifest says of each house what the house says, and adds them up', async () => {
  const master = await buildFullJob(company, { mbl: 'MAEU 1', quote: { transportMode: 2 } })
  const house = async (fields: Record<string, unknown>) =>
    company.call('PUT', '/api/shipment', {
      id: (await company.call<Job>('POST', '/api/shipment')).body.id,
      masterShipmentId: master.id,
      ...fields,
    })
  const seen = [
    await house({
      hbl: 'H-1',
      grossWeight: 1200.5,
      weightUnit: 0,
      volume: 4.125,
      volumeUnit: 0,
      numberOfPackages: 40,
    }),
    await house({
      hbl: 'H-2',
      grossWeight: 1.2345,
      weightUnit: 1,
      volume: 0.0004,
      volumeUnit: 0,
      numberOfPackages: 3,
    }),
    await house({ hbl: 'H-3', quote: { commodity: 'Tea' } }),
  ]
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200])
  const rows = await rowsOn('Cargo Manifest', master)
  const from = rows.findIndex(row => row[0] === 'No.') + 1
  const figures = rows.slice(from, from + 4).map(row => [row[1]?.split('\n')[0], row[4], ...row.slice(-3)])
  expect(figures).toEqual([
    ['H-1', '', '40', '1,200.50 kg', '4.125 m³'],
    ['H-2', '', '3', '1.2345 t', '0.0004 m³'],
    ['H-3', 'Tea', '', '', ''],
    // 1,200.5 and 1,234.5 kilograms.
    ['bills', '', '43', '2,435.00 kg', '4.1254 m³'],
  ])
  expect(rows[from + 3]?.[0]).toBe('3')
})

test('the e-mail for customs tells packages and quantity of each of the goods', async () => {
  const job = await buildFullJob(company, { quote: { transportMode: 2 } })
  await buildItem(company, job.id, { name: 'Yarn', numberOfPacks: 1200, modeOfPacking: 13, quantity: 24_000 })
  await buildItem(company, job.id, { name: 'Tea', numberOfPacks: 1, modeOfPacking: 44 })
  await buildItem(company, job.id, { name: 'Rice', quantity: 7 })
  const templates = (await company.call<MailTemplate[]>('GET', '/api/mailtemplate')).body
  const id = templates.find(({ name }) => name === 'Documents for customs')?.id
  const { body } = await company.call<{ text: string }>('POST', `/api/mailtemplate/${id}/render`, {
    shipmentId: job.id,
  })
  expect(body.text).toContain(
    'Goods:\n- Yarn, 1,200 Cartons, quantity 24,000\n- Tea, 1 Pallet\n- Rice, quantity 7\n',
  )
})
