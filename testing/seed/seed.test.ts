import { beforeAll, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { partyWire, type ListedRole } from '#contract/parties.ts'
import { signIn } from '#testing/identity.ts'
import { callerWith } from '#testing/factories.ts'
import { testProduct } from '#testing/test-company.ts'
import { seed } from './seed.ts'

// What the seed writes past the triggers is what they would have written: the same jobs are made in three ways.
const JOBS = 30
const password = 'a long enough password'
const { product, rows } = testProduct()

type Index = { name: string; definition: string }
let indexesBefore: Index[]

const indexes = () =>
  rows.select<Index>(`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid::regclass::text !~ '^(pg_|information_)' order by 1`)

const fill = (email: string, slowly: boolean, accounts = 1) =>
  seed(product, { jobs: JOBS, accounts, email, password, company: 'Harbour', slowly, log: () => undefined })

const accountOf = async (email: string) => {
  const [user] = await rows.select<{ account_id: string }>('select account_id from users where email = $1', [
    email,
  ])
  return user?.account_id ?? ''
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** All rows of these tables of a company; ids, which differ each time, are all one, and so are moments. */
async function contentOf(accountId: string, tables: readonly string[]) {
  const company = await rows.ofCompany(accountId)
  return Object.fromEntries(
    tables.map(table => [
      table,
      (company[table] ?? [])
        .map(row => {
          const {
            id: _id,
            at: _at,
            created_at: _created,
            position: _position,
            ...kept
          } = row as Record<string, unknown>
          return JSON.stringify(kept).replace(UUID, 'ID')
        })
        .sort(),
    ]),
  )
}

const TABLES = [
  'jobs',
  'job_index',
  'job_parties',
  'items',
  'finances',
  'destination_charges',
  'freight_charges',
]

beforeAll(async () => {
  indexesBefore = await indexes()
  await fill('fast@lading.example', false, 2)
  await fill('slow@lading.example', true)
})

test('the same rows as through the triggers, and the same history', async () => {
  const [fast, slow] = [await accountOf('fast@lading.example'), await accountOf('slow@lading.example')]
  const content = await contentOf(fast, TABLES)
  expect(content['job_index']).toHaveLength(JOBS)
  expect(content).toEqual(await contentOf(slow, TABLES))
  const told = (accountId: string) =>
    rows.select(
      // Through the triggers, the charges' frame comes before its job and cannot name it.
      `select record_type, user_id is not null as has_author, record_type <> 'finances' and job_id is not null as of_job,
         version, regexp_replace(changes::text, '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'ID', 'g') as changes
       from history where account_id = $1 and record_type = any ($2) order by 1, 5`,
      [accountId, TABLES],
    )
  expect(await told(fast)).toEqual(await told(slow))
})

test('every history row of a job names its job and its author', async () => {
  expect(
    await rows.select(
      `select record_type from history where account_id = $1 and record_type = any ($2) and (job_id is null
         or user_id is null or job_id not in (select id from jobs where account_id = $1))`,
      [await accountOf('fast@lading.example'), TABLES],
    ),
  ).toEqual([])
})

test('counts, the next number and the revision are those of a company with these jobs', async () => {
  const accounts = await rows.select(
    `select job_count::int, last_job_number::int, (select sum(value) > 0 from account_revisions r
       where r.account_id = a.id) as is_revised
     from accounts a join users u on u.account_id = a.id where u.email like 'fast%' order by u.email`,
  )
  const filled = { job_count: JOBS, last_job_number: JOBS, is_revised: true }
  expect(accounts).toEqual([filled, filled])
  const { accessToken } = await signIn(product.app, { email: 'fast-2@lading.example', password })
  const call = callerWith(product, accessToken)
  expect((await call<Job[]>('GET', '/api/shipment')).body).toHaveLength(JOBS)
  expect((await call<Job>('POST', '/api/shipment')).body.jobId).toBe(JOBS + 1)
})

test('a job that is made through the API has the same index row and the same kinds of history', async () => {
  const { accessToken } = await signIn(product.app, { email: 'fast@lading.example', password })
  const call = callerWith(product, accessToken)
  const [seeded] = (await call<Job[]>('GET', '/api/shipment?sort=jobId&limit=1')).body
  if (!seeded) throw new Error('There is no job.')
  const whole = (await call<Job>('GET', `/api/shipment/${seeded.id}?stakeholder=true`)).body
  const roles: ListedRole[] = ['consignee', 'shipper', 'agent', 'carrier']
  const links = roles.map(role => {
    const { list, field } = partyWire[role]
    const [link] = whole[list as 'shipmentConsignees'] as unknown as Record<string, string>[]
    return [list, [{ [field]: link?.[field] }]]
  })
  const made = await call<Job>('POST', '/api/shipment', {
    ...whole,
    ...(Object.fromEntries(links) as object),
    id: crypto.randomUUID(),
    quote: { ...whole.quote, id: undefined },
    finance: undefined,
    items: undefined,
  })
  expect(made.status).toBe(201)
  const number = String(made.body.jobId)
  const indexed = (id: string) =>
    rows.select<Record<string, unknown>>(
      `select (to_jsonb(i) - '{job_id,job_number}'::text[]) as row from job_index i where job_id = $1`,
      [id],
    )
  const [one, other] = [await indexed(seeded.id), await indexed(made.body.id)]
  expect(JSON.stringify(other).replace(`"${number} `, `"${seeded.jobId} `)).toBe(JSON.stringify(one))
  const told = (id: string) =>
    rows.select(
      `select record_type, jsonb_object_keys(changes) as field, count(*)::int from history
       where job_id = $1 and record_type in ('jobs', 'job_parties', 'finances') group by 1, 2 order by 1, 2`,
      [id],
    )
  expect(await told(made.body.id)).toEqual(await told(seeded.id))
})

test('all indexes are there again', async () => {
  expect(await indexes()).toEqual(indexesBefore)
})
