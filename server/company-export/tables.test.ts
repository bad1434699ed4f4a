import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { columnsOf, exportedTables, leftOutTables } from './tables.ts'

let borrowed: BorrowedDatabase
let owner: Client

beforeAll(async () => {
  borrowed = await borrowDatabase()
  owner = new Client({ connectionString: borrowed.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await borrowed?.release()
})

/** Every column of every table as `table.column`, those of tables that are left out as the table alone. */
async function columnsOfDatabase(): Promise<string[]> {
  const { rows } = await owner.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
       and not a.attisdropped and c.relname <> 'schema_migrations'`,
  )
  const leftOut = Object.keys(leftOutTables)
  return [
    ...new Set(rows.map(({ table, column }) => (leftOut.includes(table) ? table : `${table}.${column}`))),
  ].sort()
}

const leftOutColumns = Object.entries(exportedTables).flatMap(([table, exported]) =>
  Object.keys(exported.leftOut ?? {}).map(column => `${table}.${column}`),
)

const decided = () =>
  [
    ...Object.entries(exportedTables).flatMap(([table, exported]) =>
      columnsOf(exported).map(column => `${table}.${column}`),
    ),
    ...leftOutColumns,
    ...Object.keys(leftOutTables),
  ].sort()

test('every column of every table is exported or left out with a reason', async () => {
  expect(decided()).toEqual(await columnsOfDatabase())
})

test('a new column and a new table are found', async () => {
  await owner.query('begin')
  await owner.query('alter table users add column password_hint text')
  await owner.query('create table planted_secrets (account_id uuid, secret text)')
  const found = await columnsOfDatabase()
  await owner.query('rollback')
  expect(found.filter(column => !decided().includes(column))).toEqual([
    'planted_secrets.account_id',
    'planted_secrets.secret',
    'users.password_hint',
  ])
})

test('these are left out, and nothing else', () => {
  expect(leftOutColumns.sort()).toEqual([
    'accounts.claim_value',
    'company_settings.id',
    'imports.content',
    'job_references.own_kind_id',
    'mail_settings.id',
    'mails.request_id',
    'mails.sending_by',
    'sign_in_events.id',
    'sign_in_events.subject',
    'users.sign_in_made_here',
  ])
  expect(Object.keys(leftOutTables).sort()).toEqual([
    'account_revisions',
    'address_codes',
    'api_tokens',
    'company_budgets',
    'company_exports',
    'company_limits',
    'ended_sessions',
    'founding_links',
    'identity_browsers',
    'identity_links',
    'identity_recovery_codes',
    'identity_users',
    'installation',
    'invitation_links',
    'job_index',
    'mail_counts',
    'memberships',
    'network_budgets',
    'oidc_keys',
    'oidc_state',
    'organisation_index',
    'product_mails',
    'sign_in_limits',
    'started_uploads',
    'verified_addresses',
    'worker_pools',
    'world_ports',
  ])
})

test('nothing that is exported is called like a secret', () => {
  const exported = decided().filter(name => !leftOutColumns.includes(name) && name.includes('.'))
  // Hashes of contents and requests, keys of the file store, and templates' reports by a key of their own.
  const harmless = /\.(content_hash|template_hash|request_hash|content_key|message_key|logo_key|key|subject)$/
  expect(
    exported.filter(
      name => /hash|secret|token|password|totp|key|subject|code_/.test(name) && !harmless.test(name),
    ),
  ).toEqual([])
})

test('tables come after those that they refer to, and each order is one that the database can give', async () => {
  const { rows } = await owner.query<{ table: string; refers: string }>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as refers from pg_constraint
     where contype = 'f' and conrelid <> confrelid`,
  )
  const places = Object.keys(exportedTables)
  const early = rows.filter(
    ({ table, refers }) =>
      places.includes(table) && places.includes(refers) && places.indexOf(refers) > places.indexOf(table),
  )
  expect(early).toEqual([])
  for (const [table, exported] of Object.entries(exportedTables))
    await owner.query(`select from ${table} order by ${exported.order}`)
})
