import { beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { listedRoles, partyRoles, partyWire, type StoredLink } from '#contract/parties.ts'
import { buildCompany, buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import { badIds, expectFieldsRefused, expectNoChange, expectProblem, statusesOf } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company)
})

const { path } = partyWire.consignee
const post = (body: object | string, headers?: Record<string, string>) =>
  company.call<StoredLink>('POST', path, body, headers)
const parts = () =>
  rows.select('select id, job_id, role, party_id from job_parties where account_id = $1 order by role', [
    company.membership.account.id,
  ])
const versionOf = async (id: string) => (await company.call<Job>('GET', `/api/shipment/${id}`)).body.version

describe.each(listedRoles)('the %s', role => {
  const { path, field, list } = partyWire[role]

  test('is a draft without a body: new ids, and no row', async () => {
    await expectNoChange(rows, company, async () => {
      const json = { 'content-type': 'application/json' }
      const drafts = [
        await company.call<StoredLink>('POST', path),
        await company.call<StoredLink>('POST', path, '', json),
        await company.call<StoredLink>('POST', path, 'null', json),
      ]
      for (const { status, body } of drafts) {
        expect(status).toBe(200)
        expect(body).toEqual({
          id: body.id,
          shipmentId: null,
          [field]: null,
          party: null,
          shipmentVersion: null,
        })
      }
      expect(new Set(drafts.map(draft => draft.body.id)).size).toBe(3)
    })
  })

  test('is put on a job, and taken off', async () => {
    const { partyId, ...organisation } = await buildOrganisation(company)
    const id = crypto.randomUUID()
    const reply = await company.call<StoredLink>('POST', path, { id, shipmentId: job.id, [field]: partyId })
    const party = { id: partyId, relatedId: organisation.id, organisation }
    const link = { id, shipmentId: job.id, [field]: partyId, party }
    expect(reply.body).toEqual({ ...link, shipmentVersion: 2 })
    expect(reply).toMatchObject({ status: 201, headers: { etag: '"2"' } })
    const loaded = await company.call<Job>('GET', `/api/shipment/${job.id}?stakeholder=true`)
    expect(loaded.body).toEqual({ ...job, [list]: [link], version: 2 })
    expect(await parts()).toEqual([{ id, job_id: job.id, role, party_id: partyId }])

    for (const other of listedRoles.filter(one => one !== role))
      expectProblem(await company.call('DELETE', `${partyWire[other].path}/${id}`), 'not_found')
    const removed = await company.call('DELETE', `${path}/${id.toUpperCase()}`)
    expect(removed.body).toEqual({ id, shipmentId: job.id, shipmentVersion: 3 })
    expect(removed).toMatchObject({ status: 200, headers: { etag: '"3"' } })
    expect(await parts()).toEqual([])
    expectProblem(await company.call('DELETE', `${path}/${id}`), 'not_found')
    expect(await versionOf(job.id)).toBe(3)
  })
})

describe('a role', () => {
  test('has one party: another replaces it, the same one changes nothing', async () => {
    const [first, second] = [await buildOrganisation(company), await buildOrganisation(company)]
    const one = await post({ shipmentId: job.id, consigneeId: first.partyId })
    await expectNoChange(rows, company, async () => {
      const again = await post({ id: crypto.randomUUID(), shipmentId: job.id, consigneeId: first.partyId })
      expect(again).toMatchObject({ status: 200, body: one.body, headers: { etag: '"2"' } })
      expect(again.body).toEqual(one.body)
    })
    const two = await post({ ShipmentId: job.id, Party: { Id: second.partyId, RelatedId: second.id } })
    expect(two).toMatchObject({ status: 201, body: { consigneeId: second.partyId, shipmentVersion: 3 } })
    expect(await parts()).toEqual([
      { id: two.body.id, job_id: job.id, role: 'consignee', party_id: second.partyId },
    ])
  })

  test('has one party when many are chosen at once', async () => {
    const companies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => buildOrganisation(company)))
    const replies = await Promise.all(
      companies.map(({ partyId }) => post({ shipmentId: job.id, consigneeId: partyId })),
    )
    expect(statusesOf(replies)).toEqual([201, 201, 201, 201, 201, 201])
    const last = replies.find(reply => reply.body.shipmentVersion === 7)
    expect(await parts()).toEqual([
      { id: last?.body.id, job_id: job.id, role: 'consignee', party_id: last?.body.consigneeId },
    ])
  })

  test('may be played by the company that plays another', async () => {
    const { partyId } = await buildOrganisation(company)
    for (const role of partyRoles) await buildParty(company, job.id, role, partyId)
    expect((await parts()).map(part => part['party_id'])).toEqual(Array(partyRoles.length).fill(partyId))
  })

  test('can be given back under the same id after it was taken away', async () => {
    const { partyId } = await buildOrganisation(company)
    const body = { id: crypto.randomUUID(), shipmentId: job.id, consigneeId: partyId }
    await post(body)
    await company.call('DELETE', `${path}/${body.id}`)
    expect(await post(body)).toMatchObject({ status: 201, body: { ...body, shipmentVersion: 4 } })
  })
})

test('a repeated call answers the stored link, and 409 when its content differs', async () => {
  const [first, second] = [await buildOrganisation(company), await buildOrganisation(company)]
  const other = await buildJob(company)
  const body = { id: crypto.randomUUID(), shipmentId: job.id, consigneeId: first.partyId }
  const replies = await Promise.all([post(body), post(body), post(body)])
  expect(statusesOf(replies)).toEqual([200, 200, 201])
  await expectNoChange(rows, company, async () => {
    const stored = { id: body.id, jobId: job.id, role: 'consignee', partyId: first.partyId }
    for (const changed of [{ consigneeId: second.partyId }, { shipmentId: other.id }])
      expectProblem(await post({ ...body, ...changed }), 'already_exists', { current: stored })
    const shipper = { id: body.id, shipmentId: job.id, shipperId: first.partyId }
    expectProblem(await company.call('POST', partyWire.shipper.path, shipper), 'already_exists')
  })
})

test('what is missing or another company’s is refused in the same words', async () => {
  const { partyId } = await buildOrganisation(company)
  const stranger = await buildCompany(product)
  const theirs = await buildJob(stranger)
  const { partyId: theirParty } = await buildOrganisation(stranger)
  const theirLink = await buildParty(stranger, theirs.id, 'consignee', theirParty)
  const missing = crypto.randomUUID()
  await expectNoChange(rows, stranger, () =>
    expectNoChange(rows, company, async () => {
      const noJob = await post({ shipmentId: missing, consigneeId: partyId })
      expectProblem(noJob, 'not_found')
      expect((await post({ shipmentId: theirs.id, consigneeId: partyId })).body).toEqual(noJob.body)
      const noParty = await post({ shipmentId: job.id, consigneeId: missing })
      expectProblem(noParty, 'invalid_input', {
        errors: [{ path: 'consigneeId', message: 'There is no such party.' }],
      })
      expect((await post({ shipmentId: job.id, consigneeId: theirParty })).body).toEqual(noParty.body)
      const noLink = await company.call('DELETE', `${path}/${missing}`)
      expectProblem(noLink, 'not_found')
      expect((await company.call('DELETE', `${path}/${theirLink.id}`)).body).toEqual(noLink.body)
    }),
  )
  // The other company's link id is no secret either: it can be used here as if it were free.
  expect((await post({ id: theirLink.id, shipmentId: job.id, consigneeId: partyId })).status).toBe(201)
})

test('bad input is refused by name and changes nothing', async () => {
  const { partyId } = await buildOrganisation(company)
  await expectFieldsRefused(rows, company, {
    method: 'POST',
    url: path,
    fields: {
      id: badIds,
      shipmentId: [...badIds, null],
      consigneeId: badIds,
      shipperId: badIds,
      party: ['text', 1, []],
    },
    bodyWith: (field, value) => ({ shipmentId: job.id, consigneeId: partyId, [field]: value }),
  })
  await expectNoChange(rows, company, async () => {
    for (const body of [
      {},
      { shipmentId: job.id },
      { shipmentId: job.id, shipperId: partyId },
      { consigneeId: partyId },
    ])
      expectProblem(await post(body), 'invalid_input')
    for (const text of ['[]', '1', '"x"'])
      expectProblem(await post(text, { 'content-type': 'application/json' }), 'invalid_input')
    for (const id of ['1', 'abc', `${partyId}0`])
      expectProblem(await company.call('DELETE', `${path}/${id}`), 'invalid_input')
  })
})
