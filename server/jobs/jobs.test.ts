import { describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { furtherRoles, partyRoles } from '#contract/parties.ts'
import {
  buildCompany,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
  send,
  formWithFile,
  type Caller,
} from '#testing/factories.ts'
import { buildCompanies, buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { badIds, expectFieldsRefused, expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { fewestStatements, fewestTrips } from '#testing/statements.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { getJobById } from './records.ts'

const { product, rows, company } = companyPerTest()

const accountOf = (caller: Caller) => caller.membership.account.id
const today = () => new Date().toISOString().slice(0, 10)

const ownerOf = ({ membership: { user } }: Caller) => ({
  ownerId: user.id,
  owner: { id: user.id, displayName: user.displayName, email: user.email },
})

const newJob = (id: string, jobId: number, financeId: string) => ({
  id,
  jobId,
  name: null,
  statusId: 1,
  swbro: null,
  vesselName: null,
  voyage: null,
  etd: null,
  eta: null,
  customerInstructions: null,
  sisttao: null,
  grossWeight: null,
  netWeight: null,
  weightUnit: null,
  volume: null,
  volumeUnit: null,
  numberOfPackages: null,
  documentsReceivedDate: null,
  mbl: null,
  hbl: null,
  dettco: null,
  dsttco: null,
  igm: null,
  indexNumber: null,
  shedNumber: null,
  dopubtco: null,
  direction: null,
  placeOfReceipt: null,
  placeOfDelivery: null,
  incoterm: null,
  incotermPlace: null,
  freightPayment: null,
  freightPayableAt: null,
  originals: null,
  placeOfIssue: null,
  dateOfIssue: null,
  onBoardDate: null,
  service: null,
  atd: null,
  ata: null,
  freeDays: null,
  validUntil: null,
  documentsCutOff: null,
  vgmCutOff: null,
  cargoCutOff: null,
  receivedAtCfs: null,
  handlingInformation: null,
  valueForCarriage: null,
  valueForCustoms: null,
  insuranceAmount: null,
  waybillCharges: null,
  rateClass: null,
  waybillRate: null,
  valuationCharge: null,
  waybillTax: null,
  chargesDueAgent: null,
  chargesDueCarrier: null,
  emptyDepot: null,
  containerTerminal: null,
  releaseValidUntil: null,
  attachedDocuments: null,
  vesselFlag: null,
  costSplit: null,
  costShareByHand: null,
  masterShipmentId: null,
  templateName: null,
  ...ownerOf(company),
  shipmentDate: today(),
  quote: {
    commodity: null,
    transportMode: null,
    quoteType: null,
    clType: null,
    loadingPortId: null,
    viaPortId: null,
    dischargePortId: null,
    destinationPortId: null,
    loadingPort: null,
    viaPort: null,
    dischargePort: null,
    destinationPort: null,
    financeId,
  },
  version: 1,
  shipmentConsignees: [],
  shipmentShipers: [],
  shipmentAgents: [],
  shipmentCarriers: [],
  shipmentClearingAgents: [],
  shipmentParties: [],
  items: [],
  documents: [],
  houses: [],
  differs: [],
  master: null,
})

describe('making a job', () => {
  test('without a body gives a stored job In Progress with an empty quote and finance', async () => {
    const reply = await company.call<Job>('POST', '/api/shipment')
    const { id, quote } = reply.body
    expect(reply.body).toEqual(newJob(id, 1, quote.financeId))
    expect(reply.status).toBe(201)
    expect(reply.headers['etag']).toBe('"1"')
    expect(await company.call('GET', `/api/shipment/${id}`)).toMatchObject({ status: 200, body: reply.body })
    const account = accountOf(company)
    expect(
      await rows.select('select account_id, job_number::int, status, finance_id from jobs where id = $1', [
        id,
      ]),
    ).toEqual([{ account_id: account, job_number: 1, status: 1, finance_id: quote.financeId }])
    expect(await rows.select('select id, total from finances where account_id = $1', [account])).toEqual([
      { id: quote.financeId, total: null },
    ])
    expect(
      await rows.select('select job_count::int, last_job_number::int from accounts where id = $1', [account]),
    ).toEqual([{ job_count: 1, last_job_number: 1 }])
    expect(await rows.select('select record_type, user_id from history where record_id = $1', [id])).toEqual([
      { record_type: 'jobs', user_id: company.membership.user.id },
    ])
  })

  test('takes an empty JSON body, null, {} and an id of the caller’s own', async () => {
    const json = { 'content-type': 'application/json' }
    const id = crypto.randomUUID()
    const replies = [
      await company.call<Job>('POST', '/api/shipment', '', json),
      await company.call<Job>('POST', '/api/shipment', 'null', json),
      await company.call<Job>('POST', '/api/shipment', {}),
      await company.call<Job>('POST', '/api/shipment', { Id: id.toUpperCase() }),
    ]
    expect(replies.map(reply => [reply.status, reply.body.jobId])).toEqual([
      [201, 1],
      [201, 2],
      [201, 3],
      [201, 4],
    ])
    expect(replies[3]?.body.id).toBe(id)
  })

  test('with an id answers the stored job when the call is repeated, at once or later', async () => {
    const body = { id: crypto.randomUUID() }
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => company.call<Job>('POST', '/api/shipment', body)),
    )
    expect(statusesOf(replies)).toEqual([200, 200, 200, 201])
    await company.call('PUT', '/api/shipment', { ...body, name: 'Changed' })
    await expectNoChange(rows, company, async () => {
      const again = await company.call<Job>('POST', '/api/shipment', body)
      expect(again).toMatchObject({ status: 200, body: { ...replies[0]?.body, name: 'Changed', version: 2 } })
    })
    expect((await company.call<Job>('POST', '/api/shipment')).body.jobId).toBe(2)
  })

  test('counts job ids 1, 2, 3 … without gaps, by company, under parallel calls', async () => {
    const other = await buildCompany(product)
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? company : other).call<Job>('POST', '/api/shipment', index % 3 ? undefined : {}),
      ),
    )
    const numbersOf = (parity: number) =>
      replies.filter((_, index) => index % 2 === parity).map(reply => reply.body.jobId)
    const expected = Array.from({ length: 20 }, (_, index) => index + 1)
    expect(numbersOf(0).sort((a, b) => a - b)).toEqual(expected)
    expect(numbersOf(1).sort((a, b) => a - b)).toEqual(expected)
  })

  test('never gives a job id twice, not even when the job is gone', async () => {
    await buildJob(company)
    const { id, quote } = await buildJob(company)
    await rows.select('delete from jobs where id = $1', [id])
    await rows.select('delete from finances where id = $1', [quote.financeId])
    expect((await buildJob(company)).jobId).toBe(3)
  })

  test('refuses an id that is none', async () => {
    await expectFieldsRefused(rows, company, {
      method: 'POST',
      url: '/api/shipment',
      fields: { id: badIds },
      bodyWith: (path, value) => ({ [path]: value }),
    })
    await expectNoChange(rows, company, async () => {
      for (const body of ['[]', '"text"', '1', 'true'])
        expectProblem(
          await company.call('POST', '/api/shipment', body, { 'content-type': 'application/json' }),
          'invalid_input',
        )
    })
  })
})

describe('reading a job', () => {
  test('gives the companies behind its parties with stakeholder=true, and only their ids without', async () => {
    const job = await buildJob(company, { name: 'Cotton to Hamburg' })
    const parts: { id: string; shipmentId: string; partyId: string; organisation: Organisation }[] = []
    for (const role of partyRoles) {
      const organisation = await buildOrganisation(company, { name: `The ${role}` })
      const { id } = await buildParty(company, job.id, role, organisation.partyId)
      const { partyId, ...rest } = organisation
      parts.push({ id, shipmentId: job.id, partyId, organisation: rest })
    }
    const item = await buildItem(company, job.id)
    const lists = (withOrganisation: boolean) => {
      const link = (index: number, field: string) => {
        const { id, shipmentId, partyId, organisation } = parts[index] ?? { organisation: undefined }
        const party = {
          id: partyId,
          relatedId: organisation?.id,
          organisation: withOrganisation ? organisation : null,
        }
        return [{ id, shipmentId, [field]: partyId, party }]
      }
      return {
        shipmentConsignees: link(0, 'consigneeId'),
        shipmentShipers: link(1, 'shipperId'),
        shipmentAgents: link(2, 'agentId'),
        shipmentCarriers: link(3, 'carrierId'),
        shipmentClearingAgents: link(4, 'clearingAgentId'),
        shipmentParties: furtherRoles.flatMap((role, index) =>
          link(5 + index, 'partyId').map(one => ({ ...one, role })),
        ),
      }
    }
    const address = `/api/shipment/${job.id}`
    const expected = { ...job, items: [item], version: 12 }
    const whole = await company.call<Job>('GET', `${address}?stakeholder=true`)
    expect(whole.body).toEqual({ ...expected, ...lists(true) })
    expect(whole.headers['etag']).toBe('"12"')
    for (const plain of [address, `${address}?stakeholder=false`, `${address}/`])
      expect((await company.call<Job>('GET', plain)).body).toEqual({ ...expected, ...lists(false) })
  })

  test('is one statement besides those that open and close the transaction', async () => {
    const job = await buildJob(company)
    const read = () => company.call('GET', `/api/shipment/${job.id}?stakeholder=true`)
    const texts = await fewestStatements(product, read)
    expect(texts.map(text => text.slice(0, 17))).toEqual(['select state.revi'])
    const trips = await fewestTrips(product, read)
    expect(trips).toHaveLength(1)
  })

  test('answers in JSON of the database’s what the product reads of it', async () => {
    const companies = await buildCompanies(company, ['Acme', 'Zenith', 'Nordic', 'Hansa', 'Clearing'])
    const ports = await buildPorts(company, ['Karachi', 'Rotterdam'])
    const master = await buildJob(company, { name: 'Master' })
    const job = await buildFullJob(
      company,
      {
        name: 'Say "cotton"\\ \n',
        etd: '2026-03-01',
        grossWeight: 1234.5,
        volume: 0.001,
        masterShipmentId: master.id,
        quote: { commodity: 'Cotton', loadingPortId: ports['Karachi'], viaPortId: ports['Rotterdam'] },
      },
      {
        consignee: companies['Acme'],
        shipper: companies['Zenith'],
        agent: companies['Nordic'],
        carrier: companies['Hansa'],
        clearingAgent: companies['Clearing'],
      },
    )
    for (const name of ['b.txt', 'a.txt']) {
      const { payload, headers } = formWithFile({ name, content: 'x' }, { shipmentId: job.id })
      expect((await company.call('POST', '/api/document', payload, headers)).status).toBe(201)
    }
    for (const quantity of [2, 1])
      expect((await company.call('POST', '/api/item', { shipmentId: job.id, quantity })).status).toBe(201)
    const account = company.membership.account.id
    for (const withStakeholders of [true, false])
      for (const { id } of [job, master]) {
        const read = await product.database.asAccount(account, null, ({ db }) =>
          getJobById(db, account, id, { withStakeholders }),
        )
        const reply = await company.call('GET', `/api/shipment/${id}?stakeholder=${withStakeholders}`)
        expect(reply.body).toEqual(read)
        expect(Object.keys(reply.body as object)).toEqual(Object.keys(read ?? {}))
        expect(reply.headers).toMatchObject({
          etag: `"${read?.version}"`,
          'content-type': 'application/json; charset=utf-8',
        })
      }
  })

  test('refuses ids and queries that are none', async () => {
    const { id } = await buildJob(company)
    for (const address of [
      '/api/shipment/1',
      '/api/shipment/undefined',
      `/api/shipment/${id}?stakeholder=yes`,
    ])
      expectProblem(await company.call('GET', address), 'invalid_input')
    expectProblem(await company.call('GET', `/api/shipment/${crypto.randomUUID()}`), 'not_found')
  })

  test('says that a job is missing in the same words whoever has it', async () => {
    const { id } = await buildJob(await buildCompany(product))
    const foreign = await company.call('GET', `/api/shipment/${id}?stakeholder=true`)
    const missing = await company.call('GET', `/api/shipment/${crypto.randomUUID()}?stakeholder=true`)
    expectProblem(foreign, 'not_found')
    expect(foreign.body).toEqual(missing.body)
    expectProblem(await send(product, { method: 'GET', url: `/api/shipment/${id}` }), 'sign_in_required')
  })
})
