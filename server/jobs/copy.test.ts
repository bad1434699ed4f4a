import { beforeEach, expect, test } from 'vitest'
import type { Finance } from '#contract/finance.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job, OtherJob } from '#contract/jobs.ts'
import type { Port } from '#contract/ports.ts'
import { withOwner } from '#server/db/owner.ts'
import { buildColleague, buildCompany, buildJob, buildOrganisation, financeOf } from '#testing/factories.ts'
import { badIds, expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { fewestStatements } from '#testing/statements.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { copiedTables, tablesLeft } from './copied-columns.ts'

const { product, rows, company } = companyPerTest()

const uuid = () => crypto.randomUUID()
const copy = (id: string, body: object, caller = company) =>
  caller.call<OtherJob[]>('POST', `/api/shipment/${id}/copy`, body)
const read = async (id: string) =>
  (await company.call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)).body
const anId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string

const always = {
  name: 'Cotton to Hamburg',
  direction: 1,
  customerInstructions: 'Call before delivery.',
}
const cargo = {
  grossWeight: 12_345.6789,
  netWeight: 12_000.0001,
  weightUnit: 0,
  volume: 66.6667,
  volumeUnit: 0,
  numberOfPackages: 400,
}
const left = {
  swbro: '2026-12-01',
  vesselName: 'Ocean Meridian',
  voyage: 'W49',
  etd: '2026-12-03',
  eta: '2026-12-24',
  sisttao: '2026-12-04',
  documentsReceivedDate: '2026-12-05',
  mbl: 'MSCU1234567',
  hbl: 'KF-1',
  dettco: '2026-12-06',
  dsttco: '2026-12-07',
  igm: '17',
  indexNumber: '4',
  shedNumber: '9',
  dopubtco: '2026-12-08',
}
const quote = { commodity: 'Cotton yarn', transportMode: 0, quoteType: 1, clType: 0 }
const roleLists = {
  shipmentConsignees: 'consigneeId',
  shipmentShipers: 'shipperId',
  shipmentAgents: 'agentId',
  shipmentCarriers: 'carrierId',
  shipmentClearingAgents: 'clearingAgentId',
} as const

let source: Job
beforeEach(async () => {
  const acme = await buildOrganisation(company, { name: 'Acme' })
  const [port] = (await company.call<Port[]>('GET', '/api/port/PKKHI')).body
  const master = await buildJob(company)
  const ports = Object.fromEntries(
    ['loadingPortId', 'viaPortId', 'dischargePortId', 'destinationPortId'].map(field => [field, port?.id]),
  )
  const links = Object.fromEntries(
    Object.entries(roleLists).map(([list, field]) => [list, [{ [field]: acme.partyId }]]),
  )
  const { id } = await buildJob(company, {
    ...{ ...always, ...cargo, ...left, ...links, statusId: 3, masterShipmentId: master.id },
    ...{ ownerId: null, quote: { ...quote, ...ports } },
  })
  await company.call('POST', '/api/item/many', {
    shipmentId: id,
    items: ['Yarn', 'Cloth'].map((name, index) => ({
      ...{ id: uuid(), name, description: 'White', quantity: index + 2, modeOfPacking: 12 },
      ...{ grossWeight: 0.0001, netWeight: 1234.5678, weightUnit: 1, numberOfPacks: 7 },
      ...{ marksAndNumbers: 'ACME\nNOS 1-7', hsCode: '520511', length: 1, width: 2, height: 3.125 },
      ...{ dimensionUnit: 1, volume: 0.001, unNumber: '1263', hazardClass: 9, packingGroup: 1 },
      ...{ properShippingName: 'Paint', flashpoint: 22.5, marinePollutant: 1, limitedQuantity: 0 },
    })),
  })
  const { financeId } = (await read(id)).quote
  const freight = { lcl: 0.0007, fcl20: 1999.9999, fsc: 1.2345, fscBasis: 'perKg', plus45: 3.3333 }
  await company.call('PUT', '/api/finance', {
    ...{ id: financeId, total: 5000.5 },
    originCharge: { currency: 'EUR', exchangeRate: 1.12345678, thc: 10.1, handling: 20.2, total: 99.9999 },
    freightCharge: freight,
    destinationCharge: { currency: 'PKR', thc: 7, yardRandD: 8 },
  })
  await company.call('POST', '/api/note', { id: uuid(), shipmentId: id, text: 'Late again.' })
  source = await read(id)
})

/** The links of a job as a copy has them. */
const partiesOf = (job: Job, shipmentId: string) =>
  Object.fromEntries(
    Object.keys(roleLists).map(list => [
      list,
      job[list as keyof typeof roleLists].map(link => ({ ...link, id: anId, shipmentId })),
    ]),
  )
const chargesOf = ({ originCharge, freightCharge, destinationCharge }: Finance) => ({
  originCharge: { ...originCharge, id: anId },
  freightCharge: { ...freightCharge, id: anId },
  destinationCharge: { ...destinationCharge, id: anId },
})

test('a whole job is copied but for its dates and numbers, three times', async () => {
  const empty = await buildJob(company)
  const ids = [uuid(), uuid(), uuid()]
  const reply = await copy(source.id, { ids })
  expect(reply).toMatchObject({
    status: 201,
    body: ids.map((id, index) => ({ id, jobId: empty.jobId + 1 + index, name: always.name })),
  })
  const finance = await financeOf(company, source)
  expect(finance).toMatchObject({ totalIsTyped: true, originCharge: { totalIsTyped: true } })
  for (const [index, id] of ids.entries()) {
    const made = await read(id)
    expect(made).toEqual({
      // What an empty job has: In Progress, of whoever made it, without dates and numbers, a note or a master.
      ...{ ...empty, ...always, ...cargo, ...partiesOf(source, id) },
      ...{ id, jobId: empty.jobId + 1 + index },
      quote: { ...source.quote, financeId: anId },
      items: source.items.map(item => ({ ...item, id: anId, shipmentId: id, version: 1 })),
    })
    expect(made.quote.financeId).not.toBe(source.quote.financeId)
    expect(await financeOf(company, made)).toEqual({
      ...{ ...finance, ...chargesOf(finance), id: made.quote.financeId, shipmentId: id, version: 1 },
    })
  }
  expect(await read(source.id)).toEqual(source)
  expect((await company.call<Job[]>('GET', '/api/shipment?search=acme')).headers['x-total-count']).toBe('4')
  // Figures as the database keeps them.
  const exact = (id: string) =>
    rows.select(
      `select j.gross_weight, j.volume, o.exchange_rate, o.total, f.lcl, f.fcl20, f.plus45, n.total as typed
       from jobs j join finances n on n.id = j.finance_id
       join origin_charges o on o.finance_id = n.id join freight_charges f on f.finance_id = n.id where j.id = $1`,
      [id],
    )
  expect(await exact(ids[2] ?? '')).toEqual(await exact(source.id))
})

test('what is not asked for stays behind', async () => {
  const empty = await buildJob(company)
  const [without, onlyParties] = [uuid(), uuid()]
  const none = { parties: false, ports: false, items: false, charges: false }
  await copy(source.id, { ids: [without], take: none })
  const bare = await read(without)
  expect(bare).toEqual({
    ...{ ...empty, ...always, id: without, jobId: empty.jobId + 1 },
    quote: { ...empty.quote, ...quote, financeId: anId },
  })
  expect(await financeOf(company, bare)).toEqual({
    ...(await financeOf(company, empty)),
    ...{ id: bare.quote.financeId, shipmentId: without, quoteType: 1, transportMode: 0, total: 0 },
  })
  await copy(source.id, { ids: [onlyParties], take: { ...none, parties: true } })
  const withParties = { ...bare, ...partiesOf(source, onlyParties), id: onlyParties, jobId: bare.jobId + 1 }
  const { financeId } = (await read(onlyParties)).quote
  expect(await read(onlyParties)).toEqual({ ...withParties, quote: { ...bare.quote, financeId } })
})

test('each column and table of a job is decided on', async () => {
  const { rows: tables } = await withOwner(product.ownerUrl, owner =>
    owner.query<{ name: string }>(`
      select distinct table_name::text as name from information_schema.columns
      where table_schema = 'public' and column_name in ('job_id', 'finance_id')`),
  )
  const decided: readonly string[] = [...copiedTables, ...Object.keys(tablesLeft)]
  expect(tables.map(({ name }) => name).filter(name => !decided.includes(name))).toEqual([])
})

test('the history of a copy says of which job; that of the job says nothing', async () => {
  const historyOf = async (id: string) =>
    (await company.call<HistoryEntry[]>('GET', `/api/history?job=${id}&limit=100`)).body
  const before = await historyOf(source.id)
  const id = uuid()
  await copy(source.id, { ids: [id] })
  const words = (await historyOf(id)).map(entry => entry.words)
  expect(words).toContain(`created this job, copied from job ${source.jobId}`)
  expect(words).toEqual(expect.arrayContaining(['added Acme as Shipper', 'added item Yarn']))
  expect(await historyOf(source.id)).toEqual(before)
})

test('a repeated call makes nothing more, and another job’s id is refused', async () => {
  const ids = [uuid(), uuid()]
  const replies = await Promise.all([1, 2, 3].map(() => copy(source.id, { ids })))
  expect(statusesOf(replies)).toEqual([200, 200, 201])
  for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body)
  const other = await buildJob(company)
  await company.call('PUT', '/api/shipment', { id: source.id, name: 'Rice' })
  await expectNoChange(rows, company, async () => {
    expect(await copy(source.id, { ids })).toMatchObject({ status: 200, body: replies[0]?.body })
    expectProblem(await copy(source.id, { ids: [other.id] }), 'already_exists')
    expectProblem(await copy(other.id, { ids: [ids[0]] }), 'already_exists')
    expectProblem(await copy(other.id, { ids: [other.id] }), 'already_exists')
  })
  const third = uuid()
  expect((await copy(source.id, { ids: [...ids, third] })).body.map(({ id }) => id)).toEqual([...ids, third])
})

test('somebody who changes the job meanwhile changes each copy whole or not at all', async () => {
  const ids = Array.from({ length: 8 }, uuid)
  const change = (name: string) =>
    company.call('PUT', '/api/shipment', { id: source.id, name, quote: { commodity: name } })
  await Promise.all(ids.flatMap((id, index) => [copy(source.id, { ids: [id] }), change(`Name ${index}`)]))
  for (const id of ids) {
    const { name, quote: copied } = await read(id)
    if (name === always.name) expect(copied.commodity).toBe(quote.commodity)
    else expect(copied.commodity).toBe(name)
  }
})

test('is refused by role and company, with bad input, and for too many items', async () => {
  const viewer = await buildColleague(product, company, 'viewer')
  const stranger = await buildCompany(product)
  const ids = [uuid()]
  await expectNoChange(rows, company, async () => {
    expectProblem(await copy(source.id, { ids }, viewer), 'not_allowed')
    expectProblem(await copy(source.id, { ids }, stranger), 'not_found')
    expectProblem(await copy(uuid(), { ids }), 'not_found')
    for (const bad of [
      ...badIds.map(id => [id]),
      [],
      [ids[0], ids[0]],
      Array.from({ length: 21 }, uuid),
      null,
    ])
      expectProblem(await copy(source.id, { ids: bad }), 'invalid_input')
    expectProblem(await copy(source.id, { ids, take: { items: 'yes' } }), 'invalid_input')
    expectProblem(await copy(source.id, {}), 'invalid_input')
  })
  const many = Array.from({ length: 499 }, (_, index) => ({ id: uuid(), name: `Item ${index}` }))
  await company.call('POST', '/api/item/many', { shipmentId: source.id, items: many })
  const eleven = Array.from({ length: 11 }, uuid)
  expectProblem(await copy(source.id, { ids: eleven }), 'invalid_input', {
    errors: [
      {
        path: 'ids',
        message:
          'The job has 501 items, too many for so many copies. Make at most 9 at a time, or leave the items out.',
      },
    ],
  })
  expect((await copy(source.id, { ids: eleven, take: { items: false } })).status).toBe(201)
  const staff = await buildColleague(product, company, 'staff')
  const [made] = (await copy(source.id, { ids }, staff)).body
  expect((await read(made?.id ?? '')).ownerId).toBe(staff.membership.user.id)
})

test('takes three statements, whatever there is to copy, and one that holds the currency of charges', async () => {
  const beginnings = async (take: object) =>
    (
      await fewestStatements(product, () => copy(source.id, { ids: Array.from({ length: 9 }, uuid), take }))
    ).map(text => text.trim().split(/\s+/, 2).join(' '))
  expect(await beginnings({ charges: false })).toEqual([
    'select j.job_number',
    'with numbered',
    'select "id",',
  ])
  expect(await beginnings({})).toEqual([
    'select j.job_number',
    'select "id"',
    'with numbered',
    'select "id",',
  ])
})
