import { beforeEach, expect, test } from 'vitest'
import type { ImportReport } from '#contract/imports.ts'
import type { Organisation } from '#contract/organisations.ts'
import { buildJob, buildOrganisation } from '#testing/factories.ts'
import { importing } from '#testing/importing.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, company } = companyPerTest()
let by: ReturnType<typeof importing>

beforeEach(() => {
  by = importing(product)
})

async function read(kind: string, ...lines: string[]): Promise<ImportReport> {
  const reply = await by.read(company, { name: `${kind}.csv`, content: lines.join('\n') }, { kind })
  expect(reply.status).toBe(201)
  return reply.body
}
const told = ({ preview }: ImportReport) =>
  preview?.errors.map(({ row, column, message }) => `${column}${row}: ${message}`)
const contact = async (id: string) =>
  (await company.call<Organisation>('GET', `/api/organisation/${id}`)).body

test('a country in its own language is known, and a cell with two e-mail addresses is refused', async () => {
  const report = await read(
    'contacts',
    'Name,Country,E-mail',
    'Uno,Italia,one@x.example',
    'Due,Allemagne,"one@x.example; two@x.example"',
    'Tre,Italia,"one@x.example two@x.example"',
  )
  const several =
    'The cell has several e-mail addresses. Expected is one; add the others as further contacts.'
  expect(told(report)).toEqual([`C3: ${several}`, `C4: ${several}`])
  expect(await by.done(company, report)).toMatchObject({ state: 'ended', made: 1 })
  const found = await company.call<Organisation[]>('GET', '/api/organisation/Uno')
  expect(found.body[0]?.organisationContacts[0]?.contact).toMatchObject({
    countryId: 'IT',
    email: 'one@x.example',
  })
})

test('a cell that is wrong in itself and by its heading is listed once', async () => {
  await buildJob(company, { name: 'Steel' })
  const report = await read('jobs', 'Name,Gross Weight (lbs)', 'Steel rods,220 lbs')
  expect(told(report)).toEqual(['B2: The cell says lbs, and weights are kept in KG or TON. Convert it.'])
})

test('a contact that was merged is known by the Id of an export and by the row that made it', async () => {
  const lines = ['Name,City', 'Kilo Limited,Genoa']
  await by.done(company, await read('contacts', ...lines))
  const [made] = (await company.call<Organisation[]>('GET', '/api/organisation/Limited')).body
  const kept = await buildOrganisation(company, { name: 'Kilo Ltd' })
  const merged = await company.call('POST', '/api/organisation/merge', {
    keptId: kept.id,
    mergedId: made?.id,
    keptVersion: 1,
    mergedVersion: made?.version,
  })
  expect(merged.status).toBe(201)
  const again = await read('contacts', 'Id,Name,City', `${made?.id},Kilo Ltd,Milan`)
  expect(again.preview?.counts).toMatchObject({ make: 0, change: 1, wrong: 0 })
  expect(await by.done(company, again)).toMatchObject({ state: 'ended', changed: 1 })
  expect((await contact(kept.id)).organisationContacts[0]?.contact.city).toBe('Milan')
})

test('a job that is imported for a contact which is merged meanwhile names the kept one', async () => {
  const [kept, gone] = [
    await buildOrganisation(company, { name: 'Lima Ltd' }),
    await buildOrganisation(company, { name: 'Lima Limited' }),
  ]
  const report = await read('jobs', 'Name,Consignee', 'Beans,Lima Limited')
  await company.call('POST', '/api/organisation/merge', {
    keptId: kept.id,
    mergedId: gone.id,
    keptVersion: 1,
    mergedVersion: 1,
  })
  expect(await by.done(company, report)).toMatchObject({ state: 'ended', made: 1 })
  const jobs = await company.call<unknown[]>('GET', `/api/shipment?party=${kept.partyId}`)
  expect(jobs.body).toHaveLength(1)
})
