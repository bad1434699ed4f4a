import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { ACCOUNT, writeCompany } from '#testing/company-rows.ts'
import { borrowDatabase } from '#testing/database.ts'
import { migrateUntil } from '#testing/earlier-schema.ts'
import { buildItem, buildJob, buildOrganisation } from '#testing/factories.ts'
import { testCompany } from '#testing/test-company.ts'
import { listEntries } from './list-records.ts'

const { rows, company } = testCompany()

const historyOf = async (jobId: string) =>
  (await company.call<HistoryEntry[]>('GET', `/api/history?job=${jobId}&limit=100`)).body

/** What the history tells of the records of one type that were made, the latest first: {field: value}. */
const madeWith = async (jobId: string, type: string) =>
  (await historyOf(jobId))
    .filter(entry => entry.record.type === type && entry.action === 'added')
    .map(({ changes }) =>
      Object.fromEntries(changes.map(({ field, old, new: value }) => [field, [old, value]])),
    )

const stored = (recordId: string) =>
  rows.select('select changes, made from history where record_id = $1 order by id', [recordId])

test('what a job was made with is told after every field was changed, and is kept once', async () => {
  const [from, to] = [await buildOrganisation(company), await buildOrganisation(company)]
  const body = {
    name: 'Cotton',
    eta: '2026-12-03',
    grossWeight: 1200.5,
    customerInstructions: 'Call first',
    quote: { commodity: 'Yarn', transportMode: 2 },
    shipmentConsignees: [{ party: { id: from.partyId } }],
  }
  const { body: job } = await company.call<{ id: string; jobId: number; shipmentDate: string }>(
    'POST',
    '/api/shipment',
    body,
  )
  expect(await stored(job.id)).toEqual([{ changes: {}, made: true }])
  const before = await historyOf(job.id)
  await company.call('PUT', '/api/shipment', {
    id: job.id,
    name: null,
    eta: '2027-01-01',
    grossWeight: 7,
    customerInstructions: null,
    igm: 'IGM-1',
    quote: { commodity: 'Rice', transportMode: null },
    shipmentConsignees: [{ party: { id: to.partyId } }],
  })
  await company.call('PUT', '/api/shipment', { id: job.id, name: 'Wool', grossWeight: 8, igm: null })
  expect(await madeWith(job.id, 'job')).toEqual([
    {
      jobId: [null, job.jobId],
      name: [null, 'Cotton'],
      statusId: [null, 1],
      eta: [null, '2026-12-03'],
      grossWeight: [null, 1200.5],
      customerInstructions: [null, 'Call first'],
      ownerId: [null, company.membership.user.id],
      shipmentDate: [null, job.shipmentDate],
      'quote.commodity': [null, 'Yarn'],
      'quote.transportMode': [null, 2],
    },
  ])
  // The job's name is said as it is now; all else about the making is as it was when nothing had been changed.
  const after = (await historyOf(job.id)).slice(-before.length)
  const withoutNames = (entries: HistoryEntry[]) =>
    entries.map(entry => ({ ...entry, job: null, record: { ...entry.record, name: null } }))
  expect(withoutNames(after)).toEqual(withoutNames(before))
})

test('an item that was removed and came back tells of each time', async () => {
  const job = await buildJob(company)
  const item = await buildItem(company, job.id, { name: 'Yarn', quantity: 3, description: 'Bales' })
  await company.call('PUT', '/api/item', { id: item.id, quantity: 4, description: null })
  await company.call('DELETE', `/api/item/${item.id}`)
  await company.call('POST', '/api/history/restoreremoved', { id: item.id })
  await company.call('PUT', '/api/item', { id: item.id, quantity: 5, grossWeight: 10 })
  await company.call('DELETE', `/api/item/${item.id}`)
  await buildItem(company, job.id, { id: item.id, name: 'Silk', numberOfPacks: 7 })
  await company.call('PUT', '/api/item', { id: item.id, numberOfPacks: 9 })
  expect(await madeWith(job.id, 'item')).toEqual([
    { name: [null, 'Silk'], numberOfPacks: [null, 7] },
    { name: [null, 'Yarn'], quantity: [null, 4] },
    { name: [null, 'Yarn'], quantity: [null, 3], description: [null, 'Bales'] },
  ])
})

test('a party that took the place of another under its id tells of both', async () => {
  const [first, second] = [await buildOrganisation(company), await buildOrganisation(company)]
  const id = crypto.randomUUID()
  const consignee = ({ partyId }: { partyId: string }) => ({
    shipmentConsignees: [{ id, consigneeId: partyId }],
  })
  const job = await buildJob(company, consignee(first))
  await company.call('PUT', '/api/shipment', { id: job.id, ...consignee(second) })
  const told = (await historyOf(job.id))
    .filter(entry => entry.record.type === 'party')
    .map(({ action, changes }) => [action, changes[0]?.old, changes[0]?.new])
  expect(told).toEqual([
    ['added', null, second.partyId],
    ['removed', first.partyId, null],
    ['added', null, first.partyId],
  ])
  expect((await stored(id)).map(({ made }) => made)).toEqual([true, false, true])
})

test('figures that nobody entered leave nothing in the history', async () => {
  const job = await buildJob(company)
  expect(await stored(job.quote.financeId)).toEqual([])
  await company.call('PUT', '/api/finance', { id: job.quote.financeId, originCharge: { thc: 10 } })
  await company.call('PUT', '/api/finance', {
    id: job.quote.financeId,
    originCharge: { thc: 20, handling: 5 },
  })
  const [changed, added] = await historyOf(job.id)
  expect(added?.changes.map(({ field, new: value }) => [field, value])).toEqual([['thc', 10]])
  expect(changed?.changes.map(({ field, old }) => [field, old])).toEqual([
    ['handling', null],
    ['thc', 10],
  ])
})

test('a column that a later migration adds is in the history', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-migrations-'))
  await cp(new URL('../db/migrations/', import.meta.url), folder, { recursive: true })
  await writeFile(join(folder, '9999_planted.sql'), 'alter table jobs add column planted text')
  const database = await borrowDatabase(url => migrate(url, {}, pathToFileURL(`${folder}/`)))
  try {
    await withClient(database.ownerUrl, async owner => {
      await writeCompany(owner)
      await owner.query(`update jobs set planted = 'here' where job_number = 1`)
      const { rows: told } = await owner.query(
        `select changes from history where record_type = 'jobs' and not made`,
      )
      expect(told).toEqual([{ changes: { planted: [null, 'here'] } }])
    })
  } finally {
    await database.release()
    await rm(folder, { recursive: true })
  }
})

test('every column of these tables is compared by the function that keeps their history', async () => {
  const forgotten = await rows.select(
    `select c.relname as "table", a.attname as "column"
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where t.tgname = 'history' and p.proname = 'record_history_of_' || c.relname
       and a.attname <> all ('{account_id,version,created_at,position,own_columns,columns_of_master}')
       and p.prosrc not like '%old.' || quote_ident(a.attname) || ' is distinct from%'`,
  )
  expect(forgotten).toEqual([])
})

test('what an earlier version wrote stays as it is and is told as before', async () => {
  const database = await borrowDatabase(url => migrateUntil(url, '0053_smaller_history.sql'))
  try {
    await withClient(database.ownerUrl, async owner => {
      await writeCompany(owner)
      await owner.query(`update jobs set name = 'Linen', gross_weight = 5 where job_number = 1`)
      const everything =
        'select id, at, record_type, record_id, job_id, version, changes, shown from history order by id'
      const before = (await owner.query(everything)).rows
      await migrate(database.ownerUrl)
      expect((await owner.query(everything)).rows).toEqual(before)
      await owner.query(`update jobs set name = 'Silk' where job_number = 1`)
      const reading = openDatabase({ url: database.ownerUrl })
      const { rows: told } = await reading.asAccount(ACCOUNT, null, ({ db, accountId }) =>
        listEntries(db, accountId, {}, { offset: 0, limit: 100 }),
      )
      await reading.close()
      const shown = before.filter(row => row['shown'] && row['record_type'] === 'jobs')
      expect(told.filter(({ recordType }) => recordType === 'jobs').map(({ changes }) => changes)).toEqual([
        { name: ['Linen', 'Silk'] },
        ...shown.map(({ changes }) => changes as object).reverse(),
      ])
    })
  } finally {
    await database.release()
  }
})

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
