import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Job, JobRow } from '#contract/jobs.ts'
import { buildJob, buildOrganisation, buildParty } from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'

// What the list searches by is kept beside the jobs: it must hold when saves meet.
const { product, rows, company } = companyPerTest()
let other: pg.Client
let job: Job
let acme: { id: string; partyId: string }

beforeAll(async () => {
  other = new pg.Client({ connectionString: product.ownerUrl })
  await other.connect()
})
afterAll(async () => {
  await other?.end()
})
beforeEach(async () => {
  job = await buildJob(company, { name: 'Job' })
  acme = await buildOrganisation(company, { name: 'Acme' })
})

const found = async (text: string) =>
  (await company.call<JobRow[]>('GET', `/api/shipment?search=${text}`)).body.map(row => row.name)

/** Until the call waits for what the other connection has locked, or is done without waiting. */
async function untilHeldUp(calling: Promise<unknown>): Promise<void> {
  let isDone = false
  void calling.finally(() => (isDone = true))
  const waiting = () =>
    rows.select(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  await expect.poll(async () => isDone || (await waiting()).length > 0).toBe(true)
}

/** Renames the company while `call` is under way, and commits only when the two have met. */
async function renameDuring<Result>(call: () => Promise<Result>): Promise<Result> {
  await other.query('begin')
  await other.query(`update organisations set name = 'Zenith' where id = $1`, [acme.id])
  const calling = call()
  await untilHeldUp(calling)
  await other.query('commit')
  return calling
}

test('a job saved while its company is renamed is found by the new name', async () => {
  await buildParty(company, job.id, 'agent', acme.partyId)
  const reply = await renameDuring(() => company.call('PUT', '/api/shipment', { id: job.id, name: 'Saved' }))
  expect(reply.status).toBe(200)
  expect([await found('zenith'), await found('acme'), await found('saved')]).toEqual([
    ['Saved'],
    [],
    ['Saved'],
  ])
})

test('a company put on a job while it is renamed is found by the new name', async () => {
  const body = { shipmentId: job.id, agentId: acme.partyId }
  const reply = await renameDuring(() => company.call('POST', '/api/shipmentagent', body))
  expect(reply.status).toBe(201)
  expect([await found('zenith'), await found('acme')]).toEqual([['Job'], []])
})

test('a company renamed while it is put on a job is found by the new name', async () => {
  await other.query('begin')
  await other.query(
    `insert into job_parties (account_id, id, job_id, role, party_id)
     select account_id, gen_random_uuid(), $1, 'agent', id from parties where id = $2`,
    [job.id, acme.partyId],
  )
  const renaming = company.call('PUT', '/api/organisation', { id: acme.id, name: 'Zenith' })
  await untilHeldUp(renaming)
  await other.query('commit')
  expect((await renaming).status).toBe(200)
  expect([await found('zenith'), await found('acme')]).toEqual([['Job'], []])
})

test('two companies of one job renamed at once are both found by their new names', async () => {
  const hansa = await buildOrganisation(company, { name: 'Hansa' })
  await buildParty(company, job.id, 'agent', acme.partyId)
  await buildParty(company, job.id, 'carrier', hansa.partyId)
  const reply = await renameDuring(() =>
    company.call('PUT', '/api/organisation', { id: hansa.id, name: 'Nordic' }),
  )
  expect(reply.status).toBe(200)
  expect([await found('zenith'), await found('nordic')]).toEqual([['Job'], ['Job']])
  expect([await found('acme'), await found('hansa')]).toEqual([[], []])
})
