import { beforeEach, expect, test } from 'vitest'
import type { ImportReport } from '#contract/imports.ts'
import { type ItemContainer, MAX_STOWED } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { buildContainer, buildItem, buildJob } from '#testing/factories.ts'
import { importing } from '#testing/importing.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let by: ReturnType<typeof importing>
let job: Job
let one: { id: string }
let two: { id: string }
let yarn: Item

beforeEach(async () => {
  by = importing(product)
  job = await buildJob(company)
  one = await buildContainer(company, job.id, { number: 'MSKU1234565' })
  two = await buildContainer(company, job.id, { number: 'TGHU7654320' })
  yarn = await buildItem(company, job.id, { name: 'Yarn', numberOfPacks: 1 })
  await put([{ containerId: one.id }])
})

const put = (containers: object[]) => company.call('PUT', '/api/item/containers', { id: yarn.id, containers })
const renumber = (id: string, number: string) => company.call('PUT', '/api/container', { id, number })
const read = async (...lines: string[]): Promise<ImportReport> => {
  const file = { name: 'items.csv', content: lines.join('\n') }
  const { body } = await by.read(company, file, { kind: 'items', shipmentId: job.id })
  expect(body.preview).toMatchObject({ errorCount: 0 })
  return body
}
const stowed = async () =>
  (await company.call<ItemContainer[]>('GET', `/api/item/containers?shipmentId=${job.id}`)).body
const items = async () => (await company.call<Job>('GET', `/api/shipment/${job.id}`)).body.items
const told = (report: ImportReport) =>
  report.rows.map(({ row, name, action, state, reason }) => [row, name, action, state, reason])
const whole = { packs: null, grossWeight: null, volume: null }
const gone = (row: number, number: string) =>
  `Row ${row} names the container ${number}, which the job no longer has. Add it to the job, or correct the number, and import the file again.`

test.each([
  ['deleted', () => company.call('DELETE', `/api/container/${two.id}`)],
  ['renumbered', () => renumber(two.id, 'TGHU0000009')],
])('rows whose container was %s since the preview are refused whole', async (_, meanwhile) => {
  const report = await read(
    'Name,Container,Pkgs',
    'Yarn,TGHU7654320,4',
    'Cloth,TGHU7654320,6',
    'Silk,MSKU1234565,2',
  )
  expect((await meanwhile()).status).toBeLessThan(300)
  const done = await by.done(company, report)
  expect(done).toMatchObject({ state: 'ended', made: 1, changed: 0, same: 0, refused: 2, waiting: 0 })
  expect(told(done)).toEqual([
    [2, 'Yarn', 'change', 'refused', gone(2, 'TGHU7654320')],
    [3, 'Cloth', 'make', 'refused', gone(3, 'TGHU7654320')],
    [4, 'Silk', 'make', 'done', null],
  ])
  const [kept, silk, ...others] = await items()
  expect([kept, others]).toEqual([{ ...yarn, version: 2 }, []])
  expect(silk).toMatchObject({ name: 'Silk', numberOfPacks: 2 })
  expect(await stowed()).toEqual([
    { itemId: yarn.id, containerId: one.id, ...whole },
    { itemId: silk?.id, containerId: one.id, ...whole },
  ])
  // Once the job has it again, the same file does what is left.
  await buildContainer(company, job.id, { number: 'TGHU7654320' })
  const again = await by.done(
    company,
    await read('Name,Container,Pkgs', 'Yarn,TGHU7654320,4', 'Cloth,TGHU7654320,6', 'Silk,MSKU1234565,2'),
  )
  expect(again).toMatchObject({ state: 'ended', made: 1, changed: 1, same: 1, refused: 0 })
})

test('an item that was split over containers since stays split', async () => {
  const report = await read('Name,Container,Pkgs', 'Yarn,TGHU7654320,4')
  await put([{ containerId: one.id, packs: 1 }])
  const before = [await items(), await stowed()]
  const done = await by.done(company, report)
  expect(done).toMatchObject({ state: 'ended', made: 0, changed: 0, refused: 1 })
  expect(told(done)).toEqual([[...[2, 'Yarn', 'change', 'refused'], 'Somebody has changed Container since.']])
  expect([await items(), await stowed()]).toEqual(before)
})

test('an item of which a part went into a container without a number since stays', async () => {
  const report = await read('Name,Container,Pkgs', 'Yarn,TGHU7654320,4')
  const nameless = await buildContainer(company, job.id, { number: null })
  await put([{ containerId: one.id }, { containerId: nameless.id }])
  const before = [await items(), await stowed()]
  const done = await by.done(company, report)
  expect(told(done)).toEqual([
    [
      ...[2, 'Yarn', 'change', 'refused'],
      'Row 2 names the container TGHU7654320, and somebody has put a part of the item into a container without a number since. Give that container its number, or change it in the job.',
    ],
  ])
  expect([await items(), await stowed()]).toEqual(before)
})

test('an undo leaves an item where it is if its container is gone, and puts the rest back', async () => {
  const done = await by.done(company, await read('Name,Container,Pkgs', 'Yarn,TGHU7654320,4'))
  await company.call('DELETE', `/api/container/${one.id}`)
  const undone = await by.undone(company, done)
  expect(undone).toMatchObject({ state: 'undone', undone: 0, stayed: 1 })
  expect(told(undone)).toEqual([
    [
      ...[2, 'Yarn', 'change', 'stayed'],
      'The item of row 2 was in the container MSKU1234565, which the job no longer has. Choose its container in the job.',
    ],
  ])
  expect(await items()).toEqual([{ ...yarn, version: 4 }])
  expect(await stowed()).toEqual([{ itemId: yarn.id, containerId: two.id, ...whole }])
})

test('the items of a job are in its containers at most 5,000 times; one that only moves still may', async () => {
  const file = [
    'Name,Container,Pkgs',
    'Silk,MSKU1234565,2',
    'Cloth,TGHU7654320,6',
    'Yarn,TGHU7654320,4',
    'Wool,,1',
  ]
  const report = await read(...file)
  // As often as is allowed but for one; the fillers are in the first containers of the job.
  await rows.select(
    `with box as (
      insert into containers (account_id, id, job_id) select account_id, gen_random_uuid(), job_id
      from items, generate_series(1, 71) where id = $1 returning account_id, id, job_id
    ), cargo as (
      insert into items (account_id, id, job_id, name) select account_id, gen_random_uuid(), job_id, 'Filler'
      from items, generate_series(1, 71) where id = $1 returning account_id, id
    )
    insert into item_containers (account_id, item_id, container_id, job_id)
    select box.account_id, cargo.id, box.id, box.job_id from box, cargo order by cargo.id, box.id limit $2`,
    [yarn.id, MAX_STOWED - 2],
  )
  // The preview of another file says so at once.
  const { body: late } = await by.read(
    company,
    { name: 'more.csv', content: file.join('\n') },
    { kind: 'items', shipmentId: job.id },
  )
  expect(late.preview?.errors).toEqual([
    {
      ...{ row: 3, column: 'B', heading: 'Container', value: 'TGHU7654320' },
      message:
        'The items of a job are in its containers at most 5000 times. Split fewer items over fewer containers.',
    },
  ])
  const done = await by.done(company, report)
  expect(done).toMatchObject({ state: 'ended', made: 2, changed: 1, refused: 1 })
  expect(told(done).filter(([, , , state]) => state === 'refused')).toEqual([
    [
      ...[3, 'Cloth', 'make', 'refused'],
      'Row 3 names the container TGHU7654320, and the items of a job are in its containers at most 5000 times. Split fewer items over fewer containers, and import the file again.',
    ],
  ])
  const named = (await items()).filter(({ name }) => name !== 'Filler')
  expect(new Set(named.map(({ name }) => name))).toEqual(new Set(['Silk', 'Wool', 'Yarn']))
  const links = await stowed()
  expect(links).toHaveLength(MAX_STOWED)
  expect(links.filter(({ itemId }) => itemId === yarn.id)).toEqual([
    { itemId: yarn.id, containerId: two.id, ...whole },
  ])
})
