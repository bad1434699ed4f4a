import type pg from 'pg'

export type Party = { partyId: string; organisationId: string }

/** What the questions ask for, the same of product and bare server. */
export type Samples = {
  jobIds: string[]
  parties: Party[]
  portIds: string[]
  terms: string[]
}

const COMMON = [
  ...['hamburg', 'Karachi', 'cotton yarn', 'Shanghai', 'steel'],
  ...['Mombasa', 'green tea', 'tiles', 'Antwerp', 'Sydney'],
]

/** In an order that is the same in each run, and no other question's. */
const of = (owner: pg.Client, accountId: string) => async (text: string) =>
  (await owner.query<{ value: string }>(text, [accountId])).rows.map(({ value }) => value)

/** 2,000 jobs, 1,000 companies, all ports, and 70 texts to search for: numbers of bills, companies, common words. */
export async function readSamples(owner: pg.Client, accountId: string): Promise<Samples> {
  const read = of(owner, accountId)
  const { rows: parties } = await owner.query<Party>(
    `select id as "partyId", organisation_id as "organisationId" from parties where account_id = $1
     order by md5(id::text) limit 1000`,
    [accountId],
  )
  const jobsBy = (column: string, length: number) =>
    read(
      `select left(${column}, ${length}) as value from jobs where account_id = $1 order by md5(${column}) limit 20`,
    )
  return {
    jobIds: await read(
      'select id as value from jobs where account_id = $1 order by md5(id::text) limit 2000',
    ),
    parties,
    portIds: await read('select id as value from ports where account_id = $1 order by id'),
    terms: [
      ...(await jobsBy('master_bl', 9)),
      ...(await jobsBy('house_bl', 7)),
      ...(await read(
        `select split_part(name, ' ', 1) || ' ' || split_part(name, ' ', 2) as value from organisations
         where account_id = $1 order by md5(name) limit 20`,
      )),
      ...COMMON,
    ],
  }
}

/** The company of the person who signs in with this address. */
export async function accountOf(owner: pg.Client, email: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    'select account_id as id from users where lower(email) = lower($1)',
    [email],
  )
  const [account] = rows
  if (!account) throw new Error(`${email} belongs to no company.`)
  return account.id
}

export async function lastJobNumber(owner: pg.Client, accountId: string): Promise<number> {
  const { rows } = await owner.query<{ last: number | null }>(
    'select max(job_number)::int as last from jobs where account_id = $1',
    [accountId],
  )
  return rows[0]?.last ?? 0
}

/**
 * Removes the jobs that a question made, with all that was kept of them, on both sides: whoever lists jobs next would
 * otherwise list those. What the questions changed stays changed.
 */
export async function removeMadeJobs(owner: pg.Client, accountId: string, lastKept: number): Promise<void> {
  const { rows: ofJobs } = await owner.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c
     join pg_attribute job on job.attrelid = c.oid and job.attname = 'job_id'
     join pg_attribute account on account.attrelid = c.oid and account.attname = 'account_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  await owner.query('begin')
  await owner.query("select set_config('app.account_id', $1, true)", [accountId])
  const { rows: made } = await owner.query<{ id: string; finance: string }>(
    'select id, finance_id as finance from jobs where account_id = $1 and job_number > $2',
    [accountId, lastKept],
  )
  const ids = made.map(({ id }) => id)
  const finances = made.map(({ finance }) => finance)
  const remove = (table: string, column: string, values: string[]) =>
    owner.query(`delete from ${table} where account_id = $1 and ${column} = any ($2::uuid[])`, [
      accountId,
      values,
    ])
  await remove('job_parties', 'job_id', ids)
  await remove('jobs', 'id', ids)
  await remove('finances', 'id', finances)
  // The rest is kept by triggers, and for good: the history tells of the removal too.
  await owner.query('set local session_replication_role = replica')
  for (const { name } of ofJobs) await remove(name, 'job_id', ids)
  await remove('history', 'record_id', [...ids, ...finances])
  await owner.query('set local session_replication_role = origin')
  await owner.query('update accounts set job_count = job_count - $2, last_job_number = $3 where id = $1', [
    accountId,
    ids.length,
    lastKept,
  ])
  await owner.query('commit')
  await owner.query(
    `with gone as (delete from bare.jobs where job_number > $1 returning quote)
     delete from bare.quotes where id in (select quote from gone)`,
    [lastKept],
  )
  await owner.query("select setval('bare.jobs_job_number_seq', greatest(1, $1::int))", [lastKept])
}

/** So that neither side pays for what the other has left behind. */
export async function settle(owner: pg.Client): Promise<void> {
  for (const table of ['jobs', 'job_parties', 'job_index', 'history', 'accounts', 'account_revisions'])
    await owner.query(`vacuum public.${table}`)
  for (const table of ['jobs', 'job_parties', 'quotes']) await owner.query(`vacuum bare.${table}`)
  await owner.query('checkpoint')
}

/** The process that serves this connection. */
export async function sessionOf(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
