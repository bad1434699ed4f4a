import { Client } from 'pg'
import { unlimited } from '#server/budgets/limits.ts'
import { openBudgets } from '#server/budgets/open.ts'
import { storedBytes } from '#server/budgets/records.ts'
import { borrowDatabase } from '#testing/database.ts'
import { setup } from '#testing/global-setup.ts'
import { openTestDatabase } from '#testing/identity-app.ts'

/**
 * npm run benchmark:budgets: what counting a request costs, what sharing the counts of 1,000 companies costs, and what
 * summing up a company's stored files costs.
 */
const REQUESTS = 1_000_000
const COMPANIES = 1000
const ROUNDS = 30
const DOCUMENTS = 100_000

const say = (line: string) => process.stdout.write(`${line}\n`)
const middle = (times: number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
const milliseconds = (time: number) => `${time.toFixed(1)} ms`

const end = await setup()
const borrowed = await borrowDatabase()
const database = openTestDatabase(borrowed.ownerUrl)
const owner = new Client({ connectionString: borrowed.ownerUrl })
await owner.connect()
try {
  const accounts = Array.from({ length: COMPANIES }, () => crypto.randomUUID())
  await owner.query(`insert into accounts (id, name) select unnest($1::uuid[]), 'Company'`, [accounts])
  const settings = {
    company: { ...unlimited.company, requests: 1e9, work: 1e9 },
    addressRequests: 1e9,
  }
  const budgets = openBudgets(database, { settings })

  const begun = process.cpuUsage()
  for (let count = 0; count < REQUESTS; count++) {
    const company = accounts[count % COMPANIES] ?? ''
    budgets.admitAddress(`198.51.100.${count % 250}`)
    budgets.admit(company)
    budgets.spend(company, 'work', 3)
  }
  const { user, system } = process.cpuUsage(begun)
  say(`counting a request: ${((user + system) / REQUESTS).toFixed(2)} µs of the processor`)

  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const company of accounts) {
      budgets.spend(company, 'requests', 7)
      budgets.spend(company, 'work', 90)
      budgets.spend(company, 'uploads', 4096)
      budgets.spend(company, 'documents', 1)
    }
    const started = performance.now()
    await budgets.settle()
    times.push(performance.now() - started)
  }
  say(
    `settling ${COMPANIES} companies, ${COMPANIES * 4} rows: ${milliseconds(middle(times))}, slowest ${milliseconds(Math.max(...times))}`,
  )

  const few: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const company of accounts.slice(0, 20)) budgets.spend(company, 'requests', 1)
    const started = performance.now()
    await budgets.settle()
    few.push(performance.now() - started)
  }
  say(`settling 20 companies, 20 rows: ${milliseconds(middle(few))}`)

  const [account = ''] = accounts
  const [finance, job] = [crypto.randomUUID(), crypto.randomUUID()]
  await owner.query('insert into finances (account_id, id) values ($1, $2)', [account, finance])
  await owner.query('insert into jobs (account_id, id, job_number, finance_id) values ($1, $2, 1, $3)', [
    account,
    job,
    finance,
  ])
  await owner.query(
    `insert into documents (account_id, id, job_id, name, type, media_type, size, content_key, content_hash)
     select $1, gen_random_uuid(), $2, 'Document ' || n, 'Word', 'application/msword', 20000, gen_random_uuid()::text, ''
     from generate_series(1, ${DOCUMENTS}) n`,
    [account, job],
  )
  await owner.query('vacuum analyze documents')
  const sums: number[] = []
  for (let round = 0; round < 10; round++) {
    const started = performance.now()
    await database.asAccount(account, null, session => storedBytes(session.db, account))
    sums.push(performance.now() - started)
  }
  say(`summing up ${DOCUMENTS} documents: ${milliseconds(middle(sums))}`)
} finally {
  await owner.end()
  await database.close()
  await borrowed.release()
  await end()
}
