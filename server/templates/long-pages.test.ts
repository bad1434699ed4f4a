import { beforeAll, describe, expect, test } from 'vitest'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildCompany, formWithFile, type Caller } from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const { product, rows, company } = companyPerTest()
let stranger: Caller

beforeAll(async () => {
  stranger = await buildCompany(product)
})

const path = '/api/documenttemplate'
const lines = (count: number, text = 'line') => paragraph(text).repeat(count)

async function upload(body: string, caller: Caller = company): Promise<DocumentTemplate> {
  const form = formWithFile({ name: `${crypto.randomUUID()}.dotx`, content: templateFile({ body }) }, {})
  const reply = await caller.call<DocumentTemplate>('POST', path, form.payload, form.headers)
  expect(reply.status).toBe(201)
  return reply.body
}

const cells = (rowCount: number, columns: number) => {
  const own = row(Array.from({ length: columns }, () => cell(paragraph('1'), { width: 100 })))
  return table(
    Array.from({ length: rowCount }, () => own),
    { widths: Array.from({ length: columns }, () => 100) },
  )
}

describe('a page that nobody could work on is refused', () => {
  const detail =
    'The file is too long to be shown here: a page has at most 20,000 paragraphs and cells, which is some 400 pages, and 2,000,000 characters. Make it shorter, or change it in Word.'

  test.each([
    { what: 'paragraphs', body: lines(20_001) },
    { what: 'paragraphs without a text', body: '<w:p/>'.repeat(20_001) },
    { what: 'cells', body: cells(1_001, 20) },
    { what: 'characters', body: paragraph('four '.repeat(400_001)) },
  ])('for its $what, when it is read, and when it is changed', async ({ body }) => {
    const { id, version } = await upload(body)
    const read = await company.call('GET', `${path}/${id}/page`)
    expect(read).toMatchObject({
      status: 422,
      body: { type: 'about:blank', status: 422, code: 'template_unusable', detail },
    })
    const at = { paragraph: 0, offset: 0 }
    const changed = await expectNoChange(rows, company, () =>
      company.call(
        'PUT',
        `${path}/${id}/page`,
        { changes: [{ from: at, to: at, text: '{{Shipment.Name}}' }], rows: [] },
        { 'if-match': `"${version}"` },
      ),
    )
    expect(changed).toMatchObject({ status: 422, body: { code: 'template_unusable', detail } })
    // Its documents are made as before.
    expect((await company.call('GET', `${path}/${id}/report`)).status).toBe(200)
  })

  test('and the longest that is none is shown whole', async () => {
    const { id } = await upload(lines(19_999))
    const { status, body } = await company.call<{ parts: { blocks: unknown[] }[] }>(
      'GET',
      `${path}/${id}/page`,
    )
    expect([status, body.parts[0]?.blocks.length]).toEqual([200, 19_999])
  })
})

test('while a company reads long pages, another reads its own', async () => {
  const { id } = await upload(lines(19_999))
  const own = await upload(lines(20), stranger)
  let isDone = false
  const many = Promise.all(Array.from({ length: 8 }, () => company.call('GET', `${path}/${id}/page`))).then(
    replies => {
      isDone = true
      return replies
    },
  )
  const { status } = await stranger.call('GET', `${path}/${own.id}/page`)
  expect([status, isDone]).toEqual([200, false])
  const replies = await many
  expect(replies.map(reply => reply.status)).toEqual(Array.from({ length: 8 }, () => 200))
})
