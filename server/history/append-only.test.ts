import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { RUNTIME_ROLE } from '#server/db/role-pool.ts'
import { buildJob } from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'

const { product, rows, company } = testCompany()

beforeAll(async () => {
  await buildJob(company, { name: 'Cotton' })
})

/** Runs statements as the product's own role in the company's session, and keeps what they did. */
async function asProduct(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: product.ownerUrl, options: `-c role=${RUNTIME_ROLE}` })
  await client.connect()
  try {
    const [user] = await rows.select<{ subject: string }>('select subject from users where id = $1', [
      company.membership.user.id,
    ])
    await client.query('begin')
    await client.query('select open_session($1)', [user?.subject])
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const DENIED = /permission denied|must be owner/

test.each([
  [`update history set changes = '{}'`],
  [`update history set user_id = null`],
  [`delete from history`],
  [`truncate history`],
  [
    `insert into history (account_id, record_type, record_id, changes) select account_id, 'jobs', id, '{}' from jobs`,
  ],
  [`alter table history disable row level security`],
  [`drop table history`],
  [`alter table jobs disable trigger history`],
  [`drop trigger history on jobs`],
  [`set session_replication_role = replica`],
  [
    `create or replace function record_history() returns trigger language plpgsql as 'begin return null; end'`,
  ],
  [`select record_history()`],
])('the product’s own role cannot: %s', async statement => {
  await expectNoChange(rows, company, () =>
    expect(asProduct(statement)).rejects.toThrow(
      statement.startsWith('select') ? /permission denied/ : DENIED,
    ),
  )
})

test('it cannot make history up with a table of its own', async () => {
  await expectNoChange(rows, company, () =>
    expect(
      asProduct(
        'create temporary table jobs (account_id uuid, id uuid, name text)',
        `create trigger forged after insert on pg_temp.jobs for each row execute function record_history('id')`,
        `insert into pg_temp.jobs select account_id, record_id, 'Forged' from history limit 1`,
      ),
    ).rejects.toThrow(/permission denied for function record_history/),
  )
})

test('a change and its history are kept together or not at all', async () => {
  await expectNoChange(rows, company, () =>
    expect(asProduct(`update jobs set name = 'Lost'`, 'select 1 / 0')).rejects.toThrow(/division by zero/),
  )
  await asProduct(`update jobs set name = 'Kept'`)
  const [last] = await rows.select(
    'select changes from history where account_id = $1 order by id desc limit 1',
    [company.membership.account.id],
  )
  expect(last).toEqual({ changes: { name: ['Cotton', 'Kept'] } })
})

test('every table that people change writes history', async () => {
  const bound = await rows.select<{ name: string }>(
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname = 'history' and t.tgenabled = 'O' and c.relnamespace = 'public'::regnamespace`,
  )
  expect(bound.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'contacts',
      'destination_charges',
      'document_templates',
      'documents',
      'finances',
      'freight_charges',
      'items',
      'job_parties',
      'jobs',
      'organisations',
      'origin_charges',
      'users',
    ]),
  )
})
