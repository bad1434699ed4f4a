import { beforeEach, describe, expect, test } from 'vitest'
import type { Document, EarlierContent } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { OutdatedDocument } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import {
  buildCompany,
  buildItem,
  buildJob,
  formWithFile,
  buildColleague,
  type Caller,
} from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest({}, buildTemplateCompany)
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton', eta: '2026-12-03' })
})

const generate = async (template: { id: string }, body: object = {}) =>
  (
    await company.call<Document>('POST', `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`, {
      id: template.id,
      ...body,
    })
  ).body
const outdated = async (jobId = job.id, by: Caller = company) =>
  (await by.call<OutdatedDocument[]>('GET', `/api/document/outdated?shipmentId=${jobId}`)).body
const again = <Body = Document>(id: string, body: object = {}, headers = {}) =>
  company.call<Body>('POST', `/api/document/${id}/again`, body, headers)
const change = (fields: object) => company.call('PUT', '/api/shipment', { id: job.id, ...fields })

const TEXT = 'ETA {{Shipment.Eta}} by {{User.Name}} on {{Today}}: {{#Items}}{{Name}}, {{/Items}}'

describe('a generated document', () => {
  test('is up to date until what it prints has changed, and then tells what', async () => {
    const { id } = await generate(await company.addTemplate(TEXT))
    expect(await outdated()).toEqual([])
    await change({ vesselName: 'Meridian Aurora', name: 'Yarn' })
    expect(await outdated()).toEqual([])
    await change({ eta: '2026-12-10' })
    expect(await outdated()).toEqual([
      {
        documentId: id,
        cause: 'job',
        changes: [{ label: 'ETA', was: '03 Dec 2026', is: '10 Dec 2026' }],
      },
    ])
    await buildItem(company, job.id, { name: 'Cloth' })
    expect((await outdated())[0]?.changes).toEqual([
      { label: 'ETA', was: '03 Dec 2026', is: '10 Dec 2026' },
      { label: 'Cargo items', was: '0 rows', is: '1 row' },
    ])
    await change({ eta: '2026-12-03' })
    expect((await outdated())[0]?.changes).toEqual([{ label: 'Cargo items', was: '0 rows', is: '1 row' }])
  })

  test('of a template that has another content is out of date; renaming the template is no matter', async () => {
    const template = await company.addTemplate(TEXT)
    const { id } = await generate(template)
    await company.call('PUT', '/api/documenttemplate', { id: template.id, description: 'Ours' })
    expect(await outdated()).toEqual([])
    await company.replaceTemplate(template, `Arrival. ${TEXT}`)
    expect(await outdated()).toEqual([{ documentId: id, cause: 'template', changes: [] }])
    await change({ eta: null })
    expect(await outdated()).toEqual([
      { documentId: id, cause: 'template', changes: [{ label: 'ETA', was: '03 Dec 2026', is: '' }] },
    ])
  })

  test('is not told of when it was deleted, replaced by hand, or its template is gone', async () => {
    const template = await company.addTemplate(TEXT)
    const deleted = await generate(template)
    const replaced = await generate(template)
    const other = await company.addTemplate(`Other ${TEXT}`, 'Other.dotx')
    const orphan = await generate(other)
    await change({ eta: '2026-12-10' })
    expect((await outdated()).map(one => one.documentId).toSorted()).toEqual(
      [deleted.id, replaced.id, orphan.id].toSorted(),
    )
    await company.call('DELETE', `/api/document/${deleted.id}`)
    const { payload, headers } = formWithFile({ name: 'x.docx', content: 'x' }, { documentId: replaced.id })
    await company.call('PUT', '/api/document/updatedocumentcontent', payload, headers)
    await company.call('DELETE', `/api/documenttemplate/${other.id}`)
    expect(await outdated()).toEqual([])
    for (const { id } of [replaced, orphan]) {
      const refused = await expectNoChange(rows, company, () => again<Problem>(id))
      expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request' } })
      expect(refused.body.detail).toContain('cannot be made again')
    }
    expect((await again(deleted.id)).status).toBe(404)
  })

  test('made before it was noted what documents print goes by the job’s version', async () => {
    const { id } = await generate(await company.addTemplate(TEXT))
    await rows.select('delete from document_sources where document_id = $1', [id])
    expect(await outdated()).toEqual([])
    await change({ vesselName: 'Meridian Aurora' })
    expect(await outdated()).toEqual([{ documentId: id, cause: 'job', changes: [] }])
  })
})

describe('making it again', () => {
  test('puts the new content in its place, keeps the earlier one, and it is up to date', async () => {
    const made = await generate(await company.addTemplate('ETA {{Shipment.Eta}}'))
    await change({ eta: '2026-12-10' })
    const { status, body, headers } = await again(made.id)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...made,
        date: expect.stringMatching(/Z$/) as string,
        size: expect.any(Number) as number,
        version: 2,
      },
    })
    expect(headers.etag).toBe('"2"')
    expect(await company.textOf(body)).toBe('ETA 10 Dec 2026')
    expect(await outdated()).toEqual([])
    const { body: current } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    expect(
      await rows.select('select template_version, job_version from documents where id = $1', [made.id]),
    ).toEqual([{ template_version: 1, job_version: current.version }])
    const earlier = await company.call<EarlierContent[]>('GET', `/api/document/${made.id}/earlier`)
    expect(earlier.body).toHaveLength(1)
  })

  test('refuses what its template names and nobody knows, unless blanks are asked for', async () => {
    const template = await company.addTemplate('{{Shipment.Nmae}} {{Shipment.Eta}}')
    const made = await generate(template, { blankUnknown: true })
    await change({ eta: '2026-12-10' })
    expect(await expectNoChange(rows, company, () => again(made.id))).toMatchObject({ status: 422 })
    const { status, body } = await again(made.id, { blankUnknown: true })
    expect(status).toBe(200)
    expect(await company.textOf(body)).toBe(' 10 Dec 2026')
  })

  test('refuses to go over a change that the person has not seen', async () => {
    const made = await generate(await company.addTemplate('x'))
    await company.call('PUT', '/api/document', { id: made.id, name: 'Letter.docx' })
    const refused = await expectNoChange(rows, company, () => again(made.id, {}, { 'if-match': '"1"' }))
    expect(refused).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } })
    expect((await again(made.id, {}, { 'if-match': '"2"' })).body).toMatchObject({
      name: 'Letter.docx',
      version: 3,
    })
  })
})

test('viewers look and make nothing; another company finds nothing', async () => {
  const made = await generate(await company.addTemplate(TEXT))
  const stranger = await buildCompany(product)
  expect((await stranger.call('GET', `/api/document/outdated?shipmentId=${job.id}`)).status).toBe(404)
  expect((await stranger.call('POST', `/api/document/${made.id}/again`, {})).status).toBe(404)
  const viewer = await buildColleague(product, company, 'viewer')
  expect(await outdated(job.id, viewer)).toEqual([])
  expect((await viewer.call('POST', `/api/document/${made.id}/again`, {})).status).toBe(403)
})
