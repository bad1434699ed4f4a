import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { jobSorts } from '#contract/job-columns.ts'
import type { Job, JobRow } from '#contract/jobs.ts'
import { buildItem } from '#testing/factories.ts'
import { buildCompanies, buildFullJob, buildPorts } from '#testing/job-fixtures.ts'
import { sentIn, type SentStatement } from '#testing/sent-statements.ts'
import { WrittenRecord } from '#server/written-record.ts'
import { testCompany } from '#testing/test-company.ts'
import { openJobReader } from './commands.ts'
import { JobCache } from './page-cache.ts'

// A page is remembered as long as the revision of the company's data is the same: whatever a page shows, finds, sorts
// or counts by must raise it when it changes.
const { product, rows, company } = testCompany()
let owner: pg.Client
let job: Job
let account: string

beforeAll(async () => {
  owner = new pg.Client({ connectionString: product.ownerUrl })
  await owner.connect()
  const companies = await buildCompanies(company, ['Acme'])
  const ports = await buildPorts(company, ['Karachi', 'Rotterdam'])
  const quote = { loadingPortId: ports['Karachi'], dischargePortId: ports['Rotterdam'] }
  job = await buildFullJob(company, { name: 'Cotton', quote }, { consignee: companies['Acme'] })
  account = company.membership.account.id
})
afterAll(() => owner?.end())

/** The statements of these calls that begin so. */
async function statementsOf(paths: readonly string[], beginning: string): Promise<SentStatement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  for (const path of paths) expect((await company.call('GET', path)).status).toBe(200)
  const sent = query.mock.calls.flatMap(([given]) => sentIn(given))
  query.mockRestore()
  return sent.filter(({ text }) => text.trimStart().startsWith(beginning))
}

/** The statements that the list sends for every order, with and without searches and filters. */
function listStatements(): Promise<SentStatement[]> {
  const filters = `status=1&mode=1&loadType=1&quoteType=1&direction=1&party=${job.id}&port=${job.id}&master=${job.id}`
  const orders = jobSorts.filter(sort => !sort.startsWith('-'))
  const queries = [
    ...orders.flatMap(sort => [`sort=${sort}`, `sort=${sort}&search=cotton`]),
    'search=cotton',
    'offset=1',
    'search=cotton&offset=500',
    'search=1',
    'noHouseBl=true&noArrivalNotice=true&noDocument=true',
    'overdue=true&etd=before-today',
    `${filters}&etdFrom=2026-01-01&etdTo=2026-02-01&etaFrom=2026-01-01&etaTo=2026-02-01`,
  ]
  return statementsOf(
    ['/api/shipment', '/api/shipment/table'].flatMap(path => queries.map(one => `${path}?${one}`)),
    'with ',
  )
}

type Plan = { 'Relation Name'?: string; Plans?: Plan[] }
const tablesIn = ({ 'Relation Name': table, Plans = [] }: Plan): string[] => [
  ...(table ? [table] : []),
  ...Plans.flatMap(tablesIn),
]

/** The tables that a statement reads, in its plan and in the functions that it calls. */
async function tablesRead({ text, values }: SentStatement): Promise<string[]> {
  const { rows: explained } = await owner.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (format json) ${text}`,
    [...values],
  )
  const { rows: inFunctions } = await owner.query<{ name: string }>(
    `select distinct c.relname as name
     from pg_proc f join pg_class c
       on c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and f.prosrc ~ ('\\m' || c.relname || '\\M')
     where f.pronamespace = 'public'::regnamespace and $1 ~ ('\\m' || f.proname || '\\M')`,
    [text],
  )
  const inPlan = explained.flatMap(row => row['QUERY PLAN'].flatMap(({ Plan }) => tablesIn(Plan)))
  return [...inPlan, ...inFunctions.map(({ name }) => name)]
}

/** The tables of which a change of some kind does not raise the revision. */
async function tablesWithoutTrigger(tables: readonly string[]): Promise<string[]> {
  // The bits of tgtype: 1 for each row, 2 before it, 4 insert, 8 delete, 16 update.
  const { rows: missing } = await owner.query<{ name: string }>(
    `select name from unnest($1::text[]) name
     where 28 is distinct from (
       select bit_or(tgtype & 28) from pg_trigger
       where tgrelid = name::regclass and tgfoid = 'raise_revision'::regproc and tgenabled = 'O'
         and tgtype & 3 = 1 and tgattr = '')
     order by name`,
    [tables],
  )
  return missing.map(({ name }) => name)
}

test('every table that a statement of the list reads raises the revision when it changes', async () => {
  const statements = await listStatements()
  expect(new Set(statements.map(({ text }) => text)).size).toBeGreaterThan(jobSorts.length)
  const read = new Set<string>()
  for (const statement of new Map(statements.map(one => [one.text, one])).values())
    for (const table of await tablesRead(statement)) read.add(table)
  read.delete('account_revisions')
  expect([...read].sort()).toEqual([
    'accounts',
    'contact_merges',
    'containers',
    'documents',
    'items',
    'job_index',
    'job_parties',
    'job_references',
    'jobs',
    'organisations',
    'parties',
    'ports',
    'reference_kinds',
    'users',
  ])
  expect(await tablesWithoutTrigger([...read])).toEqual([])
  await owner.query('begin')
  await owner.query('drop trigger revision_on_delete on ports')
  await owner.query('alter table parties disable trigger revision_on_write')
  expect(await tablesWithoutTrigger([...read])).toEqual(['parties', 'ports'])
  await owner.query('rollback')
})

test('every table that the statement of a whole job reads raises it too', async () => {
  const paths = ['true', 'false'].map(whole => `/api/shipment/${job.id}?stakeholder=${whole}`)
  const read = new Set(
    (await Promise.all((await statementsOf(paths, 'select state.revision')).map(tablesRead))).flat(),
  )
  read.delete('account_revisions')
  expect([...read].sort()).toEqual([
    'contacts',
    'documents',
    'items',
    'job_parties',
    'jobs',
    'organisations',
    'parties',
    'ports',
    'users',
  ])
  expect(await tablesWithoutTrigger([...read])).toEqual([])
})

const revision = async (of = account) => {
  const [found] = await rows.select<{ revision: string; slots: number }>(
    `select coalesce(sum(value), 0)::text as revision, count(*)::int as slots
     from account_revisions where account_id = $1`,
    [of],
  )
  return found ?? { revision: '', slots: 0 }
}

/** Reads again after each of these changes of the company's data, which nothing but what was read can tell. */
async function expectEachShown(read: () => Promise<string>, changes: readonly string[]) {
  for (const change of changes) {
    const before = await read()
    expect(await read()).toBe(before)
    await owner.query(change, [account])
    expect(await read(), change).not.toBe(before)
  }
}

/** Remembers every job as it never was. */
class WrongCache extends JobCache {
  override get() {
    return { revision: 'outdated', job: new WrittenRecord('{}', 0) }
  }
}

test('a job is read for the call that found it outdated, whatever others remember meanwhile', async () => {
  const [person] = await rows.select<{ subject: string }>(`select subject from memberships`)
  const answer = openJobReader(new WrongCache())
  for (const call of [{}, {}]) {
    const read = await product.database.asUser(person?.subject ?? '', session =>
      answer(session, job.id, false, call),
    )
    expect(JSON.parse(read?.text ?? '{}')).toMatchObject({ id: job.id, name: job.name })
  }
})

test('a change beneath the API shows on the whole job that is read next', async () => {
  await buildItem(company, job.id, { name: 'Bales' })
  const read = async () =>
    JSON.stringify((await company.call('GET', `/api/shipment/${job.id}?stakeholder=true`)).body)
  await expectEachShown(read, [
    `update jobs set customer_instructions = 'By noon' where account_id = $1`,
    `update items set name = 'Bags' where account_id = $1`,
    `delete from items where account_id = $1`,
    `insert into contacts (account_id, id, link_id, organisation_id, city)
     select account_id, gen_random_uuid(), gen_random_uuid(), id, 'Lahore' from organisations where account_id = $1`,
    `update contacts set city = 'Multan' where account_id = $1`,
    `update organisations set name = 'Old ' || name where account_id = $1`,
    `update ports set name = name || ' Quay' where account_id = $1`,
    `update users set display_name = 'Somebody else' where account_id = $1`,
    `delete from job_parties where account_id = $1`,
  ])
  expect((await company.call('GET', `/api/shipment/${crypto.randomUUID()}`)).status).toBe(404)
})

test('a change beneath the API shows on the next page that is read', async () => {
  const companies = await buildCompanies(company, ['Hansa'])
  await buildFullJob(company, { name: 'Silk' }, { consignee: companies['Hansa'] })
  const shown = async () => {
    const full = await company.call<JobRow[]>('GET', '/api/shipment')
    const table = await company.call('GET', '/api/shipment/table')
    return JSON.stringify([full.headers['x-total-count'], full.body, table.body])
  }
  await expectEachShown(shown, [
    `update jobs set vessel_name = 'Atlas' where account_id = $1`,
    `update ports set name = name || ' Port' where account_id = $1`,
    `update organisations set name = 'New ' || name where account_id = $1`,
    `update job_parties set role = 'agent' where account_id = $1`,
    `delete from job_parties where account_id = $1`,
    `update accounts set job_count = job_count + 1 where id = $1`,
  ])
})

test('a transaction raises the revision once, of its own company alone, and not where it is undone', async () => {
  const before = await revision()
  await owner.query('begin')
  await owner.query(`update jobs set name = 'One' where account_id = $1`, [account])
  const during = await owner.query(
    `select sum(value)::text as revision from account_revisions where account_id = $1`,
    [account],
  )
  await owner.query(`update jobs set name = 'Two' where account_id = $1`, [account])
  await owner.query(`update accounts set job_count = job_count where id = $1`, [account])
  const after = await owner.query(
    `select sum(value)::text as revision from account_revisions where account_id = $1`,
    [account],
  )
  expect(after.rows).toEqual(during.rows)
  expect(after.rows).not.toEqual([{ revision: before.revision }])
  expect(await revision()).toEqual(before)
  await owner.query('rollback')
  expect(await revision()).toEqual(before)
  // What a savepoint undoes is raised again by what comes after it.
  await owner.query('begin; savepoint one')
  await owner.query(`update jobs set name = 'One' where account_id = $1`, [account])
  await owner.query('rollback to one')
  await owner.query(`update jobs set name = 'Two' where account_id = $1`, [account])
  await owner.query('commit')
  expect((await revision()).revision).not.toBe(before.revision)
})

test('nobody waits to raise it: who finds all values taken adds one, which the next may take', async () => {
  const clients = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const client = new pg.Client({ connectionString: product.ownerUrl })
      await client.connect()
      await client.query(`set statement_timeout = '20s'`)
      return client
    }),
  )
  const ports = clients.map(() => crypto.randomUUID())
  for (const id of ports)
    await owner.query(`insert into ports (account_id, id, name) values ($1, $2, 'Port')`, [account, id])
  const before = await revision()
  const raiseAll = async () => {
    for (const client of clients) await client.query('begin')
    for (const [index, client] of clients.entries())
      await client.query(`update ports set name = 'Other' where id = $1`, [ports[index]])
    expect(await revision()).toEqual(before)
    for (const client of clients) await client.query('commit')
  }
  await raiseAll()
  const after = await revision()
  expect(after.slots).toBe(Math.max(before.slots, clients.length))
  expect(BigInt(after.revision)).toBeGreaterThan(BigInt(before.revision))
  await Promise.all(
    clients.map(client => client.query(`update ports set name = 'Third' where id = $1`, [ports[0]])),
  )
  expect((await revision()).slots).toBe(after.slots)
  await Promise.all(clients.map(client => client.end()))
})
