import { beforeAll, describe, expect, test } from 'vitest'
import { TransportMode } from '#contract/choices.ts'
import type { Document } from '#contract/documents.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildItem } from '#testing/factories.ts'
import { buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { testCompany } from '#testing/test-company.ts'
import { documentText } from '#testing/word/read-document.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { readStarterTemplates } from './starter-templates.ts'

const { product, company } = testCompany(async () => ({ starters: await readStarterTemplates() }))
let templates: DocumentTemplate[]
let viaPortId: string | undefined
beforeAll(async () => {
  templates = (await company.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).body
  viaPortId = (await buildPorts(company, ['Colombo']))['Colombo']
})

async function bodyOf(paper: string, mode: number, fields: Record<string, unknown> = {}): Promise<string> {
  const job = await buildFullJob(company, {
    name: 'Yarn',
    etd: '2026-12-03',
    vesselName: 'X 7',
    quote: { transportMode: mode, viaPortId },
    ...fields,
  })
  return textOf(paper, job.id, mode === TransportMode.road)
}

/** The validator starts a program for each file: `npm test` has those by road looked through, `npm run test:papers` all. */
const isAll = process.env['PAPERS'] === 'all'

async function textOf(paper: string, jobId: string, isByRoad = false): Promise<string> {
  const template = templates.find(({ name }) => name === `${paper} (starter).dotx`)
  const { body } = await company.call<Document>(
    'POST',
    `/api/documenttemplate/generatedocument/?shipmentId=${jobId}`,
    { id: template?.id },
  )
  const { rawPayload } = await product.app.inject({
    url: `/api/document/${body.id}`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  if (isAll || isByRoad) expect(await validationErrors(rawPayload)).toEqual([])
  return documentText(rawPayload, 'word/document.xml')
}

const everywhere = [
  'Quotation',
  'Booking Confirmation',
  'Shipping Instructions',
  'Certificate of Receipt',
  'Packing List',
  'Pre-alert',
  'Cargo Manifest',
  'Arrival Notice',
  'Delivery Order',
  'Proforma Invoice',
]
const ofTheSea =
  /sail|vessel|voyage|container|VGM|depot|\bport\b|bill of lading|house bill|master bill|demurrage|SCAC/i

describe.each([...everywhere, 'Shipper’s Letter of Instruction', 'Proof of Delivery'])('%s', paper => {
  test('has no word of the sea on an air or a road job', async () => {
    expect(await bodyOf(paper, TransportMode.air, { hbl: 'H-1', mbl: 'M-1' })).not.toMatch(ofTheSea)
    const byRoad = await bodyOf(paper, TransportMode.road, { hbl: 'H-1', mbl: 'M-1' })
    expect(byRoad).not.toMatch(ofTheSea)
    expect(byRoad).not.toMatch(/air waybill|airport|flight|terminal/i)
  })
})

test('a place on the way is printed wherever a route is', async () => {
  const routed = everywhere.filter(paper => paper !== 'Cargo Manifest' && paper !== 'Certificate of Receipt')
  for (const paper of [...routed, 'House Bill of Lading'])
    expect(await bodyOf(paper, TransportMode.sea), paper).toMatch(/Via\s*Colombo/)
  expect(await bodyOf('House Air Waybill', TransportMode.air)).toContain('Via Colombo')
})

test('an original is asked for only where there is a bill of lading', async () => {
  const original = 'One original bill of lading, endorsed'
  expect(await bodyOf('Arrival Notice', TransportMode.sea, { hbl: 'H-1' })).toContain(original)
  const without = await bodyOf('Arrival Notice', TransportMode.sea)
  expect(without).not.toContain(original)
  expect(without).toContain('The carrier’s release. Proof of payment')
  expect(await bodyOf('Arrival Notice', TransportMode.air, { hbl: 'H-1' })).toContain('is not negotiable')
  expect(await bodyOf('Delivery Order', TransportMode.sea)).toContain('Original bill of lading')
  expect(await bodyOf('Booking Confirmation', TransportMode.sea)).toContain('Empty containers from depot')
})

test('the airport of destination is the one to which the goods fly, on every paper', async () => {
  const ports = await buildPorts(company, ['Accra', 'Kumasi'])
  const quote = {
    transportMode: TransportMode.air,
    dischargePortId: ports.Accra,
    destinationPortId: ports.Kumasi,
  }
  for (const paper of ['House Air Waybill', 'Arrival Notice', 'Pre-alert', 'Packing List', 'Quotation']) {
    const text = await bodyOf(paper, TransportMode.air, { quote })
    expect(text, paper).toMatch(/Airport of destination:?\s*Accra/)
    expect(text, paper).toMatch(/(Final destination|To)\s*Kumasi/)
  }
})

test('words and totals are those of the mode, and no table is left with a total alone', async () => {
  const quotation = (mode: number) => bodyOf('Quotation', mode)
  expect(await quotation(TransportMode.sea)).toContain('storage, demurrage and customs examination are')
  expect(await quotation(TransportMode.air)).toContain('taxes, storage and customs examination are')
  expect(await bodyOf('Cargo Manifest', TransportMode.air)).toMatch(/1\s*air waybill\b/)
  expect(await bodyOf('Cargo Manifest', TransportMode.road)).toMatch(/1\s*consignment note\b/)
  const empty = await bodyOf('Delivery Order', TransportMode.sea)
  expect(empty).toContain('No items')
  expect(empty).not.toContain('Total')
})

test('a unit stands only with a figure, and no packages are no kind of package', async () => {
  const job = await buildFullJob(company, { name: 'Yarn', quote: { transportMode: TransportMode.sea } })
  await buildItem(company, job.id, { name: 'Bags', numberOfPacks: 5, modeOfPacking: 0, weightUnit: 0 })
  await buildItem(company, job.id, { name: 'Loose', numberOfPacks: 0, modeOfPacking: null, weightUnit: 0 })
  for (const paper of ['Packing List', 'Delivery Order']) {
    const text = await textOf(paper, job.id)
    expect(text, paper).not.toMatch(/\bkg\b|0\s+Packages/i)
    expect(text, paper).toContain('Total')
  }
})

test('an air waybill names the place on the way by its IATA code before a mode is chosen, too', async () => {
  const port = { name: 'Qingdao', code: 'CNTAO', countryId: 'CN' }
  const { body } = await company.call<{ id: string }>('POST', '/api/port', port)
  const quote = { transportMode: null, viaPortId: body.id }
  expect(await bodyOf('House Air Waybill', TransportMode.air, { quote })).toContain('Via Qingdao TAO')
})

test('an air waybill names the destination by its IATA code by road, too, and a currency without freight', async () => {
  const port = { name: 'Kuwait', code: 'KWKWI', countryId: 'KW' }
  const { body } = await company.call<{ id: string }>('POST', '/api/port', port)
  const quote = { transportMode: TransportMode.road, destinationPortId: body.id }
  const text = await bodyOf('House Air Waybill', TransportMode.road, { quote })
  expect(text).toMatch(/Final destination\s*Kuwait\s*Kuwait\s+KWI\b/)
  expect(text).toMatch(/Currency\s*USD/)
})

test('a bill of lading by road is for places, and an arrival notice is true on any day', async () => {
  const bill = await bodyOf('House Bill of Lading', TransportMode.road)
  expect(bill).toContain('or the place of loading to the place of unloading or the place of delivery')
  expect(bill).not.toMatch(/port of (loading|discharge)/i)
  const notice = await bodyOf('Arrival Notice', TransportMode.sea, { eta: '2024-02-29' })
  expect(notice).toContain('Please note the arrival details of the following shipment.')
  expect(notice).not.toMatch(/is due|glad/)
})
