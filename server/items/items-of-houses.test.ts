import { beforeEach, describe, expect, test } from 'vitest'
import type { Container } from '#contract/containers.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { ItemContainer, StowedByHouses } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { buildCompany, buildContainer, buildItem, buildJob, type Caller } from '#testing/factories.ts'
import { importing } from '#testing/importing.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

// The items of a house without containers of its own travel in its master's.

const { product, rows, company } = companyPerTest()
let master: Job
let house: Job
let item: Item
let one: Container
let two: Container

beforeEach(async () => {
  master = await buildJob(company, { name: 'Consolidation' })
  house = await buildJob(company, { masterShipmentId: master.id })
  item = await buildItem(company, house.id, { name: 'Yarn', numberOfPacks: 40 })
  one = await buildContainer(company, master.id, { number: 'MSKU1234565' })
  two = await buildContainer(company, master.id, { number: 'TCLU7654320' })
})

const put = (containers: unknown, id = item.id, by: Caller = company) =>
  by.call<{ id: string; containers: ItemContainer[]; version: number }>('PUT', '/api/item/containers', {
    ...{ id, containers },
  })
const listOf = async (job: Job) =>
  (await company.call<ItemContainer[]>('GET', `/api/item/containers?shipmentId=${job.id}`)).body
const list = () => listOf(house)
const ofHouses = (by: Caller = company, id = master.id) =>
  by.call<StowedByHouses[]>('GET', `/api/item/containers/ofhouses?shipmentId=${id}`)
const setMaster = async (masterShipmentId: string | null) =>
  expect((await company.call('PUT', '/api/shipment', { id: house.id, masterShipmentId })).status).toBe(200)
const remove = async (container: Container) =>
  expect((await company.call('DELETE', `/api/container/${container.id}`)).status).toBe(204)
const entriesOf = async (job: Job) =>
  (await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}`)).body
const told = async (job = house) =>
  (await entriesOf(job)).filter(({ record }) => record.type === 'itemContainer').map(({ words }) => words)
const all = { packs: null, grossWeight: null, volume: null }
const elsewhere = 'The item’s job has no such container.'
const detail =
  'An item travels in the containers of its own job, and that of a house without any in those of its master.'

const split = () =>
  put([
    { containerId: two.id, packs: 10 },
    { containerId: one.id, packs: 30, grossWeight: 1.5, volume: 0.25 },
  ])
const parts = () => [
  { itemId: item.id, containerId: one.id, packs: 30, grossWeight: 1.5, volume: 0.25 },
  { itemId: item.id, containerId: two.id, ...all, packs: 10 },
]

describe('an item of a house', () => {
  test('travels in one of its master’s containers, or is split over them', async () => {
    const whole = { itemId: item.id, containerId: two.id, ...all }
    expect(await put([{ containerId: two.id }])).toMatchObject({
      ...{ status: 200, headers: { etag: '"2"' } },
      body: { id: item.id, containers: [whole], version: 2 },
    })
    expect(await list()).toEqual([whole])
    expect((await split()).body).toEqual({ id: item.id, containers: parts(), version: 3 })
    expect(await list()).toEqual(parts())
    expect(await listOf(master)).toEqual([])
    expect(await told()).toEqual([
      'put item Yarn into container MSKU1234565',
      'set Packs to 10 of an item in a container',
      'put item Yarn into container TCLU7654320',
    ])
  })

  test('goes into it when it is added or changed', async () => {
    const added = { id: crypto.randomUUID(), name: 'Cloth', containerId: two.id }
    const many = await company.call('POST', '/api/item/many', { shipmentId: house.id, items: [added] })
    expect(many.status).toBe(201)
    const single = { id: crypto.randomUUID(), shipmentId: house.id, name: 'Silk', containerId: one.id }
    expect((await company.call('POST', '/api/item', single)).status).toBe(201)
    expect((await company.call('PUT', '/api/item', { id: item.id, containerId: two.id })).status).toBe(200)
    expect(await list()).toEqual([
      { itemId: item.id, containerId: two.id, ...all },
      { itemId: added.id, containerId: two.id, ...all },
      { itemId: single.id, containerId: one.id, ...all },
    ])
  })

  test('is refused a container in which its job does not travel', async () => {
    const sister = await buildJob(company, { masterShipmentId: master.id })
    const ofSister = await buildContainer(company, sister.id, { number: 'HLXU1111116' })
    const ofOther = await buildContainer(company, (await buildJob(company)).id)
    const stranger = await buildCompany(product)
    const theirs = await buildContainer(stranger, (await buildJob(stranger)).id)
    const ofMaster = await buildItem(company, master.id)
    const ofSisters = await buildItem(company, sister.id)
    const refused = async (containerId: string, id = item.id) => {
      const errors = [{ path: 'containers.0.containerId', message: elsewhere }]
      expectProblem(await put([{ containerId }], id), 'invalid_input', { detail, errors })
      const single = await company.call('PUT', '/api/item', { id, name: 'Cloth', containerId })
      expectProblem(single, 'invalid_input', {
        detail,
        errors: [{ path: 'containerId', message: elsewhere }],
      })
    }
    await expectNoChange(rows, company, async () => {
      for (const id of [ofSister.id, ofOther.id, theirs.id, crypto.randomUUID()]) await refused(id)
      // A master's items do not travel in its houses', nor those of a house with its own in its master's.
      await refused(ofSister.id, ofMaster.id)
      await refused(one.id, ofSisters.id)
      expectProblem(await put([{ containerId: one.id }], item.id, stranger), 'not_found')
      const items = [{ id: crypto.randomUUID(), name: 'Cloth', containerId: ofOther.id }]
      const many = await company.call('POST', '/api/item/many', { shipmentId: house.id, items })
      expectProblem(many, 'invalid_input', {
        detail,
        errors: [{ path: 'items.0.containerId', message: 'The job has no such container.' }],
      })
    })
  })

  test('leaves the containers with its house, and returns with it', async () => {
    const other = await buildJob(company)
    await split()
    await setMaster(null)
    expect(await list()).toEqual([])
    expect((await told()).slice(0, 2).toSorted()).toEqual([
      'took item Yarn out of container MSKU1234565',
      'took item Yarn out of container TCLU7654320',
    ])
    await setMaster(other.id)
    expect(await list()).toEqual([])
    await setMaster(master.id)
    expect(await list()).toEqual(parts())
    await setMaster(other.id)
    expect(await list()).toEqual([])
    // What was taken out by hand meanwhile stays out.
    await setMaster(master.id)
    await put([{ containerId: two.id, packs: 10 }])
    await setMaster(null)
    await setMaster(master.id)
    expect(await list()).toEqual(parts().slice(1))
  })

  test('leaves them when its house has a container of its own, and returns when that goes', async () => {
    await split()
    const own = await buildContainer(company, house.id, { number: 'HLXU1111116' })
    expect(await list()).toEqual([])
    expectProblem(await put([{ containerId: one.id }]), 'invalid_input')
    await put([{ containerId: own.id }])
    await remove(own)
    // It was in another container since.
    expect(await list()).toEqual(parts())
    const many = [
      { id: crypto.randomUUID(), number: 'HLXU1111116' },
      { id: crypto.randomUUID(), number: 'HLXU2222225' },
    ]
    await company.call('POST', '/api/container/many', { shipmentId: house.id, containers: many })
    expect(await list()).toEqual([])
    const containers = many.map(({ id }) => ({ id, version: 1 }))
    await company.call('POST', '/api/container/many/remove', { shipmentId: house.id, containers })
    expect(await list()).toEqual(parts())
  })

  test('goes with the container of the master, and comes back with it', async () => {
    await split()
    await remove(one)
    expect(await list()).toEqual(parts().slice(1))
    expect((await told())[0]).toBe('took item Yarn out of container MSKU1234565')
    const restore = (body: object, path = '') => company.call('POST', `/api/history/restore${path}`, body)
    expect(await restore({ id: one.id }, 'removed')).toMatchObject({ status: 200 })
    const byPacks = async () =>
      (await list()).toSorted((left, right) => (right.packs ?? 0) - (left.packs ?? 0))
    expect(await byPacks()).toEqual(parts())
    // With the whole master, too.
    const [then] = await entriesOf(master)
    await remove(two)
    expect(await restore({ entry: then?.id, wholeJob: true })).toMatchObject({ status: 200 })
    expect(await byPacks()).toEqual(parts())
  })

  test('comes back with its own removal undone, by its own entry and with the whole house', async () => {
    await split()
    const [then] = await entriesOf(house)
    await company.call('DELETE', `/api/item/${item.id}`)
    const restore = (body: object, path = '') => company.call('POST', `/api/history/restore${path}`, body)
    expect(await restore({ id: item.id }, 'removed')).toMatchObject({ status: 200 })
    expect(await list()).toEqual(parts())
    await put([{ containerId: two.id, packs: 10 }])
    const [taken] = await entriesOf(house)
    expect(await restore({ entry: taken?.id })).toMatchObject({ status: 200 })
    expect(await list()).toEqual(parts())
    await put([{ containerId: two.id }])
    await setMaster(null)
    expect(await restore({ entry: taken?.id })).toMatchObject({ status: 409 })
    expect(await restore({ entry: then?.id, wholeJob: true })).toMatchObject({ status: 200 })
    expect(await list()).toEqual(parts())
  })

  test('is in no container that its house has left, however the two meet', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await Promise.all([put([{ containerId: one.id }]), setMaster(turn % 2 === 0 ? null : master.id)])
      if (turn % 2 === 0) expect(await list()).toEqual([])
    }
    const own = await Promise.all([
      put([{ containerId: one.id }]),
      buildContainer(company, house.id, { number: 'HLXU1111116' }),
    ])
    expect(own[1].number).toBe('HLXU1111116')
    expect(await list()).toEqual([])
  })

  test('says nothing of its container in a copy of its house', async () => {
    await split()
    const ids = [crypto.randomUUID()]
    const reply = await company.call<Job[]>('POST', `/api/shipment/${house.id}/copy`, { ids })
    expect(reply.status).toBe(201)
    const { body: copy } = await company.call<Job>('GET', `/api/shipment/${ids[0]}`)
    expect(copy.items).toMatchObject([{ name: 'Yarn', numberOfPacks: 40 }])
    expect(await listOf(copy)).toEqual([])
    expect(await list()).toEqual(parts())
  })
})

test('a master is told what its houses’ items come to in each container; another company is not', async () => {
  const sister = await buildJob(company, { masterShipmentId: master.id })
  const cloth = await buildItem(company, sister.id, {
    numberOfPacks: 5,
    grossWeight: 1,
    weightUnit: 1,
    volume: 2,
  })
  expect(await ofHouses()).toMatchObject({ status: 200, body: [] })
  await split()
  await put([{ containerId: one.id }], cloth.id)
  expect((await ofHouses()).body).toEqual([
    { containerId: one.id, packs: 35, grossWeight: 1001.5, volume: 2.25 },
    { containerId: two.id, packs: 10, grossWeight: null, volume: null },
  ])
  expect((await ofHouses(company, house.id)).body).toEqual([])
  const stranger = await buildCompany(product)
  for (const id of [master.id, crypto.randomUUID()]) expectProblem(await ofHouses(stranger, id), 'not_found')
  expectProblem(await ofHouses(company, 'x'), 'invalid_input')
})

describe('the items of a house in a spreadsheet', () => {
  test('are exported with their containers, and imported again change nothing', async () => {
    const by = importing(product)
    await put([{ containerId: two.id }])
    const mixed = await buildItem(company, house.id, { name: 'Cloth', numberOfPacks: 2 })
    await put(
      [
        { containerId: one.id, packs: 1 },
        { containerId: two.id, packs: 1 },
      ],
      mixed.id,
    )
    const before = await list()
    for (const format of ['csv', 'xlsx']) {
      const { rawPayload: content } = await product.app.inject({
        ...{ method: 'POST', url: '/api/item/export', payload: { shipmentId: house.id, format } },
        headers: { authorization: `Bearer ${company.token}` },
      })
      if (format === 'csv') expect(content.toString()).toContain('TCLU7654320')
      const file = { name: `items.${format}`, content }
      const { body } = await by.read(company, file, { kind: 'items', shipmentId: house.id })
      expect(body.preview).toMatchObject({ errors: [], counts: { same: 2, make: 0, change: 0, wrong: 0 } })
      expect(await by.done(company, body)).toMatchObject({ state: 'ended', same: 2, made: 0, changed: 0 })
      expect(await list()).toEqual(before)
    }
  })

  test('go into their master’s containers and back, and say which number the master has not', async () => {
    const by = importing(product)
    const read = async (...lines: string[]) => {
      const file = { name: 'items.csv', content: lines.join('\n') }
      return (await by.read(company, file, { kind: 'items', shipmentId: house.id })).body
    }
    await put([{ containerId: one.id }])
    const wrong = await read('Name,Container', 'Yarn,HLXU1111116')
    expect(wrong.preview?.errors.map(({ message }) => message)).toEqual([
      'The job’s master has no container HLXU1111116. Add it to the master, or correct the number.',
    ])
    const done = await by.done(
      company,
      await read('Name,Container', 'Yarn,TCLU7654320', 'Cloth,msku 123456-5'),
    )
    expect(done).toMatchObject({ state: 'ended', made: 1, changed: 1, refused: 0 })
    const [, cloth] = (await company.call<Job>('GET', `/api/shipment/${house.id}`)).body.items
    expect(await list()).toEqual([
      { itemId: item.id, containerId: two.id, ...all },
      { itemId: cloth?.id, containerId: one.id, ...all },
    ])
    expect(await by.undone(company, done)).toMatchObject({ state: 'undone', stayed: 0 })
    expect(await list()).toEqual([{ itemId: item.id, containerId: one.id, ...all }])
  })

  test('are left out where the house has left its master since the preview', async () => {
    const by = importing(product)
    const file = { name: 'items.csv', content: 'Name,Container\nYarn,TCLU7654320' }
    const { body } = await by.read(company, file, { kind: 'items', shipmentId: house.id })
    await setMaster(null)
    expect(await by.done(company, body)).toMatchObject({ state: 'ended', changed: 0, refused: 1 })
    expect(await list()).toEqual([])
  })
})
