import { beforeEach, describe, expect, test } from 'vitest'
import type { JobTableRow } from '#contract/job-table.ts'
import type { Job } from '#contract/jobs.ts'
import { MAX_REFERENCE_KINDS } from '#contract/reference-kinds.ts'
import { MAX_REFERENCES, type Reference } from '#contract/references.ts'
import type { SearchReply } from '#contract/search.ts'
import { jobSheet } from '#server/job-changes/export.ts'
import {
  buildColleague,
  buildCompany,
  buildJob,
  buildReference,
  buildReferenceKind,
} from '#testing/factories.ts'
import {
  badIds,
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

const whole = { kind: 'purchaseOrder', number: 'PO 4711', date: '2026-11-20' }
const list = async (of = job.id, by = company) =>
  await by.call<Reference[]>('GET', `/api/reference?shipmentId=${of}`)
const add = (references: readonly object[], shipmentId = job.id) =>
  company.call<Reference[]>('POST', '/api/reference/many', { shipmentId, references })
const put = (body: object, version?: number) =>
  company.call<Reference>(
    'PUT',
    '/api/reference',
    body,
    version === undefined ? {} : { 'if-match': `"${version}"` },
  )
const kinds = async (by = company) => (await by.call<object[]>('GET', '/api/referencekind')).body
const builtIn =
  'Booking (“booking”), Purchase Order (“purchaseOrder”), Commercial Invoice (“commercialInvoice”), Letter of Credit (“letterOfCredit”), Customs Declaration (“customsDeclaration”), Customer’s Reference (“customerReference”), Agent’s Reference (“agentReference”)'
const noKind = (kind: string, ...own: { id: string; name: string }[]) =>
  `There is no kind of reference “${kind}”, or it was removed. Choose another kind: ${[builtIn, ...own.map(({ id, name }) => `${name} (“${id}”)`)].join(', ')}.`

describe('a reference', () => {
  test('is stored and answered whole, in the job’s list, and leaves the job as it is', async () => {
    const id = crypto.randomUUID()
    const body = { id, shipmentId: job.id, ...whole }
    const reply = await company.call<Reference>('POST', '/api/reference', body)
    expect(reply).toMatchObject({ status: 201, headers: { etag: '"1"' } })
    expect(reply.body).toEqual({ ...body, version: 1 })
    expect((await list()).body).toEqual([reply.body])
    expect((await company.call('GET', `/api/shipment/${job.id}`)).body).toEqual(job)
  })

  test('needs its kind alone, and is stored once', async () => {
    const body = { id: crypto.randomUUID(), shipmentId: job.id, kind: 'booking' }
    const replies = await Promise.all([1, 2].map(() => company.call('POST', '/api/reference', body)))
    expect(statusesOf(replies)).toEqual([200, 201])
    expect(replies[0]?.body).toEqual({ ...body, number: null, date: null, version: 1 })
    await expectNoChange(rows, company, async () => {
      const other = await company.call('POST', '/api/reference', { ...body, number: '1' })
      expectProblem(other, 'already_exists', {
        current: { ...body, number: null, date: null, version: 1 },
      })
      const { kind: _, ...without } = body
      expectProblem(await company.call('POST', '/api/reference', without), 'invalid_input')
    })
  })

  test('changes in what the body mentions, and refuses an outdated version', async () => {
    const stored = await buildReference(company, job.id, whole)
    const changed = { ...stored, kind: 'letterOfCredit', date: null, version: 2 }
    expect((await put({ id: stored.id, kind: 'letterOfCredit', date: null }, 1)).body).toEqual(changed)
    await expectNoChange(rows, company, async () =>
      expectProblem(await put({ id: stored.id, number: 'X' }, 1), 'changed_meanwhile', { current: changed }),
    )
  })

  test('is deleted and comes back from the history, also one of a kind of the company’s own', async () => {
    const kind = await buildReferenceKind(company)
    const stored = await buildReference(company, job.id, { ...whole, kind: kind.id })
    expect(await company.call('DELETE', `/api/reference/${stored.id}`)).toMatchObject({ status: 204 })
    expect((await list()).body).toEqual([])
    const back = await company.call('POST', '/api/history/restoreremoved', { id: stored.id })
    expect(back.status).toBe(200)
    expect((await list()).body).toEqual([stored])
    await company.call('DELETE', `/api/reference/${stored.id}`)
    await company.call('DELETE', `/api/referencekind/${kind.id}`)
    await expectNoChange(rows, company, async () =>
      expectProblem(
        await company.call('POST', '/api/history/restoreremoved', { id: stored.id }),
        'invalid_input',
        { detail: `kind: ${noKind(kind.id)}` },
      ),
    )
  })

  test('is told in the history in words, and former values are put back', async () => {
    const kind = await buildReferenceKind(company, 'Dossier')
    const stored = await buildReference(company, job.id, whole)
    await put({ id: stored.id, kind: kind.id, number: 'D1' })
    const { body } = await company.call<{ id: number; words: string }[]>(
      'GET',
      `/api/history?job=${job.id}&limit=1`,
    )
    expect(body[0]).toMatchObject({
      changes: [
        { field: 'kind', label: 'Kind', oldText: 'Purchase Order', newText: 'Dossier' },
        { field: 'number', label: 'Number', oldText: 'PO 4711', newText: 'D1' },
      ],
    })
    await company.call('POST', '/api/history/restore', { entry: body[0]?.id, fields: ['kind'] })
    expect((await list()).body).toEqual([{ ...stored, number: 'D1', version: 3 }])
  })

  test('goes and comes with the whole job', async () => {
    const kind = await buildReferenceKind(company, 'Dossier')
    const stored = await buildReference(company, job.id, { ...whole, kind: kind.id })
    const { body } = await company.call<{ id: number }[]>('GET', `/api/history?job=${job.id}&limit=1`)
    await company.call('DELETE', `/api/reference/${stored.id}`)
    expect(
      (await company.call('POST', '/api/history/restore', { entry: body[0]?.id, wholeJob: true })).status,
    ).toBe(200)
    expect((await list()).body).toEqual([{ ...stored, version: 1 }])
  })
})

describe('many references', () => {
  const three = () =>
    ['A', 'B', 'C'].map(number => ({ id: crypto.randomUUID(), kind: 'commercialInvoice', number }))

  test('are added in one call in their order, all or none, and once', async () => {
    const sent = three()
    const replies = await Promise.all([1, 2].map(() => add(sent)))
    expect(statusesOf(replies)).toEqual([200, 201])
    const stored = sent.map(one => ({ ...one, date: null, shipmentId: job.id, version: 1 }))
    expect(replies[0]?.body).toEqual(stored)
    expect((await list()).body).toEqual(stored)
    const [first, second] = three()
    const own = await buildReferenceKind(company, 'Dossier')
    const none = crypto.randomUUID()
    await expectNoChange(rows, company, async () => {
      expectProblem(await add([first ?? {}, { ...second, kind: none }]), 'invalid_input', {
        errors: [{ path: 'references.1.kind', message: noKind(none, own) }],
      })
      expectProblem(await add([{ ...first, kind: 'bookings' }]), 'invalid_input', {
        errors: [
          {
            path: 'references.0.kind',
            message:
              'There is no kind “bookings”. This must be “booking”, “purchaseOrder”, “commercialInvoice”, “letterOfCredit”, “customsDeclaration”, “customerReference”, “agentReference” or the id of a kind of the company’s own.',
          },
        ],
      })
      expectProblem(await add(three(), crypto.randomUUID()), 'not_found')
    })
  })

  test('are taken back, but for those that somebody has changed since', async () => {
    const { body: added } = await add(three())
    const { body: changed } = await put({ id: added[1]?.id, number: 'Z' })
    const references = added.map(({ id, version }) => ({ id, version }))
    const sent = { shipmentId: job.id, references }
    const reply = await company.call('POST', '/api/reference/many/remove', sent)
    expect(reply).toMatchObject({ status: 200, body: { changed: [changed] } })
    expect((await list()).body).toEqual([changed])
  })

  test(`are at most ${MAX_REFERENCES} on a job`, async () => {
    const one = () => ({ id: crypto.randomUUID(), kind: 'booking' })
    expect((await add(Array.from({ length: MAX_REFERENCES }, one))).status).toBe(201)
    await expectNoChange(rows, company, async () => expectProblem(await add([one()]), 'limit_reached'))
  })
})

test('a Viewer reads, and another company finds nothing', async () => {
  const stored = await buildReference(company, job.id, whole)
  const kind = await buildReferenceKind(company)
  const viewer = await buildColleague(product, company, 'viewer')
  expect((await list(job.id, viewer)).body).toEqual([stored])
  expect(await kinds(viewer)).toEqual([kind])
  const stranger = await buildCompany(product)
  const own = await buildJob(stranger)
  expect(await kinds(stranger)).toEqual([])
  await expectNoChange(rows, company, async () => {
    expectProblem(await viewer.call('PUT', '/api/reference', { id: stored.id, number: 'X' }), 'not_allowed')
    expectProblem(await viewer.call('POST', '/api/referencekind', { name: 'X' }), 'not_allowed')
    expectProblem(await list(job.id, stranger), 'not_found')
    expectProblem(await stranger.call('PUT', '/api/reference', { id: stored.id, number: 'X' }), 'not_found')
    expectProblem(await stranger.call('DELETE', `/api/reference/${stored.id}`), 'not_found')
    expectProblem(await stranger.call('PUT', '/api/referencekind', { id: kind.id, name: 'X' }), 'not_found')
    expectProblem(await stranger.call('DELETE', `/api/referencekind/${kind.id}`), 'not_found')
    const ofTheirs = { shipmentId: own.id, kind: kind.id }
    const ofNone = { shipmentId: own.id, kind: crypto.randomUUID() }
    for (const body of [ofTheirs, ofNone])
      expectProblem(await stranger.call('POST', '/api/reference', body), 'invalid_input', {
        errors: [{ path: 'kind', message: noKind(body.kind) }],
      })
  })
})

test('bad input is refused by name', async () => {
  const stored = await buildReference(company, job.id, whole)
  await expectFieldsRefused(rows, company, {
    method: 'PUT',
    url: '/api/reference',
    fields: {
      id: [...badIds, null],
      kind: ['Booking', 'invoice', '', null, 1],
      number: badTexts(100),
      date: ['2026-02-30', 'tomorrow'],
    },
    bodyWith: (path, value) => ({ id: stored.id, number: 'never', [path]: value }),
  })
})

describe('a kind of the company’s own', () => {
  const rename = (body: object, version = 1, by = company) =>
    by.call('PUT', '/api/referencekind', body, { 'if-match': `"${version}"` })

  test('is added by Staff, renamed on all jobs and told of in the history', async () => {
    const staff = await buildColleague(product, company, 'staff')
    const body = { id: crypto.randomUUID(), name: 'Dossier' }
    const reply = await staff.call('POST', '/api/referencekind', body)
    expect(reply).toMatchObject({ status: 201, body: { ...body, version: 1 } })
    expect((await staff.call('POST', '/api/referencekind', body)).status).toBe(200)
    await expectNoChange(rows, company, async () =>
      expectProblem(await rename({ ...body, name: 'File' }, 1, staff), 'not_allowed'),
    )
    const renamed = await rename({ ...body, name: 'File' })
    expect(renamed).toMatchObject({ status: 200, body: { ...body, name: 'File', version: 2 } })
    expect(await kinds()).toEqual([renamed.body])
    const { body: history } = await company.call<{ words: string }[]>('GET', '/api/history/all?limit=2')
    expect(history.map(({ words }) => words)).toEqual([
      expect.stringContaining('File') as string,
      'added kind of reference Dossier',
    ])
  })

  test('has a name that no other kind has', async () => {
    const kind = await buildReferenceKind(company, 'Dossier')
    await expectNoChange(rows, company, async () => {
      for (const name of ['dossier', 'DOSSIER'])
        expectProblem(await company.call('POST', '/api/referencekind', { name }), 'already_exists', {
          detail: 'There is a kind of reference called “Dossier” already.',
          current: kind,
        })
      expectProblem(await company.call('POST', '/api/referencekind', { name: 'booking' }), 'invalid_input', {
        detail: 'name: Booking is a built-in kind of reference.',
      })
      expectProblem(
        await company.call('POST', '/api/referencekind', { name: "agent's reference" }),
        'invalid_input',
        { detail: 'name: Agent’s Reference is a built-in kind of reference.' },
      )
      for (const name of ['', ' ', 'x'.repeat(61), '\u202e'])
        expectProblem(await rename({ id: kind.id, name }), 'invalid_input')
    })
  })

  test('stays while a job uses it', async () => {
    const kind = await buildReferenceKind(company)
    const stored = await buildReference(company, job.id, { kind: kind.id })
    await expectNoChange(rows, company, async () =>
      expectProblem(await company.call('DELETE', `/api/referencekind/${kind.id}`), 'in_use', {
        detail: 'One job has a reference of this kind. Delete it or choose another kind for it first.',
      }),
    )
    await company.call('DELETE', `/api/reference/${stored.id}`)
    expect((await company.call('DELETE', `/api/referencekind/${kind.id}`)).status).toBe(204)
    expect(await kinds()).toEqual([])
    const back = await company.call('POST', '/api/history/restoreremoved', { id: kind.id })
    expect(back.status).toBe(200)
    expect(await kinds()).toEqual([{ ...kind, version: 1 }])
  })

  test('is not deleted under a reference that is added at the same moment', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const kind = await buildReferenceKind(company, `Dossier ${turn}`)
      const [added, removed] = await Promise.all([
        company.call('POST', '/api/reference', { shipmentId: job.id, kind: kind.id }),
        company.call('DELETE', `/api/referencekind/${kind.id}`),
      ])
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([added.status, removed.status])
    }
  })

  test(`is one of at most ${MAX_REFERENCE_KINDS}`, async () => {
    for (let made = 0; made < MAX_REFERENCE_KINDS; made += 1)
      await buildReferenceKind(company, `Kind ${made}`)
    await expectNoChange(rows, company, async () =>
      expectProblem(await company.call('POST', '/api/referencekind', { name: 'More' }), 'limit_reached'),
    )
  })
})

test('the job list shows bookings, orders and the customer’s references', async () => {
  await buildReference(company, job.id, whole)
  await buildReference(company, job.id, { kind: 'purchaseOrder', number: 'PO 4712' })
  await buildReference(company, job.id, { number: 'BK1' })
  const other = await buildJob(company)
  const row = async (id: string) =>
    (await company.call<JobTableRow[]>('GET', '/api/shipment/table')).body.find(one => one.id === id)
  const shown = await row(job.id)
  const none = { bookings: null, purchaseOrders: null, customerReferences: null }
  expect(shown).toMatchObject({ ...none, bookings: 'BK1', purchaseOrders: 'PO 4711, PO 4712' })
  expect(await row(other.id)).toMatchObject(none)
  expect(shown && jobSheet(['bookings', 'purchaseOrders']).cells(shown)).toEqual(['BK1', 'PO 4711, PO 4712'])
})

test('jobs are found by four characters of a reference, which the answer names', async () => {
  const kind = await buildReferenceKind(company, 'Dossier')
  const booking = await buildReference(company, job.id, { number: 'EGLV149600' })
  await buildReference(company, job.id, { kind: kind.id, number: 'Q-2026/88' })
  const find = async (text: string) =>
    (await company.call<SearchReply>('GET', `/api/search?text=${encodeURIComponent(text)}`)).body.jobs.map(
      ({ matched }) => matched,
    )
  expect(await find('1496')).toEqual([{ field: 'booking', value: 'EGLV149600' }])
  expect(await find('26/8')).toEqual([{ field: 'ownReference', value: 'Dossier Q-2026/88' }])
  const listed = await company.call<Job[]>('GET', '/api/shipment?search=v149')
  expect(listed.body.map(({ id }) => id)).toEqual([job.id])
  await put({ id: booking.id, number: 'OOLU77' })
  expect([await find('1496'), await find('olu7')]).toEqual([[], [{ field: 'booking', value: 'OOLU77' }]])
  await company.call('DELETE', `/api/reference/${booking.id}`)
  expect(await find('olu7')).toEqual([])
  await company.call('PUT', '/api/shipment', { id: job.id, voyage: '042WX' })
  expect(await find('42wx')).toEqual([{ field: 'voyage', value: '042WX' }])
})
