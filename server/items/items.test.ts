import { beforeEach, describe, expect, test } from 'vitest'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { buildItem, buildJob } from '#testing/factories.ts'
import { emptyItem } from '#testing/item-fields.ts'
import {
  badChoices,
  badCounts,
  badIds,
  badMeasures,
  badTexts,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
  statusesOf,
  TOO_LARGE_NUMBER,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { rows, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company)
})

const whole = {
  name: 'Cotton yarn',
  description: 'Combed, 40/1',
  quantity: 12,
  modeOfPacking: 75,
  grossWeight: 1250.5,
  netWeight: 1200.0001,
  weightUnit: 0,
  numberOfPacks: 40,
  marksAndNumbers: 'ACME\nKARACHI\nNOS 1-40',
  hsCode: '5205.11',
  length: 120,
  width: 80.5,
  height: 95.125,
  dimensionUnit: 1,
  volume: 36.728,
  unNumber: '1263',
  hazardClass: 9,
  packingGroup: 1,
  properShippingName: 'Paint',
  flashpoint: -18.5,
  marinePollutant: 1,
  limitedQuantity: 0,
}
const stored = async (id: string) =>
  (
    await rows.select(
      `select job_id, name, description, quantity, packing_mode, gross_weight::text, net_weight::text,
         weight_unit, number_of_packs, marks_and_numbers, hs_code, length::text, width::text, height::text,
         dimension_unit, volume::text, un_number, hazard_class, packing_group, proper_shipping_name, flashpoint::text,
         marine_pollutant, limited_quantity, version
       from items where id = $1`,
      [id],
    )
  )[0]

describe('adding an item', () => {
  test('stores and answers it', async () => {
    const id = crypto.randomUUID()
    const reply = await company.call<Item>('POST', '/api/item', { id, shipmentId: job.id, ...whole })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({ id, shipmentId: job.id, ...whole, version: 1 })
    expect(reply.headers['etag']).toBe('"1"')
    expect(await stored(id)).toEqual({
      job_id: job.id,
      name: 'Cotton yarn',
      description: 'Combed, 40/1',
      quantity: 12,
      packing_mode: 75,
      gross_weight: '1250.5000',
      net_weight: '1200.0001',
      weight_unit: 0,
      number_of_packs: 40,
      marks_and_numbers: 'ACME\nKARACHI\nNOS 1-40',
      hs_code: '5205.11',
      length: '120.000',
      width: '80.500',
      height: '95.125',
      dimension_unit: 1,
      volume: '36.728',
      un_number: '1263',
      hazard_class: 9,
      packing_group: 1,
      proper_shipping_name: 'Paint',
      flashpoint: '-18.5',
      marine_pollutant: 1,
      limited_quantity: 0,
      version: 1,
    })
    expect(await company.call('GET', `/api/item/${id}`)).toMatchObject({ status: 200, body: reply.body })
    expect(await company.call('GET', `/api/item/${id.toUpperCase()}`)).toMatchObject({ body: reply.body })
    const { body } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    expect(body).toEqual({ ...job, items: [reply.body] })
  })

  test('takes the specification’s names, makes an id and leaves the rest empty', async () => {
    const reply = await company.call<Item>('POST', '/api/item', {
      ShipmentId: job.id.toUpperCase(),
      Name: 'Yarn',
      ModeOfPacking: 0,
      Unknown: { Deep: 1 },
    })
    const { id } = reply.body
    expect(reply.body).toEqual({
      ...emptyItem,
      id,
      shipmentId: job.id,
      name: 'Yarn',
      modeOfPacking: 0,
      version: 1,
    })
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('keeps the order in which items were added', async () => {
    for (const name of ['Zinc', 'Yarn', 'Alum']) await buildItem(company, job.id, { name })
    const { body } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    expect(body.items.map(item => item.name)).toEqual(['Zinc', 'Yarn', 'Alum'])
  })

  test('answers a repeated call with the stored row, and 409 for one of other content', async () => {
    const body = {
      id: crypto.randomUUID(),
      shipmentId: job.id,
      ...whole,
      description: '',
      unNumber: 'UN 1263',
    }
    const replies = await Promise.all([1, 2, 3].map(() => company.call<Item>('POST', '/api/item', body)))
    expect(statusesOf(replies)).toEqual([200, 200, 201])
    const [first] = replies
    expect(first?.body).toEqual({ ...body, description: null, unNumber: '1263', version: 1 })
    await expectNoChange(rows, company, async () => {
      expect(await company.call('POST', '/api/item', body)).toMatchObject({ status: 200, body: first?.body })
      const other = await company.call('POST', '/api/item', { ...body, quantity: 13 })
      expectProblem(other, 'already_exists', { current: first?.body })
      const elsewhere = await buildJobQuietly()
      expectProblem(await company.call('POST', '/api/item', { ...body, shipmentId: elsewhere }), 'not_found')
    })
  })
  const buildJobQuietly = async () => crypto.randomUUID()
})

describe('changing an item', () => {
  test('saves what the body mentions: absent stays, null and the empty text clear', async () => {
    const item = await buildItem(company, job.id, whole)
    const reply = await company.call<Item>('PUT', '/api/item', {
      id: item.id,
      name: '',
      quantity: null,
      grossWeight: 0.1,
    })
    const changed = { ...item, name: null, quantity: null, grossWeight: 0.1, version: 2 }
    expect(reply).toMatchObject({ status: 200, body: changed, headers: { etag: '"2"' } })
    expect(reply.body).toEqual(changed)
    expect(await stored(item.id)).toMatchObject({
      name: null,
      quantity: null,
      gross_weight: '0.1000',
      version: 2,
    })
  })

  test('changes nothing but the version when the whole record comes back', async () => {
    const item = await buildItem(company, job.id, whole)
    const reply = await company.call<Item>('PUT', '/api/item', { ...item, shipmentId: crypto.randomUUID() })
    expect(reply.body).toEqual({ ...item, version: 2 })
  })

  test('leaves the job’s version alone', async () => {
    const item = await buildItem(company, job.id, whole)
    await company.call('PUT', '/api/item', { id: item.id, name: 'Other' })
    await company.call('DELETE', `/api/item/${item.id}`)
    const { body } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    expect(body).toEqual(job)
  })

  test('refuses an outdated version with what stands now and what changed', async () => {
    const item = await buildItem(company, job.id, whole)
    const put = (body: object, version: number) =>
      company.call<Item>('PUT', '/api/item', { id: item.id, ...body }, { 'if-match': `"${version}"` })
    expect((await put({ name: 'Second', quantity: 13 }, 1)).status).toBe(200)
    expect((await put({ name: 'Third' }, 2)).status).toBe(200)
    const by = company.membership.user.displayName
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string
    await expectNoChange(rows, company, async () => {
      const current = { ...item, name: 'Third', quantity: 13, version: 3 }
      expectProblem(await put({ name: 'Mine' }, 1), 'changed_meanwhile', {
        current,
        changes: [
          { field: 'name', old: 'Cotton yarn', new: 'Second', by, at },
          { field: 'quantity', old: 12, new: 13, by, at },
          { field: 'name', old: 'Second', new: 'Third', by, at },
        ],
      })
      expectProblem(await put({ name: 'Mine' }, 2), 'changed_meanwhile', {
        current,
        changes: [{ field: 'name', old: 'Second', new: 'Third', by, at }],
      })
      const removal = await company.call('DELETE', `/api/item/${item.id}`, undefined, { 'if-match': '"2"' })
      expectProblem(removal, 'changed_meanwhile', { current })
    })
  })

  test('lets one of two saves of one version win', async () => {
    const item = await buildItem(company, job.id, whole)
    const save = (name: string) =>
      company.call<Item>('PUT', '/api/item', { id: item.id, name }, { 'if-match': '"1"' })
    const replies = await Promise.all([save('One'), save('Two')])
    expect(statusesOf(replies)).toEqual([200, 412])
    const won = replies.find(reply => reply.status === 200)
    expect(await stored(item.id)).toMatchObject({ name: won?.body.name, version: 2 })
  })
})

test('deleting an item takes its row away, once', async () => {
  const item = await buildItem(company, job.id, whole)
  const other = await buildItem(company, job.id)
  const reply = await company.call('DELETE', `/api/item/${item.id.toUpperCase()}`)
  expect(reply).toMatchObject({ status: 204, body: null })
  expect(await rows.select('select id from items where job_id = $1', [job.id])).toEqual([{ id: other.id }])
  expectProblem(await company.call('DELETE', `/api/item/${item.id}`), 'not_found')
  expectProblem(await company.call('PUT', '/api/item', { id: item.id, name: 'x' }), 'not_found')
})

const badDimensions = ['12', '', -1, -0.001, 100_001, 0.0001, true, TOO_LARGE_NUMBER]

describe('bad input', () => {
  const fields = {
    name: badTexts(500),
    description: badTexts(5000),
    quantity: badCounts,
    modeOfPacking: badChoices(75),
    grossWeight: badMeasures,
    netWeight: badMeasures,
    weightUnit: badChoices(1),
    numberOfPacks: badCounts,
    marksAndNumbers: badTexts(5000),
    hsCode: badTexts(50),
    length: badDimensions,
    width: badDimensions,
    height: badDimensions,
    dimensionUnit: badChoices(1),
    volume: [...badMeasures, 0.0001],
    unNumber: [...badTexts(4), '126', '12634', 'UN126', '126 3', 1263],
    hazardClass: badChoices(19),
    packingGroup: badChoices(2),
    properShippingName: badTexts(500),
    flashpoint: ['38', '', -100.5, -101, 200.1, 1.25, true, TOO_LARGE_NUMBER],
    marinePollutant: badChoices(1),
    limitedQuantity: badChoices(1),
    id: badIds,
  }

  test('in a new item is refused by name', async () => {
    await expectFieldsRefused(rows, company, {
      method: 'POST',
      url: '/api/item',
      fields: { ...fields, shipmentId: [...badIds, null] },
      bodyWith: (path, value) => ({ shipmentId: job.id, ...whole, [path]: value }),
    })
  })

  test('in a change is refused by name', async () => {
    const item = await buildItem(company, job.id, whole)
    await expectFieldsRefused(rows, company, {
      method: 'PUT',
      url: '/api/item',
      fields: { ...fields, id: [...badIds, null] },
      bodyWith: (path, value) => ({ id: item.id, name: 'never', [path]: value }),
    })
  })

  test('in the address or the version is refused', async () => {
    const item = await buildItem(company, job.id, whole)
    await expectNoChange(rows, company, async () => {
      for (const id of ['abc', '1', `${item.id}x`, "'%20or%201=1"])
        for (const method of ['GET', 'DELETE'] as const)
          expectProblem(await company.call(method, `/api/item/${id}`), 'invalid_input')
      for (const tag of ['1', 'abc', '"x"', '"1", "2"', '"-1"', '""', '"99999999999999999999"'])
        expectProblem(
          await company.call('PUT', '/api/item', { id: item.id, name: 'x' }, { 'if-match': tag }),
          'invalid_input',
        )
    })
  })
})
