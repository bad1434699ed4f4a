import { beforeEach, describe, expect, test } from 'vitest'
import type { JobChangeReport } from '#contract/job-changes.ts'
import type { Job } from '#contract/jobs.ts'
import type { Port } from '#contract/ports.ts'
import { buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { company, rows } = companyPerTest()

const read = async ({ id }: { id: string }) => (await company.call<Job>('GET', `/api/shipment/${id}`)).body
const put = async ({ id }: { id: string }, fields: object) =>
  (await company.call<Job>('PUT', '/api/shipment', { id, ...fields })).body
const buildPort = async (name: string) =>
  (await company.call<Port>('POST', '/api/port', { id: crypto.randomUUID(), name })).body.id

const carried = (job: Job) => ({
  vesselName: job.vesselName,
  vesselFlag: job.vesselFlag,
  voyage: job.voyage,
  etd: job.etd,
  eta: job.eta,
  atd: job.atd,
  ata: job.ata,
  onBoardDate: job.onBoardDate,
  mbl: job.mbl,
  ports: [
    job.quote.loadingPortId,
    job.quote.viaPortId,
    job.quote.dischargePortId,
    job.quote.destinationPortId,
  ],
  carrier: job.shipmentCarriers[0]?.carrierId ?? null,
})
const nothing = {
  ...{
    vesselFlag: null,
    vesselName: null,
    voyage: null,
    etd: null,
    eta: null,
    atd: null,
    ata: null,
    onBoardDate: null,
  },
  ...{ mbl: null, ports: [null, null, null, null], carrier: null },
}

let master: Job
let carrier: string

beforeEach(async () => {
  const [loading, via, discharge, destination] = await Promise.all(
    ['Karachi', 'Colombo', 'Hamburg', 'Prague'].map(buildPort),
  )
  carrier = (await buildOrganisation(company, { name: 'Ocean Line' })).partyId
  master = await buildJob(company, {
    name: 'Consolidation',
    vesselName: 'Ocean Meridian',
    vesselFlag: 'Liberia',
    voyage: '049W',
    etd: '2026-12-03',
    eta: '2026-12-28',
    atd: '2026-12-04',
    ata: '2026-12-29',
    onBoardDate: '2026-12-02',
    mbl: 'OCLN4711',
    quote: {
      ...{ loadingPortId: loading, viaPortId: via, dischargePortId: discharge },
      destinationPortId: destination,
    },
  })
  await buildParty(company, master.id, 'carrier', carrier)
  master = await read(master)
})

const buildHouse = (fields: Record<string, unknown> = {}) =>
  buildJob(company, { masterShipmentId: master.id, ...fields })

describe('a house', () => {
  test('takes what it has not from its master, and nothing else', async () => {
    const house = await read(await buildHouse({ name: 'House' }))
    expect(carried(house)).toEqual(carried(master))
    expect(house.differs).toEqual([])
    expect(house).toMatchObject({ name: 'House', hbl: null, grossWeight: null, version: 2 })
    expect((await read(master)).houses).toEqual([
      { id: house.id, jobId: house.jobId, name: 'House', differs: [] },
    ])
    expect((await read(master)).version).toBe(master.version)
  })

  test('is made as one in a single call too', async () => {
    const other = (await buildOrganisation(company, { name: 'Own Line' })).partyId
    const made = await company.call<Job>('POST', '/api/shipment', {
      etd: '2026-12-05',
      masterShipmentId: master.id,
      shipmentCarriers: [{ carrierId: other }],
    })
    const house = await read(made.body)
    expect(carried(house)).toEqual({ ...carried(master), etd: '2026-12-05', carrier: other })
    expect(house.differs).toEqual(['etd', 'shipmentCarriers'])
  })

  test('keeps what it had, and says that it differs', async () => {
    const other = (await buildOrganisation(company, { name: 'Own Line' })).partyId
    const job = await buildJob(company, { vesselName: 'Baltic Star', eta: '2026-12-28' })
    await buildParty(company, job.id, 'carrier', other)
    await put(job, { masterShipmentId: master.id })
    const house = await read(job)
    expect(carried(house)).toEqual({ ...carried(master), vesselName: 'Baltic Star', carrier: other })
    expect(house.differs).toEqual(['vesselName', 'shipmentCarriers'])
    expect((await read(master)).houses[0]?.differs).toEqual(['vesselName', 'shipmentCarriers'])
  })

  test('follows its master where it does not differ, with a version of its own', async () => {
    const [follows, differs] = [await buildHouse(), await buildHouse({ etd: '2026-12-05' })]
    const before = [await read(follows), await read(differs)]
    const moved = await put(master, { etd: '2026-12-10', eta: null, quote: { viaPortId: null } })
    const after = [await read(follows), await read(differs)]
    expect(after[0]).toEqual({
      ...before[0],
      etd: '2026-12-10',
      eta: null,
      quote: { ...before[0]?.quote, viaPortId: null, viaPort: null },
      version: (before[0]?.version ?? 0) + 1,
    })
    expect(after[1]).toEqual({ ...after[0], ...ownOf(after[1]), etd: '2026-12-05', differs: ['etd'] })
    expect(moved.version).toBe(master.version + 1)
    // The history of the house says who moved it and to what.
    const [entry] = await rows.select(
      `select changes, user_id = $2 as "isBy" from history where record_id = $1 order by id desc limit 1`,
      [follows.id, company.membership.user.id],
    )
    expect(entry).toEqual({
      changes: {
        etd: ['2026-12-03', '2026-12-10'],
        eta: ['2026-12-28', null],
        via_port_id: [master.quote.viaPortId, null],
      },
      isBy: true,
    })
  })

  test('that was given a value stays where it is when the master passes through that value', async () => {
    const house = await buildHouse({ etd: '2026-12-10' })
    await put(master, { etd: '2026-12-10' })
    expect((await read(house)).etd).toBe('2026-12-10')
    await put(master, { etd: '2026-12-03' })
    expect(await read(house)).toMatchObject({ etd: '2026-12-10', differs: ['etd'] })
  })

  test('differs once it is changed, and follows again with the value of its master', async () => {
    const house = await buildHouse()
    expect((await put(house, { voyage: '050W', etd: null })).differs).toEqual(['voyage', 'etd'])
    await put(master, { vesselFlag: 'Malta' })
    expect((await read(house)).vesselFlag).toBe('Malta')
    const back = await put(house, { voyage: '049W', etd: '2026-12-03' })
    expect((await read(back)).differs).toEqual([])
    await put(master, { voyage: '051W' })
    expect((await read(house)).voyage).toBe('051W')
  })

  test('has the carrier of its master, until it has its own', async () => {
    const [first, second] = [await buildHouse(), await buildHouse()]
    const [next, own] = [
      (await buildOrganisation(company, { name: 'Next Line' })).partyId,
      (await buildOrganisation(company, { name: 'Own Line' })).partyId,
    ]
    await buildParty(company, second.id, 'carrier', own)
    expect((await read(second)).differs).toEqual(['shipmentCarriers'])
    const { version } = await read(first)
    await buildParty(company, master.id, 'carrier', next)
    expect([carried(await read(first)).carrier, carried(await read(second)).carrier]).toEqual([next, own])
    expect((await read(first)).version).toBe(version + 1)
    const link = (await read(master)).shipmentCarriers[0]?.id
    await company.call('DELETE', `/api/shipmentcarrier/${link}`)
    expect([carried(await read(first)).carrier, carried(await read(second)).carrier]).toEqual([null, own])
    await buildParty(company, master.id, 'carrier', own)
    expect(await read(second)).toMatchObject({ differs: ['shipmentCarriers'] })
    expect(carried(await read(first)).carrier).toBe(own)
  })

  test('leaves what it took with its master, and keeps what it had and what was typed in it', async () => {
    const house = await buildJob(company, { vesselName: 'Ocean Meridian' })
    await put(house, { masterShipmentId: master.id })
    await put(house, { eta: '2027-01-04' })
    const left = await put(house, { masterShipmentId: null })
    expect(carried(left)).toEqual({ ...nothing, vesselName: 'Ocean Meridian', eta: '2027-01-04' })
    expect(left.differs).toEqual([])
    await put(master, { vesselName: 'Baltic Star' })
    expect((await read(house)).vesselName).toBe('Ocean Meridian')
  })

  test('leaves what came from its master later, too', async () => {
    const late = await buildJob(company)
    const house = await buildJob(company, { masterShipmentId: late.id, voyage: '049W' })
    await put(late, { vesselName: 'Baltic Star', etd: '2026-12-20', voyage: '049W' })
    await buildParty(company, late.id, 'carrier', carrier)
    expect(carried(await read(house))).toEqual({
      ...nothing,
      ...{ vesselName: 'Baltic Star', etd: '2026-12-20', voyage: '049W', carrier },
    })
    expect(carried(await put(house, { masterShipmentId: null }))).toEqual({ ...nothing, voyage: '049W' })
    expect((await read(house)).shipmentCarriers).toEqual([])
  })

  test('goes from one master to another with what is its own alone', async () => {
    const house = await buildHouse({ etd: '2026-12-05' })
    const other = await buildJob(company, { vesselName: 'Baltic Star', etd: '2026-12-20' })
    const moved = await put(house, { masterShipmentId: other.id })
    expect(carried(moved)).toEqual({ ...nothing, vesselName: 'Baltic Star', etd: '2026-12-05' })
    expect(moved.differs).toEqual(['etd'])
  })
})

test('jobs that become houses by one action are as before once it is undone', async () => {
  const jobs = [
    await buildJob(company, { name: 'Empty' }),
    await buildJob(company, { name: 'Sailing', vesselName: 'Baltic Star', etd: '2026-12-03' }),
  ]
  const before = await Promise.all(jobs.map(read))
  const change = await begin({ masterShipmentId: master.id }, jobs)
  expect((await read(jobs[0] as Job)).etd).toBe('2026-12-03')
  await undo(change)
  expect(await Promise.all(jobs.map(read))).toEqual(before.map(job => ({ ...job, version: job.version + 2 })))
})

test('a master and its houses that are moved together by one action stay together', async () => {
  const houses = [await buildHouse(), await buildHouse({ etd: '2026-12-05' })]
  const change = await begin({ moveEtdDays: 2 }, [...houses, master])
  expect(await Promise.all([master, ...houses].map(async job => (await read(job)).etd))).toEqual([
    ...['2026-12-05', '2026-12-05', '2026-12-07'],
  ])
  expect((await read(houses[0] as Job)).differs).toEqual([])
  await undo(change)
  expect(await Promise.all([master, ...houses].map(async job => (await read(job)).etd))).toEqual([
    ...['2026-12-03', '2026-12-03', '2026-12-05'],
  ])
  await put(master, { etd: '2026-12-30' })
  expect((await read(houses[0] as Job)).etd).toBe('2026-12-30')
})

test('a master that moves while jobs join it leaves none of them behind', async () => {
  const jobs = await Promise.all(Array.from({ length: 8 }, () => buildJob(company)))
  await Promise.all([
    ...jobs.map(job => put(job, { masterShipmentId: master.id })),
    ...['2026-12-11', '2026-12-12', '2026-12-13'].map(etd => put(master, { etd })),
  ])
  const { etd, houses } = await read(master)
  expect(houses).toHaveLength(8)
  for (const house of houses) expect(await read(house)).toMatchObject({ etd, differs: [] })
})

const ownOf = (job: Job | undefined) => ({
  id: job?.id,
  jobId: job?.jobId,
  version: job?.version,
  quote: { ...job?.quote },
  shipmentCarriers: job?.shipmentCarriers,
})

async function begin(change: object, jobs: readonly Job[]): Promise<string> {
  const id = crypto.randomUUID()
  const shipmentIds = jobs.map(job => job.id)
  expect((await company.call('POST', '/api/job-changes/preview', { id, shipmentIds, change })).status).toBe(
    201,
  )
  const { body } = await company.call<JobChangeReport>('POST', '/api/job-changes', { id })
  expect(body).toMatchObject({ state: 'ended', changed: jobs.length })
  return id
}

async function undo(change: string): Promise<void> {
  const { body } = await company.call<JobChangeReport>('POST', `/api/job-changes/${change}/undo`, {
    id: crypto.randomUUID(),
  })
  expect(body).toMatchObject({ state: 'ended', refused: 0 })
}
