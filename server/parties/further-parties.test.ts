import { beforeEach, describe, expect, test } from 'vitest'
import type { Job, JobRow } from '#contract/jobs.ts'
import type { JobTableRow } from '#contract/job-table.ts'
import type { Organisation } from '#contract/organisations.ts'
import { furtherRoles, type StoredFurtherLink } from '#contract/parties.ts'
import { buildCompany, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import { badIds, expectFieldsRefused, expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
const path = '/api/shipmentparty'
let job: Job
let bank: Organisation & { partyId: string }

beforeEach(async () => {
  job = await buildJob(company)
  bank = await buildOrganisation(company, { name: 'Bank of Bremen' })
})

const post = (body: object | string, headers?: Record<string, string>) =>
  company.call<StoredFurtherLink>('POST', path, body, headers)
const read = async () => (await company.call<Job>('GET', `/api/shipment/${job.id}?stakeholder=true`)).body
const put = (body: object) => company.call<Job>('PUT', '/api/shipment', { id: job.id, ...body })
const rolesOf = ({ shipmentParties }: Job) => shipmentParties.map(({ role, partyId }) => [role, partyId])

describe.each(furtherRoles)('the %s', role => {
  test('is put on a job, and taken off', async () => {
    const { partyId, ...organisation } = bank
    const id = crypto.randomUUID()
    const reply = await post({ id, shipmentId: job.id, role, partyId })
    const party = { id: partyId, relatedId: organisation.id, organisation }
    const link = { id, shipmentId: job.id, role, partyId, party }
    expect(reply.body).toEqual({ ...link, shipmentVersion: 2 })
    expect(reply).toMatchObject({ status: 201, headers: { etag: '"2"' } })
    expect(await read()).toEqual({ ...job, shipmentParties: [link], version: 2 })

    expectProblem(await company.call('DELETE', `/api/shipmentconsignee/${id}`), 'not_found')
    const removed = await company.call('DELETE', `${path}/${id}`)
    expect(removed.body).toEqual({ id, shipmentId: job.id, shipmentVersion: 3 })
    expect(removed).toMatchObject({ status: 200, headers: { etag: '"3"' } })
    expect(await read()).toEqual({ ...job, version: 3 })
    expectProblem(await company.call('DELETE', `${path}/${id}`), 'not_found')
  })
})

test('a link of a role that has a list is not removed by this call', async () => {
  const { id } = await buildParty(company, job.id, 'consignee', bank.partyId)
  await expectNoChange(rows, company, async () => {
    expectProblem(await company.call('DELETE', `${path}/${id}`), 'not_found')
  })
})

test('a role has one party: another replaces it, the same one and a repeated call change nothing', async () => {
  const other = await buildOrganisation(company)
  const body = { id: crypto.randomUUID(), shipmentId: job.id, role: 'customer', partyId: bank.partyId }
  expect(statusesOf(await Promise.all([post(body), post(body), post(body)]))).toEqual([200, 200, 201])
  await expectNoChange(rows, company, async () => {
    expect(await post({ ...body, id: crypto.randomUUID() })).toMatchObject({ status: 200, body })
    expectProblem(await post({ ...body, partyId: other.partyId }), 'already_exists')
    expectProblem(await post({ ...body, role: 'haulier' }), 'already_exists')
  })
  const replaced = await post({ shipmentId: job.id, role: 'customer', party: { id: other.partyId } })
  expect(replaced).toMatchObject({ status: 201, body: { partyId: other.partyId, shipmentVersion: 3 } })
  expect(rolesOf(await read())).toEqual([['customer', other.partyId]])
})

test('a save names the roles that it changes, and leaves the others', async () => {
  const { partyId } = bank
  const first = await put({
    shipmentParties: [
      { role: 'warehouse', partyId },
      { role: 'notifyParty', partyId },
    ],
  })
  expect(first.status).toBe(200)
  expect(rolesOf(first.body)).toEqual([
    ['notifyParty', partyId],
    ['warehouse', partyId],
  ])
  const second = await put({
    shipmentParties: [
      { role: 'notifyParty', partyId: null },
      { role: 'haulier', partyId },
    ],
  })
  expect(rolesOf(second.body)).toEqual([
    ['haulier', partyId],
    ['warehouse', partyId],
  ])
  await expectNoChange(rows, company, async () => {
    for (const [shipmentParties, at] of [
      [[{ role: 'haulier', partyId: crypto.randomUUID() }], 'shipmentParties.0.partyId'],
      [[{ role: 'customer' }], 'shipmentParties.0.partyId'],
      [[{ role: 'consignee', partyId }], 'shipmentParties.0.role'],
      [
        [
          { role: 'customer', partyId },
          { role: 'customer', partyId },
        ],
        'shipmentParties',
      ],
    ] as const)
      expectProblem(await put({ shipmentParties }), 'invalid_input', {
        errors: [expect.objectContaining({ path: at })],
      })
  })
  // What was read may be sent back.
  const { version: _, ...whole } = second.body
  const { partyId: consigneeId } = await buildOrganisation(company)
  const back = await put({ ...whole, shipmentConsignees: [{ consigneeId }] })
  expect(rolesOf(back.body)).toEqual(rolesOf(second.body))
})

test('a job is made with its further parties; the same call again answers it', async () => {
  const { partyId } = bank
  const body = {
    id: crypto.randomUUID(),
    shipmentParties: [
      { role: 'customer', partyId },
      { role: 'notifyParty', party: { id: partyId } },
    ],
  }
  const made = await company.call<Job>('POST', '/api/shipment', body)
  expect(made.status).toBe(201)
  expect(rolesOf(made.body)).toEqual([
    ['notifyParty', partyId],
    ['customer', partyId],
  ])
  const again = await company.call<Job>('POST', '/api/shipment', body)
  expect([again.status, again.body]).toEqual([200, made.body])
  const other = { ...body, shipmentParties: [{ role: 'customer', partyId }] }
  expectProblem(await company.call('POST', '/api/shipment', other), 'already_exists')
})

test('the list of jobs stays as it is; the table names who has a further role', async () => {
  const before = (await company.call<JobRow[]>('GET', '/api/shipment')).body
  await buildParty(company, job.id, 'notifyParty', bank.partyId)
  const listed = await company.call<JobRow[]>('GET', '/api/shipment')
  expect(listed.body).toEqual(before.map(row => ({ ...row, version: 2 })))
  const found = await company.call<JobRow[]>('GET', `/api/shipment?party=${bank.partyId}`)
  expect(found.body).toEqual(listed.body)
  expect((await company.call<JobRow[]>('GET', '/api/shipment?search=bremen')).body).toEqual(listed.body)
  const { body } = await company.call<JobTableRow[]>('GET', '/api/shipment/table')
  expect(body.map(({ parties }) => parties)).toEqual([{ notifyParty: 'Bank of Bremen' }])
})

test('the contact knows its roles, its jobs and its finances; a copy of the job has the parties', async () => {
  await buildParty(company, job.id, 'secondNotifyParty', bank.partyId)
  await buildParty(company, job.id, 'customer', bank.partyId)
  const contacts = await company.call<{ name: string; roles: string[]; openJobs: number }[]>(
    'GET',
    '/api/organisation',
  )
  expect(contacts.body).toEqual([
    expect.objectContaining({ roles: ['secondNotifyParty', 'customer'], openJobs: 1 }),
  ])
  const jobs = await company.call<{ id: string; roles: string[] }[]>(
    'GET',
    `/api/organisation/${bank.id}/jobs`,
  )
  expect(jobs.body).toEqual([
    expect.objectContaining({ id: job.id, roles: ['secondNotifyParty', 'customer'] }),
  ])
  const finances = await company.call<object[]>('GET', `/api/finance/getpartyfinances/${bank.partyId}`)
  expect(finances.body).toEqual([expect.objectContaining({ id: job.quote.financeId })])
  const copyId = crypto.randomUUID()
  const copied = await company.call('POST', `/api/shipment/${job.id}/copy`, {
    ids: [copyId],
    parts: ['parties'],
  })
  expect(copied.status).toBe(201)
  const copy = await company.call<Job>('GET', `/api/shipment/${copyId}?stakeholder=true`)
  expect(rolesOf(copy.body)).toEqual(rolesOf(await read()))
})

test('the id of a party leads to its contact, which a filter names; another company’s to none', async () => {
  const { partyId, ...organisation } = bank
  expect((await company.call('GET', `/api/organisation/${partyId}`)).body).toEqual(organisation)
  const stranger = await buildCompany(product)
  const theirs = await stranger.call('GET', `/api/organisation/${partyId}`)
  expectProblem(theirs, 'not_found')
  expect(theirs.body).toEqual((await stranger.call('GET', `/api/organisation/${crypto.randomUUID()}`)).body)
})

test('the history tells who came and went, and gives the role back', async () => {
  const { id } = await buildParty(company, job.id, 'haulier', bank.partyId)
  await company.call('DELETE', `${path}/${id}`)
  const { body: entries } = await company.call<{ id: number; text: string }[]>(
    'GET',
    `/api/history?job=${job.id}`,
  )
  const [removed] = entries
  expect(removed).toMatchObject({
    changes: [{ field: 'shipmentParties.haulier', label: 'Haulier', oldText: 'Bank of Bremen', newText: '' }],
  })
  const restored = await company.call('POST', '/api/history/restore', {
    entry: removed?.id,
    fields: ['shipmentParties.haulier'],
  })
  expect(restored.status).toBe(200)
  expect(rolesOf(await read())).toEqual([['haulier', bank.partyId]])
})

test('a save of an outdated job says which party changed', async () => {
  await buildParty(company, job.id, 'warehouse', bank.partyId)
  const stale = await company.call('PUT', '/api/shipment', { id: job.id, name: 'X' }, { 'if-match': '"1"' })
  expectProblem(stale, 'changed_meanwhile')
  expect(stale.body).toMatchObject({
    changes: [{ field: 'shipmentParties.warehouse', old: null, new: bank.partyId }],
  })
})

test('what is missing or another company’s is refused in the same words', async () => {
  const stranger = await buildCompany(product)
  const theirs = await buildJob(stranger)
  const { partyId: theirParty } = await buildOrganisation(stranger)
  const theirLink = await buildParty(stranger, theirs.id, 'customer', theirParty)
  const missing = crypto.randomUUID()
  const role = 'customer'
  await expectNoChange(rows, stranger, () =>
    expectNoChange(rows, company, async () => {
      const noJob = await post({ shipmentId: missing, role, partyId: bank.partyId })
      expectProblem(noJob, 'not_found')
      expect((await post({ shipmentId: theirs.id, role, partyId: bank.partyId })).body).toEqual(noJob.body)
      const noParty = await post({ shipmentId: job.id, role, partyId: missing })
      expectProblem(noParty, 'invalid_input', {
        errors: [{ path: 'partyId', message: 'There is no such party.' }],
      })
      expect((await post({ shipmentId: job.id, role, partyId: theirParty })).body).toEqual(noParty.body)
      const noLink = await company.call('DELETE', `${path}/${missing}`)
      expectProblem(noLink, 'not_found')
      expect((await company.call('DELETE', `${path}/${theirLink.id}`)).body).toEqual(noLink.body)
    }),
  )
})

test('bad input is refused by name and changes nothing', async () => {
  await expectFieldsRefused(rows, company, {
    method: 'POST',
    url: path,
    fields: {
      id: badIds,
      shipmentId: [...badIds, null],
      role: ['consignee', 'text', 1, null],
      partyId: badIds,
      party: ['text', 1, []],
    },
    bodyWith: (field, value) => ({
      shipmentId: job.id,
      role: 'customer',
      partyId: bank.partyId,
      [field]: value,
    }),
  })
  await expectNoChange(rows, company, async () => {
    for (const body of [
      {},
      { shipmentId: job.id, role: 'customer' },
      { role: 'customer', partyId: bank.partyId },
    ])
      expectProblem(await post(body), 'invalid_input')
  })
})
