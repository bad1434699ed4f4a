import { beforeEach, describe, expect, test } from 'vitest'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { buildItem, buildJob } from '#testing/factories.ts'
import { emptyItem } from '#testing/item-fields.ts'
import { expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { rows, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company)
})

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: crypto.randomUUID(), name: `Item ${count - index}` }))
const add = (items: readonly object[], shipmentId = job.id) =>
  company.call<Item[]>('POST', '/api/item/many', { shipmentId, items })
const itemsNow = async () => (await company.call<Job>('GET', `/api/shipment/${job.id}`)).body.items
const historyCount = async () =>
  (
    await rows.select(`select count(*)::int as n from history where record_type = 'items' and job_id = $1`, [
      job.id,
    ])
  )[0]?.['n']

describe('adding many items', () => {
  test('stores them in their order, each with its history, and leaves the job’s version alone', async () => {
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    const reply = await add([
      { id: second, name: 'Zinc', quantity: 2, grossWeight: 0.1, weightUnit: 1 },
      { id: first, description: '' },
    ])
    const stored = [
      {
        ...emptyItem,
        id: second,
        shipmentId: job.id,
        name: 'Zinc',
        quantity: 2,
        grossWeight: 0.1,
        weightUnit: 1,
      },
      { ...emptyItem, id: first, shipmentId: job.id },
    ].map(item => ({ ...item, version: 1 }))
    expect(reply).toMatchObject({ status: 201 })
    expect(reply.body).toEqual(stored)
    expect((await company.call<Job>('GET', `/api/shipment/${job.id}`)).body).toEqual({
      ...job,
      items: stored,
    })
    expect(await historyCount()).toBe(2)
  })

  test('takes 500; one more is refused, and none', async () => {
    const many = names(500)
    expect((await add(many)).body.map(item => item.name)).toEqual(many.map(item => item.name))
    expect((await itemsNow()).map(item => item.name)).toEqual(many.map(item => item.name))
    await expectNoChange(rows, company, async () => {
      expectProblem(await add(names(501)), 'invalid_input', {
        errors: [{ path: 'items', message: 'At most 500 items in one call.' }],
      })
      expectProblem(await add([]), 'invalid_input', {
        errors: [{ path: 'items', message: 'Send at least one item.' }],
      })
    })
  })

  test('one bad row stores none, and is named by its place and field', async () => {
    const [good, bad] = names(2)
    await expectNoChange(rows, company, async () => {
      expectProblem(await add([good ?? {}, { ...bad, quantity: -1 }]), 'invalid_input', {
        errors: [{ path: 'items.1.quantity', message: 'This must not be negative.' }],
      })
      expectProblem(await add([good ?? {}, good ?? {}]), 'invalid_input', {
        errors: [{ path: 'items', message: 'Two of them have the same id.' }],
      })
      expectProblem(await add(names(1), crypto.randomUUID()), 'not_found')
    })
  })

  test('a repeated call stores nothing twice, and one of other content stores nothing at all', async () => {
    const many = names(3)
    const replies = await Promise.all([1, 2].map(() => add(many)))
    expect(statusesOf(replies)).toEqual([200, 201])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    const [further, ...others] = names(3)
    expect((await add([...many, ...others])).status).toBe(201)
    expect((await itemsNow()).map(item => item.name)).toEqual([...many, ...others].map(item => item.name))
    await expectNoChange(rows, company, async () => {
      expectProblem(await add([further ?? {}, { ...many[1], name: 'Other' }]), 'already_exists', {
        errors: [{ path: 'items.1.id', message: 'An item with this id has different content.' }],
      })
    })
  })
})

test('taking many back leaves what was changed since, and says so', async () => {
  const { body: added } = await add(names(3))
  const { body: changed } = await company.call<Item>('PUT', '/api/item', { id: added[1]?.id, quantity: 7 })
  const elsewhere = await buildItem(company, (await buildJob(company)).id, { name: 'Elsewhere' })
  const remove = () =>
    company.call('POST', '/api/item/many/remove', {
      shipmentId: job.id,
      items: [...added, elsewhere].map(({ id, version }) => ({ id, version })),
    })
  expect(await remove()).toMatchObject({ status: 200, body: { changed: [changed] } })
  expect(await itemsNow()).toEqual([changed])
  expect(await historyCount()).toBe(6)
  expect(await remove()).toMatchObject({ status: 200, body: { changed: [changed] } })
  expect(await company.call('GET', `/api/item/${elsewhere.id}`)).toMatchObject({ status: 200 })
})
