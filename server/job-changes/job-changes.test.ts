import { beforeEach, describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { JobChangeReport } from '#contract/job-changes.ts'
import type { Job } from '#contract/jobs.ts'
import { buildColleague, buildCompany, buildJob, type Caller } from '#testing/factories.ts'
import { expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let jobs: Job[]

beforeEach(async () => {
  jobs = []
  for (const [name, etd, eta] of [
    ['Cotton', '2026-12-01', '2026-12-20'],
    ['Silk', '2026-12-02', null],
    ['Wool', null, null],
  ])
    jobs.push(await buildJob(company, { name, etd, eta, vesselName: 'Star' }))
})

type By = Pick<Caller, 'call'>
const changedBy = (reply?: { body: unknown }) => (reply ? (reply.body as JobChangeReport).changed : undefined)
const ids = () => jobs.map(({ id }) => id)
const nth = (index: number): Job => jobs[index] ?? expect.fail('There is no such job.')
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string

const preview = (body: object, by: By = company) =>
  by.call<JobChangeReport>('POST', '/api/job-changes/preview', {
    id: crypto.randomUUID(),
    shipmentIds: ids(),
    ...body,
  })
const begin = (id: string, by: By = company) => by.call<JobChangeReport>('POST', '/api/job-changes', { id })
const undo = (of: string, by: By = company, id: string = crypto.randomUUID()) =>
  by.call<JobChangeReport>('POST', `/api/job-changes/${of}/undo`, { id })
const read = (id: string, by: By = company) => by.call<JobChangeReport>('GET', `/api/job-changes/${id}`)
const now = async (index: number) => (await company.call<Job>('GET', `/api/shipment/${nth(index).id}`)).body
const put = (index: number, fields: object, by: By = company) =>
  by.call('PUT', '/api/shipment', { id: nth(index).id, ...fields })

async function done(change: object, by: By = company): Promise<JobChangeReport> {
  const { body } = await preview({ change }, by)
  const reply = await begin(body.id, by)
  expect(reply.status).toBe(200)
  return reply.body
}
const by = () => ({ id: company.membership.user.id, displayName: company.membership.user.displayName })
const named = (index: number, state: string, fields: object[], reason: string | null = null) => {
  const { id, jobId, name } = nth(index)
  return { id, jobId, name, state, fields, reason, warning: null, lines: [], made: [] }
}
const move = { moveEtdDays: 2, etaFollowsEtd: true }
const fieldsOf = (index: number) =>
  [
    [
      { label: 'ETD', old: '2026-12-01', new: '2026-12-03' },
      { label: 'ETA', old: '2026-12-20', new: '2026-12-22' },
    ],
    [{ label: 'ETD', old: '2026-12-02', new: '2026-12-04' }],
  ][index] ?? []

describe('many jobs', () => {
  test('are previewed, changed, told of in the history, and changed back', async () => {
    const reply = await preview({ change: move })
    const { id } = reply.body
    const head = {
      id,
      words: 'ETD by +2 days, ETA by as many days',
      makes: null,
      by: by(),
      at: moment,
      total: 3,
      same: 0,
      refused: 1,
      warned: 0,
      undoOf: null,
      undoneBy: null,
    }
    expect(reply).toMatchObject({
      status: 201,
      body: {
        ...head,
        state: 'previewed',
        ...{ waiting: 2, changed: 0, undoableUntil: null },
        jobs: [
          named(2, 'refused', [], 'It has no ETD.'),
          named(0, 'waiting', fieldsOf(0)),
          named(1, 'waiting', fieldsOf(1)),
        ],
      },
    })
    expect(await now(0)).toEqual(nth(0))

    const ended = await begin(id)
    expect(ended.body).toEqual({
      ...head,
      state: 'ended',
      ...{ waiting: 0, changed: 2, undoableUntil: moment },
      jobs: [
        named(2, 'refused', [], 'It has no ETD.'),
        named(0, 'changed', fieldsOf(0)),
        named(1, 'changed', fieldsOf(1)),
      ],
    })
    expect((await read(id)).body).toEqual(ended.body)
    expect(await now(0)).toEqual({
      ...nth(0),
      etd: '2026-12-03',
      eta: '2026-12-22',
      version: nth(0).version + 1,
    })
    expect(await now(2)).toEqual(nth(2))
    const found = await company.call<Job[]>('GET', '/api/shipment?etdFrom=2026-12-03')
    expect(found.body.map(job => job.name)).toEqual(['Silk', 'Cotton'])
    const { body: history } = await company.call<HistoryEntry[]>('GET', `/api/history?job=${nth(0).id}`)
    expect(history.map(({ jobChange }) => jobChange).filter(Boolean)).toEqual([
      { id, others: 1, isUndo: false },
    ])
    expect(history[0]).toMatchObject({ by: by(), words: expect.stringContaining('ETD') as string })

    const undone = await undo(id)
    expect(undone.body).toMatchObject({
      state: 'ended',
      words: 'Undo of ETD by +2 days, ETA by as many days',
      ...{ total: 2, changed: 2, refused: 0, undoOf: id },
    })
    expect(await now(0)).toEqual({ ...nth(0), version: nth(0).version + 2 })
    expect((await read(id)).body).toEqual({
      ...ended.body,
      undoneBy: undone.body.id,
      undoableUntil: null,
    })
  })

  test('are told of where they would depart after they arrive, which keeps nobody from changing them', async () => {
    const told = (body: JobChangeReport) => body.jobs.map(({ name, warning }) => [name, warning])
    const { body } = await preview({ change: { etd: '2026-12-24' }, shipmentIds: ids().reverse() })
    expect(body).toMatchObject({ waiting: 3, refused: 0, warned: 1 })
    expect(told(body)).toEqual([
      ['Cotton', 'ETA 2026-12-20 would be before ETD 2026-12-24.'],
      ['Wool', null],
      ['Silk', null],
    ])
    // The same day is no disorder, nor is one that nobody touches, nor a date that goes.
    const others = [{ etd: '2026-12-20' }, { statusId: 2 }, { etd: null }, { eta: '2026-12-02' }, move]
    for (const change of others) expect((await preview({ change })).body.warned).toBe(0)
    expect((await preview({ change: { eta: '2026-12-01' } })).body).toMatchObject({
      warned: 1,
      jobs: [{ name: 'Silk', warning: 'ETA 2026-12-01 would be before ETD 2026-12-02.' }, {}, {}],
    })
    const ended = (await begin(body.id)).body
    expect(ended).toMatchObject({ changed: 3, refused: 0, warned: 0 })
    expect(told(ended)).toEqual([
      ['Wool', null],
      ['Silk', null],
      ['Cotton', null],
    ])
    // What it was is no matter where the change leaves the dates alone.
    expect((await preview({ change: { vesselName: 'Moon' } })).body.warned).toBe(0)
  })

  test('are named by a filter, whose jobs are fixed with the preview', async () => {
    const chosen = { shipmentIds: undefined, filter: { search: 'star', etdTo: '2026-12-01' } }
    const { body } = await preview({ ...chosen, change: { statusId: 2 } })
    expect([body.total, body.jobs.map(({ name }) => name)]).toEqual([1, ['Cotton']])
    await put(1, { etd: '2026-12-01' })
    expect((await begin(body.id)).body).toMatchObject({ changed: 1, refused: 0 })
    expect([(await now(0)).statusId, (await now(1)).statusId]).toEqual([2, nth(1).statusId])
    const all = await preview({ shipmentIds: undefined, filter: {}, change: { vesselName: 'Star' } })
    expect(all.body).toMatchObject({ total: 3, same: 3, waiting: 0 })
    expect((await begin(all.body.id)).body).toMatchObject({ state: 'ended', changed: 0, undoableUntil: null })
    expectProblem(await undo(all.body.id), 'invalid_input', {
      detail: 'id: The change changed nothing, so there is nothing to undo.',
      errors: [{ path: 'id', message: 'The change changed nothing, so there is nothing to undo.' }],
    })
  })

  test('nothing is done twice by a repeated call', async () => {
    const body = { id: crypto.randomUUID(), change: { statusId: 2 } }
    expect(statusesOf(await Promise.all([preview(body), preview(body), preview(body)]))).toEqual([
      200, 200, 201,
    ])
    expectProblem(await preview({ ...body, change: { statusId: 3 } }), 'already_exists', {
      detail: 'A change with this id already exists with different content. Send a new id.',
    })
    const replies = await Promise.all([begin(body.id), begin(body.id), begin(body.id)])
    expect(replies.map(({ status, body: { changed } }) => [status, changed])).toEqual([
      [200, 3],
      [200, 3],
      [200, 3],
    ])
    expect((await now(0)).version).toBe(nth(0).version + 1)
    const undoId = crypto.randomUUID()
    const undone = await Promise.all([1, 2, 3].map(() => undo(body.id, company, undoId)))
    expect(undone.map(({ status, body: { changed } }) => [status, changed])).toEqual([
      [200, 3],
      [200, 3],
      [200, 3],
    ])
    expect((await now(0)).version).toBe(nth(0).version + 2)
    expectProblem(await undo(body.id), 'already_exists', {
      detail: 'This change has been undone already. The undo can be undone.',
    })
    // The undo of the undo.
    expect((await undo(undoId)).body.changed).toBe(3)
    expect((await now(0)).statusId).toBe(2)
  })
})

describe('two people', () => {
  let ann: Caller
  const herName = () => ann.membership.user.displayName
  beforeEach(async () => {
    ann = await buildColleague(product, company, 'staff')
  })

  test('a field that somebody changed after the preview is left as it is, and the other jobs are done', async () => {
    const { body } = await preview({ change: { etd: '2027-01-01', statusId: 2 } })
    await put(0, { etd: '2026-12-09' }, ann)
    await put(1, { name: 'Fine silk' }, ann)
    await put(2, { etd: '2027-01-01', statusId: 2 }, ann)
    const reply = await begin(body.id)
    expect(reply.body).toMatchObject({ changed: 1, same: 1, refused: 1 })
    expect(reply.body.jobs[0]).toMatchObject({
      name: 'Cotton',
      state: 'refused',
      reason: `${herName()} has changed ETD to 2026-12-09 since.`,
    })
    expect(await now(0)).toMatchObject({ etd: '2026-12-09', statusId: nth(0).statusId })
    expect(await now(1)).toMatchObject({ etd: '2027-01-01', name: 'Fine silk' })
  })

  test('undo leaves, field by field, what somebody changed since, and says so', async () => {
    const { id } = await done({ etd: '2027-01-01', statusId: 2 })
    await put(0, { etd: '2027-01-05' }, ann)
    await put(1, { etd: null, statusId: 3 }, ann)
    const { body } = await undo(id, ann)
    expect(body).toMatchObject({ by: { displayName: herName() }, changed: 2, refused: 1 })
    expect(body.jobs.map(({ name, state, reason }) => ({ name, state, reason }))).toEqual([
      { name: 'Cotton', state: 'changed', reason: `${herName()} has changed ETD to 2027-01-05 since.` },
      {
        name: 'Silk',
        state: 'refused',
        reason: `${herName()} has changed Status to Closed since. ${herName()} has changed ETD since.`,
      },
      { name: 'Wool', state: 'changed', reason: null },
    ])
    expect(await now(0)).toMatchObject({ etd: '2027-01-05', statusId: nth(0).statusId })
    expect(await now(1)).toMatchObject({ etd: null, statusId: 3 })
    expect(await now(2)).toMatchObject({ etd: null, statusId: nth(2).statusId })
  })

  test('changing the same jobs at once lose nothing', async () => {
    const mine = await preview({ change: { etd: '2027-01-01' } })
    const hers = await preview({ change: { etd: '2027-02-02', vesselName: 'Moon' } }, ann)
    const other = await preview({ shipmentIds: ids().reverse(), change: { eta: '2027-03-03' } }, ann)
    const [a, b, c] = await Promise.all([
      begin(mine.body.id),
      begin(hers.body.id, ann),
      begin(other.body.id, ann),
      ...[0, 1, 2].map(index => put(index, { quote: { commodity: 'Yarn' } }, ann)),
    ])
    // ETD went to one of the two, whole; nobody's other fields were touched.
    expect(
      [a?.body, b?.body].map(body => (body as JobChangeReport).changed).toSorted((one, other) => one - other),
    ).toEqual([0, 3])
    expect(changedBy(c)).toBe(3)
    const wanted =
      changedBy(a) === 3
        ? { etd: '2027-01-01', vesselName: 'Star' }
        : { etd: '2027-02-02', vesselName: 'Moon' }
    for (const index of [0, 1, 2]) {
      const job = await now(index)
      expect(job).toMatchObject({ ...wanted, eta: '2027-03-03', version: nth(index).version + 3 })
      expect(job.quote.commodity).toBe('Yarn')
    }
  })

  test('on the card and in the list at once: the same field is one person’s, and the other is told', async () => {
    const { body } = await preview({ change: { etd: '2027-01-01' } })
    const [bulk, ...cards] = await Promise.all([
      begin(body.id),
      ...[0, 1, 2].map(index =>
        ann.call(
          'PUT',
          '/api/shipment',
          { id: nth(index).id, etd: '2027-02-02' },
          { 'if-match': `"${nth(index).version}"` },
        ),
      ),
    ])
    const report = bulk?.body as JobChangeReport
    for (const [index, card] of cards.entries()) {
      const told = report.jobs.find(({ id }) => id === nth(index).id)
      const reason = `${herName()} has changed ETD to 2027-02-02 since.`
      if (card.status === 200) expect(told).toMatchObject({ state: 'refused', reason })
      else expect([card.status, told?.state]).toEqual([412, 'changed'])
      expect((await now(index)).etd).toBe(card.status === 200 ? '2027-02-02' : '2027-01-01')
      expect((await now(index)).version).toBe(nth(index).version + 1)
    }
  })

  test('a preview is its maker’s, a change everybody’s', async () => {
    const { body } = await preview({ change: { statusId: 2 } })
    const missing = { detail: 'There is no such change of many jobs, or it was removed.' }
    expectProblem(await begin(body.id, ann), 'not_found', missing)
    expectProblem(await read(body.id, ann), 'not_found', missing)
    await begin(body.id)
    expect((await read(body.id, ann)).body).toMatchObject({ id: body.id, changed: 3 })
    const stranger = await buildCompany(product)
    for (const refused of [
      await read(body.id, stranger),
      await begin(body.id, stranger),
      await undo(body.id, stranger),
    ])
      expectProblem(refused, 'not_found', missing)
    const asked = await preview({ change: { statusId: 3 } }, stranger)
    expectProblem(asked, 'invalid_input', {
      detail: 'shipmentIds.0: There is no such job.',
      errors: [{ path: 'shipmentIds.0', message: 'There is no such job.' }],
    })
  })
})

describe('a master job', () => {
  test('is set for many; own masters, chains and masters are refused by name', async () => {
    const master = await buildJob(company, { name: 'Consolidation' })
    await put(2, { masterShipmentId: nth(1).id })
    const change = { masterShipmentId: master.id }
    const { body } = await preview({ change, shipmentIds: [...ids(), master.id] })
    const words = `${master.jobId} Consolidation`
    const refusal = `It is a master job itself: job ${nth(2).jobId} is its house.`
    expect(body).toMatchObject({ words: `Master Job to ${words}`, waiting: 2, refused: 2 })
    expect(body.jobs.map(({ name, reason }) => ({ name, reason }))).toEqual([
      { name: 'Silk', reason: refusal },
      { name: 'Consolidation', reason: 'A job cannot be its own master.' },
      { name: 'Cotton', reason: null },
      { name: 'Wool', reason: null },
    ])
    expect(body.jobs[3]?.fields).toEqual([{ label: 'Master Job', old: `${nth(1).jobId} Silk`, new: words }])
    expect((await begin(body.id)).body).toMatchObject({ changed: 2, refused: 2 })
    const houses = (await company.call<Job>('GET', `/api/shipment/${master.id}`)).body.houses
    expect(houses.map(({ name }) => name)).toEqual(['Cotton', 'Wool'])
    const chain = await preview({ shipmentIds: [nth(1).id], change: { masterShipmentId: nth(0).id } })
    expect(chain.body.jobs[0]?.reason).toBe(`Job ${nth(0).jobId} is itself a house of job ${master.jobId}.`)
    expect((await undo(body.id)).body).toMatchObject({ changed: 2 })
    expect((await now(2)).masterShipmentId).toBe(nth(1).id)
  })
})

describe('an owner', () => {
  test('is set with the voyage; who has left, or is nobody of the company, is refused by name', async () => {
    const ann = await buildColleague(product, company, 'staff')
    const { id: annId, displayName } = ann.membership.user
    const own = company.membership.user
    const change = { ownerId: annId, voyage: '042W' }
    const { body } = await preview({ change })
    expect(body).toMatchObject({ words: `Voyage to 042W, Owner to ${displayName}`, waiting: 3 })
    expect(body.jobs[0]).toEqual(
      named(0, 'waiting', [
        { label: 'Voyage', old: '', new: '042W' },
        { label: 'Owner', old: own.displayName, new: displayName },
      ]),
    )
    expect((await begin(body.id)).body).toMatchObject({ changed: 3 })
    expect(await now(0)).toMatchObject({ voyage: '042W', owner: { id: annId }, vesselName: 'Star' })
    const back = await done({ ownerId: own.id })
    await rows.select(`update users set deactivated_at = now() where id = '${annId}'`)
    const gone = `${displayName} has left your company.`
    const late = await preview({ change: { ownerId: annId } })
    expect(late.body).toMatchObject({ waiting: 0, refused: 3 })
    expect(late.body.jobs[0]).toEqual(named(0, 'refused', [], gone))
    expect((await undo(back.id)).body).toMatchObject({ changed: 0, refused: 3 })
    const stranger = await buildCompany(product)
    for (const ownerId of [crypto.randomUUID(), stranger.membership.user.id]) {
      const { body: unknown } = await preview({ change: { ownerId } })
      expect(unknown.jobs[0]?.reason).toBe('There is no such person in your company.')
    }
    expect((await done({ ownerId: null })).words).toBe('Owner to (empty)')
    expect((await now(2)).owner).toBeNull()
  })
})

describe('bad input', () => {
  const both = 'Name the jobs or a filter: one of the two.'
  const change = { statusId: 2 }
  test.each([
    [{ change: {} }, 'change', 'Say what is to change.'],
    [{ change: { moveEtdDays: 4000 } }, 'change.moveEtdDays', 'At most 3650 days.'],
    [{ change, filter: {} }, 'shipmentIds', both],
    [
      { change, shipmentIds: undefined, filter: { shipper: 'x' } },
      'filter',
      expect.stringContaining('shipper'),
    ],
    [{ change, shipmentIds: undefined }, 'shipmentIds', both],
    [{ change, shipmentIds: [] }, 'shipmentIds', 'Choose at least one job.'],
    [{ change, shipmentIds: undefined, filter: { status: '3' } }, 'filter', 'No jobs match it.'],
  ])('%j changes nothing', async (body, path, message) => {
    await expectNoChange(rows, company, async () =>
      expectProblem(await preview(body), 'invalid_input', {
        detail: expect.any(String) as string,
        errors: [{ path, message }],
      }),
    )
  })

  test('a Viewer changes nothing, and exports', async () => {
    const viewer = await buildColleague(product, company, 'viewer')
    expect((await preview({ change }, viewer)).body).toMatchObject({ code: 'not_allowed' })
    const { body, headers } = await viewer.call<string>('POST', '/api/shipment/export', {
      shipmentIds: [nth(2).id, nth(0).id],
    })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="jobs-\d{4}-\d\d-\d\d\.csv"$/)
    const lines = body.split('\r\n')
    expect(lines[0]).toMatch(
      /^\uFEFFId,Name,Status,Consignee,.*,Master Job,Voyage,Owner,Weight unit,Volume unit$/,
    )
    expect(lines.slice(1).map(line => line.split(',').slice(0, 8).join(','))).toEqual([
      `${nth(2).jobId},Wool,In Progress,,,,,`,
      `${nth(0).jobId},Cotton,In Progress,,,,2026-12-01,2026-12-20`,
      '',
    ])
  })
})
