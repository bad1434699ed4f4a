import { expect, test } from 'vitest'
import type { TemplatePage } from '#contract/template-pages.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { formWithFile } from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const path = '/api/documenttemplate'
const { rows, company } = companyPerTest({}, buildTemplateCompany)

const notice = templateFile({
  isDocument: true,
  body: paragraph('Vessel: Northern Jubilee, voyage 14W') + paragraph('ETA: 31.12.2026') + paragraph('45'),
})
async function upload(content: Uint8Array) {
  const { payload, headers } = formWithFile({ name: 'Our notice.docx', content })
  return company.call<DocumentTemplate>('POST', `${path}?asTemplate=true`, payload, headers)
}
const readPage = ({ id }: DocumentTemplate) => company.call<TemplatePage>('GET', `${path}/${id}/page`)
const put = <Body = { template: DocumentTemplate; differences: unknown }>(
  { id, version }: DocumentTemplate,
  body: object,
) => company.call<Body>('PUT', `${path}/${id}/page`, body, { 'if-match': `"${version}"` })

test('keeps what people say is no field, with its fields and alone, until they say otherwise', async () => {
  const template = (await upload(notice)).body
  const dismissals = [{ text: '45', at: { paragraph: 9, offset: 0 }, before: '' }]
  const alone = await put(template, { changes: [], rows: [], dismissals })
  const after = { ...template, version: template.version + 1 }
  expect([alone.status, alone.body]).toEqual([
    200,
    { template: after, differences: null, comparedWith: null },
  ])
  expect((await readPage(after)).body.dismissals).toEqual(dismissals)
  // The same again is no change.
  const again = await expectNoChange(rows, company, () => put(after, { changes: [], rows: [], dismissals }))
  expect(again.body.template).toEqual(after)
  const outdated = await expectNoChange(rows, company, () =>
    put<unknown>(template, { changes: [], rows: [], dismissals: [] }),
  )
  expect(outdated).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } })
  const changes = [
    { from: { paragraph: 1, offset: 5 }, to: { paragraph: 1, offset: 15 }, text: '{{Shipment.Eta}}' },
  ]
  const saved = (await put(after, { changes, rows: [] })).body.template
  expect((await readPage(saved)).body.dismissals).toEqual(dismissals)
  const more = [...dismissals, { text: '14W', at: { paragraph: 0, offset: 33 }, before: 'voyage' }]
  const both = (
    await put(saved, {
      changes: [{ ...changes[0], to: { paragraph: 1, offset: 21 } }],
      rows: [],
      dismissals: more,
    })
  ).body
  expect(both.template.version).toBe(saved.version + 1)
  expect((await readPage(both.template)).body.dismissals).toEqual(more)
  const broken = await expectNoChange(rows, company, () =>
    put<unknown>(both.template, { changes: [], rows: [], dismissals: [{ ...more[0], text: '\u0000' }] }),
  )
  expect(broken).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})

test('what is kept so has an end, and the history of the template holds none of it', async () => {
  const template = (await upload(notice)).body
  const lines = (length: number) =>
    Array.from({ length }, (_, paragraph) => ({
      text: 'a'.repeat(1_500),
      at: { paragraph, offset: 0 },
      before: 'b'.repeat(500),
    }))
  const tooMuch = await expectNoChange(rows, company, () =>
    put<unknown>(template, { changes: [], rows: [], dismissals: lines(26) }),
  )
  expect(tooMuch).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_input',
      errors: [{ path: 'dismissals', message: 'Keep at most 50,000 characters of text that is no field.' }],
    },
  })
  expect((await put(template, { changes: [], rows: [], dismissals: lines(25) })).status).toBe(200)
  const entries = await rows.select<{ version: number; changes: object }>(
    `select version, changes from history where record_id = '${template.id}' order by id`,
  )
  expect(entries.map(({ version, changes }) => [version, 'dismissals' in changes])).toEqual([
    [template.version, false],
    [template.version + 1, false],
  ])
})
