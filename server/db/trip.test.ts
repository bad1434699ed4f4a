import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { MAXIMUM_KEPT_STATEMENTS, type Result, sendTogether, type Statement, Trip } from './trip.ts'

let borrowed: BorrowedDatabase
let pool: pg.Pool
let client: pg.PoolClient

beforeAll(async () => {
  borrowed = await borrowDatabase(async url => {
    const owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query(`create table kept (id int primary key, name text);
      create table checked (id int references kept deferrable initially deferred)`)
    await owner.end()
  })
  pool = new pg.Pool({ connectionString: borrowed.ownerUrl, max: 1 })
  client = await pool.connect()
})
afterAll(async () => {
  client?.release()
  await pool?.end()
  await borrowed?.release()
})
beforeEach(() => client.query('rollback; truncate kept cascade'))

const send = (...statements: Statement[]) => sendTogether(client, statements)
const rowsOf = (results: readonly Result[]) => results.map(({ rows }) => rows)
const kept = async () => (await client.query<{ id: number }>('select id from kept order by 1')).rows
const insert = (id: number, named = false): Statement => ({
  text: 'insert into kept values ($1, $2)',
  values: [id, 'x'],
  ...(named && { name: 'insert' }),
})

test('each statement of a trip has its own answer, with dates, figures and arrays as the product takes them', async () => {
  const results = await send(
    { text: 'select $1::int as one, $2::date as day, null as nothing', values: [1, '2026-01-31'] },
    insert(1),
    {
      text: `select 1.50::numeric(9, 2) as amount, 9::bigint as many, $1::text[] as names,
        $2::jsonb as fields`,
      values: [['a"b', null], { deep: true }],
    },
    { text: 'select id from kept where id > 1' },
  )
  expect(rowsOf(results)).toEqual([
    [{ one: 1, day: '2026-01-31', nothing: null }],
    [],
    [{ amount: 1.5, many: 9, names: ['a"b', null], fields: { deep: true } }],
    [],
  ])
  expect(results.map(({ command, rowCount }) => [command, rowCount])).toEqual([
    ['SELECT', 1],
    ['INSERT', 1],
    ['SELECT', 1],
    ['SELECT', 0],
  ])
})

test('a trip without a begin is one transaction', async () => {
  await send(insert(1), insert(2))
  expect(await kept()).toEqual([{ id: 1 }, { id: 2 }])
  await expect(send(insert(3), insert(1), insert(4))).rejects.toThrow('duplicate key')
  expect(await kept()).toEqual([{ id: 1 }, { id: 2 }])
})

test('nothing behind a statement that failed is done, and its transaction is not committed', async () => {
  await send({ text: 'begin' }, insert(1))
  await expect(send(insert(2), insert(2), insert(3), { text: 'commit' })).rejects.toThrow('duplicate key')
  await expect(client.query('select 1')).rejects.toThrow('current transaction is aborted')
  const { command } = await client.query('commit')
  expect(command).toBe('ROLLBACK')
  expect(await kept()).toEqual([])
})

test.each([
  ['a commit', [{ text: 'begin' }], [{ text: 'commit' }]],
  ['the end of a trip', [], []],
])('what %s finds wrong fails the trip', async (_, before, after) => {
  const dangling = { text: 'insert into checked values (9)' }
  await expect(send(...before, insert(1), dangling, ...after)).rejects.toThrow('foreign key')
  expect(await kept()).toEqual([])
  expect(rowsOf(await send({ text: 'select 1 as one' }))).toEqual([[{ one: 1 }]])
})

test('a named statement is prepared once, also where the trip that prepared it failed', async () => {
  const prepared = async () =>
    (await client.query<{ name: string }>('select name from pg_prepared_statements order by 1')).rows
  await send(insert(1, true), insert(2, true))
  await send(insert(3, true))
  await expect(send(insert(3, true))).rejects.toThrow('duplicate key')
  await send(insert(4, true))
  expect(await kept()).toHaveLength(4)
  const other = (id: number): Statement => ({ ...insert(id, true), name: 'other' })
  // It was prepared and then failed; of the one behind it nobody has heard.
  const behind: Statement = { text: 'select 1 as one', name: 'behind' }
  await expect(send(other(4), behind)).rejects.toThrow('duplicate key')
  expect(rowsOf(await send(other(5), behind, other(6), behind))).toEqual([[], [{ one: 1 }], [], [{ one: 1 }]])
  const unreadable: Statement = { text: 'select no such thing', name: 'unreadable' }
  await expect(send(unreadable)).rejects.toThrow('syntax error')
  await expect(send(unreadable)).rejects.toThrow('syntax error')
  expect(await prepared()).toEqual([{ name: 'behind' }, { name: 'insert' }, { name: 'other' }])
})

test('a value that cannot be sent is refused before anything leaves', async () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  expect(() => new Trip([insert(1), { text: 'select $1::jsonb', values: [circle] }])).toThrow('circular')
  expect(await kept()).toEqual([])
})

test('a trip that the database ends tells so', async () => {
  const other = await new pg.Pool({ connectionString: borrowed.ownerUrl, max: 1 }).connect()
  other.on('error', () => undefined)
  await expect(
    sendTogether(other, [{ text: 'select 1' }, { text: 'select pg_terminate_backend(pg_backend_pid())' }]),
  ).rejects.toThrow('terminating connection')
  await expect(sendTogether(other, [{ text: 'select 1' }])).rejects.toThrow('Connection terminated')
  other.release(true)
})

test('a connection keeps the statements that were used last, and a forgotten one is prepared anew', async () => {
  const asked = (number: number): Statement => ({ text: `select ${number} as one`, name: `asked-${number}` })
  const names = async () => {
    const { rows } = await client.query<{ name: string }>(
      "select name from pg_prepared_statements where name like 'asked-%'",
    )
    return new Set(rows.map(({ name }) => name))
  }
  await send(asked(0))
  for (let number = 1; number < MAXIMUM_KEPT_STATEMENTS; number++) await send(asked(number))
  await send(asked(0))
  for (const number of [9001, 9002, 9003]) await send(asked(number))
  const kept = await names()
  expect(kept.size).toBeLessThanOrEqual(MAXIMUM_KEPT_STATEMENTS)
  expect(['asked-0', 'asked-1', 'asked-9003'].map(name => kept.has(name))).toEqual([true, false, true])
  expect(rowsOf(await send(asked(1), asked(0)))).toEqual([[{ one: 1 }], [{ one: 0 }]])
})
