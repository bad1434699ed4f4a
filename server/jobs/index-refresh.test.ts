import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { Port } from '#contract/ports.ts'
import { buildJob, buildOrganisation } from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'

// What the list searches by is refreshed once for each job, however many statements of a transaction touch it.
const { product, company } = companyPerTest()
let owner: pg.Client
let job: Job

beforeAll(async () => {
  owner = new pg.Client({ connectionString: product.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
})
beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton' })
})

const countRefreshes = async (): Promise<number> => {
  const { rows } = await owner.query<{ calls: number }>(
    `select calls::int from pg_stat_xact_user_functions where funcname = 'refresh_job_index'`,
  )
  return rows[0]?.calls ?? 0
}

/** How often the index is refreshed by these statements in one transaction, and what it then finds of the job. */
async function refreshedBy(...statements: string[]): Promise<{ refreshes: number; text: string }> {
  await owner.query('begin')
  try {
    await owner.query(`set local track_functions = 'pl'`)
    // The server adds up a connection's transactions for up to a second.
    const before = await countRefreshes()
    for (const statement of statements) await owner.query(statement)
    await owner.query('set constraints all immediate')
    const { rows } = await owner.query<{ text: string }>(
      'select search_text as text from job_index where job_id = $1',
      [job.id],
    )
    return { refreshes: (await countRefreshes()) - before, text: rows[0]?.text ?? '' }
  } finally {
    await owner.query('commit')
  }
}

const worldPort = async (code: string) =>
  (await company.call<Port[]>('GET', `/api/port/${code}`)).body.find(port => port.code === code) as Port

const naming = (name: string) => `update jobs set name = '${name}' where id = '${job.id}'`
const adding = (role: string, partyId: string) =>
  `insert into job_parties (account_id, id, job_id, role, party_id)
   select account_id, gen_random_uuid(), '${job.id}', '${role}', id from parties where id = '${partyId}'`

test('a transaction that changes a job and its parties refreshes its index once', async () => {
  const [acme, hansa] = [
    await buildOrganisation(company, { name: 'Acme' }),
    await buildOrganisation(company, { name: 'Hansa' }),
  ]
  expect(
    await refreshedBy(
      naming('Silk'),
      adding('consignee', acme.partyId),
      adding('agent', hansa.partyId),
      naming('Wool'),
    ),
  ).toEqual({ refreshes: 1, text: `${job.jobId} wool acme hansa` })
})

test('the index names each port in its place and in the text, also one that stands twice', async () => {
  const ports = [await worldPort('PKKHI'), await worldPort('DEHAM')]
  const [from, to] = ports.map(({ id }) => id)
  await company.call('PUT', '/api/shipment', {
    id: job.id,
    mbl: 'MAEU1',
    vesselName: 'Ever Given',
    quote: { commodity: 'Yarn', loadingPortId: from, viaPortId: to, destinationPortId: to },
  })
  const [karachi, hamburg] = ports.map(({ name }) => String(name).toLowerCase())
  const { rows } = await owner.query(
    `select loading_port, via_port, discharge_port, destination_port, search_text from job_index where job_id = $1`,
    [job.id],
  )
  expect(rows).toEqual([
    {
      loading_port: karachi,
      via_port: hamburg,
      discharge_port: null,
      destination_port: hamburg,
      search_text: `${job.jobId} cotton maeu1 ever given yarn ${karachi} ${hamburg} ${hamburg} `,
    },
  ])
})

test('a save of nothing that is searched for leaves the index alone', async () => {
  expect(await refreshedBy(`update jobs set eta = '2026-12-03', version = 2 where id = '${job.id}'`)).toEqual(
    {
      refreshes: 0,
      text: `${job.jobId} cotton `,
    },
  )
})

test('what changes after the index was refreshed is refreshed again', async () => {
  expect(
    await refreshedBy(naming('Silk'), 'set constraints all immediate', naming('Wool'), naming('Jute')),
  ).toEqual({ refreshes: 3, text: `${job.jobId} jute ` })
})

test('what a savepoint undoes is not in the index', async () => {
  expect(
    await refreshedBy(
      naming('Silk'),
      'savepoint before_wool',
      naming('Wool'),
      'rollback to savepoint before_wool',
    ),
  ).toEqual({ refreshes: 1, text: `${job.jobId} silk ` })
})

test('a transaction of many jobs, one by one, has all of them in the index', async () => {
  const others = [job]
  for (let count = 0; count < 3; count++) others.push(await buildJob(company))
  await owner.query(
    `insert into finances (account_id, id) select account_id, gen_random_uuid()
     from jobs, generate_series(1, 150) where id = $1`,
    [job.id],
  )
  await owner.query(`do $$
    declare one record;
    begin
      for one in select account_id, id, row_number() over () as number from finances f
        where account_id = (select account_id from jobs where id = '${job.id}')
          and not exists (select from jobs j where j.account_id = f.account_id and j.finance_id = f.id)
      loop
        insert into jobs (account_id, id, job_number, name, finance_id)
        values (one.account_id, gen_random_uuid(), 1000 + one.number, 'Bulk', one.id);
      end loop;
      update jobs set name = 'All' where job_number > 1000
        and account_id = (select account_id from jobs where id = '${job.id}');
    end $$`)
  const { rows } = await owner.query<{ text: string; jobs: number }>(
    `select i.name as text, count(*)::int as jobs from job_index i
     where account_id = (select account_id from jobs where id = $1) group by 1 order by 1`,
    [job.id],
  )
  expect(rows).toEqual([
    { text: 'all', jobs: 150 },
    { text: 'cotton', jobs: 1 },
    { text: null, jobs: 3 },
  ])
})
