import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOwner } from '#server/db/owner.ts'
import { ACCOUNT, everyRow, PERSON, writeCompany } from '#testing/company-rows.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { inSnapshot } from './snapshot-records.ts'
import { copyIn, copyOut, readSequences, type Table } from './table-records.ts'

let borrowed: BorrowedDatabase
let owner: Client

const OTHER = 'a0000000-0000-4000-8000-000000000002'

beforeAll(async () => {
  borrowed = await borrowDatabase()
  owner = new Client({ connectionString: borrowed.ownerUrl })
  await owner.connect()
  await writeCompany(owner)
  await owner.query('select register_account($1, $2, $3, $4, $5)', [
    OTHER,
    'c0000000-0000-4000-8000-000000000002',
    'omar@lahore.example',
    'Omar Malik',
    'Lahore Freight',
  ])
})
afterAll(async () => {
  await owner?.end()
  await borrowed?.release()
})

const named = (tables: readonly Table[], name: string): Table => {
  const table = tables.find(one => one.name === name)
  if (!table) throw new Error(`There is no table ${name}.`)
  return table
}

const text = async (stream: Readable) => (await buffer(stream)).toString()

test('a snapshot does not see what is written after it, in whichever table', async () => {
  await inSnapshot(borrowed.ownerUrl, async ({ client, tables }) => {
    await owner.query(`insert into organisations (account_id, id, name) values ($1, $1, 'Came later')`, [
      ACCOUNT,
    ])
    expect(await text(copyOut(client, named(tables, 'organisations')))).toBe('')
    expect((await text(copyOut(client, named(tables, 'jobs')))).split('\n')).toHaveLength(3)
  })
  await inSnapshot(borrowed.ownerUrl, async ({ client, tables }) => {
    expect(await text(copyOut(client, named(tables, 'organisations')))).toContain('Came later')
  })
})

test('every table comes after those that it refers to, and says whose its rows are', async () => {
  await inSnapshot(borrowed.ownerUrl, async ({ tables, migrations }) => {
    const { rows } = await owner.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`,
    )
    expect(tables.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
    const places = new Map(tables.map(({ name }, place) => [name, place]))
    const tooEarly = tables.flatMap(({ name, refersTo }) =>
      refersTo.filter(other => (places.get(other) ?? Infinity) >= (places.get(name) ?? -1)),
    )
    expect(tooEarly).toEqual([])
    expect(
      tables
        .filter(({ accountColumn }) => accountColumn === null)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'address_codes',
      'ended_sessions',
      'founding_links',
      'identity_browsers',
      'identity_links',
      'identity_recovery_codes',
      'identity_users',
      'installation',
      'network_budgets',
      'oidc_keys',
      'oidc_state',
      'product_mails',
      'sign_in_limits',
      'verified_addresses',
      'worker_pools',
      'world_ports',
    ])
    expect(migrations.at(0)?.name).toBe('0001_accounts.sql')
  })
})

test('the rows of one company are copied without those of another', async () => {
  await inSnapshot(borrowed.ownerUrl, async ({ client, tables }) => {
    const accounts = named(tables, 'accounts')
    expect(await text(copyOut(client, accounts))).toContain('Lahore Freight')
    const own = await text(copyOut(client, accounts, { accountId: ACCOUNT }))
    expect(own).toContain(PERSON.company)
    expect(own).not.toContain('Lahore Freight')
    expect(await text(copyOut(client, named(tables, 'jobs'), { accountId: OTHER }))).toBe('')
    expect(() => copyOut(client, named(tables, 'oidc_state'), { accountId: ACCOUNT })).toThrow(
      'The rows of oidc_state belong to no company.',
    )
  })
})

test('what was copied out is copied into a database of the same schema, whatever a text holds', async () => {
  const odd = 'tab\t, line\nend, back\\slash, \\N, “quotes” and 海運'
  await owner.query(`insert into organisations (account_id, id, name) values ($1, gen_random_uuid(), $2)`, [
    OTHER,
    odd,
  ])
  const target = await borrowDatabase()
  const into = new Client({ connectionString: target.ownerUrl })
  await into.connect()
  try {
    await inSnapshot(borrowed.ownerUrl, async ({ client, tables }) => {
      for (const name of ['accounts', 'organisations', 'users'])
        await pipeline(copyOut(client, named(tables, name)), copyIn(into, named(tables, name)))
    })
    const [was, is] = [await everyRow(owner), await everyRow(into)]
    expect(is['organisations']).toEqual(was['organisations'])
    expect(is['users']).toEqual(was['users'])
    expect(is['organisations']?.map(({ name }) => name)).toContain(odd)
  } finally {
    await into.end()
    await target.release()
  }
})

test('sequences read after the rows are not behind them', async () => {
  await inSnapshot(borrowed.ownerUrl, async ({ client }) => {
    const history = (await readSequences(client)).find(({ name }) => name === 'history_id_seq')
    const { rows } = await client.query<{ last: string }>('select max(id)::text as last from history')
    expect(Number(history?.value)).toBeGreaterThanOrEqual(Number(rows[0]?.last))
  })
})

test('rows that the database refuses fail the load, and the connection ends', async () => {
  const load = inSnapshot(borrowed.ownerUrl, ({ tables }) =>
    withOwner(borrowed.ownerUrl, async client => {
      const lines = Array.from({ length: 50_000 }, () => `${ACCOUNT}\tAgain\tUSD\n`)
      const accounts = { ...named(tables, 'accounts'), columns: ['id', 'name', 'currency'] }
      await pipeline(lines, copyIn(client, accounts))
    }),
  )
  await expect(load).rejects.toThrow('duplicate key value violates unique constraint "accounts_pkey"')
})
