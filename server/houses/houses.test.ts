import { beforeEach, describe, expect, test } from 'vitest'
import type { MasterProposal } from '#contract/consolidations.ts'
import type { FittingHouse, HouseList } from '#contract/houses.ts'
import type { Job } from '#contract/jobs.ts'
import type { Port } from '#contract/ports.ts'
import { buildColleague, buildCompany, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import {
  badAmounts,
  badChoices,
  badIds,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { rows, company, product } = companyPerTest()
let master: Job
let karachi: Port
let hamburg: Port

const buildPort = async (name: string) =>
  (await company.call<Port>('POST', '/api/port', { id: crypto.randomUUID(), name })).body

beforeEach(async () => {
  karachi = await buildPort('Karachi')
  hamburg = await buildPort('Hamburg')
  master = await buildJob(company, {
    ...{ name: 'Consolidation', direction: 1, etd: '2026-12-03' },
    quote: { transportMode: 2, clType: 1, loadingPortId: karachi.id, dischargePortId: hamburg.id },
  })
})

const houseOf = (fields: Record<string, unknown> = {}) =>
  buildJob(company, { masterShipmentId: master.id, ...fields })
const listed = (of = master.id, by = company) => by.call<HouseList>('GET', `/api/shipment/${of}/houses`)
const fitting = (query = '', by = company) =>
  by.call<FittingHouse[]>('GET', `/api/shipment/${master.id}/fittinghouses${query}`)

const noCosts = { basis: null, amount: null, currency: 'USD', leftOver: null }
const noShare = { costShareByHand: null, costShare: null }

describe('the houses of a master', () => {
  test('are listed by their numbers, with their companies and their cargo in kilograms and cubic metres', async () => {
    const first = await houseOf({
      ...{ name: 'Yarn', hbl: 'HBL1', numberOfPackages: 40, grossWeight: 1.2345, weightUnit: 1 },
      ...{ volume: 100, volumeUnit: 1, receivedAtCfs: '2026-11-29', dateOfIssue: '2026-12-04' },
    })
    const shipper = await buildOrganisation(company, { name: 'Indus Textiles' })
    await buildParty(company, first.id, 'shipper', shipper.partyId)
    const second = await houseOf({ grossWeight: 800, etd: '2026-12-01' })
    await buildJob(company, { name: 'Another job' })
    const { version } = (await company.call<Job>('GET', `/api/shipment/${first.id}`)).body
    expect((await listed()).body).toEqual({
      total: 2,
      houses: [
        {
          ...{ id: first.id, jobId: first.jobId, name: 'Yarn', hbl: 'HBL1', version },
          shipper: { id: shipper.id, name: 'Indus Textiles' },
          consignee: null,
          ...{ numberOfPackages: 40, grossWeight: 1.2345, weightUnit: 1, volume: 100, volumeUnit: 1 },
          // 0.3048³ m³ to a cubic foot.
          ...{ kilograms: 1234.5, cubicMetres: 2.8317, chargeable: 2.8317 },
          ...{ receivedAtCfs: '2026-11-29', dateOfIssue: '2026-12-04', etd: '2026-12-03', ...noShare },
        },
        {
          ...{ id: second.id, jobId: second.jobId, name: null, hbl: null, version: second.version },
          ...{ shipper: null, consignee: null, numberOfPackages: null },
          ...{ grossWeight: 800, weightUnit: null, volume: null, volumeUnit: null },
          ...{ kilograms: 800, cubicMetres: null, chargeable: 0.8, receivedAtCfs: null, dateOfIssue: null },
          ...{ ...noShare, etd: '2026-12-01' },
        },
      ],
      costs: noCosts,
    })
  })

  test('are charged by air by the greater of gross and volumetric weight', async () => {
    await company.call('PUT', '/api/shipment', { id: master.id, quote: { transportMode: 0 } })
    await houseOf({ grossWeight: 100, weightUnit: 0, volume: 1, volumeUnit: 0 })
    expect((await listed()).body.houses).toMatchObject([{ chargeable: 167 }])
  })

  test('are none where there are none', async () => {
    expect((await listed()).body).toEqual({ total: 0, houses: [], costs: noCosts })
  })

  test('are read by a Viewer, and are another company’s as little as those of no job', async () => {
    await houseOf()
    const viewer = await buildColleague(product, company, 'viewer')
    expect((await listed(master.id, viewer)).body).toEqual((await listed()).body)
    const other = await buildCompany(product)
    const nowhere = await listed(crypto.randomUUID(), other)
    expectProblem(nowhere, 'not_found')
    expect((await listed(master.id, other)).body).toEqual(nowhere.body)
    expectProblem(await fitting('', other), 'not_found')
  })

  test('are not asked for by what is no id', async () => {
    await expectNoChange(rows, company, async () => {
      for (const id of badIds.filter(one => one !== ''))
        expectProblem(
          await company.call('GET', `/api/shipment/${encodeURIComponent(String(id))}/houses`),
          'invalid_input',
        )
    })
  })
})

describe('the costs of a consolidation', () => {
  const put = (body: object) => company.call<Job>('PUT', '/api/shipment', body)
  const shares = async (of = master.id) => (await listed(of)).body.houses.map(({ costShare }) => costShare)

  beforeEach(async () => {
    const { body } = await put({ id: master.id, quote: { quoteType: 0 } })
    await company.call('PUT', '/api/finance', { id: body.quote.financeId, total: 1000 })
  })

  test('are shared by W/M, chargeable weight or packages, to the cent', async () => {
    await houseOf({ volume: 12.5, grossWeight: 4000, numberOfPackages: 1 })
    await houseOf({ volume: 10, grossWeight: 5000, numberOfPackages: 1 })
    await houseOf({ volume: 8.7, grossWeight: 3340, numberOfPackages: 1 })
    expect((await listed()).body.costs).toEqual({ ...noCosts, amount: 1000 })
    await put({ id: master.id, costSplit: 0 })
    expect(await shares()).toEqual([400.65, 320.51, 278.84])
    expect((await listed()).body.costs).toEqual({ basis: 0, amount: 1000, currency: 'USD', leftOver: 0 })
    await put({ id: master.id, costSplit: 1 })
    // 4,000, 5,000 and 3,340 kg are more than what the volumes weigh by IATA.
    expect(await shares()).toEqual([324.14, 405.2, 270.66])
    await put({ id: master.id, costSplit: 2 })
    expect(await shares()).toEqual([333.34, 333.33, 333.33])
  })

  test('stay left over where no house says how much it has', async () => {
    await houseOf()
    await put({ id: master.id, costSplit: 2 })
    expect(await shares()).toEqual([null])
    expect((await listed()).body.costs).toEqual({ basis: 2, amount: 1000, currency: 'USD', leftOver: 1000 })
  })

  test('are shared by hand, for the master for which it was typed alone', async () => {
    const first = await houseOf()
    const second = await houseOf()
    await put({ id: master.id, costSplit: 3 })
    await put({ id: first.id, costShareByHand: 600.5 })
    await put({ id: second.id, costShareByHand: 500 })
    expect(await shares()).toEqual([600.5, 500])
    expect((await listed()).body.costs).toMatchObject({ leftOver: -100.5 })
    const other = await buildJob(company, { costSplit: 3 })
    await put({ id: second.id, masterShipmentId: other.id })
    expect(await shares()).toEqual([600.5])
    expect(await shares(other.id)).toEqual([null])
    await put({ id: second.id, masterShipmentId: master.id })
    expect(await shares()).toEqual([600.5, 500])
  })

  test('are told in the history in words', async () => {
    await put({ id: master.id, costSplit: 2 })
    const { body } = await company.call<object[]>('GET', `/api/history?job=${master.id}&limit=1`)
    expect(body[0]).toMatchObject({
      changes: [{ field: 'costSplit', label: 'Cost Split', oldText: '', newText: 'Packages' }],
    })
  })

  test('are not split by what is no way to split them', async () => {
    const first = await houseOf()
    await expectFieldsRefused(rows, company, {
      ...{ method: 'PUT', url: '/api/shipment' },
      fields: { costSplit: badChoices(3), costShareByHand: badAmounts },
      bodyWith: (field, value) => ({ id: first.id, [field]: value }),
    })
  })

  test('are not split by a Viewer', async () => {
    const viewer = await buildColleague(product, company, 'viewer')
    await expectNoChange(rows, company, async () => {
      expectProblem(await viewer.call('PUT', '/api/shipment', { id: master.id, costSplit: 1 }), 'not_allowed')
    })
  })
})

describe('the jobs that fit into a consolidation', () => {
  const job = (fields: Record<string, unknown> = {}, quote: Record<string, unknown> = {}) =>
    buildJob(company, {
      ...{ direction: 1, etd: '2026-12-03', ...fields },
      quote: {
        transportMode: 2,
        clType: 1,
        loadingPortId: karachi.id,
        dischargePortId: hamburg.id,
        ...quote,
      },
    })

  test('are those on its way, the nearest ETD first, with how they fit', async () => {
    const later = await job({ name: 'Later', etd: '2026-12-10', grossWeight: 2, weightUnit: 1 })
    const same = await job({ name: 'Same', volume: 3.5, volumeUnit: 0, hbl: 'HBL7', numberOfPackages: 4 })
    const open = await buildJob(company, { name: 'Open' })
    const reply = await fitting()
    expect(reply.headers['x-total-count']).toBe('3')
    expect(reply.body).toEqual([
      {
        ...{ id: same.id, jobId: same.jobId, name: 'Same', hbl: 'HBL7', etd: '2026-12-03', etdDays: 0 },
        ...{ loadingPortId: karachi.id, dischargePortId: hamburg.id, numberOfPackages: 4 },
        ...{ loadingPort: 'Karachi', dischargePort: 'Hamburg', shipper: null, consignee: null },
        ...{ kilograms: null, cubicMetres: 3.5 },
      },
      {
        ...{ id: later.id, jobId: later.jobId, name: 'Later', hbl: null, etd: '2026-12-10', etdDays: 7 },
        ...{ loadingPortId: karachi.id, dischargePortId: hamburg.id, numberOfPackages: null },
        ...{ loadingPort: 'Karachi', dischargePort: 'Hamburg', shipper: null, consignee: null },
        ...{ kilograms: 2000, cubicMetres: null },
      },
      {
        ...{ id: open.id, jobId: open.jobId, name: 'Open', hbl: null, etd: null, etdDays: null },
        ...{ loadingPortId: null, dischargePortId: null, numberOfPackages: null },
        ...{ loadingPort: null, dischargePort: null, shipper: null, consignee: null },
        ...{ kilograms: null, cubicMetres: null },
      },
    ])
  })

  test('are none that go elsewhere, at another time, another way, or are taken already', async () => {
    await job({ etd: '2026-12-11' })
    await job({ etd: '2026-11-25' })
    await job({}, { dischargePortId: karachi.id })
    await job({}, { loadingPortId: hamburg.id })
    await job({}, { clType: 0 })
    await job({}, { transportMode: 0 })
    await job({ direction: 0 })
    await job({ statusId: 2 })
    await job({ masterShipmentId: master.id })
    const another = await job({ statusId: 2 })
    const itself = await job()
    await job({ masterShipmentId: itself.id })
    await job({ masterShipmentId: another.id })
    expect((await fitting()).body).toEqual([])
  })

  test('come page by page, and are searched by number, name, bill and company', async () => {
    const found = await job({ name: 'Denim', hbl: 'KHI-88' })
    const consignee = await buildOrganisation(company, { name: 'Nordsee Handel' })
    await buildParty(company, found.id, 'consignee', consignee.partyId)
    const other = await job({ name: 'Towels' })
    const ids = async (query: string) => (await fitting(query)).body.map(({ id }) => id)
    expect(await ids('?limit=1')).toEqual([other.id])
    expect(await ids('?limit=1&offset=1')).toEqual([found.id])
    const beyond = await fitting('?limit=1&offset=5')
    expect(beyond).toMatchObject({ body: [], headers: { 'x-total-count': '2' } })
    for (const search of ['denim', 'khi-88', 'NORDSEE', String(found.jobId)])
      expect(await ids(`?search=${search}`)).toContain(found.id)
    expect(await ids('?search=100%25')).toEqual([])
  })

  test('are none for a job that is a house itself', async () => {
    const above = await buildJob(company)
    await company.call('PUT', '/api/shipment', { id: master.id, masterShipmentId: above.id })
    await job()
    expect((await fitting()).body).toEqual([])
  })

  test('are refused a page that is none', async () => {
    expectProblem(await fitting('?limit=501'), 'invalid_input')
    expectProblem(await fitting('?offset=-1'), 'invalid_input')
  })
})

describe('a master that is proposed for jobs', () => {
  const propose = (shipmentIds: unknown, by = company) =>
    by.call<MasterProposal>('POST', '/api/shipment/masterproposal', { shipmentIds })
  const nothing = {
    ...{ direction: null, vesselName: null, voyage: null, etd: null, eta: null },
    quote: {
      ...{ transportMode: null, loadingPortId: null, viaPortId: null, dischargePortId: null },
      ...{ destinationPortId: null, loadingPort: null, viaPort: null, dischargePort: null },
      destinationPort: null,
    },
    ...{ carrier: null, agent: null },
  }

  test('has what they have in common, and a name', async () => {
    const carrier = await buildOrganisation(company, { name: 'Northern Star Line' })
    const agents = [
      await buildOrganisation(company, { name: 'Elbe Agency' }),
      await buildOrganisation(company, { name: 'Alster Agency' }),
    ]
    const jobs = [
      await buildJob(company, { direction: 1, etd: '2026-12-03', vesselName: 'Ever Given', voyage: '042W' }),
      await buildJob(company, { direction: 1, etd: '2026-12-03', vesselName: 'Ever Given', voyage: '043W' }),
    ]
    for (const [index, job] of jobs.entries()) {
      const quote = { transportMode: 2, loadingPortId: karachi.id, dischargePortId: hamburg.id }
      await company.call('PUT', '/api/shipment', {
        id: job.id,
        quote: index === 0 ? quote : { transportMode: 2 },
      })
      await buildParty(company, job.id, 'carrier', carrier.partyId)
      await buildParty(company, job.id, 'agent', agents[index]?.partyId ?? '')
    }
    const { body } = await expectNoChange(rows, company, () => propose(jobs.map(({ id }) => id)))
    expect(body).toEqual({
      ...nothing,
      name: 'Consolidation Karachi–Hamburg 2026-12-03',
      ...{ direction: 1, etd: '2026-12-03', vesselName: 'Ever Given' },
      quote: {
        ...{ ...nothing.quote, transportMode: 2, loadingPortId: karachi.id, loadingPort: 'Karachi' },
        ...{ dischargePortId: hamburg.id, dischargePort: 'Hamburg' },
      },
      carrier: { id: carrier.partyId, name: 'Northern Star Line' },
    })
  })

  test('has only a name where they have nothing in common', async () => {
    const ids = [(await buildJob(company)).id, (await buildJob(company)).id]
    expect((await propose(ids)).body).toEqual({ ...nothing, name: 'Consolidation' })
  })

  test('is for one’s own jobs and those who may change them', async () => {
    const theirs = (await buildJob(await buildCompany(product))).id
    const viewer = await buildColleague(product, company, 'viewer')
    await expectNoChange(rows, company, async () => {
      for (const ids of [[master.id, theirs], [master.id, crypto.randomUUID()], [], ['x'], null])
        expectProblem(await propose(ids), 'invalid_input')
      expectProblem(await propose([master.id], viewer), 'not_allowed')
    })
  })
})
