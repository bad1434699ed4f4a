import { beforeEach, describe, expect, test } from 'vitest'
import type { Container } from '#contract/containers.ts'
import { sum } from '#contract/decimals.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { buildCompany, buildContainer, buildItem, buildJob, type Caller } from '#testing/factories.ts'
import { badCounts, badIds, badMeasures, expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let job: Job
let item: Item
let one: Container
let two: Container

beforeEach(async () => {
  job = await buildJob(company)
  item = await buildItem(company, job.id, { name: 'Yarn', numberOfPacks: 40 })
  one = await buildContainer(company, job.id, { number: 'MSKU1234565' })
  two = await buildContainer(company, job.id, { number: 'TCLU7654320' })
})

type Set = { id: string; containers: ItemContainer[]; version: number }
const put = (containers: unknown, headers = {}, by: Caller = company, id = item.id) =>
  by.call<Set>('PUT', '/api/item/containers', { id, containers }, headers)
const list = async () =>
  (await company.call<ItemContainer[]>('GET', `/api/item/containers?shipmentId=${job.id}`)).body
const all = { packs: null, grossWeight: null, volume: null }

describe('the containers of an item', () => {
  test('are none, the one that has all of it, or several with what is in each', async () => {
    expect(await list()).toEqual([])
    const whole = await put([{ containerId: two.id }])
    const inTwo = { itemId: item.id, containerId: two.id, ...all }
    expect(whole).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect(whole.body).toEqual({ id: item.id, containers: [inTwo], version: 2 })
    expect(await list()).toEqual([inTwo])
    const split = [
      { containerId: two.id, packs: 10, grossWeight: 0.0001, volume: 0.001 },
      { containerId: one.id.toUpperCase(), packs: 30 },
    ]
    const stored = [
      { itemId: item.id, containerId: one.id, ...all, packs: 30 },
      { itemId: item.id, containerId: two.id, packs: 10, grossWeight: 0.0001, volume: 0.001 },
    ]
    expect((await put(split)).body).toEqual({ id: item.id, containers: stored, version: 3 })
    expect(await list()).toEqual(stored)
    expect((await put([])).body).toEqual({ id: item.id, containers: [], version: 4 })
    expect(await list()).toEqual([])
    const { body } = await company.call<Item>('GET', `/api/item/${item.id}`)
    expect(body).toEqual({ ...item, version: 4 })
  })

  test('are counted for the whole job, so that its papers and screens can list them', async () => {
    const last = await buildItem(company, job.id, { name: 'Cloth' })
    await rows.select(
      `with box as (
        insert into containers (account_id, id, job_id) select account_id, gen_random_uuid(), job_id
        from items, generate_series(1, 70) where id = $1 returning account_id, id, job_id
      ), cargo as (
        insert into items (account_id, id, job_id) select account_id, gen_random_uuid(), job_id
        from items, generate_series(1, 72) where id = $1 returning account_id, id
      )
      insert into item_containers (account_id, item_id, container_id, job_id)
      select box.account_id, cargo.id, box.id, box.job_id from box, cargo order by cargo.id, box.id limit 4999`,
      [item.id],
    )
    expect((await put([{ containerId: one.id }, { containerId: two.id }])).status).toBe(409)
    expect((await put([{ containerId: one.id }])).status).toBe(200)
    // Those that it had itself make room for the new ones.
    expect((await put([{ containerId: two.id }])).status).toBe(200)
    const refused = await put([{ containerId: one.id }], {}, company, last.id)
    expectProblem(refused, 'limit_reached')
    expect(await list()).toHaveLength(5000)
  })

  test('go with their container and with their item', async () => {
    const other = await buildItem(company, job.id, { name: 'Cloth' })
    await put([{ containerId: one.id }, { containerId: two.id }])
    await put([{ containerId: one.id }], {}, company, other.id)
    await company.call('DELETE', `/api/container/${one.id}`)
    expect(await list()).toEqual([{ itemId: item.id, containerId: two.id, ...all }])
    await company.call('DELETE', `/api/item/${item.id}`)
    expect(await list()).toEqual([])
  })

  test('come back with their container and with their item, in whichever order they are restored', async () => {
    const split = [
      { containerId: one.id, packs: 30, grossWeight: 1.5 },
      { containerId: two.id, packs: 10 },
    ]
    await put(split)
    const before = await list()
    const remove = (what: string, id: string) => company.call('DELETE', `/api/${what}/${id}`)
    const restore = async (id: string) =>
      expect(await company.call('POST', '/api/history/restoreremoved', { id })).toMatchObject({ status: 200 })
    const inOrder = async () =>
      (await list()).toSorted((left, right) => (right.packs ?? 0) - (left.packs ?? 0))

    await remove('container', one.id)
    await restore(one.id)
    expect(await inOrder()).toEqual(before)
    await remove('item', item.id)
    await restore(item.id)
    expect(await inOrder()).toEqual(before)

    await remove('container', two.id)
    await remove('item', item.id)
    await remove('container', one.id)
    for (const id of [one.id, item.id, two.id]) await restore(id)
    expect(await inOrder()).toEqual(before)
  })

  test('stay as they were said meanwhile: a restored container takes nothing from another', async () => {
    await put([{ containerId: one.id, packs: 30 }])
    await company.call('DELETE', `/api/container/${one.id}`)
    const said = await put([{ containerId: two.id }])
    await company.call('POST', '/api/history/restoreremoved', { id: one.id })
    expect(await list()).toEqual(said.body.containers)
    // Taken out by hand is no removal of the container: it does not come back with it.
    await put([{ containerId: one.id, packs: 30 }])
    await put([])
    await company.call('DELETE', `/api/container/${one.id}`)
    await company.call('POST', '/api/history/restoreremoved', { id: one.id })
    expect(await list()).toEqual([])
  })

  test('come back from their own entries and with the whole job', async () => {
    const entries = async () => (await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}`)).body
    const restore = (body: object) => company.call('POST', '/api/history/restore', body)
    await put([
      { containerId: one.id, packs: 30 },
      { containerId: two.id, packs: 10 },
    ])
    const before = await list()
    const [then] = await entries()
    await put([
      { containerId: one.id, packs: 31 },
      { containerId: two.id, packs: 10 },
    ])
    const [changed] = await entries()
    expect(await restore({ entry: changed?.id, fields: ['packs'] })).toMatchObject({ status: 200 })
    expect(await list()).toEqual(before)

    await put([{ containerId: two.id, packs: 10 }])
    const [taken] = await entries()
    expect(taken?.words).toBe('took item Yarn out of container MSKU1234565')
    expect(await restore({ entry: taken?.id })).toMatchObject({ status: 200 })
    expect(await list()).toEqual(before)
    await expectNoChange(rows, company, async () => {
      expectProblem(await restore({ entry: taken?.id }), 'already_exists')
    })

    await company.call('DELETE', `/api/item/${item.id}`)
    await company.call('DELETE', `/api/container/${one.id}`)
    expect(await restore({ entry: then?.id, wholeJob: true })).toMatchObject({ status: 200 })
    expect((await list()).toSorted((left, right) => (right.packs ?? 0) - (left.packs ?? 0))).toEqual(before)
    expectProblem(await restore({ entry: then?.id, wholeJob: true }), 'invalid_input')
  })

  test('are told by the history, each change once', async () => {
    await put([{ containerId: one.id }])
    await put([{ containerId: one.id }, { containerId: two.id, packs: 4 }])
    await put([{ containerId: one.id }, { containerId: two.id, packs: 5 }])
    await company.call('DELETE', `/api/container/${two.id}`)
    const { body } = await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}`)
    const told = body.filter(entry => entry.record.type === 'itemContainer').map(entry => entry.words)
    expect(told.toReversed()).toEqual([
      'put item Yarn into container MSKU1234565',
      'put item Yarn into container TCLU7654320',
      'set Packs from 4 to 5 of an item in a container',
      'took item Yarn out of container TCLU7654320',
    ])
  })

  test('are refused at an outdated version, with what stands now', async () => {
    await company.call('PUT', '/api/item', { id: item.id, name: 'Silk' })
    await expectNoChange(rows, company, async () => {
      const late = await put([{ containerId: one.id }], { 'if-match': '"1"' })
      expectProblem(late, 'changed_meanwhile', { current: { ...item, name: 'Silk', version: 2 } })
    })
    expect((await put([{ containerId: one.id }], { 'if-match': '"2"' })).status).toBe(200)
  })

  test('are those of the item’s job; another company’s cannot be told from none', async () => {
    const elsewhere = await buildContainer(company, (await buildJob(company)).id)
    const stranger = await buildCompany(product)
    const theirJob = await buildJob(stranger)
    const theirs = await buildContainer(stranger, theirJob.id)
    await expectNoChange(rows, company, async () => {
      for (const id of [elsewhere.id, theirs.id, crypto.randomUUID()])
        expectProblem(await put([{ containerId: one.id }, { containerId: id }]), 'invalid_input', {
          errors: [{ path: 'containers.1.containerId', message: 'The item’s job has no such container.' }],
        })
      expectProblem(await put([], {}, stranger), 'not_found')
      for (const id of [job.id, crypto.randomUUID()])
        expectProblem(await stranger.call('GET', `/api/item/containers?shipmentId=${id}`), 'not_found')
    })
  })

  test('bad input changes nothing', async () => {
    await put([{ containerId: one.id, packs: 1 }])
    await expectNoChange(rows, company, async () => {
      const fields = { containerId: [...badIds, null], packs: badCounts, grossWeight: badMeasures }
      for (const [field, values] of Object.entries({ ...fields, volume: [...badMeasures, 0.0001] }))
        for (const value of values)
          if (value !== '(1e400)')
            expectProblem(await put([{ containerId: two.id, [field]: value }]), 'invalid_input')
      expectProblem(await put([{ containerId: one.id }, { containerId: one.id }]), 'invalid_input')
      expectProblem(await put('all'), 'invalid_input')
      expectProblem(await put(undefined), 'invalid_input')
    })
  })
})

test('a thousand random splits come to the item’s own figures, exactly', async () => {
  // A generator of its own: the same splits each time.
  let state = 7
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % limit
  }
  const containers = [one, two]
  for (let more = 0; more < 3; more += 1)
    containers.push(await buildContainer(company, job.id, { number: `BOX ${more}` }))
  for (let turn = 0; turn < 1000; turn += 1) {
    const total = { packs: below(10_000), grossWeight: below(1_000_000_000), volume: below(1_000_000) }
    const left = { ...total }
    const split = containers.map(({ id }, index) => {
      const isLast = index === containers.length - 1
      const part = (field: keyof typeof left) => {
        const taken = isLast ? left[field] : below(left[field] + 1)
        left[field] -= taken
        return taken
      }
      return {
        containerId: id,
        packs: part('packs'),
        grossWeight: part('grossWeight') / 10_000,
        volume: part('volume') / 1000,
      }
    })
    const { body } = await put(split)
    const sumOf = (field: keyof typeof total) => sum(body.containers.map(stowed => stowed[field]))
    expect({ packs: sumOf('packs'), grossWeight: sumOf('grossWeight'), volume: sumOf('volume') }).toEqual({
      packs: total.packs,
      grossWeight: total.grossWeight / 10_000,
      volume: total.volume / 1000,
    })
  }
}, 180_000)

describe('items that are added with their container', () => {
  const rowsOf = (...containers: (string | null | undefined)[]) =>
    containers.map(containerId => ({ id: crypto.randomUUID(), name: 'Cloth', containerId }))
  const add = (items: object[]) =>
    company.call<Item[]>('POST', '/api/item/many', { shipmentId: job.id, items })

  test('are whole in it, in the same call; a repeat changes nothing', async () => {
    const items = rowsOf(two.id, null, one.id.toUpperCase(), undefined)
    const reply = await add(items)
    expect(reply.status).toBe(201)
    expect(reply.body.map(({ version }) => version)).toEqual([1, 1, 1, 1])
    expect(reply.body[0]).not.toHaveProperty('containerId')
    const stored = [
      { itemId: items[0]?.id, containerId: two.id, ...all },
      { itemId: items[2]?.id, containerId: one.id, ...all },
    ]
    expect(await list()).toEqual(stored)
    expect((await add(items)).status).toBe(200)
    expect(await list()).toEqual(stored)
    // What was said since stays.
    await put([{ containerId: one.id }], {}, company, items[0]?.id)
    expect((await add(items)).status).toBe(200)
    expect((await list())[0]).toEqual({ itemId: items[0]?.id, containerId: one.id, ...all })
  })

  test('are refused, all of them, where a container is none of the job', async () => {
    const elsewhere = await buildContainer(company, (await buildJob(company)).id)
    await expectNoChange(rows, company, async () => {
      for (const id of [elsewhere.id, crypto.randomUUID()])
        expectProblem(await add(rowsOf(one.id, id)), 'invalid_input', {
          errors: [{ path: 'items.1.containerId', message: 'The job has no such container.' }],
        })
      expectProblem(await add(rowsOf('MSKU1234565')), 'invalid_input')
    })
  })
})

describe('one item with its container', () => {
  const whole = (containerId: string, itemId = item.id) => ({ itemId, containerId, ...all })

  test('is whole in it when it is added; a repeat changes nothing', async () => {
    const body = { id: crypto.randomUUID(), shipmentId: job.id, name: 'Cloth', containerId: two.id }
    const added = await company.call<Item>('POST', '/api/item', body)
    expect(added.status).toBe(201)
    expect('containerId' in added.body).toBe(false)
    expect(await list()).toEqual([whole(two.id, body.id)])
    await put([{ containerId: one.id }], {}, company, body.id)
    expect((await company.call('POST', '/api/item', body)).status).toBe(200)
    expect(await list()).toEqual([whole(one.id, body.id)])
  })

  test('goes into another by a change, out of all of them by null, and stays where nothing is said', async () => {
    await put([{ containerId: one.id, packs: 10 }, { containerId: two.id }])
    const change = (values: object, headers = {}) =>
      company.call<Item>('PUT', '/api/item', { id: item.id, ...values }, headers)
    expect((await change({ name: 'Combed yarn' })).body.version).toBe(3)
    expect(await list()).toHaveLength(2)
    const moved = await change({ containerId: two.id })
    expect(moved.body).toEqual({ ...item, name: 'Combed yarn', version: 4 })
    expect(await list()).toEqual([whole(two.id)])
    expect((await change({ containerId: one.id }, { 'if-match': '"3"' })).status).toBe(412)
    expect(await list()).toEqual([whole(two.id)])
    expect((await change({ containerId: null })).status).toBe(200)
    expect(await list()).toEqual([])
  })

  test('is refused where the container is none of its job, and nothing is stored', async () => {
    const other = await buildContainer(company, (await buildJob(company)).id)
    const stranger = await buildCompany(product)
    const foreign = await buildContainer(stranger, (await buildJob(stranger)).id)
    await expectNoChange(rows, company, async () => {
      for (const containerId of [other.id, foreign.id, crypto.randomUUID()])
        for (const reply of [
          await company.call('POST', '/api/item', { shipmentId: job.id, name: 'Cloth', containerId }),
          await company.call('PUT', '/api/item', { id: item.id, name: 'Cloth', containerId }),
        ]) {
          expectProblem(reply, 'invalid_input')
          expect(reply.body).toMatchObject({
            errors: [{ path: 'containerId', message: 'The item’s job has no such container.' }],
          })
        }
    })
  })
})
