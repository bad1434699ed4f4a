import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'

const MIGRATION = '0039_numbers_of_papers.sql'
const AIR = 0
const SEA = 2
const account = crypto.randomUUID()

type Earlier = {
  hbl: string | null
  mode: number | null
  /** Given by the series. */
  given?: Record<string, string>
  /** By the field that a stored document printed. */
  printed?: Record<string, string>
}

const jobs: Record<string, Earlier> = {
  'a sea job that bears an air waybill’s number': {
    hbl: 'HAWB-00001',
    mode: SEA,
    given: { houseAirWaybill: 'HAWB-00001' },
  },
  'an air job that bears its own': { hbl: 'HAWB-00002', mode: AIR, given: { houseAirWaybill: 'HAWB-00002' } },
  'a job of no mode with both papers': {
    hbl: 'HAWB-00003',
    mode: null,
    given: { houseAirWaybill: 'HAWB-00003' },
    printed: { 'Numbers.HouseBill': 'HAWB-00003', 'Numbers.HouseAirWaybill': 'HAWB-00003' },
  },
  'a job of no mode with one': { hbl: 'HBL-00001', mode: null, given: { houseBill: 'HBL-00001' } },
  'a typed number that was printed': {
    hbl: 'KHI 77',
    mode: null,
    printed: { 'Numbers.HouseBill': 'KHI 77' },
  },
  'a number that was typed over': {
    hbl: 'KHI 78',
    mode: SEA,
    given: { houseBill: 'HBL-00002', invoice: 'INV-00001' },
    printed: { 'Numbers.HouseBill': 'HBL-00002' },
  },
  'a job without a number': { hbl: null, mode: SEA, given: { invoice: 'INV-00002' } },
}
const ids = new Map(Object.keys(jobs).map(name => [name, crypto.randomUUID()]))

let borrowed: BorrowedDatabase
let client: Client
let before: unknown[]

const select = async <Row>(statement: string): Promise<Row[]> =>
  (await client.query(statement, [account])).rows as Row[]
const stored = () =>
  select('select id, house_bl, transport_mode, version from jobs where account_id = $1 order by id')

beforeAll(async () => {
  borrowed = await borrowDatabase(url => migrateUntil(url, MIGRATION))
  client = new Client({ connectionString: borrowed.ownerUrl })
  await client.connect()
  await client.query(`insert into accounts (id, name) values ($1, 'Harbour')`, [account])
  let jobNumber = 0
  for (const [name, { hbl, mode, given = {}, printed }] of Object.entries(jobs)) {
    jobNumber += 1
    const finance = crypto.randomUUID()
    await client.query('insert into finances (account_id, id) values ($1, $2)', [account, finance])
    await client.query(
      `insert into jobs (account_id, id, job_number, status, finance_id, house_bl, transport_mode)
       values ($1, $2, $3, 1, $4, $5, $6)`,
      [account, ids.get(name), jobNumber, finance, hbl, mode],
    )
    for (const [kind, number] of Object.entries(given))
      await client.query(
        'insert into job_numbers (account_id, job_id, kind, number) values ($1, $2, $3, $4)',
        [account, ids.get(name), kind, number],
      )
    if (!printed) continue
    const document = crypto.randomUUID()
    await client.query(
      `insert into documents (account_id, id, job_id, name, type, media_type, content_key, content_hash, size)
       values ($1, $2, $3, 'x.docx', 'Word', 'x', $4, 'x', 1)`,
      [account, document, ids.get(name), `${account}/${crypto.randomUUID()}`],
    )
    await client.query(
      `insert into document_sources (account_id, document_id, template_hash, printed) values ($1, $2, 'x', $3)`,
      [account, document, JSON.stringify({ fields: printed, lists: {} })],
    )
  }
  before = await stored()
  await migrate(borrowed.ownerUrl)
})
afterAll(async () => {
  await client.end()
  await borrowed.release()
})

test('no job’s House B/L is moved, and each paper keeps the number that it bears', async () => {
  expect(await stored()).toEqual(before)
  const rows = await select<{ job_id: string; kind: string; number: string; is_typed: boolean }>(
    `select job_id, kind, number, is_typed from job_numbers where account_id = $1 and used_at is not null order by kind`,
  )
  const kept = Object.fromEntries(
    Object.keys(jobs).map(name => [
      name,
      rows
        .filter(row => row.job_id === ids.get(name))
        .map(({ kind, number, is_typed }) => `${kind} ${number}${is_typed ? ', typed' : ''}`),
    ]),
  )
  expect(kept).toEqual({
    'a sea job that bears an air waybill’s number': [
      'houseAirWaybill HAWB-00001',
      'houseBill HAWB-00001, typed',
    ],
    'an air job that bears its own': ['houseAirWaybill HAWB-00002'],
    'a job of no mode with both papers': ['houseAirWaybill HAWB-00003', 'houseBill HAWB-00003, typed'],
    'a job of no mode with one': ['houseBill HBL-00001'],
    'a typed number that was printed': ['houseBill KHI 77, typed'],
    'a number that was typed over': ['houseBill HBL-00002', 'invoice INV-00001'],
    'a job without a number': ['invoice INV-00002'],
  })
})
