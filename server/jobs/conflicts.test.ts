import { beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { buildCompany, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import { expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company)
})

const save = (body: object, version?: number | string) =>
  company.call<Job>(
    'PUT',
    '/api/shipment',
    { id: job.id, ...body },
    version === undefined ? {} : { 'if-match': typeof version === 'number' ? `"${version}"` : version },
  )
const read = async () => (await company.call<Job>('GET', `/api/shipment/${job.id}?stakeholder=true`)).body
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string

describe('a save of a version that somebody changed meanwhile', () => {
  test('is refused with what stands and what changed by whom, field by field', async () => {
    const by = 'Amina Qureshi'
    const first = await buildOrganisation(company)
    const second = await buildOrganisation(company)
    await save({ name: 'Two', quote: { commodity: 'Rice' } }, 1)
    await buildParty(company, job.id, 'consignee', first.partyId)
    await save(
      { etd: '2026-12-03', grossWeight: 12.5, shipmentConsignees: [{ consigneeId: second.partyId }] },
      3,
    )
    await save({ shipmentConsignees: [], name: null }, 4)
    const changes = [
      { field: 'name', old: null, new: 'Two', by, at },
      { field: 'quote.commodity', old: null, new: 'Rice', by, at },
      { field: 'shipmentConsignees', old: null, new: first.partyId, by, at },
      { field: 'shipmentConsignees', old: first.partyId, new: second.partyId, by, at },
      { field: 'etd', old: null, new: '2026-12-03', by, at },
      { field: 'grossWeight', old: null, new: 12.5, by, at },
      { field: 'shipmentConsignees', old: second.partyId, new: null, by, at },
      { field: 'name', old: 'Two', new: null, by, at },
    ]
    await expectNoChange(rows, company, async () => {
      const current = await read()
      expect(current.version).toBe(5)
      for (const [version, since] of [
        [1, 0],
        [2, 2],
        [3, 3],
        [4, 6],
      ] as const)
        expectProblem(await save({ name: 'Mine' }, version), 'changed_meanwhile', {
          current,
          changes: changes.slice(since),
        })
      expectProblem(await save({ name: 'Mine' }, 6), 'changed_meanwhile', { current, changes: [] })
    })
    expect((await save({ name: 'Mine' }, 5)).status).toBe(200)
  })

  test('names the colleague who changed it', async () => {
    await rows.select(`update users set display_name = 'Bilal Khan' where account_id = $1`, [
      company.membership.account.id,
    ])
    await save({ name: 'Two' })
    const { body } = await save({ name: 'Mine' }, 1)
    expect(body).toMatchObject({ changes: [{ field: 'name', old: null, new: 'Two', by: 'Bilal Khan' }] })
  })

  test('is refused too when it is a party that is added or taken off', async () => {
    const { partyId } = await buildOrganisation(company)
    const link = await buildParty(company, job.id, 'agent', partyId)
    await expectNoChange(rows, company, async () => {
      const current = await read()
      const changes = [{ field: 'shipmentAgents', old: null, new: partyId, by: 'Amina Qureshi', at }]
      const outdated = { 'if-match': '"1"' }
      const added = await company.call(
        'POST',
        '/api/shipmentcarrier',
        { shipmentId: job.id, carrierId: partyId },
        outdated,
      )
      expectProblem(added, 'changed_meanwhile', { current, changes })
      const removed = await company.call('DELETE', `/api/shipmentagent/${link.id}`, undefined, outdated)
      expectProblem(removed, 'changed_meanwhile', { current, changes })
    })
  })
})

test('of two saves of one version at once, one wins', async () => {
  for (let round = 1; round <= 5; round += 1) {
    const replies = await Promise.all(['One', 'Two', 'Three'].map(name => save({ name }, round)))
    expect(statusesOf(replies)).toEqual([200, 412, 412])
    const won = replies.find(reply => reply.status === 200)
    expect(await read()).toMatchObject({ name: won?.body.name, version: round + 1 })
  }
})

test('changes that stand beside each other in one moment are told apart by version', async () => {
  // The second save begins first and waits for the first, so its transaction bears the earlier time.
  const [one, two] = [await buildOrganisation(company), await buildOrganisation(company)]
  for (let round = 0; round < 5; round += 1) {
    const { version } = await read()
    await Promise.all([
      save({ name: `Round ${round}`, shipmentAgents: [{ agentId: one.partyId }] }),
      save({ igm: `Round ${round}`, shipmentAgents: [{ agentId: two.partyId }] }),
    ])
    const { body } = await save({}, version + 1)
    const { changes = [] } = body as unknown as { changes?: { field: string; new: unknown }[] }
    const last = await read()
    const lastParty = last.shipmentAgents[0]?.agentId
    const lastField = lastParty === one.partyId ? 'name' : 'igm'
    expect(changes.map(change => [change.field, change.new])).toEqual([
      ['shipmentAgents', lastParty],
      [lastField, `Round ${round}`],
    ])
  }
})

test('If-Match: * and none save over any version; a weak tag counts as the strong one', async () => {
  await save({ name: 'Two' })
  expect((await save({ name: 'Three' }, '*')).body.version).toBe(3)
  expect((await save({ name: 'Four' })).body.version).toBe(4)
  expect((await save({ name: 'Five' }, 'W/"4"')).body.version).toBe(5)
})

test('an If-Match that is no version is refused', async () => {
  await expectNoChange(rows, company, async () => {
    for (const tag of ['1', '"one"', '"1" "2"', '"1", "2"', '"-1"', '"1.0"', '""', '"99999999999999999"'])
      expectProblem(await save({ name: 'x' }, tag), 'invalid_input', {
        errors: [{ path: 'If-Match', message: expect.any(String) as string }],
      })
  })
})

describe('a master and its houses', () => {
  const name = (id: string, masterShipmentId: string | null) =>
    company.call<Job>('PUT', '/api/shipment', { id, masterShipmentId })

  test('show each other', async () => {
    const master = await buildJob(company, { name: 'Consolidation' })
    const reply = await name(job.id, master.id.toUpperCase())
    expect(reply.body).toEqual({
      ...job,
      masterShipmentId: master.id,
      master: { id: master.id, jobId: 2, name: 'Consolidation' },
      version: 2,
    })
    const second = await buildJob(company, { name: 'House', masterShipmentId: master.id })
    const { body } = await company.call<Job>('GET', `/api/shipment/${master.id}?stakeholder=true`)
    expect(body).toEqual({
      ...master,
      houses: [
        { id: job.id, jobId: 1, name: null, differs: [] },
        { id: second.id, jobId: 3, name: 'House', differs: [] },
      ],
    })
    expect((await name(job.id, null)).body).toEqual({ ...job, version: 3 })
  })

  test('never stand in a chain or a circle', async () => {
    const [second, third] = [await buildJob(company), await buildJob(company)]
    await name(second.id, job.id)
    const isHouse = 'Job 2 is itself a house of job 1.'
    const isMaster = 'It is a master job itself: job 2 is its house.'
    await expectNoChange(rows, company, async () => {
      for (const [house, master, message] of [
        [job.id, job.id, 'A job cannot be its own master.'],
        [job.id, second.id, isHouse],
        [third.id, second.id, isHouse],
        [job.id, third.id, isMaster],
      ] as const)
        expectProblem(await name(house, master), 'invalid_input', {
          detail: `masterShipmentId: ${message}`,
          errors: [{ path: 'masterShipmentId', message }],
        })
      expectProblem(
        await company.call('POST', '/api/shipment', { masterShipmentId: second.id }),
        'invalid_input',
        {
          detail: `masterShipmentId: ${isHouse}`,
          errors: [{ path: 'masterShipmentId', message: isHouse }],
        },
      )
    })
  })

  test('of a chain from before this rule stay, and are saved', async () => {
    const [second, third] = [await buildJob(company), await buildJob(company)]
    await name(second.id, job.id)
    await rows.select(`update jobs set master_job_id = '${second.id}' where id = '${third.id}'`)
    const { body } = await company.call<Job>('GET', `/api/shipment/${third.id}`)
    expect(body.masterShipmentId).toBe(second.id)
    for (const same of [{}, { masterShipmentId: second.id }]) {
      const saved = await company.call<Job>('PUT', '/api/shipment', { id: third.id, name: 'Wool', ...same })
      expect(saved.body).toMatchObject({ name: 'Wool', masterShipmentId: second.id })
    }
    expect((await name(third.id, job.id)).body.masterShipmentId).toBe(job.id)
  })

  test('never stand in a chain, not even when each names the next at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, two, three] = [await buildJob(company), await buildJob(company), await buildJob(company)]
      const replies = await Promise.all([
        name(one.id, two.id),
        name(two.id, three.id),
        name(three.id, one.id),
      ])
      expect(statusesOf(replies)).toEqual([200, 400, 400])
    }
  })

  test('are of one company', async () => {
    const foreign = await buildJob(await buildCompany(product))
    const missing = await name(job.id, crypto.randomUUID())
    expectProblem(missing, 'invalid_input')
    expect((await name(job.id, foreign.id)).body).toEqual(missing.body)
  })
})
