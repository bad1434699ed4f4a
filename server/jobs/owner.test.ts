import { expect, test } from 'vitest'
import type { ApiToken } from '#contract/api-tokens.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { JobTableRow } from '#contract/job-table.ts'
import type { Job } from '#contract/jobs.ts'
import { buildColleague, buildCompany, buildJob, callerWith } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { fewestStatements } from '#testing/statements.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

const ownerOf = ({ id, displayName, email }: (typeof company)['membership']['user']) => ({
  ownerId: id,
  owner: { id, displayName, email },
})
const read = async (id: string) => (await company.call<Job>('GET', `/api/shipment/${id}`)).body
const listed = async (query: string, caller = company) =>
  (await caller.call<JobTableRow[]>('GET', `/api/shipment/table?${query}`)).body.map(({ jobId }) => jobId)

test('a job belongs to whoever makes it, to somebody else, or to nobody', async () => {
  const me = ownerOf(company.membership.user)
  const colleague = await buildColleague(product, company, 'staff')
  const them = ownerOf(colleague.membership.user)
  const mine = await buildJob(company)
  expect(mine).toMatchObject(me)
  expect(await buildJob(colleague)).toMatchObject(them)
  expect(await buildJob(company, { ownerId: null })).toMatchObject({ ownerId: null, owner: null })
  const given = (await company.call<Job>('POST', '/api/shipment', { ownerId: them.ownerId, voyage: '042W' }))
    .body
  expect(given).toMatchObject({ ...them, voyage: '042W' })
  expect(await read(given.id)).toMatchObject({ ...them, voyage: '042W' })
  const body = { id: given.id, OwnerId: null, Voyage: 'LH8400' }
  expect((await company.call<Job>('PUT', '/api/shipment', body)).body).toMatchObject({
    ...{ ownerId: null, owner: null, voyage: 'LH8400', version: 2 },
  })
  await company.call('PUT', '/api/shipment', { id: mine.id, ownerId: them.ownerId })
  expect(await listed('owner=me')).toEqual([])
  expect(await listed('owner=me', colleague)).toEqual([2, 1])
  expect(await listed(`owner=${them.ownerId}&sort=jobId`)).toEqual([1, 2])
  expect(await listed('owner=none&status=1')).toEqual([4, 3])
  expect(await listed('search=lh8400')).toEqual([4])
  expectProblem(await company.call('GET', '/api/shipment/table?owner=anybody'), 'invalid_input')
  // The history names people, and gives the job back to whoever had it.
  const told = await company.call<HistoryEntry[]>('GET', `/api/history?job=${mine.id}`)
  expect(told.body[0]?.changes).toMatchObject([
    { label: 'Owner', oldText: me.owner.displayName, newText: them.owner.displayName, restorable: true },
  ])
})

test('somebody who has left keeps their name on their jobs, and is given no others', async () => {
  const colleague = await buildColleague(product, company, 'staff')
  const { id } = colleague.membership.user
  const theirs = await buildJob(colleague, { name: 'Rice' })
  const other = await buildJob(company)
  await rows.select('update users set deactivated_at = now() where id = $1', [id])
  expect(await read(theirs.id)).toMatchObject(ownerOf(colleague.membership.user))
  expect(
    (await company.call('PUT', '/api/shipment', { id: theirs.id, ownerId: id, name: 'Tea' })).status,
  ).toBe(200)
  const foreign = (await buildCompany(product)).membership.user.id
  await expectNoChange(rows, company, async () => {
    for (const ownerId of [id, foreign, crypto.randomUUID()]) {
      const errors = [{ path: 'ownerId', message: 'There is no such person in your company.' }]
      expectProblem(await company.call('PUT', '/api/shipment', { id: other.id, ownerId }), 'invalid_input', {
        errors,
      })
      expectProblem(await company.call('POST', '/api/shipment', { ownerId }), 'invalid_input', { errors })
    }
  })
})

test('open jobs are those in progress or with no status, and are counted for the tabs', async () => {
  const colleague = await buildColleague(product, company, 'staff')
  for (const statusId of [null, 0, 1, 2, 3]) await buildJob(company, { statusId })
  await buildJob(company, { ownerId: null })
  const counts = async (caller = company) => await caller.call('GET', '/api/shipment/counts')
  expect(await counts()).toMatchObject({ status: 200, body: { all: 6, open: 3, mine: 2, overdue: 0 } })
  expect(await counts(colleague)).toMatchObject({ body: { all: 6, open: 3, mine: 0 } })
  expect(await listed('open=true')).toEqual([6, 3, 1])
  expect(await listed('open=true&owner=me&sort=jobId')).toEqual([1, 3])
  expect(await listed('open=true&owner=me', colleague)).toEqual([])
  expectProblem(await company.call('GET', '/api/shipment/table?open=perhaps'), 'invalid_input')
  // What was counted before is out of date after a change, and the list's own count is the same one.
  await buildJob(colleague)
  await company.call('PUT', '/api/shipment', { id: (await buildJob(company)).id, statusId: 2 })
  expect(await counts()).toMatchObject({ body: { all: 8, open: 4, mine: 2 } })
  expect(await counts(colleague)).toMatchObject({ body: { all: 8, open: 4, mine: 1 } })
  expect((await colleague.call('GET', '/api/shipment/table?open=true&limit=1')).headers).toMatchObject({
    'x-total-count': '4',
  })
  expect(await fewestStatements(product, () => counts())).toHaveLength(1)
  const foreign = await buildCompany(product)
  expect(await counts(foreign)).toMatchObject({ body: { all: 0, open: 0, mine: 0 } })
})

test('what a program makes belongs to the person responsible for it', async () => {
  const made = await company.call<ApiToken & { token: string }>('POST', '/api/apitoken', {
    ...{ name: 'Importer', role: 'staff', expiresOn: null },
  })
  const program = callerWith(product, made.body.token)
  const job = (await program<Job>('POST', '/api/shipment')).body
  expect(job).toMatchObject(ownerOf(company.membership.user))
  expect(await listed('owner=me', { ...company, call: program })).toEqual([1])
  const ownerId = made.body.id
  expectProblem(await company.call('PUT', '/api/shipment', { id: job.id, ownerId }), 'invalid_input')
})
