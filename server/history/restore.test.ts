import { beforeEach, describe, expect, test } from 'vitest'
import type { Finance } from '#contract/finance.ts'
import type { EarlierJob, HistoryEntry } from '#contract/history.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import {
  buildColleague,
  buildCompany,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
  type Caller,
  financeOf,
} from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton', eta: '2026-12-03', quote: { commodity: 'Yarn' } })
})

const save = (body: object) => company.call<Job>('PUT', '/api/shipment', { id: job.id, ...body })
const read = async () => (await company.call<Job>('GET', `/api/shipment/${job.id}?stakeholder=true`)).body
const historyOf = async (query = `job=${job.id}`) =>
  (await company.call<HistoryEntry[]>('GET', `/api/history?${query}`)).body
const latest = async (query?: string) => {
  const [entry] = await historyOf(query)
  if (!entry) throw new Error('There is no history.')
  return entry
}
const restore = (body: object, ifMatch?: number, by: Pick<Caller, 'call'> = company) =>
  by.call<{ record: object; version: number }>(
    'POST',
    '/api/history/restore',
    body,
    ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` },
  )

describe('a field’s old value', () => {
  test('is put back on the job as a new change, and nothing else is', async () => {
    await save({ eta: '2026-12-05', name: 'Wool', quote: { commodity: 'Fleece' } })
    const { id: entry } = await latest()
    const { body } = await save({ vesselName: 'Ever Given' })
    const reply = await restore({ entry, fields: ['eta', 'quote.commodity'] }, body.version)
    expect(reply).toMatchObject({
      status: 200,
      body: { record: { type: 'job', id: job.id }, version: body.version + 1 },
    })
    expect(reply.headers['etag']).toBe(`"${body.version + 1}"`)
    expect(await read()).toMatchObject({
      eta: '2026-12-03',
      name: 'Wool',
      vesselName: 'Ever Given',
      quote: { commodity: 'Yarn' },
    })
    expect((await latest()).words).toBe('set ETA from 5 to 3 December and Commodity from Fleece to Yarn')
  })

  test('is put back on items, charges, contacts, people and parties', async () => {
    const item = await buildItem(company, job.id, { quantity: 3 })
    await company.call('PUT', '/api/item', { id: item.id, quantity: 4 })
    await restore({ entry: (await latest()).id, fields: ['quantity'] })
    expect((await company.call<Item>('GET', `/api/item/${item.id}`)).body).toEqual({ ...item, version: 3 })

    const { financeId: id } = job.quote
    await company.call('PUT', '/api/finance', {
      id,
      originCharge: { thc: 10, total: 90, totalIsTyped: true },
    })
    await company.call('PUT', '/api/finance', { id, originCharge: { thc: 20, totalIsTyped: false } })
    await restore({ entry: (await latest()).id, fields: ['thc', 'total'] })
    expect((await financeOf(company, job)).originCharge).toMatchObject({
      thc: 10,
      total: 90,
      totalIsTyped: true,
    })

    const organisation = await buildOrganisation(company, {
      organisationContacts: [{ contact: { city: 'Oslo' } }],
    })
    const [link] = organisation.organisationContacts
    const change = {
      id: organisation.id,
      name: 'Indus',
      organisationContacts: [{ ...link, contact: { city: null } }],
    }
    await company.call('PUT', '/api/organisation', change)
    for (const { id: entry, changes } of (await historyOf(`organisation=${organisation.id}`)).slice(0, 2))
      await restore({ entry, fields: changes.map(({ field }) => field) })
    const { body } = await company.call<Organisation>('GET', `/api/organisation/${organisation.id}`)
    const { partyId, ...stored } = organisation
    expect(body).toEqual({ ...stored, version: 4 })

    const polar = await buildOrganisation(company, { name: 'Polar' })
    await buildParty(company, job.id, 'agent', partyId)
    await buildParty(company, job.id, 'agent', polar.partyId)
    const [added, removed] = await historyOf()
    await restore({ entry: removed?.id, fields: ['shipmentAgents'] })
    expect((await read()).shipmentAgents).toMatchObject([{ agentId: partyId }])
    await restore({ entry: added?.id, fields: ['shipmentAgents'] })
    expect((await read()).shipmentAgents).toEqual([])
  })

  test('a surcharge comes back as what it was: per kg or flat', async () => {
    const { financeId: id } = job.quote
    const freight = async (freightCharge: object) => {
      await company.call('PUT', '/api/finance', { id, freightCharge })
      return (await latest()).id
    }
    await freight({ fsc: 12, fscBasis: 'flat' })
    const entry = await freight({ fsc: 0.4, fscBasis: 'perKg' })
    expect((await latest()).words).toBe(
      'set FSC from 12 to 0.4 and FSC Basis from flat to per kg in Freight Charges',
    )
    await restore({ entry, fields: ['fsc'] })
    expect((await financeOf(company, job)).freightCharge).toMatchObject({ fsc: 12, fscBasis: 'flat' })
  })

  test('that a surcharge had no basis cannot be put back beside its figure', async () => {
    const { financeId: id } = job.quote
    await company.call('PUT', '/api/finance', { id, freightCharge: { lcl: 5 } })
    await company.call('PUT', '/api/finance', { id, freightCharge: { fsc: 8, fscBasis: 'flat' } })
    const entry = await latest()
    const changes = Object.fromEntries(entry.changes.map(({ field, restorable }) => [field, restorable]))
    expect(changes).toEqual({ fsc: true, fscBasis: false })
    await expectNoChange(rows, company, async () => {
      expectProblem(await restore({ entry: entry.id, fields: ['fscBasis'] }), 'invalid_input', {
        errors: [{ path: 'fields', message: 'This entry has no “fscBasis” that can be restored.' }],
      })
    })
    await restore({ entry: entry.id, fields: ['fsc'] })
    expect((await financeOf(company, job)).freightCharge).toMatchObject({ fsc: null })
  })

  test('is refused where somebody changed the record meanwhile', async () => {
    await save({ eta: '2026-12-05' })
    const { id: entry } = await latest()
    await expectNoChange(rows, company, async () => {
      expectProblem(await restore({ entry, fields: ['eta'] }, 2), 'changed_meanwhile', {
        current: await read(),
        changes: [
          {
            field: 'eta',
            old: '2026-12-03',
            new: '2026-12-05',
            by: 'Amina Qureshi',
            at: expect.any(String) as string,
          },
        ],
      })
    })
  })

  test('is refused where there is none to put back', async () => {
    const made = (await historyOf()).at(-1)
    await save({ eta: '2026-12-05' })
    const { id: entry } = await latest()
    const { partyId, id: organisationId } = await buildOrganisation(company)
    const link = await buildParty(company, job.id, 'agent', partyId)
    await company.call('DELETE', `/api/shipmentagent/${link.id}`)
    const { id: removal } = await latest()
    await company.call('DELETE', `/api/organisation/${organisationId}`)
    const other = await buildCompany(product)
    await expectNoChange(rows, company, async () => {
      expectProblem(await restore({ entry, fields: ['name'] }), 'invalid_input')
      expectProblem(await restore({ entry, fields: [] }), 'invalid_input')
      expectProblem(await restore({ entry, fields: ['eta'], wholeJob: true }), 'invalid_input')
      expectProblem(await restore({ entry }), 'invalid_input')
      expectProblem(await restore({ entry: made?.id, fields: ['statusId'] }), 'invalid_input')
      expectProblem(await restore({ entry: removal, fields: ['shipmentAgents'] }), 'invalid_input')
      expectProblem(await restore({ entry: 999_999_999, fields: ['eta'] }), 'not_found')
      expectProblem(await restore({ entry: 'x' }), 'invalid_input')
      expectProblem(await restore({ entry, fields: ['eta'] }, undefined, other), 'not_found')
    })
  })

  test('is not put back by a viewer', async () => {
    await save({ eta: '2026-12-05' })
    const { id: entry } = await latest()
    const viewer = await buildColleague(product, company, 'viewer')
    await expectNoChange(rows, company, async () =>
      expectProblem(await restore({ entry, fields: ['eta'] }, undefined, viewer), 'not_allowed'),
    )
  })
})

test('a removed item comes back under its id, once', async () => {
  const item = await buildItem(company, job.id, { quantity: 3, grossWeight: 12.5, modeOfPacking: 7 })
  await company.call('DELETE', `/api/item/${item.id}`)
  const removed = await latest()
  expect(removed.restorable).toBe(true)
  expect((await restore({ entry: removed.id })).body.record).toEqual({ type: 'item', id: item.id })
  expect((await read()).items).toEqual([item])
  expectProblem(await restore({ entry: removed.id }), 'already_exists')
  expect((await latest()).words).toBe('added item Cotton yarn')
})

test('a removal is undone by the id of what was removed, once, by those who may change it', async () => {
  const item = await buildItem(company, job.id, { quantity: 3 })
  const undo = (id: string, by: Pick<Caller, 'call'> = company) =>
    by.call<{ record: object; version: number }>('POST', '/api/history/restoreremoved', { id })
  const viewer = await buildColleague(product, company, 'viewer')
  const stranger = await buildCompany(product)
  expectProblem(await undo(item.id), 'invalid_input')
  await company.call('DELETE', `/api/item/${item.id}`)
  await expectNoChange(rows, company, async () => {
    expectProblem(await undo(item.id, viewer), 'not_allowed')
    expectProblem(await undo(item.id, stranger), 'not_found')
    expectProblem(await undo(crypto.randomUUID()), 'not_found')
  })
  expect((await undo(item.id)).body).toEqual({ record: { type: 'item', id: item.id }, version: 1 })
  expect((await read()).items).toEqual([item])
  expectProblem(await undo(item.id), 'invalid_input')
})

test('the history offers to put back only what its reader may change', async () => {
  const item = await buildItem(company, job.id)
  await save({ eta: '2026-12-05' })
  await company.call('DELETE', `/api/item/${item.id}`)
  const offers = async (by: Pick<Caller, 'call'>) =>
    (await by.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}&limit=2`)).body.map(entry => [
      entry.restorable,
      entry.changes.some(({ restorable }) => restorable),
    ])
  const viewer = await buildColleague(product, company, 'viewer')
  expect(await offers(company)).toEqual([
    [true, false],
    [false, true],
  ])
  expect(await offers(viewer)).toEqual([
    [false, false],
    [false, false],
  ])
})

describe('a whole job', () => {
  test('comes back as an entry left it: fields, parties, items and charges, as a new change', async () => {
    const [indus, polar] = [
      await buildOrganisation(company),
      await buildOrganisation(company, { name: 'Polar' }),
    ]
    await buildParty(company, job.id, 'consignee', indus.partyId)
    const [kept, dropped] = [
      await buildItem(company, job.id),
      await buildItem(company, job.id, { name: 'Tea' }),
    ]
    const { financeId: id } = job.quote
    await company.call('PUT', '/api/finance', { id, originCharge: { thc: 10 }, total: 70 })
    const then = await read()
    const finance = await financeOf(company, job)
    const { id: entry } = await latest()
    expect((await company.call<EarlierJob>('GET', `/api/history/earlierjob?entry=${entry}`)).body).toEqual({
      version: then.version,
      differences: [],
    })
    expectProblem(await restore({ entry, wholeJob: true }), 'invalid_input', {
      detail: 'entry: The job is already the same as it was after this change.',
    })

    await save({ eta: '2026-12-05', name: null, quote: { commodity: 'Tea', transportMode: 2 } })
    await save({ eta: '2026-12-07', etd: '2026-11-30' })
    await save({ etd: null })
    await buildParty(company, job.id, 'consignee', polar.partyId)
    await buildParty(company, job.id, 'carrier', polar.partyId)
    await company.call('PUT', '/api/item', { id: kept.id, quantity: 9 })
    await company.call('DELETE', `/api/item/${dropped.id}`)
    await buildItem(company, job.id, { name: 'Coffee' })
    await company.call('PUT', '/api/finance', {
      id,
      originCharge: { thc: 11 },
      freightCharge: { lcl: 5 },
      total: 80,
    })
    const { version } = await read()
    const compared = await company.call<EarlierJob>('GET', `/api/history/earlierjob?entry=${entry}`)
    expect(compared.body.version).toBe(version)
    const differences = compared.body.differences.map(({ record, label, now, earlier }) =>
      [record, label, now, earlier].join(' | '),
    )
    expect(differences.sort()).toEqual(
      [
        ' | Name |  | Cotton',
        ' | ETA | 2026-12-07 | 2026-12-03',
        ' | Mode of Transport | Sea | ',
        ' | Commodity | Tea | Yarn',
        ' | Consignee | Polar | Indus Textiles',
        ' | Carrier | Polar | ',
        'Item Cotton yarn | Quantity | 9 | ',
        'Item Tea | Item | removed | on the job',
        'Item Coffee | Item | on the job | not there yet',
        'Origin Charges | THC | 11 | 10',
        'Freight Charges | LCL | 5 | ',
        'Finance | Total | 80 | 70',
      ].sort(),
    )

    await expectNoChange(rows, company, async () =>
      expectProblem(await restore({ entry, wholeJob: true }, version - 1), 'changed_meanwhile'),
    )
    const reply = await restore({ entry, wholeJob: true }, version)
    expect(reply).toMatchObject({ status: 200, body: { record: { type: 'job', id: job.id } } })
    const back = await read()
    expect(back).toEqual({
      ...then,
      version: reply.body.version,
      shipmentConsignees: [{ ...then.shipmentConsignees[0], id: expect.any(String) as string }],
      items: [
        { ...kept, version: 3 },
        { ...dropped, version: 1 },
      ],
    })
    const charges = await financeOf(company, job)
    expect([charges.total, charges.originCharge, charges.freightCharge?.lcl]).toEqual([
      70,
      finance.originCharge,
      null,
    ] satisfies (Finance['total'] | Finance['originCharge'])[])
    expect((await company.call('GET', `/api/history/earlierjob?entry=${entry}`)).body).toMatchObject({
      differences: [],
    })
    // What was undone can be done again: nothing is lost.
    expect((await historyOf()).some(one => one.words.includes('ETA from 5 to 7 December'))).toBe(true)
  })

  test('is refused where a company of that time was deleted, and nothing is half restored', async () => {
    const indus = await buildOrganisation(company)
    const link = await buildParty(company, job.id, 'consignee', indus.partyId)
    const { id: entry } = await latest()
    await save({ name: 'Other' })
    await company.call('DELETE', `/api/shipmentconsignee/${link.id}`)
    await company.call('DELETE', `/api/organisation/${indus.id}`)
    await expectNoChange(rows, company, async () =>
      expectProblem(await restore({ entry, wholeJob: true }), 'invalid_input', {
        detail: 'shipmentConsignees: The Consignee at that time was deleted and cannot be restored.',
      }),
    )
  })

  test('is compared for those alone who may see the job', async () => {
    const { id: entry } = await latest()
    const other = await buildCompany(product)
    expectProblem(await other.call('GET', `/api/history/earlierjob?entry=${entry}`), 'not_found')
    const [ofUser] = await historyOf(`user=${company.membership.user.id}`)
    expectProblem(await company.call('GET', `/api/history/earlierjob?entry=${ofUser?.id}`), 'invalid_input')
  })
})
