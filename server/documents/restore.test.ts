import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeletedDocument, Document, EarlierContent } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { Job } from '#contract/jobs.ts'
import { openDiskStore } from '#server/files/disk.ts'
import { buildCompany, buildJob, formWithFile, type Caller } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'
import { purgeDeleted } from './purge.ts'

const { product, rows, company } = testCompany()
let stranger: Caller
let job: Job

beforeAll(async () => {
  stranger = await buildCompany(product)
})
beforeEach(async () => {
  job = await buildJob(company)
})

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const DAYS_30 = 30 * 24 * 60 * 60 * 1000

async function attach(name: string, content: string): Promise<Document> {
  const { payload, headers } = formWithFile({ name, content }, { shipmentId: job.id })
  return (await company.call<Document>('POST', '/api/document', payload, headers)).body
}

async function replace(documentId: string, content: string): Promise<Document> {
  const { payload, headers } = formWithFile({ name: 'x', content }, { documentId })
  return (await company.call<Document>('PUT', '/api/document/updatedocumentcontent', payload, headers)).body
}

const rename = <Body = Document>(id: string, name: unknown, headers = {}, caller = company) =>
  caller.call<Body>('PUT', '/api/document', { id, name }, headers)
const remove = (id: string, headers = {}, caller = company) =>
  caller.call<Problem>('DELETE', `/api/document/${id}`, undefined, headers)
const restore = (id: string, caller = company) => caller.call<Document>('POST', `/api/document/${id}/restore`)
const deleted = async () =>
  (await company.call<DeletedDocument[]>('GET', `/api/document/deleted?shipmentId=${job.id}`)).body
const earlier = async (id: string) =>
  (await company.call<EarlierContent[]>('GET', `/api/document/${id}/earlier`)).body
const documents = async () => (await company.call<Job>('GET', `/api/shipment/${job.id}`)).body.documents
const contentOf = async (id: string) => (await company.call('GET', `/api/document/${id}`)).body

describe('renaming a document', () => {
  test('answers it under its new name, everything else as it was', async () => {
    const first = await attach('Draft.pdf', '%PDF-1.7')
    const { status, body, headers } = await rename(first.id, 'Invoice 7.pdf', { 'if-match': '"1"' })
    expect({ status, etag: headers.etag }).toEqual({ status: 200, etag: '"2"' })
    expect(body).toEqual({ ...first, name: 'Invoice 7.pdf', version: 2 })
    expect(await documents()).toEqual([body])
  })

  test.each([
    ['Invoice', 'Invoice.pdf'],
    ['Invoice.exe', 'Invoice.exe.pdf'],
    ['Invoice.PDF', 'Invoice.PDF'],
    ['C:\\temp\\Invoice.pdf', 'Invoice.pdf'],
  ])('“%s” becomes “%s”: the extension stays', async (typed, kept) => {
    const { id } = await attach('Draft.pdf', '%PDF-1.7')
    expect((await rename(id, typed)).body.name).toBe(kept)
  })

  test('another case of its own name is no conflict; a name that stands is', async () => {
    const first = await attach('Draft.pdf', '%PDF-1.7')
    const other = await attach('Final.pdf', '%PDF-1.7')
    expect((await rename(first.id, 'DRAFT.pdf')).status).toBe(200)
    await expectNoChange(rows, company, async () =>
      expectProblem(await rename(first.id, 'FINAL.pdf'), 'already_exists', { current: other }),
    )
  })

  test('what somebody changed meanwhile is not overwritten', async () => {
    const { id } = await attach('Draft.pdf', '%PDF-1.7')
    await rename(id, 'Second.pdf')
    const reply = await rename<Problem>(id, 'Third.pdf', { 'if-match': '"1"' })
    expectProblem(reply, 'changed_meanwhile')
    expect(reply.body.changes).toEqual([
      {
        field: 'name',
        old: 'Draft.pdf',
        new: 'Second.pdf',
        by: company.membership.user.displayName,
        at: instant,
      },
    ])
  })

  test('bad names and unknown documents are refused', async () => {
    const { id } = await attach('Draft.pdf', '%PDF-1.7')
    await expectNoChange(rows, company, async () => {
      for (const name of ['', '  ', '..', 7, null, 'x'.repeat(256), 'a\u0000b'])
        expectProblem(await rename(id, name), 'invalid_input')
      const foreign = await rename(id, 'Mine.pdf', {}, stranger)
      expectProblem(foreign, 'not_found')
      expect(foreign.body).toEqual((await rename(crypto.randomUUID(), 'Mine.pdf')).body)
    })
  })
})

describe('deleting and restoring a document', () => {
  test('it leaves the job, stands among the deleted, and comes back whole', async () => {
    const first = await attach('Draft.pdf', '%PDF-1.7 one')
    const gone = await remove(first.id, { 'if-match': '"1"' })
    expect({ status: gone.status, body: gone.body }).toEqual({ status: 204, body: null })
    expect(await documents()).toEqual([])
    expectProblem(await company.call('GET', `/api/document/${first.id}`), 'not_found')
    const listed = await deleted()
    expect(listed).toEqual([
      {
        ...first,
        version: 2,
        deletedAt: instant,
        deletedBy: company.membership.user.displayName,
        restorableUntil: instant,
      },
    ])
    const [entry] = listed
    expect(Date.parse(entry?.restorableUntil ?? '') - Date.parse(entry?.deletedAt ?? '')).toBe(DAYS_30)

    const { status, body } = await restore(first.id)
    expect({ status, body }).toEqual({ status: 200, body: { ...first, version: 3 } })
    expect(await documents()).toEqual([body])
    expect(await deleted()).toEqual([])
    expect(await contentOf(first.id)).toBe('%PDF-1.7 one')
  })

  test('its name may be taken meanwhile; then it gets a number', async () => {
    const first = await attach('Draft.pdf', '%PDF-1.7')
    await remove(first.id)
    await attach('DRAFT.pdf', '%PDF-1.7')
    expect((await restore(first.id)).body.name).toBe('Draft (2).pdf')
  })

  test('after 30 days it is neither listed nor restored, and the nightly purge takes it with its file', async () => {
    const old = await attach('Old.pdf', '%PDF-1.7')
    const young = await attach('Young.pdf', '%PDF-1.7')
    await remove(old.id)
    await remove(young.id)
    await rows.select(`update documents set deleted_at = now() - interval '30 days 1 minute' where id = $1`, [
      old.id,
    ])
    expect((await deleted()).map(one => one.name)).toEqual(['Young.pdf'])
    expectProblem(await restore(old.id), 'not_found')
    expect(
      await purgeDeleted({
        database: product.database,
        files: await openDiskStore(product.filesFolder),
      }),
    ).toBe(1)
    expect((await restore(young.id)).status).toBe(200)
    expect(await contentOf(young.id)).toBe('%PDF-1.7')
  })

  test('an outdated If-Match is refused', async () => {
    const { id } = await attach('Draft.pdf', '%PDF-1.7')
    await rename(id, 'Second.pdf')
    expectProblem(await remove(id, { 'if-match': '"1"' }), 'changed_meanwhile')
  })

  test('what stands, is unknown, or another company’s, is not found', async () => {
    const { id } = await attach('Draft.pdf', '%PDF-1.7')
    await expectNoChange(rows, company, async () => {
      expectProblem(await restore(id), 'not_found')
      expectProblem(await remove(id, {}, stranger), 'not_found')
      expectProblem(await remove(crypto.randomUUID()), 'not_found')
    })
    await remove(id)
    await expectNoChange(rows, company, async () => {
      expectProblem(await remove(id), 'not_found')
      expectProblem(await restore(id, stranger), 'not_found')
    })
    const list = `/api/document/deleted?shipmentId=${job.id}`
    expectProblem(await stranger.call('GET', list), 'not_found')
    expectProblem(await company.call('GET', '/api/document/deleted'), 'invalid_input')
    expectProblem(await company.call('POST', '/api/document/x/restore'), 'invalid_input')
    expectProblem(await company.call('DELETE', '/api/document/x'), 'invalid_input')
  })
})

describe('earlier contents of a document', () => {
  test('are listed, downloaded and put back; the one that stood becomes an earlier one', async () => {
    const first = await attach('Notes.txt', 'one')
    const second = await replace(first.id, '<script>alert(1)</script>')
    expect(second.mayRunCode).toBe(true)
    const [content] = await earlier(first.id)
    expect(content).toEqual({
      id: expect.any(String),
      size: 3,
      date: first.date,
      replacedAt: second.date,
      replacedBy: company.membership.user.displayName,
      restorableUntil: instant,
    })
    const file = await company.call('GET', `/api/document/${first.id}/earlier/${content?.id}`)
    expect({ status: file.status, body: file.body }).toEqual({ status: 200, body: 'one' })
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringContaining('attachment; filename="Notes.txt"'),
      'x-content-type-options': 'nosniff',
    })

    const back = await company.call<Document>(
      'POST',
      `/api/document/${first.id}/earlier/${content?.id}/restore`,
    )
    expect(back.status).toBe(200)
    expect(back.body).toEqual({ ...first, date: instant, version: 3 })
    expect(await contentOf(first.id)).toBe('one')
    const left = await earlier(first.id)
    expect(left.map(one => one.size)).toEqual([25])
    const repeated = await company.call('POST', `/api/document/${first.id}/earlier/${content?.id}/restore`)
    expectProblem(repeated, 'not_found')
    expect(await contentOf(first.id)).toBe('one')
  })

  test('after 30 days they are neither listed nor restored', async () => {
    const { id } = await attach('Notes.txt', 'one')
    await replace(id, 'two')
    const [content] = await earlier(id)
    await rows.select(`update earlier_contents set replaced_at = now() - interval '31 days' where id = $1`, [
      content?.id,
    ])
    expect(await earlier(id)).toEqual([])
    const place = `/api/document/${id}/earlier/${content?.id}`
    expectProblem(await company.call('GET', place), 'not_found')
    expectProblem(await company.call('POST', `${place}/restore`), 'not_found')
  })

  test('belong to one document of one company', async () => {
    const { id } = await attach('Notes.txt', 'one')
    const other = await attach('Other.txt', 'other')
    await replace(id, 'two')
    const [content] = await earlier(id)
    const place = `/api/document/${id}/earlier/${content?.id}`
    await expectNoChange(rows, company, async () => {
      expectProblem(await stranger.call('GET', `/api/document/${id}/earlier`), 'not_found')
      expectProblem(await stranger.call('GET', place), 'not_found')
      expectProblem(await stranger.call('POST', `${place}/restore`), 'not_found')
      const elsewhere = `/api/document/${other.id}/earlier/${content?.id}`
      expectProblem(await company.call('GET', elsewhere), 'not_found')
      expectProblem(await company.call('POST', `${elsewhere}/restore`), 'not_found')
      expectProblem(await company.call('GET', `/api/document/${id}/earlier/x`), 'invalid_input')
    })
  })
})
