import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import {
  buildCompany,
  buildItem,
  buildJob,
  type Caller,
  formWithFile,
  newPerson,
} from '#testing/factories.ts'
import { signIn } from '#testing/identity.ts'
import { borrowDatabase } from '#testing/database.ts'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '#testing/pgbouncer.ts'
import { openRows, type Rows } from '#testing/rows.ts'
import { sharedByTests } from '#testing/test-company.ts'
import { openDatabase } from './db.ts'

test('without names the database keeps no statement for the next time', async () => {
  const borrowed = await borrowDatabase()
  for (const [namedStatements, kept] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const database = openDatabase({ url: borrowed.ownerUrl, poolSize: 1, namedStatements })
    await database.transaction(db => sql`select 1 as one`.execute(db))
    const { rows } = await database.pool.connections.query(
      `select 1 from pg_prepared_statements where statement = 'select 1 as one'`,
    )
    expect(rows).toHaveLength(kept)
    await database.close()
  }
  await borrowed.release()
})

const ascending = (left: number, right: number) => left - right

// PgBouncer gives each transaction whichever of two connections is free: what one call leaves on a connection, another
// company's call would meet there.
const behindPgBouncer = () => {
  let pooler: PgBouncer
  const product: TestApp = sharedByTests(() =>
    startTestApp({
      database: {
        through: async url => {
          pooler = await startPgBouncer(url, { connections: 2 })
          return pooler.through(url)
        },
        patience: { connect: 20_000, answer: 20_000 },
        withoutNames: true,
      },
    }),
  )
  let companies: Caller[]
  let rows: Rows
  beforeAll(async () => {
    companies = [await buildCompany(product), await buildCompany(product)]
    rows = await openRows(product)
  })
  afterAll(async () => {
    await rows?.close()
    await pooler?.close()
  })

  const jobOf = (company: Caller, id: string) =>
    company.call<Job>('GET', `/api/shipment/${id}?stakeholder=true`)

  test('companies read and save at once, each its own', async () => {
    const jobs = await Promise.all(
      companies.map(async (company, at) => {
        const job = await buildJob(company, { name: `Job of ${at}` })
        await buildItem(company, job.id, { name: `Item of ${at}` })
        return job
      }),
    )
    await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const at = turn % 2
        const company = companies[at] as Caller
        const { id } = jobs[at] as Job
        const quote = { commodity: `Turn ${turn}` }
        expect((await company.call('PUT', '/api/shipment', { id, quote })).status).toBe(200)
        const { body } = await jobOf(company, id)
        expect([body.name, (body as { items: Item[] }).items.map(({ name }) => name)]).toEqual([
          `Job of ${at}`,
          [`Item of ${at}`],
        ])
        const list = await company.call<Job[]>('GET', '/api/shipment')
        expect(list.body.map(({ name }) => name)).toEqual([`Job of ${at}`])
        expect((await jobOf(company, (jobs[1 - at] as Job).id)).status).toBe(404)
      }),
    )
    const history = await rows.select<{ company: string; by: string }>(
      `select j.name as company, u.display_name as by from history h
       join jobs j on j.id = h.job_id join users u on u.account_id = h.account_id and u.id = h.user_id
       where h.record_type = 'jobs' and h.changes ? 'commodity' group by 1, 2 order by 1`,
    )
    expect(history.map(({ company }) => company)).toEqual(['Job of 0', 'Job of 1'])
  })

  test('job numbers have no gaps, and a job that is made twice is one', async () => {
    const company = await buildCompany(product)
    const id = crypto.randomUUID()
    const made = await Promise.all([
      ...Array.from({ length: 10 }, () => company.call<Job>('POST', '/api/shipment')),
      ...Array.from({ length: 3 }, () => company.call<Job>('POST', '/api/shipment', { id, name: 'Once' })),
    ])
    const numbers = new Set(made.map(({ body }) => body.jobId))
    expect([...numbers].toSorted(ascending)).toEqual(Array.from({ length: 11 }, (_, at) => at + 1))
    expect(
      made
        .slice(10)
        .map(({ status }) => status)
        .toSorted(ascending),
    ).toEqual([200, 200, 201])
  })

  test('of saves at once of one version one is made', async () => {
    const company = companies[0] as Caller
    const job = await buildJob(company)
    const saves = await Promise.all(
      ['one', 'other', 'third'].map(name =>
        company.call<Job>('PUT', '/api/shipment', { id: job.id, name }, { 'if-match': `"${job.version}"` }),
      ),
    )
    expect(saves.map(({ status }) => status).toSorted(ascending)).toEqual([200, 412, 412])
    const { body } = await jobOf(company, job.id)
    expect([body.version, body.name]).toEqual([
      job.version + 1,
      saves.find(({ status }) => status === 200)?.body.name,
    ])
  })

  test('a save that the database refuses leaves nothing behind', async () => {
    const company = companies[1] as Caller
    const job = await buildJob(company, { name: 'Before' })
    const body = { id: job.id, name: 'After', shipmentConsignees: [{ party: { id: crypto.randomUUID() } }] }
    expect((await company.call('PUT', '/api/shipment', body)).status).toBe(400)
    expect((await jobOf(company, job.id)).body.name).toBe('Before')
  })

  test('people sign in, and files are kept', async () => {
    const person = newPerson()
    const company = await buildCompany(product, person)
    expect((await signIn(product.app, person)).accessToken).toBeTypeOf('string')
    const job = await buildJob(company)
    const { payload, headers } = formWithFile({ name: 'a.txt', content: 'x' }, { shipmentId: job.id })
    expect((await company.call('POST', '/api/document', payload, headers)).status).toBe(201)
  })

  test('locks that outlive a transaction are held past the pooler', async () => {
    const { locks, connections } = product.database.pool
    expect(locks.options.connectionString).not.toBe(connections.options.connectionString)
    const held = await locks.connect()
    await held.query('select pg_advisory_lock(4711)')
    const others = () => rows.select(`select pg_try_advisory_lock(4711) as taken`)
    expect(await others()).toEqual([{ taken: false }])
    held.release(true)
    await expect.poll(others).toEqual([{ taken: true }])
  })
}
// Where it is missing its tests are not made, so that none counts as skipped.
if (hasPgBouncer) describe('behind PgBouncer in transaction mode', behindPgBouncer)
