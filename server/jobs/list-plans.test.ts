import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type JobSort, jobSorts } from '#contract/job-columns.ts'
import { seed } from '#testing/seed/seed.ts'
import { sentIn } from '#testing/sent-statements.ts'
import { testProduct } from '#testing/test-company.ts'
import { readJobPage } from './list-records.ts'
import type { JobListOptions } from './list-parameters.ts'

// Not how long a page takes, but what PostgreSQL reads for it: that stays as it is on a slow machine.
const JOBS = 20_000
/** No value has more jobs than that, but those of few values, which are read value by value. */
const LARGEST_TIE = 2700
const PAGE = 50

const { product, rows } = testProduct()
let accountId: string

beforeAll(async () => {
  await seed(product, {
    ...{ jobs: JOBS, email: 'plans@lading.example', password: 'a long enough password', company: 'Harbour' },
    log: () => undefined,
  })
  const [account] = await rows.select<{ id: string }>(`select id from accounts where name = 'Harbour'`)
  accountId = account?.id ?? ''
}, 300_000)

afterEach(() => {
  vi.restoreAllMocks()
})

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Subplan Name'?: string
  Plans?: Node[]
}

/** `counts`: made in order to count what matches. */
type Scan = { node: string; index: string | undefined; visited: number; counts: boolean }

/** Which rows of the jobs are read: every scan that was made of their tables. */
function scansOf(node: Node, counts = false): Scan[] {
  const isCount = counts || node['Subplan Name'] === 'CTE counted'
  const isScan = ['jobs', 'job_index'].includes(node['Relation Name'] ?? '') && node['Actual Loops'] > 0
  const visited = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return [
    ...(isScan ? [{ node: node['Node Type'], index: node['Index Name'], visited, counts: isCount }] : []),
    ...(node.Plans ?? []).flatMap(plan => scansOf(plan, isCount)),
  ]
}

const withDefaults = (options: Partial<JobListOptions>): JobListOptions => ({
  search: null,
  offset: 0,
  limit: PAGE,
  ...options,
})

/** What reading the page has PostgreSQL read, by the very statement and values of the product, in its role. */
async function scansFor(options: Partial<JobListOptions>): Promise<Scan[]> {
  return product.database.asAccount(accountId, null, async ({ db }) => {
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    await readJobPage(db, accountId, withDefaults(options), 'table')
    const asked = sent.mock.calls
      .flatMap(([given]) => sentIn(given))
      .filter(({ text }) => text.startsWith('with state as'))
      .at(-1)
    vi.restoreAllMocks()
    if (!asked) throw new Error('No page was read.')
    const explain = `explain (analyze, timing off, format json) ${asked.text}`
    const explained = await db.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(
      CompiledQuery.raw(explain, [...(asked.values ?? [])]),
    )
    const [plan] = explained.rows[0]?.['QUERY PLAN'] ?? []
    if (!plan) throw new Error('There is no plan.')
    return scansOf(plan.Plan)
  })
}

const sequential = (scans: Scan[]) => scans.filter(({ node }) => node === 'Seq Scan')
const visitedBy = (scans: Scan[]) => scans.reduce((sum, { visited }) => sum + visited, 0)

test.each(jobSorts)('sorted by %s, the first page and the last are read from an index', async sort => {
  for (const offset of [0, JOBS - PAGE]) {
    const scans = await scansFor({ sort, offset })
    expect(sequential(scans)).toEqual([])
    expect(visitedBy(scans), JSON.stringify(scans)).toBeLessThan(LARGEST_TIE)
  }
})

test.each(['-jobId', 'name', '-mbl', 'etd', '-status', '-loadingPort'] satisfies JobSort[])(
  'sorted by %s, a page a quarter before the end is counted from the end',
  async sort => {
    const scans = await scansFor({ sort, offset: (JOBS * 3) / 4 })
    expect(sequential(scans)).toEqual([])
    expect(Math.max(...scans.map(({ visited }) => visited))).toBeLessThan(JOBS / 4 + LARGEST_TIE)
  },
)

const filters: Partial<JobListOptions>[] = [
  { status: [1] },
  { open: 'true' },
  { mode: [2], direction: [1] },
  { etdFrom: '2026-11-01', etdTo: '2026-11-08' },
  { vgmCutOffFrom: '2026-11-01', vgmCutOffTo: '2026-11-08' },
  { search: { texts: ['textiles'] }, status: [3] },
  { overdue: '2026-11-24' },
  { noHouseBl: 'true', open: 'true' },
  { noArrivalNotice: 'true' },
  { noDocument: 'true' },
]

test.each(filters)('what matches %j is counted once while the company’s data stands', async filter => {
  await readPage(filter)
  const again = await scansFor(filter)
  expect(sequential(again)).toEqual([])
  expect(again.filter(({ counts }) => counts)).toEqual([])
  await rows.select(
    `update jobs set customer_instructions = 'Ring twice' where account_id = $1 and job_number = 1`,
    [accountId],
  )
  expect((await scansFor(filter)).filter(({ counts }) => counts)).not.toEqual([])
})

// They have no index: that few jobs match is known only once all are read.
test.each([
  { freeDaysFrom: 7, originalsTo: 3 },
  { placeOfIssue: '%sialkot%' },
  { incotermPlace: '%qasim%' },
  { emptyDepot: '%seaboard%' },
  { containerTerminal: '%kict%' },
  { releaseValidUntilFrom: '2026-12-01', releaseValidUntilTo: '2026-12-08' },
])('what matches %j is counted once, and all jobs are read once at most', async filter => {
  await readPage(filter)
  const again = await scansFor(filter)
  expect(again.filter(({ counts }) => counts)).toEqual([])
  expect(visitedBy(again)).toBeLessThan(2 * JOBS)
})

test.each([
  { container: '%1234565%' },
  { reference: '%4711%' },
  { search: { texts: ['msku 123456-5', 'msku1234565'] } },
  { search: { texts: ['176-1234 5675', '17612345675'] }, sort: 'etd' as const },
])('what %j finds is looked for by the index of the search texts', async filter => {
  expect(sequential(await scansFor(filter))).toEqual([])
})

test('each way to write a number is looked for in the index of the search texts', async () => {
  const lines = await rows.select<{ 'QUERY PLAN': string }>(
    `explain select job_number from job_index where account_id = '${accountId}'
       and (search_text like '%msku 123456-5%' or search_text like '%msku1234565%')`,
  )
  const plan = lines.map(line => line['QUERY PLAN']).join('\n')
  expect(plan).not.toContain('Seq Scan')
  expect(plan.match(/Bitmap Index Scan on job_index_search/g) ?? [], plan).toHaveLength(2)
  const [{ condition } = { condition: '' }] = await rows.select<{ condition: string }>(
    `select holding_any('{%msku 123456-5%,%msku1234565%}') as condition`,
  )
  expect(condition).toBe("(search_text like '%msku 123456-5%' or search_text like '%msku1234565%')")
})

const readPage = (options: Partial<JobListOptions>) =>
  product.database.asAccount(accountId, null, ({ db }) =>
    readJobPage(db, accountId, withDefaults(options), 'table'),
  )

test('matches at the far end of an order are found without reading all jobs row by row', async () => {
  // Jobs in progress leave last.
  const scans = await scansFor({ status: [1], sort: 'etd' })
  expect(sequential(scans)).toEqual([])
  expect(visitedBy(scans)).toBeLessThan(3 * JOBS)
})
