import { beforeEach, describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import type { Port } from '#contract/ports.ts'
import { buildCompany, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import {
  badChoices,
  badDates,
  badIds,
  badMeasures,
  badTexts,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
  statusesOf,
} from '#testing/refusals.ts'
import { fewestStatements, fewestTrips } from '#testing/statements.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

const post = (body: object) => company.call<Job>('POST', '/api/shipment', body)
const put = (body: object) => company.call<Job>('PUT', '/api/shipment', body)
const read = async (id: string) =>
  (await company.call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)).body
const worldPort = async (code: string) =>
  (await company.call<Port[]>('GET', `/api/port/${code}`)).body.find(port => port.code === code) as Port

type Organisation = Awaited<ReturnType<typeof buildOrganisation>>
let acme: Organisation
let hansa: Organisation
beforeEach(async () => {
  acme = await buildOrganisation(company, { name: 'Acme' })
  hansa = await buildOrganisation(company, { name: 'Hansa' })
})

const own = {
  name: 'Cotton to Hamburg',
  statusId: 2,
  etd: '2026-12-03',
  grossWeight: 12.5,
  mbl: 'MSCU1234567',
}

async function wholeBody() {
  const karachi = await worldPort('PKKHI')
  return {
    id: crypto.randomUUID(),
    ...own,
    quote: { commodity: 'Cotton yarn', transportMode: 2, loadingPortId: karachi.id },
    shipmentConsignees: [{ party: { id: acme.partyId } }],
    shipmentShipers: [{ id: crypto.randomUUID(), shipperId: hansa.partyId }],
    shipmentCarriers: [],
  }
}

describe('creating a job with a body', () => {
  test('stores all that it says in one go', async () => {
    const body = await wholeBody()
    const reply = await post(body)
    const empty = (await post({})).body
    const party = ({ partyId, ...organisation }: Organisation) => ({
      id: partyId,
      relatedId: organisation.id,
      organisation,
    })
    expect(reply.body).toEqual({
      ...empty,
      ...own,
      id: body.id,
      jobId: 1,
      quote: {
        ...empty.quote,
        ...body.quote,
        loadingPort: (await worldPort('PKKHI')).name,
        financeId: reply.body.quote.financeId,
      },
      shipmentConsignees: [
        {
          id: reply.body.shipmentConsignees[0]?.id,
          shipmentId: body.id,
          consigneeId: acme.partyId,
          party: party(acme),
        },
      ],
      shipmentShipers: [{ ...body.shipmentShipers[0], shipmentId: body.id, party: party(hansa) }],
    })
    expect(reply).toMatchObject({ status: 201, headers: { etag: '"1"' } })
    expect(await read(body.id)).toEqual(reply.body)
    expect(
      (await company.call<Job[]>('GET', '/api/shipment?search=hansa')).body.map(({ jobId }) => jobId),
    ).toEqual([1])
  })

  test('is told in the history once, with the values that it began with', async () => {
    const { id } = (await post(await wholeBody())).body
    const { body } = await company.call<HistoryEntry[]>('GET', `/api/history?job=${id}`)
    expect(body.map(({ action, record, changes }) => [action, record.label, changes.length > 0])).toEqual([
      ['added', 'Shipper', true],
      ['added', 'Consignee', true],
      ['added', 'Job', true],
    ])
    const stored = await rows.select(
      `select record_type, made, changes, made_with(account_id, record_type, record_id, id) -> 'name' as name
       from history where job_id = $1 order by id`,
      [id],
    )
    const made = { made: true, changes: {} }
    expect(stored).toEqual([
      { ...made, record_type: 'jobs', name: [null, own.name] },
      { ...made, record_type: 'job_parties', name: null },
      { ...made, record_type: 'job_parties', name: null },
    ])
  })

  test('is In Progress unless it says otherwise', async () => {
    expect((await post({ name: 'Rice' })).body).toMatchObject({ name: 'Rice', statusId: 1 })
    expect((await post({ name: 'Rice', statusId: null })).body.statusId).toBeNull()
    expect((await post({ name: '', quote: null })).body).toMatchObject({ name: null, version: 1 })
  })

  test('may be the house of a master', async () => {
    const master = await buildJob(company, { name: 'Box' })
    const house = (await post({ masterShipmentId: master.id })).body
    expect(house.master).toEqual({ id: master.id, jobId: master.jobId, name: 'Box' })
    expect((await read(master.id)).houses).toEqual([
      { id: house.id, jobId: house.jobId, name: null, differs: [] },
    ])
  })

  test('a repeated call answers the stored job, and 409 when its content differs', async () => {
    const body = await wholeBody()
    const replies = await Promise.all([1, 2, 3, 4].map(() => post(body)))
    expect(statusesOf(replies)).toEqual([200, 200, 200, 201])
    for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body)
    await expectNoChange(rows, company, async () => {
      for (const same of [
        body,
        { id: body.id },
        { ...body, quote: null },
        { id: body.id, shipmentConsignees: [{ consigneeId: acme.partyId, party: null }] },
      ])
        expect(await post(same)).toMatchObject({ status: 200, body: replies[0]?.body })
      for (const other of [
        { name: 'Rice' },
        { quote: { commodity: 'Rice' } },
        { shipmentConsignees: [] },
        { shipmentConsignees: [{ consigneeId: hansa.partyId }] },
        { shipmentCarriers: [{ carrierId: acme.partyId }] },
      ])
        expectProblem(await post({ ...body, ...other }), 'already_exists', { current: replies[0]?.body })
    })
    expect((await post({})).body.jobId).toBe(2)
  })

  test('keeps job ids without gaps when many are made and some are refused at once', async () => {
    const link = crypto.randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        post(
          index % 3 === 0
            ? { name: `Job ${index}`, shipmentAgents: [{ id: link, agentId: acme.partyId }] }
            : { name: `Job ${index}`, shipmentAgents: [{ agentId: index % 3 === 1 ? acme.partyId : link }] },
        ),
      ),
    )
    const made = replies.filter(reply => reply.status === 201)
    expect(made.map(reply => reply.body.jobId).sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5])
    expect(statusesOf(replies.filter(reply => reply.status !== 201))).toEqual([
      400, 400, 400, 400, 409, 409, 409,
    ])
    expect((await post({})).body.jobId).toBe(6)
  })

  test('is refused as a save is, and leaves nothing behind', async () => {
    const elsewhere = await buildParty(company, (await buildJob(company)).id, 'carrier', acme.partyId)
    const foreign = await buildOrganisation(await buildCompany(product))
    const id = crypto.randomUUID()
    const other = await buildJob(company)
    const cases: [object, string][] = [
      [{ shipmentCarriers: [{ carrierId: crypto.randomUUID() }] }, 'shipmentCarriers.0.carrierId'],
      [{ shipmentCarriers: [{ carrierId: foreign.partyId }] }, 'shipmentCarriers.0.carrierId'],
      [{ shipmentCarriers: [{ id: crypto.randomUUID() }] }, 'shipmentCarriers.0.carrierId'],
      [{ shipmentCarriers: [{ carrierId: acme.partyId }, { carrierId: acme.partyId }] }, 'shipmentCarriers'],
      [{ shipmentCarriers: null }, 'shipmentCarriers'],
      [{ quote: { viaPortId: crypto.randomUUID() } }, 'quote.viaPortId'],
      [{ masterShipmentId: crypto.randomUUID() }, 'masterShipmentId'],
    ]
    await expectNoChange(rows, company, async () => {
      for (const [bad, path] of cases) {
        const refused = await post({ id, name: 'Never', ...bad })
        expectProblem(refused, 'invalid_input', { errors: [{ path, message: expect.any(String) as string }] })
        expect(refused.body).toEqual((await put({ id: other.id, ...bad })).body)
      }
      expectProblem(await post({ id, masterShipmentId: id }), 'invalid_input')
      const taken = { shipmentCarriers: [{ id: elsewhere.id, carrierId: acme.partyId }] }
      const refused = await post({ id, ...taken })
      expectProblem(refused, 'already_exists')
      expect(refused.body).toEqual((await put({ id: other.id, ...taken })).body)
    })
  })

  test('names each bad field', async () => {
    await expectFieldsRefused(rows, company, {
      method: 'POST',
      url: '/api/shipment',
      fields: {
        name: badTexts(1000),
        statusId: badChoices(3),
        etd: badDates,
        grossWeight: badMeasures,
        masterShipmentId: badIds,
        'quote.commodity': badTexts(1000),
      },
      bodyWith: (path, value) => {
        const [first = '', second] = path.split('.')
        return second ? { [first]: { [second]: value } } : { [path]: value }
      },
    })
  })
})

describe('statements besides those that open and close the transaction', () => {
  const readJob = 'select j.version,'
  const beginnings = async (work: () => Promise<unknown>) =>
    (await fewestStatements(product, work)).map(text => text.split(/\s+/, 2).join(' '))

  test('an empty job takes two, one with a body three', async () => {
    await post(await wholeBody())
    expect(await beginnings(() => post({}))).toEqual(['with numbered', readJob])
    expect(await beginnings(async () => post(await wholeBody()))).toContain('with numbered')
    const body = await wholeBody()
    expect(await beginnings(() => post({ ...body, id: crypto.randomUUID(), shipmentShipers: [] }))).toEqual([
      'select exists',
      'with numbered',
      readJob,
    ])
  })

  test('an empty job is one round trip, one with a body and a save are two', async () => {
    const lengths = async (call: () => Promise<unknown>) =>
      (await fewestTrips(product, call)).map(trip =>
        trip.map(({ text }) => text.split(/[\s(]+/, 2).join(' ')),
      )
    const opening = ['select set_config', 'select continue_session']
    const { id } = (await post({})).body
    const made = [
      'select set_config',
      'with numbered',
      'select j.version,',
      'commit',
      'select pg_logical_emit_message',
    ]
    expect(await lengths(() => post({}))).toEqual([['begin', ...opening, ...made]])
    const body = await wholeBody()
    expect(await lengths(() => post({ ...body, id: crypto.randomUUID(), shipmentShipers: [] }))).toEqual([
      ['begin', ...opening, 'select exists'],
      made,
    ])
    expect(await lengths(() => put({ id, quote: body.quote, shipmentConsignees: [] }))).toEqual([
      ['begin', ...opening, 'select version', 'select true'],
      ['update jobs', 'select j.version,', 'commit'],
    ])
  })

  test('a save takes three, one that names parties and ports four', async () => {
    const { id } = (await post(await wholeBody())).body
    expect(await beginnings(() => put({ id, name: 'Rice' }))).toEqual([
      'select version',
      'update jobs',
      readJob,
    ])
    const { quote } = await wholeBody()
    let turn = 0
    expect(
      await beginnings(() => {
        turn += 1
        const partyId = turn % 2 ? hansa.partyId : acme.partyId
        return put({ id, quote, shipmentConsignees: [{ party: { id: partyId } }] })
      }),
    ).toEqual(['select version', 'select true', 'with assigned_parties', readJob])
  })
})
