import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import type { JobRow } from '#contract/jobs.ts'
import { buildCompany } from '#testing/factories.ts'
import { insertJobs } from '#testing/job-fixtures.ts'
import { sentIn } from '#testing/sent-statements.ts'
import { testCompany } from '#testing/test-company.ts'

// The list decides by the number of matches how to find them: both ways must answer the same.

const JOBS = 3500
const RARE = 5

const { product, rows, company } = testCompany()

beforeAll(async () => {
  const stranger = await buildCompany(product)
  await insertJobs(rows, company.membership.account.id, JOBS)
  await insertJobs(rows, stranger.membership.account.id, 1000)
  await rows.select('vacuum analyze')
})

const list = (query: string) => company.call<JobRow[]>('GET', `/api/shipment?${query}`)

/** How often the named indexes were read while `work` ran, as PostgreSQL counts it. */
async function indexReads(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () => {
    const clients = await Promise.all(
      Array.from({ length: 4 }, () => product.database.pool.connections.connect()),
    )
    for (const client of clients) {
      await client.query('select pg_stat_force_next_flush()')
      client.release()
    }
    const counts = await rows.select<{ name: string; reads: number }>(
      `select indexrelname as name, idx_scan::int as reads from pg_stat_user_indexes where relname in ('jobs', 'job_index')
       union all select 'sequential', sum(seq_scan)::int from pg_stat_user_tables
         where relname in ('jobs', 'job_index')`,
    )
    return Object.fromEntries(counts.map(({ name, reads }) => [name, reads]))
  }
  const before = await read()
  await work()
  const after = await read()
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, reads]) =>
      reads > (before[name] ?? 0) ? [[name, reads - (before[name] ?? 0)]] : [],
    ),
  )
}

test('a rare word is found through the trigram index', async () => {
  for (const query of ['search=rare', 'search=rare&sort=name', 'search=rare&status=1&sort=-etd']) {
    const reads = await indexReads(async () => {
      const reply = await list(query)
      expect(reply.body).toHaveLength(RARE)
      expect(reply.headers['x-total-count']).toBe(String(RARE))
    })
    expect(reads['job_index_search'], query).toBeGreaterThan(0)
  }
})

test('the first page comes from the index of the newest, without sorting', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const reads = await indexReads(() => list('limit=50'))
  const said = query.mock.calls
    .flatMap(([given]) => sentIn(given))
    .find(({ text }) => text.startsWith('with'))
  query.mockRestore()
  expect(reads['jobs_account_id_job_number_key']).toBeGreaterThan(0)
  expect(reads['sequential']).toBeUndefined()
  const plan = await rows.select<{ 'QUERY PLAN': string }>(`explain ${said?.text}`, [...(said?.values ?? [])])
  const text = plan.map(line => line['QUERY PLAN']).join('\n')
  expect(text).toContain('jobs_account_id_job_number_key')
  expect(text).not.toMatch(/Seq Scan on (jobs|job_index)/)
})

test('many matches and few give the same kind of list', async () => {
  const numbersOf = (reply: { body: JobRow[] }) => reply.body.map(row => row.jobId)
  const falling = Array.from({ length: JOBS }, (_, index) => JOBS - index)
  const bulk = falling.filter(number => number % 700 !== 0)
  const total = { 'x-total-count': String(bulk.length) }
  for (const query of ['search=bulk', 'search=bulk&sort=-jobId', 'search=bulk&status=1']) {
    const reply = await list(`${query}&limit=20&offset=690`)
    expect(numbersOf(reply)).toEqual(bulk.slice(690, 710))
    expect(reply.headers).toMatchObject(total)
  }
  const rising = await list('search=bulk&sort=jobId&limit=20')
  expect(numbersOf(rising)).toEqual(bulk.slice(-20).reverse())
  const byName = await list('search=cargo%2027&sort=name&limit=500')
  expect(byName.body.map(row => row.name)).toEqual(
    falling
      .filter(number => String(number).startsWith('27'))
      .map(number => `${number % 700 ? 'Bulk' : 'Rare'} cargo ${number}`)
      .sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)),
  )
  expect((await list('status=0&search=bulk')).body).toEqual([])
})
