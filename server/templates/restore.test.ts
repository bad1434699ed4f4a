import { beforeAll, expect, test } from 'vitest'
import type { Document, EarlierContent } from '#contract/documents.ts'
import type { DeletedTemplate, DocumentTemplate } from '#contract/templates.ts'
import { buildCompany, buildJob, formWithFile, type Caller } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const { product, rows, company } = companyPerTest()
let stranger: Caller

beforeAll(async () => {
  stranger = await buildCompany(product)
})

const path = '/api/documenttemplate'
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const wordFile = (text: string) => templateFile({ body: paragraph(text) })

async function upload(name: string, text = 'Job {{Shipment.JobId}}'): Promise<DocumentTemplate> {
  const { payload, headers } = formWithFile({ name, content: wordFile(text) })
  return (await company.call<DocumentTemplate>('POST', path, payload, headers)).body
}
async function replace(documentTemplateId: string, text: string): Promise<DocumentTemplate> {
  const form = formWithFile({ name: 'x.dotx', content: wordFile(text) }, { documentTemplateId })
  return (
    await company.call<DocumentTemplate>(
      'PUT',
      `${path}/updatedoctemplatecontent`,
      form.payload,
      form.headers,
    )
  ).body
}
const deleted = async () => (await company.call<DeletedTemplate[]>('GET', `${path}/deleted`)).body
const earlier = async (id: string) =>
  (await company.call<EarlierContent[]>('GET', `${path}/${id}/earlier`)).body

test('a deleted template stands among the deleted ones and comes back whole', async () => {
  const first = await upload('Notice.dotx')
  await company.call('DELETE', `${path}/${first.id}`)
  expect(await deleted()).toEqual([
    {
      ...first,
      version: 2,
      deletedAt: instant,
      deletedBy: company.membership.user.displayName,
      restorableUntil: instant,
    },
  ])
  const { status, body } = await company.call('POST', `${path}/${first.id}/restore`)
  expect({ status, body }).toEqual({ status: 200, body: { ...first, version: 3 } })
  expect((await company.call('GET', path)).body).toEqual([body])
  expect(await deleted()).toEqual([])
})

test('if its name is in use again, it gets a number', async () => {
  const first = await upload('Notice.dotx')
  await company.call('DELETE', `${path}/${first.id}`)
  await upload('NOTICE.dotx')
  const { body } = await company.call<DocumentTemplate>('POST', `${path}/${first.id}/restore`)
  expect(body.name).toBe('Notice (2).dotx')
})

test('what stands, is too old, unknown or another company’s is not restored', async () => {
  const { id } = await upload('Notice.dotx')
  expectProblem(await company.call('POST', `${path}/${id}/restore`), 'not_found')
  await company.call('DELETE', `${path}/${id}`)
  expectProblem(await stranger.call('POST', `${path}/${id}/restore`), 'not_found')
  expect((await stranger.call('GET', `${path}/deleted`)).body).toEqual([])
  await rows.select(`update document_templates set deleted_at = now() - interval '31 days' where id = $1`, [
    id,
  ])
  await expectNoChange(rows, company, async () => {
    expectProblem(await company.call('POST', `${path}/${id}/restore`), 'not_found')
    expectProblem(await company.call('POST', `${path}/${crypto.randomUUID()}/restore`), 'not_found')
    expectProblem(await company.call('POST', `${path}/x/restore`), 'invalid_input')
  })
  expect(await deleted()).toEqual([])
})

test('an earlier Word file is listed, downloaded and put back, and documents are made from it again', async () => {
  const first = await upload('Notice.dotx', 'First {{Shipment.JobId}}')
  const second = await replace(first.id, 'Second {{Shipment.Nmae}}')
  expect(second.problems).toHaveLength(1)
  const [content] = await earlier(first.id)
  expect(content).toEqual({
    id: expect.any(String),
    size: first.size,
    date: first.date,
    replacedAt: second.date,
    replacedBy: company.membership.user.displayName,
    restorableUntil: instant,
  })
  const place = `${path}/${first.id}/earlier/${content?.id}`
  const file = await company.call('GET', place)
  expect(file.status).toBe(200)
  expect(file.headers['content-length']).toBe(String(first.size))
  expect(file.headers['content-disposition']).toContain('attachment; filename="Notice.dotx"')

  const { status, body } = await company.call('POST', `${place}/restore`)
  expect({ status, body }).toEqual({ status: 200, body: { ...first, date: instant, version: 3 } })
  expect((await earlier(first.id)).map(one => one.size)).toEqual([second.size])
  const job = await buildJob(company)
  const made = await company.call<Document>('POST', `${path}/generatedocument?shipmentId=${job.id}`, {
    id: first.id,
  })
  expect(made.status).toBe(201)
  expectProblem(await company.call('POST', `${place}/restore`), 'not_found')
})

test('earlier Word files belong to one template of one company', async () => {
  const { id } = await upload('Notice.dotx')
  const other = await upload('Other.dotx')
  await replace(id, 'Second')
  const [content] = await earlier(id)
  await expectNoChange(rows, company, async () => {
    expectProblem(await stranger.call('GET', `${path}/${id}/earlier`), 'not_found')
    expectProblem(await stranger.call('GET', `${path}/${id}/earlier/${content?.id}`), 'not_found')
    expectProblem(await stranger.call('POST', `${path}/${id}/earlier/${content?.id}/restore`), 'not_found')
    expectProblem(
      await company.call('POST', `${path}/${other.id}/earlier/${content?.id}/restore`),
      'not_found',
    )
    expectProblem(await company.call('GET', `${path}/${id}/earlier/x`), 'invalid_input')
    expectProblem(await company.call('GET', `${path}/x/earlier`), 'invalid_input')
  })
})
