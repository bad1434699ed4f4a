import { beforeEach, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { DocumentSet, Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import { buildCompany, buildJob } from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { endAbandonedSets } from './abandoned-sets.ts'

const path = '/api/documenttemplate'

const { product, rows, company } = companyPerTest({}, buildTemplateCompany)
let order: string
let bill: string
let job: Job

beforeEach(async () => {
  order = (await company.addTemplate('{{Numbers.DeliveryOrder}} {{Shipment.HouseBl}}', 'Order.dotx')).id
  bill = (await company.addTemplate('{{Numbers.HouseBill}}', 'Bill.dotx')).id
  job = await newJob()
})

const newJob = () => buildJob(company, { quote: { commodity: 'Cotton', transportMode: 2 } })
const begin = <Body = DocumentSet>(set: object) => company.call<Body>('POST', `${path}/documentset`, set)
const end = <Body = Document[]>(id: string) => company.call<Body>('POST', `${path}/documentset/${id}/end`)
const generate = <Body = Document[]>(id: string, jobId: string, more: object = {}) =>
  company.call<Body>('POST', `${path}/generatedocuments?shipmentId=${jobId}`, {
    id,
    formats: ['word'],
    ...more,
  })
const textOf = async (reply: { body: Document[] }) => company.textOf(reply.body[0] as Document)
const hbl = async (id = job.id) => (await company.call<Job>('GET', `/api/shipment/${id}`)).body.hbl
const nextNumbers = async () =>
  Object.fromEntries(
    (
      await rows.select<{ kind: string; next_number: string }>(
        'select kind, next_number from number_series where account_id = $1',
        [company.membership.account.id],
      )
    ).map(({ kind, next_number }) => [kind, Number(next_number)]),
  )
const input = (jobs: readonly { id: string }[] = [job], id: string = crypto.randomUUID()) => ({
  id,
  templateIds: [order, bill],
  shipmentIds: jobs.map(one => one.id),
})

test('the papers of a set agree, whichever of them is made first', async () => {
  const set = input()
  expect(await begin(set)).toMatchObject({
    status: 201,
    body: {
      id: set.id,
      jobs: [
        {
          id: job.id,
          numbers: [
            { kind: 'houseBill', label: 'House bill of lading', number: 'HBL-00001', isNew: true },
            { kind: 'deliveryOrder', label: 'Delivery order', number: 'DO-00001', isNew: true },
          ],
        },
      ],
    },
  })
  expect(await hbl()).toBe(null)
  const first = await generate(order, job.id, { setId: set.id })
  expect(await textOf(first)).toBe('DO-00001 HBL-00001')
  expect(await hbl()).toBe('HBL-00001')
  const second = await generate(bill, job.id, { setId: set.id })
  expect(await textOf(second)).toBe('HBL-00001')
  const ended = await end(set.id)
  expect([ended.status, ended.body.map(({ id }) => id)]).toEqual([
    200,
    [first.body[0]?.id, second.body[0]?.id],
  ])
  expect(await end(set.id)).toMatchObject({ status: 200, body: ended.body })
  expect(await hbl()).toBe('HBL-00001')
})

test('the same call again takes nothing more; another one under its id is refused', async () => {
  const set = input()
  const first = await begin(set)
  const again = await expectNoChange(rows, company, () => begin(set))
  expect([again.status, again.body]).toEqual([200, first.body])
  const other = await expectNoChange(rows, company, () => begin<Problem>({ ...set, templateIds: [bill] }))
  expect([other.status, other.body.code]).toEqual([409, 'already_exists'])
})

test('a set that is ended gives back what no document prints, and takes no further document', async () => {
  const jobs = [job, await newJob(), await newJob()]
  const set = input(jobs)
  await begin(set)
  await generate(bill, jobs[1]?.id ?? '', { setId: set.id })
  expect((await end(set.id)).body).toHaveLength(1)
  expect(await nextNumbers()).toMatchObject({ houseBill: 3, deliveryOrder: 1 })
  const late = await expectNoChange(rows, company, () => generate<Problem>(bill, job.id, { setId: set.id }))
  expect([late.status, late.body.code]).toEqual([409, 'set_ended'])
  expect((await begin<Problem>(set)).body.code).toBe('set_ended')
  expect(await textOf(await generate(bill, jobs[2]?.id ?? ''))).toBe('HBL-00001')
  expect(await textOf(await generate(bill, job.id))).toBe('HBL-00003')
})

test('a document on its way when its set is ended is not added', async () => {
  const set = input()
  await begin(set)
  const { files } = product
  const put = files.put.bind(files)
  let isStoring = () => {}
  const storing = new Promise<void>(resolve => (isStoring = resolve))
  let goOn = () => {}
  const held = new Promise<void>(resolve => (goOn = resolve))
  files.put = async (...args) => {
    isStoring()
    await held
    return put(...args)
  }
  try {
    const reply = generate<Problem>(bill, job.id, { setId: set.id })
    await storing
    expect((await end(set.id)).body).toEqual([])
    goOn()
    expect((await reply).body.code).toBe('set_ended')
  } finally {
    files.put = put
  }
  expect((await company.call<Job>('GET', `/api/shipment/${job.id}`)).body).toMatchObject({
    hbl: null,
    documents: [],
  })
  expect(await nextNumbers()).toEqual({ houseBill: 1, deliveryOrder: 1 })
})

test('after a crash the numbers stay with the job and are used by the next documents', async () => {
  await begin(input())
  expect(await textOf(await generate(order, job.id))).toBe('DO-00001 HBL-00001')
  expect(await textOf(await generate(bill, job.id))).toBe('HBL-00001')
  expect(await textOf(await generate(bill, (await newJob()).id))).toBe('HBL-00002')
})

test('a set that nobody has ended within a day is ended at night, and forgotten a month later', async () => {
  const [used, unused, young] = [input(), input([await newJob()]), input([await newJob()])]
  await begin(used)
  await begin(unused)
  await begin(young)
  await generate(bill, job.id, { setId: used.id })
  const setBack = (column: string, interval: string, ids: readonly string[]) =>
    rows.select(`update document_sets set ${column} = ${column} - $1::interval where id = any($2)`, [
      interval,
      ids,
    ])
  const night = () => endAbandonedSets({ database: product.database, log: () => undefined })
  const held = async () => {
    const kept = await rows.select<{ number: string }>(
      'select number from job_numbers where account_id = $1 order by number',
      [company.membership.account.id],
    )
    return kept.map(({ number }) => number)
  }
  await setBack('begun_at', '23 hours 50 minutes', [used.id, unused.id, young.id])
  await night()
  expect(await held()).toEqual(['DO-00001', 'DO-00002', 'DO-00003', 'HBL-00001', 'HBL-00002', 'HBL-00003'])
  await setBack('begun_at', '15 minutes', [used.id, unused.id])
  await night()
  expect(await held()).toEqual(['DO-00003', 'HBL-00001', 'HBL-00003'])
  const late = await expectNoChange(rows, company, () => generate<Problem>(bill, job.id, { setId: used.id }))
  expect([late.status, late.body.code]).toEqual([409, 'set_ended'])
  // The youngest goes on, and what went back is the next to be given.
  expect((await generate(order, young.shipmentIds[0] ?? '', { setId: young.id })).status).toBe(201)
  expect(await textOf(await generate(order, unused.shipmentIds[0] ?? ''))).toBe('DO-00001 ')
  expect(await textOf(await generate(bill, unused.shipmentIds[0] ?? ''))).toBe('HBL-00002')

  await setBack('ended_at', '29 days 23 hours', [used.id])
  await setBack('ended_at', '30 days 1 hour', [unused.id])
  await night()
  expect(
    await rows.select('select id from document_sets where account_id = $1 order by id', [
      company.membership.account.id,
    ]),
  ).toEqual([used.id, young.id].toSorted().map(id => ({ id })))
})

test('two sets at once on one job bear one number, and it stays while one of them needs it', async () => {
  const [one, other] = [input(), input()]
  const begun = await Promise.all([begin(one), begin(other)])
  expect(begun[0]?.body.jobs).toEqual(begun[1]?.body.jobs)
  await end(one.id)
  expect(await textOf(await generate(bill, job.id, { setId: other.id }))).toBe('HBL-00001')
  await end(other.id)
  expect(await nextNumbers()).toMatchObject({ houseBill: 2, deliveryOrder: 1 })
})

test('sets begun, made, stopped and begun again at once leave no gap and no number twice', async () => {
  const jobs = [job]
  for (let count = 0; count < 7; count += 1) jobs.push(await newJob())
  const run = async (index: number) => {
    const set = input([jobs[index % 8] as Job, jobs[(index * 3 + 1) % 8] as Job].slice(0, 1 + (index % 2)))
    expect((await begin(set)).status).toBe(201)
    if (index % 3 !== 0)
      for (const id of set.shipmentIds) expect((await generate(bill, id, { setId: set.id })).status).toBe(201)
    expect((await end(set.id)).status).toBe(200)
  }
  for (let round = 0; round < 3; round += 1)
    await Promise.all(Array.from({ length: 8 }, (_, index) => run(round * 8 + index)))
  const used = await rows.select<{ number: string }>(
    `select number from job_numbers where account_id = $1 and kind = 'houseBill' and used_at is not null`,
    [company.membership.account.id],
  )
  const left = await rows.select<{ number: string }>(
    `select number from returned_numbers where account_id = $1 and kind = 'houseBill'`,
    [company.membership.account.id],
  )
  const next = (await nextNumbers())['houseBill'] ?? 0
  const all = [...used, ...left].map(({ number }) => number).toSorted()
  expect(all).toEqual(Array.from({ length: next - 1 }, (_, index) => `HBL-0000${index + 1}`))
  // Whoever has none yet gets the ones that were given back first.
  for (const { id } of jobs) await generate(bill, id)
  const numbers = await Promise.all(jobs.map(({ id }) => hbl(id)))
  expect(new Set(numbers)).toEqual(new Set(Array.from({ length: 8 }, (_, index) => `HBL-0000${index + 1}`)))
  expect(
    await rows.select(`select 1 from job_numbers where account_id = $1 and held_by <> '{}'`, [
      company.membership.account.id,
    ]),
  ).toEqual([])
})

test('a job on which nothing stands is asked about; a set of another company is not found', async () => {
  const empty = await buildJob(company)
  const refused = await expectNoChange(rows, company, () => begin<Problem>(input([job, empty])))
  expect([refused.status, refused.body.code]).toEqual([422, 'job_empty'])
  const set = { ...input([job, empty]), allowEmptyJob: true }
  expect((await begin(set)).status).toBe(201)
  expect((await generate(bill, empty.id, { setId: set.id })).status).toBe(201)
  const stranger = await buildCompany(product)
  expect((await stranger.call('POST', `${path}/documentset/${set.id}/end`)).status).toBe(404)
  expect((await generate<Problem>(bill, job.id, { setId: crypto.randomUUID() })).status).toBe(404)
  expect((await begin<Problem>({ ...input(), templateIds: [crypto.randomUUID()] })).status).toBe(404)
  expect((await begin<Problem>(input([{ id: crypto.randomUUID() }]))).status).toBe(404)
})

test('papers of another mode take no number in a set, and are refused one by one', async () => {
  const waybill = (await company.addTemplate('{{Numbers.HouseAirWaybill}}', 'Waybill.dotx')).id
  const set = { ...input(), templateIds: [bill, waybill] }
  const { body } = await begin(set)
  expect(body.jobs[0]?.numbers.map(({ number }) => number)).toEqual(['HBL-00001'])
  expect((await generate<Problem>(waybill, job.id, { setId: set.id })).body.code).toBe('other_mode')
})

test('a master’s manifest lists the numbers that its set gives to the houses, and stays up to date', async () => {
  const manifest = (await company.addTemplate('{{#Bills}}{{HouseBl}};{{/Bills}}', 'Manifest.dotx')).id
  const houses = [await newJob(), await newJob()]
  for (const { id } of houses) await company.call('PUT', '/api/shipment', { id, masterShipmentId: job.id })
  const set = {
    ...input(houses),
    templateIds: [bill, manifest],
    shipmentIds: [...houses.map(({ id }) => id), job.id],
  }
  const { body: preflight } = await company.call<Preflight>('POST', `${path}/preflight`, {
    templateIds: set.templateIds,
    shipmentIds: set.shipmentIds,
  })
  expect(preflight.jobs.flatMap(({ missing }) => missing.map(({ label }) => label))).not.toContain(
    'House bills: House BL',
  )
  await begin(set)
  const made = await generate(manifest, job.id, { setId: set.id })
  expect(await textOf(made)).toBe('HBL-00001;HBL-00002;')
  // The manifest prints them: they stay with the houses, whatever becomes of the bills.
  await end(set.id)
  expect(await Promise.all(houses.map(({ id }) => hbl(id)))).toEqual(['HBL-00001', 'HBL-00002'])
  for (const { id } of houses) await generate(bill, id)
  expect(await Promise.all(houses.map(({ id }) => hbl(id)))).toEqual(['HBL-00001', 'HBL-00002'])
  const { body: outdated } = await company.call('GET', `/api/document/outdated?shipmentId=${job.id}`)
  expect(outdated).toEqual([])
})
