import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Finance } from '#contract/finance.ts'
import { chargeLines, chargeSections, type ChargeSection } from '#contract/finance-sections.ts'
import { withSums } from '#contract/finance-totals.ts'
import { type Database, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { type BorrowedDatabase, borrowDatabase } from '#testing/database.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { chargeColumns, chargeTables } from './columns.ts'
import { loadFinance } from './commands.ts'

const MIGRATION = '0032_freight_in_totals.sql'
const accountId = crypto.randomUUID()

/** Columns of the charge sections as they stood before, and a typed Finance Total. */
type Figures = { [Section in ChargeSection]?: Record<string, number | string> } & { total?: number }

const everyLine = (section: ChargeSection, from: number) =>
  Object.fromEntries(
    Object.keys(chargeLines[section]).map((line, index) => [columnOf(section, line), from + index + 0.0001]),
  )
const columnOf = (section: ChargeSection, line: string) =>
  (chargeColumns[section] as Record<string, string>)[line] ?? line
const freightCharge = everyLine('freightCharge', 200)

const figures: Record<string, Figures> = {
  'nothing at all': {},
  'every line of every section': {
    originCharge: everyLine('originCharge', 100),
    freightCharge,
    destinationCharge: everyLine('destinationCharge', 300),
  },
  'other currencies, and rates that do not come out even': {
    originCharge: { pick_up: 33.33, currency: 'EUR', exchange_rate: 1.08765432 },
    freightCharge: { ...freightCharge, currency: 'PKR', exchange_rate: 0.00355555 },
    destinationCharge: { thc: -0.3333, currency: 'GBP', exchange_rate: 1.3 },
  },
  'a currency without its rate': { freightCharge: { other_freight_charges: 12.5, currency: 'EUR' } },
  'amounts that cancel out': { freightCharge: { other_freight_charges: 7, lcl: -7, fsc: -7 } },
  'rates alone': { freightCharge: { plus45: 3, minimum_air_charges: 80 } },
  'typed totals of the other sections': {
    originCharge: { thc: 5, total: 90 },
    freightCharge: { lcl: 10.5, fsc: 2 },
    destinationCharge: { thc: 1, total: 0, currency: 'GBP', exchange_rate: 2 },
  },
  'a typed freight total': { freightCharge: { ...freightCharge, total: 77.7 } },
  'a typed freight total of nothing': { freightCharge: { fcl40: 1450, total: 0 } },
  'a typed Finance Total': { freightCharge, destinationCharge: { thc: 8 }, total: 500 },
  'charges without freight': { originCharge: { thc: 4 }, destinationCharge: { thc: 6 } },
}
const modes = [null, 0, 1, 2]
const quoteTypes = [null, 0, 1, 2]
const jobs = Object.entries(figures).flatMap(([name, held]) =>
  quoteTypes.flatMap(quoteType =>
    modes.map(transportMode => ({
      name,
      held,
      quoteType,
      transportMode,
      id: crypto.randomUUID(),
      financeId: crypto.randomUUID(),
    })),
  ),
)

/** Once had an FSC, which its history can put back. */
const cleared = jobs.find(job => job.name === 'rates alone' && job.quoteType === 1 && job.transportMode === 0)

let borrowed: BorrowedDatabase
let database: Database
let client: Client
let historyBefore: number
let applied: string[]

beforeAll(async () => {
  borrowed = await borrowDatabase(url => migrateUntil(url, MIGRATION))
  client = new Client({ connectionString: borrowed.ownerUrl })
  await client.connect()
  await client.query(`insert into accounts (id, name) values ($1, 'Harbour')`, [accountId])
  for (const [index, job] of jobs.entries()) await insert(job, index + 1)
  for (const fsc of [12, null])
    await client.query('update freight_charges set fsc = $2 where finance_id = $1', [cleared?.financeId, fsc])
  historyBefore = await countHistory()
  applied = await migrate(borrowed.ownerUrl)
  database = openDatabase({ url: borrowed.ownerUrl })
})
afterAll(async () => {
  await database?.close()
  await client?.end()
  await borrowed?.release()
})

async function insert(
  { id, financeId, held, quoteType, transportMode }: (typeof jobs)[number],
  number: number,
) {
  await client.query('insert into finances (account_id, id, total) values ($1, $2, $3)', [
    accountId,
    financeId,
    held.total ?? null,
  ])
  await client.query(
    `insert into jobs (account_id, id, finance_id, job_number, status, quote_type, transport_mode)
     values ($1, $2, $3, $4, 1, $5, $6)`,
    [accountId, id, financeId, number, quoteType, transportMode],
  )
  for (const section of chargeSections) {
    const entries = Object.entries(held[section] ?? {})
    if (entries.length === 0) continue
    const row = { account_id: accountId, id: crypto.randomUUID(), finance_id: financeId, ...held[section] }
    await client.query(
      `insert into ${chargeTables[section]} (${Object.keys(row).join()})
       select ${Object.keys(row).join()} from jsonb_populate_record(null::${chargeTables[section]}, $1)`,
      [JSON.stringify(row)],
    )
  }
}

async function countHistory(): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count(*) from history')
  return Number(rows[0]?.count)
}

const financeNow = (id: string) => database.asAccount(accountId, null, session => loadFinance(session, id))

/** By the rule of before: freight counts as what was typed, and not at all where nothing was. */
function totalBefore(finance: Finance): number | null {
  const { freightCharge: freight } = finance
  return withSums({ ...finance, freightCharge: freight?.totalIsTyped ? freight : null }).total
}

test('each job whose total changes has one entry with both totals, by the product; no other has any', async () => {
  expect(applied[0]).toBe(MIGRATION)
  const { rows } = await client.query<{ jobId: string }>(
    `select job_id as "jobId", record_type as "recordType", record_id as "recordId", user_id as "userId", version,
       shown, changes
     from history where changes ? 'summed_total' order by id`,
  )
  const expected = []
  for (const { id, financeId } of jobs) {
    const finance = await financeNow(financeId)
    const [was, is] = [totalBefore(finance), finance.total]
    if (was === is) continue
    const changes = { summed_total: [was, is] }
    expected.push({
      jobId: id,
      recordType: 'finances',
      recordId: financeId,
      userId: null,
      version: null,
      shown: true,
      changes,
    })
  }
  expect(rows).toEqual(expected)
  // By ExWorks and FOB in four modes; what cancels out does so by air and by sea.
  expect(rows).toHaveLength(2 * (4 + 4 + 4 + 2 + 4))
  expect(await countHistory()).toBe(historyBefore + rows.length)
})

test('examples, worked out by hand', async () => {
  const entry = async (name: string, quoteType: number, transportMode: number) => {
    const job = jobs.find(
      one => one.name === name && one.quoteType === quoteType && one.transportMode === transportMode,
    )
    const { rows } = await client.query<{ changes: object }>(
      `select changes -> 'summed_total' as changes from history where job_id = $1 and changes ? 'summed_total'`,
      [job?.id],
    )
    return rows.map(row => row.changes)
  }
  const all = 'every line of every section'
  // Origin 828.0008, destination 2736.0009; by sea LCL, FCL 20', FCL 40' and other charges.
  expect(await entry(all, 1, 2)).toEqual([[3564.0017, 4381.0021]])
  expect(await entry(all, 2, 2)).toEqual([[2736.0009, 3553.0013]])
  expect(await entry(all, 2, 0)).toEqual([[2736.0009, 3570.0013]])
  expect(await entry(all, 0, 2)).toEqual([])
  expect(await entry('a currency without its rate', 2, 1)).toEqual([[0, 12.5]])
  expect(await entry('typed totals of the other sections', 1, 1)).toEqual([[90, 102.5]])
  expect(await entry('a typed freight total', 1, 2)).toEqual([])
  expect(await entry('rates alone', 2, 0)).toEqual([])
})

test('typed totals, figures and versions stay; surcharges that were ever entered are flat', async () => {
  for (const { held, financeId } of jobs) {
    const finance = await financeNow(financeId)
    expect([finance.version, finance.totalIsTyped, finance.totalIsTyped ? finance.total : undefined]).toEqual(
      [1, held.total !== undefined, held.total],
    )
    for (const section of chargeSections) {
      const charges = finance[section] as Record<string, unknown> | null
      const { total, ...lines } = held[section] ?? {}
      expect(charges?.['totalIsTyped'] ?? false).toBe(total !== undefined)
      if (total !== undefined) expect(charges?.['total']).toBe(total)
      for (const [field, column] of Object.entries(chargeColumns[section])) {
        if (field === 'total' || field.endsWith('Basis')) continue
        expect([field, charges?.[field] ?? null]).toEqual([field, lines[column] ?? null])
      }
    }
    const { fsc, ssc } = held.freightCharge ?? {}
    expect([finance.freightCharge?.fscBasis ?? null, finance.freightCharge?.sscBasis ?? null]).toEqual([
      fsc === undefined && financeId !== cleared?.financeId ? null : 'flat',
      ssc === undefined ? null : 'flat',
    ])
  }
})
