import { expect, test } from 'vitest'
import type { Container } from '#contract/containers.ts'
import {
  buildContainer,
  buildColleague,
  buildCompany,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
} from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { unzipped } from '#testing/zips.ts'

const { product, company } = companyPerTest()

async function exported(url: string, body: object, by = company) {
  const reply = await product.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${by.token}` },
    payload: body,
  })
  return { reply, bytes: reply.rawPayload }
}

const csvOf = async (url: string, body: object, by = company) =>
  (await exported(url, { ...body, format: 'csv' }, by)).bytes.toString().replace('\uFEFF', '').split('\r\n')

/** The cells of a sheet's rows, as they stand there. */
async function rowsOf(bytes: Buffer) {
  const sheet = (await unzipped(bytes)).get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/g)].map(
      ([, column, value, text]) => `${column} ${text ?? Number(value)}`,
    ),
  )
}

const jobs = '/api/shipment/export'

test('the list as it is shown: its columns in their order, filters and sort, with real dates and numbers', async () => {
  const shipper = await buildOrganisation(company, { name: '=Indus "Textiles"' })
  const first = await buildJob(company, {
    name: 'Wool',
    etd: '2026-12-01',
    grossWeight: 1200.5,
    weightUnit: 0,
  })
  const second = await buildJob(company, { name: '@Cotton', etd: '2026-11-24', statusId: 1 })
  await buildJob(company, { name: 'Silk', statusId: 2 })
  await buildParty(company, first.id, 'shipper', shipper.partyId)
  const body = {
    filter: { status: '1' },
    columns: ['etd', 'name', 'grossWeight', 'shipper', 'jobId'],
    sort: 'etd',
  }
  const { reply, bytes } = await exported(jobs, { ...body, format: 'xlsx' })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  expect(reply.headers['content-disposition']).toMatch(/filename="jobs-\d{4}-\d\d-\d\d\.xlsx"$/)
  expect(await rowsOf(bytes)).toEqual([
    ['A ETD', 'B Name', 'C Gross Weight', 'D Shipper', 'E Id', 'F Weight unit'],
    ['A 46350', 'B @Cotton', `E ${second.jobId}`],
    ['A 46357', 'B Wool', 'C 1200.5', 'D =Indus &quot;Textiles&quot;', `E ${first.jobId}`, 'F KG'],
  ])
  expect(await csvOf(jobs, { ...body, sort: '-etd' })).toEqual([
    'ETD,Name,Gross Weight,Shipper,Id,Weight unit',
    `2026-12-01,Wool,1200.5,"'=Indus ""Textiles""",${first.jobId},KG`,
    `2026-11-24,'@Cotton,,,${second.jobId},`,
    '',
  ])
  // The ticked jobs stand in the order of the list, not in that of the ticks.
  const ticked = { shipmentIds: [first.id, second.id], columns: ['name'], sort: 'name' }
  expect(await csvOf(jobs, ticked)).toEqual(['Name', "'@Cotton", 'Wool', ''])
  expect(await csvOf(jobs, { filter: { search: 'wool' }, columns: ['name'] })).toEqual(['Name', 'Wool', ''])
  expect(await csvOf(jobs, { filter: { search: 'nobody' }, columns: ['name'] })).toEqual(['Name', ''])
})

test('every column sorts, and more rows than one piece come out once each', async () => {
  const { id } = await buildJob(company, { name: 'Job' })
  for (let calls = 0; calls < 26; calls += 1) {
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID())
    await company.call('POST', `/api/shipment/${id}/copy`, { ids })
  }
  for (const sort of ['-jobId', 'owner', '-loadingPort', 'master', '-status', 'hbl']) {
    const lines = await csvOf(jobs, { filter: {}, sort, columns: ['jobId'] })
    expect(new Set(lines.slice(1, -1)).size).toBe(521)
  }
})

test('contacts and items come out likewise, of one’s own company alone', async () => {
  const viewer = await buildColleague(product, company, 'viewer')
  const contact = { city: 'Sialkot', countryId: 'PK', telephone: '+92 52 1' }
  const { id } = await buildOrganisation(company, { name: 'Indus', organisationContacts: [{ contact }] })
  await buildOrganisation(company, {
    name: 'Alster',
    taxNumber: 'DE 811',
    paymentTerms: '30 days',
    scac: 'HLCU',
  })
  const contacts = await csvOf('/api/organisation/export', {}, viewer)
  expect(contacts[0]).toBe(
    'Name,Description,Contact Name,Building No.,Building Name,Street,City,County,Post Code,Country,Telephone,Mobile,E-mail,Website,' +
      'Tax Number,Payment Terms,SCAC,IATA Airline Prefix,IATA Agent Code,Account Number,Id',
  )
  expect(contacts.slice(1).map(line => line.split(',')[0])).toEqual(['Alster', 'Indus', ''])
  expect(contacts[2]).toBe(`Indus,,,,,,Sialkot,,,Pakistan,'+92 52 1,,,,,,,,,,${id}`)
  expect(contacts[1]).toContain(',DE 811,30 days,HLCU,,,')
  expect(await csvOf('/api/organisation/export', { search: 'alst' })).toHaveLength(3)
  const job = await buildJob(company)
  const linen = { name: '-Bed linen', quantity: 12, grossWeight: 1.5, weightUnit: 0 }
  const boxes: Container[] = []
  for (const number of ['MSKU1234565', 'TGHU7654321', null])
    boxes.push(await buildContainer(company, job.id, { number }))
  const stow = async (item: { id: string }, containers: object[]) =>
    expect(await company.call('PUT', '/api/item/containers', { id: item.id, containers })).toMatchObject({
      status: 200,
    })
  const [first, second, unnumbered] = boxes.map(({ id: containerId }) => ({ containerId }))
  await stow(await buildItem(company, job.id, linen), [first ?? {}])
  await stow(await buildItem(company, job.id, { name: 'Towels' }), [
    second ?? {},
    first ?? {},
    unnumbered ?? {},
  ])
  await buildItem(company, job.id, { name: 'Rugs' })
  await stow(await buildItem(company, job.id, { name: 'Sheets' }), [
    { ...first, packs: 1, grossWeight: 12.5 },
    { ...second, packs: 5, volume: 0.25 },
  ])
  const items = await exported('/api/item/export', { shipmentId: job.id, format: 'xlsx' }, viewer)
  expect(await rowsOf(items.bytes)).toEqual([
    [
      'A Name',
      'B Description',
      'C Quantity',
      'D Packing Mode',
      'E Gross Weight',
      'F Net Weight',
      'G Weight Unit',
      'H Number of Packs',
      'I Marks and Numbers',
      'J HS Code',
      'K Length',
      'L Width',
      'M Height',
      'N Dimension Unit',
      'O Volume',
      'P UN Number',
      'Q Hazard Class',
      'R Packing Group',
      'S Proper Shipping Name',
      'T Flashpoint',
      'U Marine Pollutant',
      'V Limited Quantity',
      'W Container',
    ],
    ['A -Bed linen', 'C 12', 'E 1.5', 'G KG', 'W MSKU1234565'],
    ['A Towels', 'W MSKU1234565, TGHU7654321'],
    ['A Rugs'],
    ['A Sheets', 'W MSKU1234565: 1 pack, 12.5 kg; TGHU7654321: 5 packs, 0.25 m³'],
  ])
  const stranger = await buildCompany(product)
  expect(await csvOf('/api/organisation/export', {}, stranger)).toHaveLength(2)
  expect(await csvOf(jobs, { filter: {}, columns: ['name'] }, stranger)).toEqual(['Name', ''])
  const refused = await stranger.call('POST', '/api/item/export', { shipmentId: job.id, format: 'csv' })
  expectProblem(refused, 'not_found')
})

test('what cannot be shown is refused', async () => {
  for (const bad of [
    { columns: [] },
    { columns: ['name', 'name'] },
    { columns: ['price'] },
    { sort: 'price' },
    { format: 'xls' },
  ])
    expectProblem(await company.call('POST', jobs, { filter: {}, ...bad }), 'invalid_input')
})
