import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { buildCompany, buildJob, type Caller, formWithFile } from '#testing/factories.ts'
import { signIn } from '#testing/identity.ts'
import {
  attach,
  limitedProducts,
  NOON,
  plainReply,
  RAISE_HINT,
  tooManyRequests,
  usage,
} from '#testing/limited-products.ts'
import { expectNoChange } from '#testing/refusals.ts'
import type { Rows } from '#testing/rows.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'

const { clock, start } = limitedProducts()

const filesOf = async ({ rows }: { rows: Rows }) =>
  Number((await rows.select<{ count: string }>('select count(*) from documents'))[0]?.count)

const documentsOf = async ({ call }: Caller, jobId: string) =>
  (await call<{ documents: { id: string }[] }>('GET', `/api/shipment/${jobId}`)).body.documents

describe('uploads', () => {
  test('are refused while they come, and nothing of them is left', async () => {
    const product = await start({ uploads: 1000 })
    const [company, other] = [await buildCompany(product), await buildCompany(product)]
    const job = await buildJob(company)
    expect((await attach(company, job.id, 'fits.txt', 'x'.repeat(600))).status).toBe(201)
    const detail = `Your company may upload 1 kB a day, and this would exceed the limit. Nothing was done; try again in 12 hours. ${RAISE_HINT}`
    const refused = await expectNoChange(product.rows, company, () =>
      attach(company, job.id, 'more.txt', 'x'.repeat(600)),
    )
    expect(plainReply(refused)).toEqual({ status: 429, body: tooManyRequests(detail), retryAfter: '43200' })
    expect(await filesOf(product)).toBe(1)
    expect((await attach(other, (await buildJob(other)).id, 'theirs.txt', 'x'.repeat(600))).status).toBe(201)
    expect((await usage(company)).uploads).toEqual({
      budget: 'uploads',
      used: 600,
      allowed: 1000,
      window: 'day',
      startsAnewAt: new Date(NOON + 12 * 3_600_000).toISOString(),
    })
    clock.now += 12 * 3_600_000
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
    const detail = `Your company may make 2 documents an hour, and this would exceed the limit. Nothing was done; try again in 60 minutes. ${RAISE_HINT}`
    // Of another job, which keeps no number either.
    const { id } = await buildJob(company)
    const refused = await expectNoChange(product.rows, company, () => make(template.id, id))
    expect(plainReply(refused)).toEqual({ status: 429, body: tooManyRequests(detail), retryAfter: '3600' })
    expect((await usage(company)).documents).toMatchObject({ used: 2, allowed: 2, window: 'hour' })
    const other = await buildTemplateCompany(product)
    const theirs = await other.addTemplate('{{Job.Name}}')
    const path = `/api/documenttemplate/generatedocument?shipmentId=${(await buildJob(other)).id}`
    expect((await other.call('POST', path, { id: theirs.id, allowEmptyJob: true })).status).toBe(201)
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
    expect(plainReply(refused)).toEqual({
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
    expect(plainReply(refused)).toEqual({
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
