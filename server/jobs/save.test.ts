import { beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { Port } from '#contract/ports.ts'
import { buildCompany, buildItem, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import {
  badChoices,
  badCounts,
  badDates,
  badIds,
  badMeasures,
  badTexts,
  expectFieldsRefused,
  expectNoChange,
  expectProblem,
} from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company)
})

const put = (body: object, headers?: Record<string, string>) =>
  company.call<Job>('PUT', '/api/shipment', body, headers)
const read = async (id: string) =>
  (await company.call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)).body

const own = {
  name: 'Cotton to Hamburg',
  statusId: 2,
  swbro: '2026-02-28',
  vesselName: 'MSC Aurora',
  etd: '2028-02-29',
  eta: '0001-01-01',
  customerInstructions: 'Keep dry.\nCall before delivery — «bitte» 🚢',
  sisttao: '9999-12-31',
  grossWeight: 9_999_999_999,
  netWeight: 0.0001,
  weightUnit: 1,
  volume: 33.2,
  volumeUnit: 1,
  numberOfPackages: 2_147_483_647,
  documentsReceivedDate: '2026-12-01',
  mbl: 'MSCU1234567',
  hbl: 'KF-0001',
  dettco: '2026-12-02',
  dsttco: '2026-12-03',
  igm: '1234/2026',
  indexNumber: '17',
  shedNumber: 'S-4',
  dopubtco: '2026-12-04',
  waybillCharges: 1,
  rateClass: 5,
  waybillRate: 2.3456,
  valuationCharge: 0,
  waybillTax: 12.5,
  chargesDueAgent: 45,
  chargesDueCarrier: 804.0001,
  direction: 1,
}
const quote = { commodity: 'Cotton yarn', transportMode: 2, quoteType: 0, clType: 1 }

const ownPort = async (name: string) => (await company.call<Port>('POST', '/api/port', { name })).body.id
const worldPort = async (code: string) =>
  (await company.call<Port[]>('GET', `/api/port/${code}`)).body.find(port => port.code === code) as Port

describe('saving a job', () => {
  test('keeps every field, the quote, its ports and its parties in one go', async () => {
    const karachi = await worldPort('PKKHI')
    const via = await ownPort('Jebel Ali Anchorage')
    const parties = await Promise.all(
      ['Consignee', 'Shipper', 'Agent', 'Carrier', 'Clearing'].map(name =>
        buildOrganisation(company, { name }),
      ),
    )
    const link = (index: number, field: string) => ({
      id: crypto.randomUUID(),
      shipmentId: job.id,
      [field]: parties[index]?.partyId,
    })
    const links = {
      shipmentConsignees: [link(0, 'consigneeId')],
      shipmentShipers: [link(1, 'shipperId')],
      shipmentAgents: [link(2, 'agentId')],
      shipmentCarriers: [link(3, 'carrierId')],
      shipmentClearingAgents: [link(4, 'clearingAgentId')],
    }
    const ports = {
      loadingPortId: karachi.id,
      viaPortId: via,
      dischargePortId: karachi.id,
      destinationPortId: via,
    }
    const reply = await put({ id: job.id, ...own, quote: { ...quote, ...ports }, ...links })
    const withParty = (list: object[], index: number) => {
      const { partyId, ...organisation } = parties[index] ?? { partyId: '', id: '' }
      return list.map(one => ({ ...one, party: { id: partyId, relatedId: organisation.id, organisation } }))
    }
    const names = {
      loadingPort: karachi.name,
      viaPort: 'Jebel Ali Anchorage',
      dischargePort: karachi.name,
      destinationPort: 'Jebel Ali Anchorage',
    }
    expect(reply.body).toEqual({
      ...job,
      ...own,
      quote: { ...job.quote, ...quote, ...ports, ...names },
      shipmentConsignees: withParty(links.shipmentConsignees, 0),
      shipmentShipers: withParty(links.shipmentShipers, 1),
      shipmentAgents: withParty(links.shipmentAgents, 2),
      shipmentCarriers: withParty(links.shipmentCarriers, 3),
      shipmentClearingAgents: withParty(links.shipmentClearingAgents, 4),
      version: 2,
    })
    expect(reply).toMatchObject({ status: 200, headers: { etag: '"2"' } })
    expect(await read(job.id)).toEqual(reply.body)
    expect(
      await rows.select(
        `select name, status, ready_on::text, vessel_name, etd::text, eta::text, customer_instructions,
           shipping_instructions_sent_on::text, gross_weight::text, net_weight::text, weight_unit, volume::text,
           volume_unit, number_of_packages, documents_received_on::text, master_bl, house_bl,
           documents_emailed_to_customer_on::text, documents_submitted_to_carrier_on::text, igm, index_number,
           shed_number, delivery_order_picked_up_on::text, direction, commodity, transport_mode, quote_type,
           load_type, loading_port_id, via_port_id, discharge_port_id, destination_port_id, version
         from jobs where id = $1`,
        [job.id],
      ),
    ).toEqual([
      {
        name: own.name,
        status: 2,
        ready_on: '2026-02-28',
        vessel_name: 'MSC Aurora',
        etd: '2028-02-29',
        eta: '0001-01-01',
        customer_instructions: own.customerInstructions,
        shipping_instructions_sent_on: '9999-12-31',
        gross_weight: '9999999999.0000',
        net_weight: '0.0001',
        weight_unit: 1,
        volume: '33.2000',
        volume_unit: 1,
        number_of_packages: 2_147_483_647,
        documents_received_on: '2026-12-01',
        master_bl: 'MSCU1234567',
        house_bl: 'KF-0001',
        documents_emailed_to_customer_on: '2026-12-02',
        documents_submitted_to_carrier_on: '2026-12-03',
        igm: '1234/2026',
        index_number: '17',
        shed_number: 'S-4',
        delivery_order_picked_up_on: '2026-12-04',
        direction: 1,
        commodity: 'Cotton yarn',
        transport_mode: 2,
        quote_type: 0,
        load_type: 1,
        loading_port_id: karachi.id,
        via_port_id: via,
        discharge_port_id: karachi.id,
        destination_port_id: via,
        version: 2,
      },
    ])
  })

  test('takes the names as the specification prints them', async () => {
    const reply = await put({
      Id: job.id.toUpperCase(),
      JobId: 99,
      Name: 'Pascal',
      StatusId: 3,
      Swbro: '2026-05-01',
      Quote: { Commodity: 'Rice', TransportMode: 1, ClType: 0, FinanceId: crypto.randomUUID() },
      ShipmentDate: '1999-01-01',
    })
    expect(reply.body).toEqual({
      ...job,
      name: 'Pascal',
      statusId: 3,
      swbro: '2026-05-01',
      quote: { ...job.quote, commodity: 'Rice', transportMode: 1, clType: 0 },
      version: 2,
    })
  })

  test('leaves alone what the body does not mention; null and the empty text clear', async () => {
    const full = (await put({ id: job.id, ...own, quote })).body
    const reply = await put({
      id: job.id,
      name: '',
      statusId: null,
      etd: null,
      grossWeight: null,
      numberOfPackages: null,
      quote: { commodity: '', clType: null },
    })
    const cleared = { name: null, statusId: null, etd: null, grossWeight: null, numberOfPackages: null }
    const expected = {
      ...full,
      ...cleared,
      quote: { ...full.quote, commodity: null, clType: null },
      version: 3,
    }
    expect(reply.body).toEqual(expected)
    for (const nothing of [{}, { quote: {} }, { quote: null }, { Unknown: 1 }]) {
      expected.version += 1
      expect((await put({ id: job.id, ...nothing })).body).toEqual(expected)
    }
  })

  test('changes nothing but the version when the whole job comes back', async () => {
    const consignee = await buildOrganisation(company)
    await buildParty(company, job.id, 'consignee', consignee.partyId)
    await buildItem(company, job.id)
    const loadingPortId = (await worldPort('PKKHI')).id
    const full = (await put({ id: job.id, ...own, quote: { ...quote, loadingPortId } })).body
    const history = () =>
      rows.select('select record_type, changes, made from history where job_id = $1 and shown', [job.id])
    const before = await history()
    expect((await put(full)).body).toEqual({ ...full, version: 4 })
    const plain = (await company.call<Job>('GET', `/api/shipment/${job.id}`)).body
    expect((await put(plain)).body).toEqual({ ...full, version: 5 })
    // As the specification's client sends it: the first party's organisation taken out.
    const [link] = full.shipmentConsignees
    const nulled = { ...full, shipmentConsignees: [{ ...link, party: null }] }
    expect((await put(nulled)).body).toEqual({ ...full, version: 6 })
    expect(await history()).toEqual(before)
  })

  test('ignores items and documents in the body', async () => {
    const item = await buildItem(company, job.id)
    const body = { id: job.id, items: [{ ...item, name: 'Other' }, 'nonsense'], documents: [], jobId: 7 }
    expect((await put(body)).body).toEqual({ ...job, items: [item], version: 2 })
  })

  test('copies a port of the world into the company when a job first names it, once', async () => {
    const singapore = await worldPort('SGSIN')
    const other = await buildJob(company)
    const body = { quote: { loadingPortId: singapore.id, destinationPortId: singapore.id.toUpperCase() } }
    const replies = await Promise.all([job, other].map(({ id }) => put({ id, ...body })))
    expect(replies.map(reply => [reply.status, reply.body.quote.loadingPort])).toEqual([
      [200, singapore.name],
      [200, singapore.name],
    ])
    const account = company.membership.account.id
    expect(
      await rows.select('select id, code, country_id from ports where account_id = $1', [account]),
    ).toEqual([{ id: singapore.id, code: 'SGSIN', country_id: 'SG' }])
    await rows.select(`update world_ports set name = 'Renamed' where id = $1`, [singapore.id])
    expect((await read(job.id)).quote.loadingPort).toBe(singapore.name)
  })
})

describe('the parties in a job’s body', () => {
  test('replace, stay, or go: [] removes, an absent list says nothing', async () => {
    const [first, second] = await Promise.all([buildOrganisation(company), buildOrganisation(company)])
    const link = { id: crypto.randomUUID(), consigneeId: first.partyId }
    expect((await put({ id: job.id, shipmentConsignees: [link] })).body.shipmentConsignees).toMatchObject([
      link,
    ])
    // The same company once more, under another link: the one that stands stays.
    const again = { id: crypto.randomUUID(), consigneeId: first.partyId }
    expect((await put({ id: job.id, shipmentConsignees: [again] })).body.shipmentConsignees).toMatchObject([
      link,
    ])
    const byParty = { id: link.id, party: { id: second.partyId } }
    expect((await put({ id: job.id, shipmentConsignees: [byParty] })).body.shipmentConsignees).toMatchObject([
      { id: link.id, consigneeId: second.partyId },
    ])
    expect((await put({ id: job.id, name: 'x', shipmentAgents: [] })).body.shipmentConsignees).toHaveLength(1)
    expect((await put({ id: job.id, shipmentConsignees: [] })).body.shipmentConsignees).toEqual([])
    expect(await rows.select('select id from job_parties where job_id = $1', [job.id])).toEqual([])
  })

  test('may be the same company in several roles', async () => {
    const { partyId } = await buildOrganisation(company)
    const reply = await put({
      id: job.id,
      shipmentConsignees: [{ consigneeId: partyId }],
      shipmentShipers: [{ shipperId: partyId }],
    })
    expect(reply.body.shipmentConsignees[0]?.consigneeId).toBe(partyId)
    expect(reply.body.shipmentShipers[0]?.shipperId).toBe(partyId)
    expect(reply.body.shipmentShipers[0]?.id).not.toBe(reply.body.shipmentConsignees[0]?.id)
  })

  test('are told in the history role by role: one went, and another came', async () => {
    const [first, second] = [await buildOrganisation(company), await buildOrganisation(company)]
    const consignee = await buildParty(company, job.id, 'consignee', first.partyId)
    const shipper = await buildParty(company, job.id, 'shipper', first.partyId)
    const agent = await buildParty(company, job.id, 'agent', first.partyId)
    const [before] = await rows.select('select max(id)::int as id from history')
    const saved = await put({
      id: job.id,
      shipmentConsignees: [{ id: consignee.id, consigneeId: second.partyId }],
      shipmentShipers: [],
      shipmentAgents: [{ agentId: second.partyId }],
      // The id comes free with the shipper's link.
      shipmentCarriers: [{ id: shipper.id, carrierId: second.partyId }],
    })
    const newAgent = saved.body.shipmentAgents[0]?.id
    expect(saved.body.shipmentCarriers).toMatchObject([{ id: shipper.id, carrierId: second.partyId }])
    const change = (id: unknown, role: string, partyId: string, went: boolean) => {
      const pair = (value: unknown) => (went ? [value, null] : [null, value])
      const changes = { id: pair(id), role: pair(role), job_id: pair(job.id), party_id: pair(partyId) }
      return { record_type: 'job_parties', record_id: id, job_id: job.id, version: null, changes }
    }
    expect(
      await rows.select(
        `select record_type, record_id, job_id, version,
           case when made then made_with(account_id, record_type, record_id, id) else changes end as changes
         from history where id > $1 order by id`,
        [before?.['id']],
      ),
    ).toEqual([
      change(shipper.id, 'shipper', first.partyId, true),
      change(consignee.id, 'consignee', first.partyId, true),
      change(consignee.id, 'consignee', second.partyId, false),
      change(agent.id, 'agent', first.partyId, true),
      change(newAgent, 'agent', second.partyId, false),
      change(shipper.id, 'carrier', second.partyId, false),
      { record_type: 'jobs', record_id: job.id, job_id: job.id, version: saved.body.version, changes: {} },
    ])
  })

  test('are refused with all the rest when one is wrong', async () => {
    const { partyId } = await buildOrganisation(company)
    const foreign = await buildOrganisation(await buildCompany(product))
    const elsewhere = await buildParty(company, (await buildJob(company)).id, 'carrier', partyId)
    const good = {
      name: 'Never',
      quote: { commodity: 'Never' },
      shipmentConsignees: [{ consigneeId: partyId }],
      shipmentShipers: [{ shipperId: partyId }],
      shipmentAgents: [{ agentId: partyId }],
    }
    const refused = async (bad: object, path: string) => {
      const reply = await put({ id: job.id, ...good, ...bad })
      expectProblem(reply, 'invalid_input', { errors: [{ path, message: expect.any(String) as string }] })
      return reply.body
    }
    await expectNoChange(rows, company, async () => {
      const unknown = await refused(
        { shipmentCarriers: [{ carrierId: crypto.randomUUID() }] },
        'shipmentCarriers.0.carrierId',
      )
      expect(
        await refused({ shipmentCarriers: [{ carrierId: foreign.partyId }] }, 'shipmentCarriers.0.carrierId'),
      ).toEqual(unknown)
      await refused({ shipmentCarriers: [{ id: crypto.randomUUID() }] }, 'shipmentCarriers.0.carrierId')
      await refused(
        { shipmentCarriers: [{ carrierId: partyId }, { carrierId: partyId }] },
        'shipmentCarriers',
      )
      await refused({ shipmentCarriers: [null] }, 'shipmentCarriers.0')
      await refused({ shipmentCarriers: null }, 'shipmentCarriers')
      await refused({ quote: { viaPortId: crypto.randomUUID() } }, 'quote.viaPortId')
      await refused({ masterShipmentId: crypto.randomUUID() }, 'masterShipmentId')
      const taken = await put({
        id: job.id,
        ...good,
        shipmentCarriers: [{ id: elsewhere.id, carrierId: partyId }],
      })
      expectProblem(taken, 'already_exists')
    })
  })
})

describe('bad input', () => {
  test('is refused by name and changes nothing', async () => {
    const dates = ['swbro', 'etd', 'eta', 'sisttao', 'documentsReceivedDate', 'dettco', 'dsttco', 'dopubtco']
    const codes = ['mbl', 'hbl', 'igm', 'indexNumber', 'shedNumber']
    const ports = ['loadingPortId', 'viaPortId', 'dischargePortId', 'destinationPortId']
    const each = (paths: string[], values: readonly unknown[]) =>
      Object.fromEntries(paths.map(path => [path, values]))
    await expectFieldsRefused(rows, company, {
      method: 'PUT',
      url: '/api/shipment',
      fields: {
        id: [...badIds, null],
        name: badTexts(500),
        vesselName: badTexts(500),
        customerInstructions: badTexts(20_000),
        statusId: badChoices(3),
        weightUnit: badChoices(1),
        volumeUnit: badChoices(1),
        direction: badChoices(1),
        masterShipmentId: badIds,
        numberOfPackages: badCounts,
        ...each(dates, badDates),
        ...each(codes, badTexts(100)),
        ...each(['grossWeight', 'netWeight', 'volume'], badMeasures),
        quote: ['text', 1, []],
        'quote.commodity': badTexts(500),
        'quote.transportMode': badChoices(2),
        'quote.quoteType': badChoices(2),
        'quote.clType': badChoices(1),
        ...each(
          ports.map(port => `quote.${port}`),
          badIds,
        ),
        'shipmentConsignees.0.consigneeId': badIds,
        'shipmentConsignees.0.id': badIds,
      },
      bodyWith: (path, value) => {
        const [head = '', second, third] = path.split('.')
        const inner = third ? [{ [third]: value }] : second ? { [second]: value } : value
        return { id: job.id, igm: 'never', [head]: inner }
      },
    })
  })

  test('keeps numbers of papers on one line: what was pasted with a tab or a line break has a blank', async () => {
    const job = await buildJob(company)
    const numbers = ['mbl', 'hbl', 'igm', 'indexNumber', 'shedNumber']
    const sent = Object.fromEntries(numbers.map(name => [name, `MAEU\t123\r\n456${name}`]))
    const { body } = await company.call<Job>('PUT', '/api/shipment', { id: job.id, ...sent })
    expect(body).toMatchObject(Object.fromEntries(numbers.map(name => [name, `MAEU 123 456${name}`])))
    // What stands there from before stays, whatever else is saved.
    await rows.select('update jobs set igm = $2 where id = $1', [job.id, 'KAPE\t12'])
    const after = await company.call<Job>('PUT', '/api/shipment', { id: job.id, name: 'Tea' })
    expect(after.body).toMatchObject({ name: 'Tea', igm: 'KAPE\t12' })
  })
})
