import { beforeAll, expect, test } from 'vitest'
import type { JobTableRow } from '#contract/job-table.ts'
import type { JobCounts } from '#contract/jobs.ts'
import { companyDay } from '#server/records/day-records.ts'
import { buildJob } from '#testing/factories.ts'
import { insertJobs } from '#testing/job-fixtures.ts'
import { testCompany } from '#testing/test-company.ts'
import { linesOf, reportedStatuses, DAYS_AHEAD } from './lines.ts'
import { jobsOfSummary } from './records.ts'

// The morning summary tells in words what the list filters by: of every kind of job they must say the same.
const { product, rows, company } = testCompany()
const account = () => company.membership.account.id

/** Every combination of these values, one job each. */
const values = {
  status: ['1', '2'],
  direction: ['null', '0', '1'],
  transport_mode: ['null', '1'],
  etd: ['null', 'company_day() - 1', 'company_day()'],
  eta: ['null', 'company_day() - 1', 'company_day() + 3'],
  delivery_order_picked_up_on: ['null', 'company_day()'],
  documents_emailed_to_customer_on: ['null', 'company_day()'],
  house_bl: ['null', `''`, `'H'`],
  master_bl: ['null', `'M'`],
  master_job_id: ['null', 'masters[1]', 'masters[2]'],
}
const count = Object.values(values).reduce((product, { length }) => product * length, 1)

beforeAll(async () => {
  const masters = [
    await buildJob(company, { statusId: 3, mbl: 'M' }),
    await buildJob(company, { statusId: 3 }),
  ]
  const pieces = Object.entries(values).map(
    ([column, choices], at, all) =>
      `${column} = (array[${choices.join(', ')}]${column.endsWith('_id') ? '::uuid[]' : ''})[1 + (made.n / ${all
        .slice(0, at)
        .reduce((product, [, { length }]) => product * length, 1)}) % ${choices.length}]`,
  )
  await insertJobs(rows, account(), count)
  await rows.select(
    `update jobs set ${pieces.join(', ')}
     from (select job_number - 3 as n, $2::uuid[] as masters, id as made_id from jobs where account_id = $1) as made
     where jobs.account_id = $1 and jobs.id = made.made_id and made.n >= 0`,
    [account(), masters.map(({ id }) => id)],
  )
}, 120_000)

async function told(isWanted: (line: ReturnType<typeof linesOf>[number]) => boolean) {
  return product.database.asAccount(account(), company.membership.user.id, async session => {
    const day = await companyDay(session.db)
    const jobs = await jobsOfSummary(session, { day, daysAhead: DAYS_AHEAD, statuses: reportedStatuses })
    const numbers = linesOf(jobs, day)
      .filter(isWanted)
      .flatMap(line => line.jobs.map(({ jobId }) => jobId))
    return [...new Set(numbers)].sort((one, other) => one - other)
  })
}

async function filtered(query: string) {
  const numbers: number[] = []
  for (let offset = 0; ; offset += 200) {
    const { body } = await company.call<JobTableRow[]>(
      'GET',
      `/api/shipment/table?${query}&sort=jobId&limit=200&offset=${offset}`,
    )
    numbers.push(...body.map(({ jobId }) => jobId))
    if (body.length < 200) return numbers
  }
}

test('the filter “overdue” finds the jobs that the summary calls overdue, and the tab counts them', async () => {
  const overdue = await told(line => line.isOverdue ?? false)
  expect(overdue.length).toBeGreaterThan(count / 50)
  expect(overdue.length).toBeLessThan(count / 2)
  expect(await filtered('overdue=true')).toEqual(overdue)
  const counts = await company.call<JobCounts>('GET', '/api/shipment/counts')
  expect(counts.body.overdue).toBe(overdue.length)
})

test('“no arrival notice” of the jobs that arrive soon is the summary’s line', async () => {
  const line = await told(({ title }) => title.startsWith('Arrival notice not sent'))
  expect(line.length).toBeGreaterThan(100)
  expect(await filtered(`noArrivalNotice=true&eta=next-${DAYS_AHEAD}-days&status=1`)).toEqual(line)
})
