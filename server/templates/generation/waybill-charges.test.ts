import { expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { readStarterTemplates } from '#server/templates/starter-templates.ts'
import { buildJob } from '#testing/factories.ts'
import { readPaper } from '#testing/papers/read-paper.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const starters = await readStarterTemplates()
const { company } = companyPerTest({ starters }, buildTemplateCompany)

const byAir = async (fields: Record<string, unknown>): Promise<Job> => {
  await company.call('PUT', '/api/company', { currency: 'USD' })
  const job = await buildJob(company, {
    ...{ name: 'Drapes', grossWeight: 1082, weightUnit: 0, volume: 7.2, volumeUnit: 0, numberOfPackages: 88 },
    ...{ quote: { transportMode: 0, quoteType: 1 } },
    ...fields,
  })
  const freightCharge = {
    ...{ plus500: 2.5, plus1000: 2.35, minimumAirCharges: 75, otherAirCharges: 45 },
    ...{ fsc: 0.55, fscBasis: 'perKg', ssc: 0.12, sscBasis: 'perKg' },
  }
  await company.call('PUT', '/api/finance', { id: job.quote.financeId, freightCharge })
  return job
}

async function waybill(): Promise<DocumentTemplate> {
  const { body } = await company.call<DocumentTemplate[]>('GET', '/api/documenttemplate')
  const found = body.find(({ name }) => name === 'House Air Waybill (starter).dotx')
  if (!found) throw new Error('There is no starter for a house air waybill.')
  return found
}

/** The rows of the paper from its pieces on, without those of the signatures. */
async function chargesOn(job: Job): Promise<string[][]> {
  const path = `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`
  const { body } = await company.call<Document>('POST', path, { id: (await waybill()).id })
  const { rows } = readPaper(await company.fileAt(`/api/document/${body.id}`))
  const start = rows.findIndex(([first]) => first?.startsWith('Pieces'))
  const end = rows.findIndex(row => row.some(cell => cell.startsWith('Shipper or')))
  return rows.slice(start, end).filter(row => row.some(cell => cell !== ''))
}

const weights = ['Pieces\n88', 'Gross weight\n1,082.00\u00a0kg', 'Volume\n7.200\u00a0m³']
/** The rows of the charges: a column for what is prepaid and one for what is collected, twice. */
const amounts = (inColumn: (amount: string) => [string, string]) => [
  ['Charges in USD', 'Prepaid', 'Collect', 'Charges in USD', 'Prepaid', 'Collect'],
  ['Weight charge', ...inColumn('2,820.00'), 'Other charges due agent', ...inColumn('45.00')],
  ['Valuation charge', '', '', 'Other charges due carrier', ...inColumn('804.00')],
  ['Tax', '', '', 'Total', ...inColumn('3,669.00')],
]

test('charges are as agreed unless the job shows them', async () => {
  const asAgreed = [
    [...weights, 'Chargeable weight\n1,200.0\u00a0kg'],
    [
      'Rate class\nQ',
      'Rate, charge and other charges\nAs agreed',
      'Total prepaid\nAs agreed',
      'Total collect',
    ],
  ]
  expect(await chargesOn(await byAir({ freightPayment: 0 }))).toEqual(asAgreed)
  expect(await chargesOn(await byAir({ freightPayment: 0, waybillCharges: 0 }))).toEqual(asAgreed)
})

test('a typed rate class is printed where charges are as agreed too, and by its weight where none is typed', async () => {
  const classOf = async (fields: Record<string, unknown>) =>
    (await chargesOn(await byAir({ freightPayment: 0, ...fields })))[1]?.[0]
  expect(await classOf({ rateClass: 4 })).toBe('Rate class\nR')
  expect(await classOf({ rateClass: 0, waybillCharges: 0 })).toBe('Rate class\nM')
  expect(await classOf({ grossWeight: 44, volume: null })).toBe('Rate class\nN')
  expect(await classOf({ grossWeight: null, volume: null })).toBe('Rate class')
})

test('shown charges stand in IATA’s boxes, in the column of whoever pays', async () => {
  const byWeight = [
    'Rate class\nQ',
    'Chargeable weight\n1,200.0\u00a0kg',
    'Rate / charge\n2.35',
    'Total\n2,820.00',
  ]
  expect(await chargesOn(await byAir({ freightPayment: 0, waybillCharges: 1 }))).toEqual([
    [...weights, ...byWeight],
    ...amounts(amount => [amount, '']),
  ])
  expect(await chargesOn(await byAir({ freightPayment: 1, waybillCharges: 1 }))).toEqual([
    [...weights, ...byWeight],
    ...amounts(amount => ['', amount]),
  ])
})

test('a minimum charge is of class M and is the total of its weight', async () => {
  const job = await byAir({
    freightPayment: 1,
    waybillCharges: 1,
    grossWeight: 8,
    volume: null,
    rateClass: 0,
  })
  const [byWeight, , ...charges] = await chargesOn(job)
  expect(byWeight?.slice(3)).toEqual([
    ...['Rate class\nM', 'Chargeable weight\n8.0\u00a0kg', 'Rate / charge\n75.00', 'Total\n75.00'],
  ])
  expect(charges[0]?.slice(0, 3)).toEqual(['Weight charge', '', '75.00'])
})

test('a rate that is missing where charges are shown is told once, and leads to its field', async () => {
  const job = await byAir({ freightPayment: 0, waybillCharges: 1, quote: { transportMode: 0, quoteType: 0 } })
  const asked = async () => {
    const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', {
      templateIds: [(await waybill()).id],
      shipmentIds: [job.id],
    })
    return (body.jobs[0]?.missing ?? [])
      .filter(({ message }) => /\brates?\b|\bcharges?\b/i.test(message))
      .map(({ message, place }) => [message, place])
  }
  const noRate =
    'The weight charge cannot be worked out: neither the job nor its freight charges have a rate for the weight, ' +
    'so the total stays empty'
  expect(await asked()).toEqual([[noRate, { screen: 'details', field: 'waybillRate' }]])
  await company.call('PUT', '/api/shipment', { id: job.id, waybillCharges: 0 })
  expect(await asked()).toEqual([])
})
