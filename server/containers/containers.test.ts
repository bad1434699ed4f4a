import { beforeEach, describe, expect, test } from 'vitest'
import type { Container } from '#contract/containers.ts'
import type { JobTableRow } from '#contract/job-table.ts'
import type { Job } from '#contract/jobs.ts'
import { jobSheet } from '#server/job-changes/export.ts'
import { buildColleague, buildCompany, buildContainer, buildJob } from '#testing/factories.ts'
import {
  badCounts,
  badIds,
  badMeasures,
  badTexts,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
  statusesOf,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { rows, company, product } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company)
})

const whole = {
  number: 'MSKU1234565',
  sizeType: '45G1',
  seals: ['SL12345', 'SL12346'],
  packages: 40,
  cargoWeight: 18_250.5,
  tareWeight: 3940,
  volume: 61.25,
  vgm: 22_190.5,
  vgmMethod: 2,
  vgmDate: '2026-11-20',
  vgmSignatory: 'Bilal Ahmed',
  temperature: -18.5,
  emptyPickedUp: '2026-11-18',
  gatedIn: '2026-11-21',
  loaded: '2026-11-23',
  discharged: '2026-12-20',
  gatedOut: '2026-12-22',
  emptyReturned: '2026-12-28',
}
const empty = Object.fromEntries(Object.keys(whole).map(field => [field, null]))
const list = async (of = job.id, by = company) =>
  await by.call<Container[]>('GET', `/api/container?shipmentId=${of}`)
const add = (containers: readonly object[], shipmentId = job.id) =>
  company.call<Container[]>('POST', '/api/container/many', { shipmentId, containers })
const put = (body: object, version?: number) =>
  company.call<Container>(
    'PUT',
    '/api/container',
    body,
    version === undefined ? {} : { 'if-match': `"${version}"` },
  )
const historyOf = (id: string) =>
  rows.select(`select changes from history where record_type = 'containers' and record_id = $1 order by id`, [
    id,
  ])

describe('a container', () => {
  test('is stored and answered whole, in the job’s list', async () => {
    const id = crypto.randomUUID()
    const reply = await company.call<Container>('POST', '/api/container', {
      id,
      shipmentId: job.id,
      ...whole,
    })
    expect(reply).toMatchObject({ status: 201, headers: { etag: '"1"' } })
    expect(reply.body).toEqual({ id, shipmentId: job.id, ...whole, version: 1 })
    expect((await list()).body).toEqual([reply.body])
    expect((await company.call('GET', `/api/shipment/${job.id}`)).body).toEqual(job)
  })

  test('needs nothing, and no seals are said in one way', async () => {
    const { body } = await company.call<Container>('POST', '/api/container', {
      shipmentId: job.id,
      seals: [],
      number: '',
    })
    expect(body).toEqual({ ...empty, id: body.id, shipmentId: job.id, version: 1 })
    expect((await put({ id: body.id, seals: [' '] })).body.seals).toBeNull()
  })

  test('is kept by its number as it stands on the door, one by one and many; another text stays as it is', async () => {
    const { body } = await company.call<Container>('POST', '/api/container', {
      shipmentId: job.id,
      number: 'zqxu 410733-6',
    })
    expect(body.number).toBe('ZQXU4107336')
    expect((await put({ id: body.id, number: 'msku/123456.5' })).body).toEqual({
      ...{ ...body, number: 'MSKU1234565', version: 2 },
    })
    expect((await put({ id: body.id, number: 'part lot 7' })).body.number).toBe('part lot 7')
    const { body: many } = await add([
      { id: crypto.randomUUID(), number: 'TGHU 765432-0' },
      { id: crypto.randomUUID(), number: 'TGHU 765432-0 x' },
    ])
    expect(many.map(one => one.number)).toEqual(['TGHU7654320', 'TGHU 765432-0 x'])
  })

  test('that was stored as it was typed stays so, and both are found by either writing', async () => {
    const { body: older } = await company.call<Container>('POST', '/api/container', { shipmentId: job.id })
    await rows.select(`update containers set number = 'zqxu 410733-6' where id = $1 returning id`, [older.id])
    expect((await list()).body).toEqual([{ ...older, number: 'zqxu 410733-6' }])
    const second = await buildJob(company)
    await buildContainer(company, second.id, { number: 'ZQXU 410733-6' })
    const seal = await put({ id: older.id, seals: ['SL1'] })
    expect(seal.body.number).toBe('zqxu 410733-6')
    for (const written of ['ZQXU4107336', 'zqxu 410733-6'])
      expect(
        (await company.call<Job[]>('GET', `/api/shipment?container=${encodeURIComponent(written)}`)).body.map(
          ({ jobId }) => jobId,
        ),
        written,
      ).toEqual([second.jobId, job.jobId])
  })

  test('is stored once, however often the call comes; another content under its id is refused', async () => {
    const body = { id: crypto.randomUUID(), shipmentId: job.id, ...whole }
    const replies = await Promise.all([1, 2].map(() => company.call('POST', '/api/container', body)))
    expect(statusesOf(replies)).toEqual([200, 201])
    await expectNoChange(rows, company, async () => {
      const other = await company.call('POST', '/api/container', { ...body, seals: ['SL12345'] })
      expectProblem(other, 'already_exists', { current: { ...body, version: 1 } })
    })
  })

  test('changes in what the body mentions, and refuses an outdated version', async () => {
    const stored = await buildContainer(company, job.id, whole)
    const changed = { ...stored, seals: ['SL9'], vgm: null, version: 2 }
    expect((await put({ id: stored.id, seals: ['SL9'], vgm: null }, 1)).body).toEqual(changed)
    await expectNoChange(rows, company, async () => {
      expectProblem(await put({ id: stored.id, number: 'X' }, 1), 'changed_meanwhile', {
        current: changed,
      })
    })
  })

  test('is deleted, and comes back from the history with all that it had', async () => {
    const stored = await buildContainer(company, job.id, whole)
    expect(await company.call('DELETE', `/api/container/${stored.id}`)).toMatchObject({ status: 204 })
    expect((await list()).body).toEqual([])
    expectProblem(await company.call('DELETE', `/api/container/${stored.id}`), 'not_found')
    const back = await company.call('POST', '/api/history/restoreremoved', {
      id: stored.id,
    })
    expect(back.status).toBe(200)
    expect((await list()).body).toEqual([stored])
    expect(await historyOf(stored.id)).toHaveLength(3)
  })

  test('is told in the history in words, and former values are put back', async () => {
    const stored = await buildContainer(company, job.id, whole)
    await put({ id: stored.id, sizeType: '22G1', seals: null })
    const { body } = await company.call<{ id: number }[]>('GET', `/api/history?job=${job.id}&limit=1`)
    expect(body[0]).toMatchObject({
      changes: [
        { field: 'sizeType', label: 'Size and Type', oldText: "40' HC", newText: "20' GP" },
        { field: 'seals', label: 'Seals', oldText: 'SL12345, SL12346', newText: '' },
      ],
    })
    await company.call('POST', '/api/history/restore', { entry: body[0]?.id, fields: ['seals'] })
    expect((await list()).body).toEqual([{ ...stored, sizeType: '22G1', version: 3 }])
  })
})

describe('many containers', () => {
  const ten = () =>
    Array.from({ length: 10 }, (_, index) => ({
      id: crypto.randomUUID(),
      number: `MSKU${1_234_560 + index}`,
      sizeType: '45G1',
      seals: [`SL${12_345 + index}`],
    }))

  test('are added in one call in their order, all or none, and once', async () => {
    const sent = ten()
    const replies = await Promise.all([1, 2].map(() => add(sent)))
    expect(statusesOf(replies)).toEqual([200, 201])
    const stored = sent.map(one => ({ ...empty, ...one, shipmentId: job.id, version: 1 }))
    expect(replies[0]?.body).toEqual(stored)
    expect((await list()).body).toEqual(stored)
    const [first, second] = ten()
    await expectNoChange(rows, company, async () => {
      expectProblem(await add([first ?? {}, { ...sent[1], number: 'Other' }]), 'already_exists', {
        errors: [{ path: 'containers.1.id', message: 'A container with this id has different content.' }],
      })
      expectProblem(await add([first ?? {}, { ...second, packages: -1 }]), 'invalid_input', {
        errors: [{ path: 'containers.1.packages', message: 'This must not be negative.' }],
      })
      expectProblem(await add(ten(), crypto.randomUUID()), 'not_found')
    })
  })

  test('are taken back, but for those that somebody has changed since', async () => {
    const { body: added } = await add(ten())
    const { body: changed } = await put({ id: added[3]?.id, packages: 7 })
    const reply = await company.call('POST', '/api/container/many/remove', {
      shipmentId: job.id,
      containers: added.map(({ id, version }) => ({ id, version })),
    })
    expect(reply).toMatchObject({ status: 200, body: { changed: [changed] } })
    expect((await list()).body).toEqual([changed])
  })

  test('are at most 500 on a job', async () => {
    const many = Array.from({ length: 500 }, () => ({ id: crypto.randomUUID() }))
    expect((await add(many)).status).toBe(201)
    await expectNoChange(rows, company, async () => {
      expectProblem(await add([{ id: crypto.randomUUID() }]), 'limit_reached')
    })
  })
})

test('a Viewer reads, and another company finds nothing', async () => {
  const stored = await buildContainer(company, job.id, whole)
  const viewer = await buildColleague(product, company, 'viewer')
  expect((await list(job.id, viewer)).body).toEqual([stored])
  const stranger = await buildCompany(product)
  await expectNoChange(rows, company, async () => {
    expectProblem(await viewer.call('PUT', '/api/container', { id: stored.id, number: 'X' }), 'not_allowed')
    expectProblem(await list(job.id, stranger), 'not_found')
    expectProblem(await stranger.call('PUT', '/api/container', { id: stored.id, number: 'X' }), 'not_found')
    expectProblem(await stranger.call('DELETE', `/api/container/${stored.id}`), 'not_found')
  })
})

test('bad input is refused by name', async () => {
  const stored = await buildContainer(company, job.id, whole)
  await expectFieldsRefused(rows, company, {
    method: 'PUT',
    url: '/api/container',
    fields: {
      id: [...badIds, null],
      number: badTexts(50),
      sizeType: badTexts(20),
      seals: ['SL1', Array.from({ length: 11 }, () => 'S')],
      packages: badCounts,
      cargoWeight: badMeasures,
      vgm: badMeasures,
      vgmMethod: [0, 3, 1.5, '1'],
      vgmDate: ['2026-02-30', 'tomorrow'],
      temperature: [-100.5, 101, 1.234, '-18'],
    },
    bodyWith: (path, value) => ({ id: stored.id, number: 'never', [path]: value }),
  })
})

test('the job list shows the numbers, and how many there are of each size and type', async () => {
  const other = await buildJob(company)
  for (const [number, sizeType] of [
    ['MSKU1234565', '45G1'],
    ['TGHU7654321', '22G1'],
    ['MSKU1234570', '45G1'],
    [null, null],
  ])
    await buildContainer(company, job.id, { number, sizeType })
  const row = async (id: string) =>
    (await company.call<JobTableRow[]>('GET', '/api/shipment/table')).body.find(one => one.id === id)
  expect(await row(job.id)).toMatchObject({
    containers: 'MSKU1234565, MSKU1234570, TGHU7654321',
    containerTypes: [
      { type: '45G1', count: 2 },
      { type: '22G1', count: 1 },
      { type: null, count: 1 },
    ],
  })
  expect(await row(other.id)).toMatchObject({ containers: null, containerTypes: null })
  const shown = await row(job.id)
  expect(shown && jobSheet(['jobId', 'containerTypes']).cells(shown)).toEqual([
    job.jobId,
    "2 × 40' HC, 1 × 20' GP, 1 × no type",
  ])
})

test('containers change the job’s revision, so that no page remembers them wrongly, and not its version', async () => {
  const revision = async () =>
    (await rows.select(`select sum(value)::text as value from account_revisions`))[0]?.['value']
  const before = await revision()
  await buildContainer(company, job.id)
  expect(await revision()).not.toBe(before)
  expect((await company.call<Job>('GET', `/api/shipment/${job.id}`)).body.version).toBe(job.version)
})
