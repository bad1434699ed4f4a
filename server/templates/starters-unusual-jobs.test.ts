import { beforeAll, describe, expect, test } from 'vitest'
import { TransportMode } from '#contract/choices.ts'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildItem, buildOrganisation } from '#testing/factories.ts'
import { buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { readPaper } from '#testing/papers/read-paper.ts'
import { testCompany } from '#testing/test-company.ts'
import { documentText, readPart } from '#testing/word/read-document.ts'
import { readStarterTemplates } from './starter-templates.ts'

const { product, company } = testCompany(async () => ({ starters: await readStarterTemplates() }))
let templates: DocumentTemplate[]
beforeAll(async () => {
  templates = (await company.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).body
})

async function made(paper: string, job: Job): Promise<Buffer> {
  const { status, body } = await company.call<Document>(
    'POST',
    `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`,
    { id: templates.find(({ name }) => name === `${paper} (starter).dotx`)?.id, allowEmptyJob: true },
  )
  expect([status, paper]).toEqual([expect.any(Number), paper])
  const { rawPayload } = await product.app.inject({
    url: `/api/document/${body.id}`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  return rawPayload
}

async function read(paper: string, job: Job) {
  const { text, rows } = readPaper(await made(paper, job))
  const oneSpace = (cell: string) => cell.replaceAll('\u00a0', ' ')
  return { text: oneSpace(text), rows: rows.map(row => row.map(oneSpace)) }
}

const jobWith = (fields: Record<string, unknown>, mode: number | null = TransportMode.sea) =>
  buildFullJob(company, {
    name: 'Unusual',
    ...fields,
    quote: { transportMode: mode, ...(fields['quote'] as object) },
  })

const withItems = [
  'Booking Confirmation',
  'Shipping Instructions',
  'Certificate of Receipt',
  'Packing List',
  'House Bill of Lading',
  'Sea Waybill',
  'Shipper’s Letter of Instruction',
  'Arrival Notice',
  'Delivery Order',
  'Proof of Delivery',
]

const ZERO = { grossWeight: 0, weightUnit: 0, numberOfPackages: 0, volume: 0, volumeUnit: 0 }

describe.each(withItems)('%s', paper => {
  test('prints an entered 0 with its kind and its unit, in the rows and in the total', async () => {
    const job = await jobWith(ZERO)
    await buildItem(company, job.id, {
      name: 'Empty pallets',
      numberOfPacks: 0,
      modeOfPacking: 13,
      grossWeight: 0,
      weightUnit: 0,
    })
    const { text, rows } = await read(paper, job)
    expect(text).not.toMatch(/\dCartons/)
    expect(rows.flat()).toContain('0 Cartons')
    expect(rows.flat().filter(cell => /^(Total )?0 Cartons$/.test(cell))).toHaveLength(2)
    expect(rows.flat().filter(cell => cell.endsWith('0.00 kg')).length).toBeGreaterThan(0)
  })

  test('has no row of totals that says nothing', async () => {
    const job = await jobWith({ quote: { commodity: 'Tea' } })
    await buildItem(company, job.id, { name: 'Bare' })
    const { text, rows } = await read(paper, job)
    expect(text).toContain('Bare')
    expect(rows.flat().filter(cell => cell.startsWith('Total'))).toEqual([])
    expect(rows.filter(row => row.length > 4 && row.every(cell => cell === ''))).toEqual([])
  })

  test('tells the commodity beside the job’s own figures where there are no items', async () => {
    const job = await jobWith({ grossWeight: 100.5, numberOfPackages: 12, quote: { commodity: 'Tea' } })
    const { rows } = await read(paper, job)
    const own = rows.find(row => row.includes('12') && row.includes('Tea') && row.includes('100.50'))
    expect(own).toBeDefined()
  })
})

test.each(['Quotation', 'Pre-alert', 'Cargo Manifest', 'Delivery Order'])(
  '%s prints an entered 0 of the job’s own figures with its unit',
  async paper => {
    const { rows } = await read(paper, await jobWith(ZERO))
    const cells = rows.flat().flatMap(cell => cell.split('\n'))
    expect(cells).toEqual(expect.arrayContaining(['0', '0.00 kg', '0.000 m³']))
  },
)

test('weights that nobody entered come to no total, though the units differ', async () => {
  const job = await jobWith({})
  await buildItem(company, job.id, { name: 'One', grossWeight: 2, weightUnit: 0 })
  await buildItem(company, job.id, { name: 'Two', grossWeight: 1, weightUnit: 1 })
  const { rows } = await read('Packing List', job)
  expect(rows.find(row => row.includes('Total'))?.slice(-2)).toEqual(['', '1,002.00 kg'])
})

test.each([
  ['House Bill of Lading', TransportMode.road, 'Truck'],
  ['House Bill of Lading', TransportMode.sea, 'Vessel'],
  ['House Bill of Lading', null, 'Vessel / vehicle'],
  ['House Air Waybill', TransportMode.road, 'Truck'],
  ['House Air Waybill', TransportMode.air, 'Flight'],
  ['House Air Waybill', null, 'Flight / vehicle'],
])('%s of a job of mode %s names what carries the goods: %s', async (paper, mode, label) => {
  const job = await jobWith({ vesselName: 'X 7', etd: '2026-12-03' }, mode)
  const { rows, text } = await read(paper, job)
  expect(rows.flat().map(cell => cell.split('\n').filter(Boolean).slice(0, 2))).toContainEqual([label, 'X 7'])
  if (paper === 'House Bill of Lading' && mode === TransportMode.road)
    expect(text).not.toMatch(/vessel|voyage|sailing|^port of|containers/im)
})

test.each([
  [TransportMode.sea, 'Sailing date'],
  [TransportMode.air, 'Departure date'],
  [TransportMode.road, 'Departure date'],
])('the arrival notice of mode %s tells no departure as past', async (mode, label) => {
  const { text } = await read('Arrival Notice', await jobWith({ etd: '2026-12-03' }, mode))
  expect(text).toMatch(new RegExp(`${label}\\s+03 Dec 2026`))
  expect(text).not.toMatch(/sailed|departed/i)
})

test('what the customer has instructed stands on both papers, and no heading without it', async () => {
  const instructed = await jobWith({ customerInstructions: 'Keep dry' })
  for (const [paper, label] of [
    ['Shipping Instructions', 'Instructions'],
    ['Certificate of Receipt', 'Instructions of the sender'],
  ] as const)
    expect((await read(paper, instructed)).text).toMatch(new RegExp(`\\n${label}\\s+Keep dry`))
  const { text } = await read('Shipping Instructions', await jobWith({}))
  expect(text).not.toMatch(/^Instructions$/m)
  expect(text).toContain('send us the draft')
})

test('a place on the way has no empty box, and a carrier is spoken of only where there is one', async () => {
  const bare = await jobWith({})
  for (const paper of ['Booking Confirmation', 'Pre-alert'])
    expect((await read(paper, bare)).text, paper).not.toMatch(/\bVia\b/)
  const said = 'as the carrier has given them to us'
  expect((await read('Booking Confirmation', bare)).text).not.toContain(said)
  const ports = await buildPorts(company, ['Colombo'])
  const carrier = await buildOrganisation(company, { name: 'Meridian Line' })
  const quote = { transportMode: TransportMode.sea, viaPortId: ports.Colombo }
  const carried = await buildFullJob(company, { name: 'Carried', quote }, { carrier })
  const { text } = await read('Booking Confirmation', carried)
  expect(text).toContain(said)
  expect(text).toContain('Via Colombo')
})

test('the table of currencies stands apart from the charges, under its own heading', async () => {
  const job = await jobWith({ quote: { quoteType: 1 } })
  await company.call('PUT', '/api/finance', {
    id: job.quote.financeId,
    originCharge: { thc: 155 },
    freightCharge: { currency: 'EUR', exchangeRate: 1.1, fcl40: 2150 },
  })
  for (const paper of ['Quotation', 'Proforma Invoice', 'Arrival Notice']) {
    const bytes = await made(paper, job)
    expect(await documentText(bytes), paper).toContain('Of this in')
    const body = await readPart(bytes, 'word/document.xml')
    // Word joins two tables that nothing parts.
    expect(body, paper).not.toMatch(/<\/w:tbl>\s*<w:tbl>/)
    const currencies = body.split('<w:tbl>').find(table => table.includes('Of this in')) ?? ''
    expect(currencies.match(/<w:tblHeader\/>/g), paper).toHaveLength(1)
    expect(currencies, paper).not.toContain('Section')
  }
})
