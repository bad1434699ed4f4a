import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNT, everyRow, jobsOf, writeCompany } from '#testing/company-rows.ts'
import {
  loginsOf,
  onConnection,
  type OwnServer,
  refusalWith,
  startOwnServer,
  startWith,
} from '#testing/own-server.ts'
import { startFailure } from '#server/start-failure.ts'
import { openQueuePool, withOwner } from './owner.ts'

// The tests go on from one another, as an administrator does with one database.
let server: OwnServer
let ownerUrl: string

beforeAll(async () => {
  server = await startOwnServer()
  ownerUrl = await server.createDatabase('harbour', 'harbour_owner', 'createrole')
})
afterAll(async () => {
  await server?.stop()
})

test('with one login for everything the start tells of logins that can do less, and takes them', async () => {
  const first = await startWith({ DATABASE_URL: ownerUrl })
  await first.product.close()
  const warning = first.lines.slice(-2)
  expect(warning).toEqual([
    'The product logs in to the database as harbour_owner, who may leave row-level security: a flaw in the product ' +
      "could show one company another's rows. Run these statements as an administrator of the PostgreSQL server, " +
      'with passwords of your own:\n' +
      "  alter role lading_app login password '…';\n" +
      "  alter role lading_sign_in login password '…';",
    'Then set DATABASE_MIGRATION_URL to the present DATABASE_URL, and DATABASE_URL and DATABASE_SIGN_IN_URL to ' +
      'the same address with these logins and passwords.',
  ])
  await onConnection(ownerUrl, writeCompany)

  await server.obey(warning.join('\n'), 'harbour')
  const urls = { DATABASE_URL: server.address('harbour', 'lading_app'), DATABASE_MIGRATION_URL: ownerUrl }
  const { product, lines } = await startWith({
    ...urls,
    DATABASE_SIGN_IN_URL: server.address('harbour', 'lading_sign_in'),
  })
  expect(lines).toEqual([])
  expect(await jobsOf(product.database)).toEqual(['Bed linen', 'Rice'])
  expect(await loginsOf(product)).toEqual([
    { login: 'lading_app', role: 'lading_app' },
    { login: 'lading_sign_in', role: 'lading_sign_in' },
  ])
  await product.close()

  expect(await refusalWith(urls)).toBe(
    'DatabaseAccessError: lading_app must not act as lading_sign_in, or it could read what the two roles keep ' +
      'apart. Nothing was changed. Set DATABASE_SIGN_IN_URL to a login of its own, such as the one that this ' +
      "statement makes:\n  alter role lading_sign_in login password '…';",
  )
})

test('a login that had the role lading_app alone goes on, and is told of the second one', async () => {
  await server.administer('postgres', "create role web login password 'a password' in role lading_app")
  const urls = { DATABASE_URL: server.address('harbour', 'web'), DATABASE_MIGRATION_URL: ownerUrl }
  const { product, lines } = await startWith(urls)
  expect(await jobsOf(product.database)).toEqual(['Bed linen', 'Rice'])
  await product.close()
  expect(lines).toEqual([
    'web may act as both roles of the product: a flaw in it could show password hashes and signing keys. Run ' +
      'these statements as an administrator of the PostgreSQL server, with a password of your own:\n' +
      '  revoke lading_sign_in from web granted by harbour_owner;\n' +
      "  alter role lading_sign_in login password '…';",
    'Then set DATABASE_SIGN_IN_URL to the same address with that login and password.',
  ])
  await server.obey(lines.join('\n'), 'harbour')
  const apart = { ...urls, DATABASE_SIGN_IN_URL: server.address('harbour', 'lading_sign_in') }
  const later = await startWith(apart)
  expect(later.lines).toEqual([])
  await later.product.close()
})

test('the login of people’s requests is never offered the rights of an owner', async () => {
  await server.createDatabase('pier', 'pier_owner')
  const words =
    'lading_app is the login for people’s requests, and this needs the login of the tables’ owner: set ' +
    'DATABASE_MIGRATION_URL to it. With several machines, run this with the settings of a worker. Nothing was changed.'
  for (const database of ['pier', 'harbour']) {
    const url = server.address(database, 'lading_app')
    expect(await refusalWith({ DATABASE_URL: url })).toBe(`DatabaseAccessError: ${words}`)
  }
  const address = server.address('harbour', 'lading_app')
  await expect(withOwner(address, client => client.query('select'))).rejects.toThrow(words)
})

test('a login that the server refuses is named, with the variables to look at', async () => {
  const url = new URL(ownerUrl)
  url.password = 'another one'
  const failure = await startWith({ DATABASE_URL: url.href }).catch(startFailure)
  expect(failure).toBe(
    'The database refuses a login (password authentication failed for user "harbour_owner"). Check the addresses in ' +
      'DATABASE_URL, DATABASE_SIGN_IN_URL and DATABASE_MIGRATION_URL.',
  )
})

test('beside another database of the product, the start prints what its owner may not grant', async () => {
  const url = await server.createDatabase('mole', 'mole_owner')
  const message = await refusalWith({ DATABASE_URL: url })
  expect(message).toBe(
    'DatabaseAccessError: Lading needs roles in PostgreSQL that mole_owner may not make. Nothing was changed. ' +
      'Run these statements as an administrator of the PostgreSQL server, then start again:\n' +
      '  grant lading_app to mole_owner with admin option;\n' +
      '  grant lading_sign_in to mole_owner with admin option;',
  )
  expect(await onConnection(url, everyRow)).toEqual({})
  await server.obey(message, 'mole')
  const { product, lines } = await startWith({ DATABASE_URL: url })
  expect(lines[0]).toBe('Migrated the database: 0001_accounts.sql')
  expect(await jobsOf(product.database)).toBeNull()
  await product.close()
})

test('an owner who is no superuser finds common and rare texts by the same indexes', async () => {
  await onConnection(ownerUrl, async owner => {
    await owner.query(
      `insert into finances (account_id, id) select $1, md5(n::text)::uuid from generate_series(1, 2600) as n`,
      [ACCOUNT],
    )
    await owner.query(
      `insert into jobs (account_id, id, job_number, name, finance_id)
       select $1, gen_random_uuid(), n + 10, case when n % 500 = 0 then 'Rare' else 'Bulk' end || ' cargo', md5(n::text)::uuid
       from generate_series(1, 2600) as n`,
      [ACCOUNT],
    )
    await owner.query('vacuum analyze job_index')
    await owner.query(
      `insert into documents (account_id, id, job_id, name, type, media_type, size, content_key, content_hash, date)
       select $1, gen_random_uuid(), (select id from jobs where job_number = 1),
         case when n % 250 = 0 then 'Manifest ' else 'Invoice ' end || n, 'other', 'text/plain', 1, n::text, 'x',
         now() + make_interval(secs => n)
       from generate_series(1, 800) as n`,
      [ACCOUNT],
    )
    // So few rows would be read one after the other, though an index could be used.
    await owner.query('set enable_seqscan = off')
    expect((await owner.query(`select row_security_active('job_index') as active`)).rows).toEqual([
      { active: true },
    ])
    const { rows: plan } = await owner.query<{ 'QUERY PLAN': string }>(
      `explain select job_id from job_index where account_id = '${ACCOUNT}' and search_text like '%rare%'`,
    )
    expect(plan.map(line => line['QUERY PLAN']).join('\n')).toContain('Bitmap Index Scan on job_index_search')
  })
  const { product } = await startWith({ DATABASE_URL: ownerUrl })
  const found = (pattern: string, newest: number | null) =>
    product.database.asAccount(ACCOUNT, null, async ({ db }) => {
      const { rows } = await sql<{ number: number }>`
        select j.job_number as number from search_jobs(${pattern}, ${newest}::integer) as f (id) join jobs j on j.id = f.id
        order by 1 desc`.execute(db)
      return rows.map(({ number }) => number)
    })
  expect(await found('%bulk%', 3)).toEqual([2610, 2609, 2608])
  expect(await found('%bulk%', null)).toHaveLength(2595)
  expect(await found('%rare%', 3)).toEqual([2510, 2010, 1510])
  // One of them is not among the latest.
  expect(await found('%rare%', 5)).toEqual([2510, 2010, 1510, 1010, 510])
  expect(await found('%rare%', 50)).toHaveLength(5)
  expect(await found('%linen%', 50)).toEqual([1])
  const documents = (pattern: string, newest: number) =>
    product.database.asAccount(ACCOUNT, null, async ({ db }) => {
      const { rows } = await sql<{ name: string }>`
        select d.name from search_documents(${pattern}, ${newest}) as f (id) join documents d on d.id = f.id
        order by d.date desc`.execute(db)
      return rows.map(({ name }) => name)
    })
  expect(await documents('%invoice%', 2)).toEqual(['Invoice 800', 'Invoice 799'])
  expect(await documents('%manifest%', 3)).toEqual(['Manifest 750', 'Manifest 500', 'Manifest 250'])
  await product.close()
})

test('the queue is its owner’s, and never looks empty to somebody else', async () => {
  await onConnection(ownerUrl, async owner => {
    await owner.query(`select graphile_worker.add_job('look-after-mails')`)
    await owner.query('grant usage on schema graphile_worker to web')
    await owner.query('grant select on graphile_worker._private_jobs to web')
  })
  const count = 'select count(*)::int as jobs from graphile_worker._private_jobs'
  const url = server.address('harbour', 'web')
  expect((await onConnection(url, client => client.query(count))).rows).toEqual([{ jobs: 0 }])
  const queues = [ownerUrl, url].map(one => openQueuePool(one, () => undefined))
  const [own, other] = await Promise.allSettled(queues.map(queue => queue.query(count)))
  expect(own).toMatchObject({ status: 'fulfilled', value: { rows: [{ jobs: 1 }] } })
  expect(other).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(/hides rows of these tables from web.*_private_jobs/s) },
  })
  // Secured from its owner as well, where the owner is no superuser: by it servers see that others are alive.
  await queues[0]?.query(`insert into worker_pools (id) values ('one')`)
  expect((await queues[0]?.query(`delete from worker_pools returning id`))?.rows).toEqual([{ id: 'one' }])
  for (const queue of queues) await queue.end()
})

test('the owner itself may not turn row-level security off, which is why its policies are looked at', async () => {
  await onConnection(ownerUrl, async owner => {
    await owner.query('set row_security = off')
    await expect(owner.query('select from jobs')).rejects.toThrow(
      'query would be affected by row-level security policy for table "jobs"',
    )
  })
})

test('a database that was given to another owner shows that one its rows, and nobody an empty table', async () => {
  await server.administer(
    'postgres',
    "create role quay_owner login password 'a password'",
    'grant lading_app, lading_sign_in to quay_owner with admin option',
  )
  const url = server.address('harbour', 'quay_owner')
  const rows = await onConnection(ownerUrl, everyRow)
  const message = await refusalWith({ DATABASE_URL: url })
  expect(message).toBe(
    'DatabaseAccessError: The tables of this database belong to harbour_owner, and quay_owner may not bring them ' +
      'up to date. Set DATABASE_MIGRATION_URL to the login of harbour_owner, or give the database to quay_owner by ' +
      'this statement, run in it by an administrator of the PostgreSQL server:\n' +
      '  reassign owned by harbour_owner to quay_owner;',
  )
  await server.obey(message, 'harbour')
  // What would look like an empty company: the policies know the owner of before.
  const count = 'select count(*)::int as jobs from jobs'
  expect((await onConnection(url, client => client.query(count))).rows).toEqual([{ jobs: 0 }])
  await expect(withOwner(url, client => client.query(count))).rejects.toThrow(
    /^Row-level security hides rows of these tables from quay_owner, .*\bjobs\b/,
  )

  const { product } = await startWith({ DATABASE_URL: url })
  expect(await jobsOf(product.database)).toContain('Bed linen')
  await product.close()
  expect(await onConnection(url, everyRow)).toEqual(rows)
})
