import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BudgetUse } from '#contract/limits.ts'
import { forgetOldBudgets } from '#server/budgets/records.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '#testing/app.ts'
import {
  buildColleague,
  buildCompany,
  buildJob,
  type Caller,
  callerWith,
  formWithFile,
  newPerson,
  type Reply,
  send,
} from '#testing/factories.ts'
import { signIn, signUp } from '#testing/identity.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { openRows, type Rows } from '#testing/rows.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')
let now = NOON
const open: { close: () => Promise<unknown> }[] = []

/** A server whose clock stands still until a test moves it. */
async function start(
  budgets: TestAppOptions['budgets'] = {},
  options: TestAppOptions = {},
): Promise<TestApp & { rows: Rows }> {
  const product = await startTestApp({ ...options, budgets: { now: () => now, ...budgets } })
  open.push(product)
  const rows = await openRows(product)
  open.push(rows)
  return { ...product, rows }
}

beforeEach(() => {
  now = NOON
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const problem = (detail: string) => ({
  type: 'about:blank',
  status: 429,
  code: 'too_many_requests',
  title: 'Too many requests',
  detail,
})
const RAISE = 'The operator of this server can raise the limit.'

/** Makes the company known to this server: who was not here yet counts for no company. */
const visit = ({ call }: Caller) => call('GET', '/api/register')

const usage = async ({ call }: Caller) =>
  Object.fromEntries(
    (await call<BudgetUse[]>('GET', '/api/company/limits')).body.map(one => [one.budget, one]),
  ) as Record<BudgetUse['budget'], BudgetUse>

const attach = ({ call }: Caller, jobId: string, name: string, content: string | Uint8Array) => {
  const { payload, headers } = formWithFile({ name, content }, { shipmentId: jobId })
  return call('POST', '/api/document', payload, headers)
}

const plain = ({ status, body, headers }: Reply) => ({ status, body, retryAfter: headers['retry-after'] })

describe('requests', () => {
  test('are refused with when they are free again, in another company never, and begin anew', async () => {
    const product = await start({ requests: 20 })
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    now = NOON + 60_000
    await visit(company)
    for (let count = 1; count < 20; count++)
      expect((await company.call('GET', '/api/shipment')).status).toBe(200)
    now += 25_400
    const detail = `Your company may make 20 requests a minute, and this would exceed the limit. Nothing was done; try again in 35 seconds. ${RAISE}`
    const refused = await company.call('POST', '/api/shipment')
    expect(plain(refused)).toEqual({ status: 429, body: problem(detail), retryAfter: '35' })
    expect(refused.headers['content-type']).toBe('application/problem+json')
    expect((await other.call('GET', '/api/shipment')).status).toBe(200)
    // What tells of it is answered all the same.
    expect((await visit(company)).status).toBe(200)
    expect((await usage(company)).requests).toEqual({
      budget: 'requests',
      used: 22,
      allowed: 20,
      window: 'minute',
      startsAnewAt: '2026-11-23T12:02:00.000Z',
    })
    now = NOON + 120_000
    expect((await company.call('GET', '/api/shipment')).status).toBe(200)
    const { body: jobs } = await company.call('GET', '/api/shipment')
    expect(jobs).toEqual([])
  })

  test('of somebody who belongs to no company are limited too', async () => {
    const product = await start({ requests: 3 })
    const { accessToken } = await signUp(product.app, newPerson())
    const call = callerWith(product, accessToken)
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push((await call('GET', '/api/shipment')).status)
    expect(statuses).toEqual([403, 403, 403, 429])
  })

  test('are refused before a body is read', async () => {
    const product = await start({ requests: 10 })
    const company = await buildCompany(product)
    now += 60_000
    await visit(company)
    for (let count = 1; count < 10; count++) await company.call('GET', '/api/shipment')
    const headers = { 'content-type': 'application/json' }
    expect((await company.call('POST', '/api/shipment', 'this is no JSON', headers)).status).toBe(429)
  })
})

describe('the time that the server is at work', () => {
  test('is refused when it is used up, and the hour after it is there again', async () => {
    const product = await start({ work: 60 })
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    product.budgets.spend(company.membership.account.id, 'work', 60_000)
    const detail = `Your company may use 60 seconds of the server’s time an hour, and this would exceed the limit. Nothing was done; try again in 60 minutes. ${RAISE}`
    const refused = await expectNoChange(product.rows, company, () => company.call('POST', '/api/shipment'))
    expect(plain(refused)).toEqual({ status: 429, body: problem(detail), retryAfter: '3600' })
    expect((await other.call('POST', '/api/shipment')).status).toBe(201)
    now += 3_600_000
    expect((await company.call('POST', '/api/shipment')).status).toBe(201)
  })

  test('is that of transactions and of Word threads, and nobody else’s', async () => {
    const product = await start()
    const [company, other] = [await buildTemplateCompany(product), await buildCompany(product)]
    const workOf = ({ membership }: Caller) => product.budgets.use(membership.account.id, 'work').used
    const [before, beforeOther] = [workOf(company), workOf(other)]
    await company.call('GET', '/api/shipment')
    const read = workOf(company)
    expect(read).toBeGreaterThan(before)
    const bytes = async () => new Uint8Array()
    await product.word
      .inspect({ company: company.membership.account.id, bytes, known: {} as never })
      .catch(() => {})
    expect(workOf(company)).toBeGreaterThan(read)
    expect(workOf(other)).toBe(beforeOther)
  })
})

describe('uploads', () => {
  test('are refused while they come, and nothing of them is left', async () => {
    const product = await start({ uploads: 1000 })
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    const job = await buildJob(company)
    expect((await attach(company, job.id, 'fits.txt', 'x'.repeat(600))).status).toBe(201)
    const detail = `Your company may upload 1 kB a day, and this would exceed the limit. Nothing was done; try again in 12 hours. ${RAISE}`
    const refused = await expectNoChange(product.rows, company, () =>
      attach(company, job.id, 'more.txt', 'x'.repeat(600)),
    )
    expect(plain(refused)).toEqual({ status: 429, body: problem(detail), retryAfter: '43200' })
    expect(await filesOf(product)).toBe(1)
    expect((await attach(other, (await buildJob(other)).id, 'theirs.txt', 'x'.repeat(600))).status).toBe(201)
    expect((await usage(company)).uploads).toEqual({
      budget: 'uploads',
      used: 600,
      allowed: 1000,
      window: 'day',
      startsAnewAt: '2026-11-24T00:00:00.000Z',
    })
    now += 12 * 3_600_000
    expect((await attach(company, job.id, 'more.txt', 'x'.repeat(600))).status).toBe(201)
  })

  test('that cannot fit by their length are refused before a byte is taken', async () => {
    const product = await start({ uploads: 1000 }, { uploadLimitBytes: 50_000_000 })
    const company = await buildCompany(product)
    const job = await buildJob(company)
    let taken = 0
    const endless = new Readable({
      read() {
        taken += 1
        this.push(taken > 1000 ? null : Buffer.alloc(16_384))
      },
    })
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/document',
      headers: {
        authorization: `Bearer ${company.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '20000000',
      },
      payload: endless,
    })
    expect(reply.statusCode).toBe(429)
    expect((await usage(company)).uploads.used).toBe(0)
    expect(job.id).toBeTypeOf('string')
    expect(await filesOf(product)).toBe(0)
  })
})

const filesOf = async ({ rows }: { rows: Rows }) =>
  Number((await rows.select<{ count: string }>('select count(*) from documents'))[0]?.count)

describe('documents', () => {
  test('beyond the budget are refused before they are made, and what fails is given back', async () => {
    const product = await start({ documents: 2 })
    const company = await buildTemplateCompany(product)
    const [template, wrong] = [
      await company.addTemplate('{{Job.Name}} {{Number.HouseBill}}'),
      await company.addTemplate('{{Nobody.Knows}}', 'Wrong.dotx'),
    ]
    const job = await buildJob(company, { name: 'Rice' })
    const make = (id: string, jobId = job.id) =>
      company.call('POST', `/api/documenttemplate/generatedocument?shipmentId=${jobId}`, {
        id,
        allowEmptyJob: true,
      })
    expect((await make(template.id)).status).toBe(201)
    expect((await make(wrong.id)).status).toBe(422)
    expect((await make(template.id)).status).toBe(201)
    const detail = `Your company may make 2 documents an hour, and this would exceed the limit. Nothing was done; try again in 60 minutes. ${RAISE}`
    // Of another job, which keeps no number either.
    const { id } = await buildJob(company)
    const refused = await expectNoChange(product.rows, company, () => make(template.id, id))
    expect(plain(refused)).toEqual({ status: 429, body: problem(detail), retryAfter: '3600' })
    expect((await usage(company)).documents).toMatchObject({ used: 2, allowed: 2, window: 'hour' })
    const other = await buildTemplateCompany(product)
    const theirs = await other.addTemplate('{{Job.Name}}')
    const path = `/api/documenttemplate/generatedocument?shipmentId=${(await buildJob(other)).id}`
    expect((await other.call('POST', path, { id: theirs.id, allowEmptyJob: true })).status).toBe(201)
  })
})

describe('recipients of e-mails', () => {
  const write = (caller: Caller, shipmentId: string, people: number) =>
    caller.call('POST', '/api/mail', {
      id: crypto.randomUUID(),
      shipmentId,
      to: Array.from({ length: people }, (_, index) => ({ address: `p${index}@maas.example` })),
      subject: 'Arrival',
      text: 'The vessel has arrived.',
    })

  test('are limited for one company by a limit of its own, and the reply says when there is room', async () => {
    const product = await start()
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    const { id } = company.membership.account
    await product.rows.select(
      `insert into company_limits (account_id, budget, allowed) values ($1, 'recipients', 3)`,
      [id],
    )
    const job = await buildJob(company)
    expect((await write(company, job.id, 2)).status).toBe(201)
    const refused = await expectNoChange(product.rows, company, () => write(company, job.id, 2))
    const { retryAfter, ...said } = plain(refused)
    // By PostgreSQL's clock: the minute in which the two were counted, an hour later.
    expect(Number(retryAfter)).toBeGreaterThan(3500)
    expect(Number(retryAfter)).toBeLessThanOrEqual(3600)
    const minutes = Math.ceil(Number(retryAfter) / 60)
    const detail = `Your company may write to 3 recipients an hour, invitations included, and this would exceed the limit. Nothing was done; try again in ${minutes} minutes. ${RAISE}`
    expect(said).toEqual({ status: 429, body: problem(detail) })
    expect((await write(other, (await buildJob(other)).id, 5)).status).toBe(201)
    expect((await usage(company)).recipients).toEqual({
      budget: 'recipients',
      used: 2,
      allowed: 3,
      window: 'hour',
      startsAnewAt: null,
    })
    expect((await usage(other)).recipients).toMatchObject({ used: 5, allowed: 500 })
  })
})

describe('what is stored in all', () => {
  test('is limited, with a sentence that says what to do, and replaced content counts too', async () => {
    const product = await start({ storage: 2000 })
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    const job = await buildJob(company)
    expect((await attach(company, job.id, 'one.txt', 'x'.repeat(900))).status).toBe(201)
    const { payload, headers } = formWithFile(
      { name: 'one.txt', content: 'y'.repeat(900) },
      { documentId: (await documentsOf(company, job.id))[0]?.id ?? '' },
    )
    const replaced = await company.call('PUT', '/api/document/updatedocumentcontent', payload, headers)
    expect(replaced.status).toBe(200)
    const refused = await expectNoChange(product.rows, company, () =>
      attach(company, job.id, 'two.txt', 'x'.repeat(900)),
    )
    expect(plain(refused)).toEqual({
      status: 507,
      body: {
        type: 'about:blank',
        status: 507,
        code: 'company_storage_full',
        title: 'Your company has no room left',
        detail:
          'Your company may store 2 kB of documents, templates, their earlier versions and e-mails, and this would exceed the limit. Nothing was saved. Delete documents that are no longer needed (their space is freed after 30 days), or ask the operator of this server to raise the limit.',
      },
      retryAfter: undefined,
    })
    expect((await usage(company)).storage).toEqual({
      budget: 'storage',
      used: 1800,
      allowed: 2000,
      window: null,
      startsAnewAt: null,
    })
    expect((await attach(other, (await buildJob(other)).id, 'theirs.txt', 'x'.repeat(900))).status).toBe(201)
    expect((await company.call('POST', '/api/shipment')).status).toBe(201)
  })

  test('holds for documents that the server makes itself', async () => {
    const product = await start()
    const company = await buildTemplateCompany(product)
    const template = await company.addTemplate('{{Job.Name}}')
    const job = await buildJob(company)
    const { id } = company.membership.account
    await product.rows.select(
      `insert into company_limits (account_id, budget, allowed) values ($1, 'storage', $2)`,
      [id, template.size + 10],
    )
    await product.budgets.load()
    const path = `/api/documenttemplate/generatedocument?shipmentId=${job.id}`
    const refused = await expectNoChange(product.rows, company, () =>
      company.call('POST', path, { id: template.id, allowEmptyJob: true }),
    )
    expect(refused.status).toBe(507)
    expect(refused.body).toMatchObject({ code: 'company_storage_full' })
  })
})

const documentsOf = async ({ call }: Caller, jobId: string) =>
  (await call<{ documents: { id: string }[] }>('GET', `/api/shipment/${jobId}`)).body.documents

describe('the reserve on the disk', () => {
  test('refuses uploads and documents, and saves and sign-ins go on', async () => {
    let free = 1_000_000
    const disk = { reserveBytes: 500_000, freeBytes: async () => free }
    const product = await start({}, { disk })
    const company = await buildTemplateCompany(product)
    const template = await company.addTemplate('{{Job.Name}} {{Number.HouseBill}}')
    const job = await buildJob(company)
    free = 500_000
    const refused = await expectNoChange(product.rows, company, () =>
      attach(company, job.id, 'one.txt', 'x'.repeat(900)),
    )
    expect(plain(refused)).toEqual({
      status: 507,
      body: {
        type: 'about:blank',
        status: 507,
        code: 'storage_full',
        title: 'The server has no room left',
        detail:
          'The server’s disk is nearly full: its last 1 MB are reserved for what people type, so no file is stored. Nothing was saved. Tell the operator of the server; try again when there is room.',
      },
      retryAfter: undefined,
    })
    const path = `/api/documenttemplate/generatedocument?shipmentId=${job.id}`
    const document = await expectNoChange(product.rows, company, () =>
      company.call('POST', path, { id: template.id, allowEmptyJob: true }),
    )
    expect([document.status, (document.body as { code: string }).code]).toEqual([507, 'storage_full'])
    expect((await company.call('PUT', '/api/shipment', { id: job.id, name: 'Rice' })).status).toBe(200)
    expect((await signIn(product.app, company.person)).accessToken).toBeTypeOf('string')
    free = 1_000_000
    expect((await company.call('POST', path, { id: template.id, allowEmptyJob: true })).status).toBe(201)
  })
})

describe('a network address', () => {
  const from = (product: TestApp, address: string, url: string) =>
    send(product, { url, headers: { 'x-forwarded-for': address } })
  const proxied: TestAppOptions = { trustedProxies: ['127.0.0.1'] }

  test('that asks too often is refused whoever asks, and nobody else is', async () => {
    const product = await start({ addressRequests: 2 }, proxied)
    const ask = (address: string) => from(product, address, '/api/openapi.json')
    expect((await ask('198.51.100.7')).status).toBe(200)
    expect((await ask('198.51.100.7')).status).toBe(200)
    const detail = `Your network address may make 2 requests a minute, and this would exceed the limit. Nothing was done; try again in 60 seconds. ${RAISE}`
    expect(plain(await ask('198.51.100.7'))).toEqual({
      status: 429,
      body: problem(detail),
      retryAfter: '60',
    })
    expect((await ask('198.51.100.8')).status).toBe(200)
    const page = await from(
      product,
      '198.51.100.7',
      '/identity/B2C_1_signupsignin1/v2.0/.well-known/openid-configuration',
    )
    expect([page.status, page.headers['retry-after']]).toEqual([429, '60'])
    now += 60_000
    expect((await ask('198.51.100.7')).status).toBe(200)
  })

  test('is a whole /64, and this machine is none', async () => {
    const product = await start({ addressRequests: 1 }, proxied)
    const ask = (address: string) => from(product, address, '/api/openapi.json')
    expect((await ask('2001:db8:1:2::a')).status).toBe(200)
    expect((await ask('2001:db8:1:2:ffff::b')).status).toBe(429)
    expect((await ask('2001:db8:1:3::a')).status).toBe(200)
    for (let count = 0; count < 3; count++) expect((await ask('127.0.0.1')).status).toBe(200)
  })
})

describe('servers on one database', () => {
  test('share what is used, and a restart keeps it', async () => {
    const first = await start({ requests: 30 })
    const second = await start({ requests: 30 }, { beside: first })
    const company = await buildCompany(first)
    const { id } = company.membership.account
    now += 60_000
    const onSecond = callerWith(second, company.token)
    await onSecond('GET', '/api/register')
    const ask = async (call: Caller['call'], times: number) => {
      const statuses = []
      for (let count = 0; count < times; count++) statuses.push((await call('GET', '/api/shipment')).status)
      return statuses.filter(status => status === 200).length
    }
    expect(await ask(company.call, 20)).toBe(20)
    expect(await ask(onSecond, 20)).toBe(20)
    // Both have settled: from here on nobody goes beyond what is allowed.
    await first.budgets.settle()
    await second.budgets.settle()
    expect(second.budgets.use(id, 'requests').used).toBe(41)
    expect(await ask(onSecond, 1)).toBe(0)
    // The first learns it with its own next settlement; until then it goes by what it knew, 20 of 30.
    expect(await ask(company.call, 15)).toBe(10)
    await first.budgets.settle()
    // The overshoot: what one other server may take between two settlements, never more than the limit itself.
    expect(first.budgets.use(id, 'requests').used).toBe(51)
    const restarted = await start({ requests: 30 }, { beside: first })
    expect(restarted.budgets.use(id, 'requests').used).toBe(51)
    const onRestarted = callerWith(restarted, company.token)
    await onRestarted('GET', '/api/register')
    expect(await ask(onRestarted, 1)).toBe(0)
    now += 60_000
    expect(await ask(onRestarted, 1)).toBe(1)
  })

  test('take counts of one company from each other in one statement, and old ones are purged', async () => {
    const product = await start({ requests: 1000 })
    const second = await start({ requests: 1000 }, { beside: product })
    const company = await buildCompany(product)
    const { id } = company.membership.account
    for (let round = 0; round < 5; round++) {
      product.budgets.spend(id, 'requests', 3)
      second.budgets.spend(id, 'requests', 4)
      await Promise.all([product.budgets.settle(), second.budgets.settle()])
    }
    const [row] = await product.rows.select<{ used: string }>(
      `select used from company_budgets where account_id = $1 and budget = 'requests'`,
      [id],
    )
    // A call or two of registering, besides.
    await Promise.all([product.budgets.load(), second.budgets.load()])
    for (const { budgets } of [product, second])
      expect(budgets.use(id, 'requests')).toMatchObject({ used: Number(row?.used), pending: 0 })
    expect(Number(row?.used)).toBeGreaterThanOrEqual(35)
    expect(Number(row?.used)).toBeLessThan(40)
    const count = () =>
      product.rows.select('select 1 from company_budgets union all select 1 from network_budgets')
    await product.rows.select(`insert into network_budgets values ('198.51.100.7', now() - interval '2 hours', 5),
      ('198.51.100.8', now(), 5)`)
    await product.rows.select(
      `update company_budgets set starts_at = case when budget = 'work'
      then now() - interval '3 days' else now() end where account_id = $1`,
      [id],
    )
    const before = (await count()).length
    expect(await forgetOldBudgets(product.database)).toBe(2)
    expect((await count()).length).toBe(before - 2)
  })

  test('learn of a limit that was raised while the company is refused', async () => {
    const product = await start({ requests: 5 })
    const company = await buildCompany(product)
    now += 60_000
    await visit(company)
    for (let count = 1; count < 5; count++) await company.call('GET', '/api/shipment')
    expect((await company.call('GET', '/api/shipment')).status).toBe(429)
    await product.rows.select(
      `insert into company_limits (account_id, budget, allowed) values ($1, 'requests', null)`,
      [company.membership.account.id],
    )
    expect((await company.call('GET', '/api/shipment')).status).toBe(429)
    await product.budgets.settle()
    expect((await company.call('GET', '/api/shipment')).status).toBe(200)
    expect((await usage(company)).requests.allowed).toBe(null)
  })
})

describe('the list of limits', () => {
  test('is for Administrators, and shows each company its own alone', async () => {
    const product = await start({ requests: 100, work: 60, uploads: 5000, documents: 7, storage: 9000 })
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    await product.rows.select(
      `insert into company_limits (account_id, budget, allowed) values ($1, 'documents', 9)`,
      [company.membership.account.id],
    )
    product.budgets.spend(company.membership.account.id, 'documents', 4)
    await product.budgets.settle()
    product.budgets.spend(company.membership.account.id, 'documents', 1)
    expect((await usage(company)).documents).toEqual({
      budget: 'documents',
      used: 5,
      allowed: 9,
      window: 'hour',
      startsAnewAt: '2026-11-23T13:00:00.000Z',
    })
    expect((await usage(other)).documents).toEqual({
      budget: 'documents',
      used: 0,
      allowed: 7,
      window: 'hour',
      startsAnewAt: null,
    })
    for (const role of ['staff', 'viewer'] as const) {
      const colleague = await buildColleague(product, company, role)
      expect((await colleague.call('GET', '/api/company/limits')).status).toBe(403)
    }
    const nobody = await send(product, { url: '/api/company/limits' })
    expect(nobody.status).toBe(401)
  })
})
