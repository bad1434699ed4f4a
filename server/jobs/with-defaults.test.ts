import { beforeEach, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { linkIn } from '#contract/job-parties.ts'
import type { Job } from '#contract/jobs.ts'
import type { Organisation } from '#contract/organisations.ts'
import { partyRoles, type StoredLink } from '#contract/parties.ts'
import {
  buildColleague,
  buildDefaultParty,
  buildJob,
  buildOrganisation,
  buildParty,
} from '#testing/factories.ts'
import { expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
const path = '/api/shipmentconsignee'
type Built = Organisation & { partyId: string }
let job: Job
let trading: Built
let bank: Built
let clearing: Built

beforeEach(async () => {
  job = await buildJob(company)
  trading = await buildOrganisation(company, { name: 'Karachi Trading' })
  bank = await buildOrganisation(company, { name: 'Indus Bank' })
  clearing = await buildOrganisation(company, { name: 'Zahid & Co' })
  await buildDefaultParty(company, trading.id, ['consignee', 'notifyParty'], bank.partyId)
  await buildDefaultParty(company, trading.id, ['consignee', 'clearingAgent'], clearing.partyId)
  await buildDefaultParty(company, trading.id, ['shipper', 'haulier'], clearing.partyId)
})

const post = (body: object = {}, by = company) =>
  by.call<StoredLink>('POST', path, {
    ...{ shipmentId: job.id, consigneeId: trading.partyId, withDefaults: true },
    ...body,
  })
const read = async () => (await company.call<Job>('GET', `/api/shipment/${job.id}?stakeholder=true`)).body
const partyOf = ({ partyId: id, ...organisation }: Built) => ({
  id,
  relatedId: organisation.id,
  organisation,
})
const namesOf = (of: Job) =>
  Object.fromEntries(
    partyRoles.flatMap(role => {
      const link = linkIn(of, role)
      return link ? [[role, link.party?.organisation?.name]] : []
    }),
  )

test('a party that is added with its defaults fills what is empty, in one change of the job', async () => {
  const id = crypto.randomUUID()
  const { status, body, headers } = await post({ id })
  const [agent, notified] = body.filled ?? []
  expect(status).toBe(201)
  expect(headers['etag']).toBe('"2"')
  const links = { shipmentId: job.id }
  expect(body).toEqual({
    ...{ id, ...links, consigneeId: trading.partyId, party: partyOf(trading), shipmentVersion: 2 },
    filled: [
      { id: agent?.id, ...links, role: 'clearingAgent', partyId: clearing.partyId, party: partyOf(clearing) },
      { id: notified?.id, ...links, role: 'notifyParty', partyId: bank.partyId, party: partyOf(bank) },
    ],
  })
  expect(await read()).toEqual({
    ...job,
    shipmentConsignees: [{ id, ...links, consigneeId: trading.partyId, party: partyOf(trading) }],
    shipmentClearingAgents: [
      { id: agent?.id, ...links, clearingAgentId: clearing.partyId, party: partyOf(clearing) },
    ],
    shipmentParties: [
      { id: notified?.id, ...links, role: 'notifyParty', partyId: bank.partyId, party: partyOf(bank) },
    ],
    version: 2,
  })
  const { body: history } = await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}`)
  const [first, ...others] = history.slice(0, 3)
  expect(
    history
      .slice(0, 3)
      .map(({ words }) => words)
      .sort(),
  ).toEqual([
    'added Indus Bank as Notify Party',
    'added Karachi Trading as Consignee',
    'added Zahid & Co as Clearing Agent',
  ])
  expect(others.every(({ at }) => at === first?.at)).toBe(true)
})

test('without being asked for nothing is filled, nor by a save, a new job or a copy', async () => {
  for (const body of [{ withDefaults: undefined }, { withDefaults: false }]) {
    const reply = await post(body)
    expect(reply.body).not.toHaveProperty('filled')
    expect(namesOf(await read())).toEqual({ consignee: 'Karachi Trading' })
    await company.call('DELETE', `${path}/${reply.body.id}`)
  }
  const consignees = { shipmentConsignees: [{ consigneeId: trading.partyId }] }
  await company.call('PUT', '/api/shipment', { id: job.id, ...consignees })
  expect(namesOf(await read())).toEqual({ consignee: 'Karachi Trading' })
  const made = await company.call<Job>('POST', '/api/shipment', { id: crypto.randomUUID(), ...consignees })
  expect(namesOf(made.body)).toEqual({ consignee: 'Karachi Trading' })
})

test('a role that is filled stays as it is, and is not said to be filled', async () => {
  const { id } = await buildParty(company, job.id, 'notifyParty', clearing.partyId)
  const { body } = await post()
  expect(body.filled?.map(({ role }) => role)).toEqual(['clearingAgent'])
  const now = await read()
  expect(linkIn(now, 'notifyParty')?.id).toBe(id)
  expect(namesOf(now)).toEqual({
    ...{ consignee: 'Karachi Trading', clearingAgent: 'Zahid & Co', notifyParty: 'Zahid & Co' },
  })
})

test('a call that is repeated says what the first one filled and still stands', async () => {
  const id = crypto.randomUUID()
  const replies = await Promise.all([post({ id }), post({ id }), post({ id })])
  expect(statusesOf(replies)).toEqual([200, 200, 201])
  for (const { body } of replies)
    expect(body.filled?.map(({ role }) => role).sort()).toEqual(['clearingAgent', 'notifyParty'])
  await expectNoChange(rows, company, async () => {
    expect((await post({ id })).body).toEqual(replies[0].body)
    // Naming the party that has the role already changes nothing and fills nothing.
    expect((await post({ id: crypto.randomUUID() })).body).toMatchObject({ id, filled: [] })
    expectProblem(await post({ id, consigneeId: bank.partyId }), 'already_exists')
  })
  await buildParty(company, job.id, 'notifyParty', clearing.partyId)
  expect((await post({ id })).body.filled?.map(({ role }) => role)).toEqual(['clearingAgent'])
})

test('each role of the contact has its own; a further role asks for them too', async () => {
  const shipper = await company.call<StoredLink>('POST', '/api/shipmentshipper', {
    ...{ shipmentId: job.id, shipperId: trading.partyId, withDefaults: true },
  })
  expect(shipper.body.filled?.map(({ role, partyId }) => [role, partyId])).toEqual([
    ['haulier', clearing.partyId],
  ])
  await buildDefaultParty(company, bank.id, ['customer', 'agent'], bank.partyId)
  const customer = await company.call<StoredLink>('POST', '/api/shipmentparty', {
    ...{ shipmentId: job.id, role: 'customer', partyId: bank.partyId, withDefaults: true },
  })
  expect(customer.body).toMatchObject({
    role: 'customer',
    filled: [{ role: 'agent', partyId: bank.partyId }],
  })
  expect(namesOf(await read())).toEqual({
    ...{ shipper: 'Karachi Trading', haulier: 'Zahid & Co', customer: 'Indus Bank', agent: 'Indus Bank' },
  })
})

test('the carrier that a master gets by default goes to its houses', async () => {
  const line = await buildOrganisation(company, { name: 'Hansa Line' })
  await buildDefaultParty(company, trading.id, ['consignee', 'carrier'], line.partyId)
  const house = await buildJob(company, { masterShipmentId: job.id })
  await post()
  const { body } = await company.call<Job>('GET', `/api/shipment/${house.id}?stakeholder=true`)
  expect(namesOf(body)).toEqual({ carrier: 'Hansa Line' })
})

test('whoever may not change jobs fills none, and an outdated call fills none', async () => {
  const viewer = await buildColleague(product, company, 'viewer')
  await expectNoChange(rows, company, async () => {
    expectProblem(await post({}, viewer), 'not_allowed')
    const outdated = await company.call(
      'POST',
      path,
      { shipmentId: job.id, consigneeId: trading.partyId, withDefaults: true },
      { 'if-match': '"9"' },
    )
    expectProblem(outdated, 'changed_meanwhile')
    expectProblem(await post({ withDefaults: 'yes' }), 'invalid_input', {
      errors: [expect.objectContaining({ path: 'withDefaults' })],
    })
  })
})
