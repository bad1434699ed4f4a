import { describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { MOST_PAGE_STEPS, type PageChanges, type TemplatePage } from '#contract/template-pages.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildColleague, buildCompany, formWithFile } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'

const path = '/api/documenttemplate'
const { product, rows, company } = companyPerTest({}, buildTemplateCompany)

/** Of a master and its house: two jobs say what stands on it. */
const notice = templateFile({
  isDocument: true,
  body:
    paragraph('Vessel: Northern Jubilee') + paragraph('Master bill: KSOL-4711') + paragraph('HBL LDG-0815'),
})
const master = () => buildFullJob(company, { vesselName: 'Northern Jubilee', mbl: 'KSOL-4711', hbl: null })
const house = () => buildFullJob(company, { vesselName: 'Orwell', mbl: 'XX-1', hbl: 'LDG-0815' })

async function upload(name: string): Promise<DocumentTemplate> {
  const { payload, headers } = formWithFile({ name, content: notice })
  return (await company.call<DocumentTemplate>('POST', `${path}?asTemplate=true`, payload, headers)).body
}
const pageOf = ({ id }: DocumentTemplate, job: Job) =>
  company.call<TemplatePage>('GET', `${path}/${id}/page?shipmentId=${job.id}`)
const post = <Body>({ id }: DocumentTemplate, what: 'search' | 'preview', body: object) =>
  company.call<Body>('POST', `${path}/${id}/page/${what}`, body)
const put = <Body = { template: DocumentTemplate; differences: unknown; comparedWith: unknown }>(
  { id, version }: DocumentTemplate,
  body: object,
) => company.call<Body>('PUT', `${path}/${id}/page`, body, { 'if-match': `"${version}"` })
const linesOf = async (template: DocumentTemplate) =>
  (await documentText(await company.fileAt(`${path}/getdoctemplatecontent/${template.id}`))).split('\n')

const found = ({ places, rows: repeated }: TemplatePage): PageChanges => ({
  changes: places
    .filter(({ kind }) => kind === 'found')
    .map(({ from, to, choices }) => ({ from, to, text: choices[0]?.placeholder ?? '' })),
  rows: repeated,
})
const change = (line: number, from: number, to: number, text: string): PageChanges => ({
  changes: [{ from: { paragraph: line, offset: from }, to: { paragraph: line, offset: to }, text }],
  rows: [],
})

describe('changes that are not saved', () => {
  test('are searched for another job’s values, shown and saved with what is found then', async () => {
    const [template, saved] = [await upload('Notice.docx'), await upload('Saved.docx')]
    const [first, second] = [await master(), await house()]
    const steps = [found((await pageOf(template, first)).body)]
    const searched = await expectNoChange(rows, company, () =>
      post<TemplatePage>(template, 'search', { shipmentId: second.id, steps }),
    )
    // As a page that was saved in between.
    const between = (await put(saved, steps[0] ?? {})).body.template
    const { template: _, ...page } = (await pageOf(between, second)).body
    expect([searched.status, searched.body]).toEqual([200, { template, ...page }])
    expect(found(searched.body).changes.map(({ text }) => text)).toEqual(['{{Shipment.HouseBl}}'])

    const last = found(searched.body)
    const { status, body } = await put(template, { ...last, earlier: steps, shipmentId: first.id })
    expect([status, body]).toEqual([
      200,
      {
        template: {
          ...{ ...template, version: template.version + 1 },
          ...{ size: expect.any(Number), date: expect.any(String) },
        },
        differences: [{ before: 'HBL LDG-0815', after: 'HBL', paragraph: 2 }],
        comparedWith: 'former',
      },
    ])
    expect(await linesOf(body.template)).toEqual([
      'Vessel: {{Shipment.VesselName}}',
      'Master bill: {{Shipment.MasterBl}}',
      'HBL {{Shipment.HouseBl}}',
    ])
  })

  test('a search with the same job asks the same, whatever was searched between', async () => {
    const content = templateFile({
      isDocument: true,
      body: paragraph('Declared value for carriage 24,000.00   for customs 24,000.00'),
    })
    const { payload, headers } = formWithFile({ name: 'Waybill.docx', content })
    const template = (
      await company.call<DocumentTemplate>('POST', `${path}?asTemplate=true`, payload, headers)
    ).body
    const [job, other] = [
      await buildFullJob(company, { valueForCarriage: 24_000, valueForCustoms: 24_000 }),
      await house(),
    ]
    const asked = (page: TemplatePage) =>
      page.places
        .filter(({ kind }) => kind !== 'field')
        .map(({ kind, choices }) => [kind, choices.map(({ name }) => name)])
    const before = (await pageOf(template, job)).body
    const choices = ['Shipment.DeclaredValueForCarriage', 'Shipment.DeclaredValueForCustoms']
    expect(asked(before)).toEqual([
      ['found', choices],
      ['asked', choices],
    ])
    const steps = [found(before)]
    const between = await post<TemplatePage>(template, 'search', { shipmentId: other.id, steps })
    expect(asked(between.body)).toEqual([])
    const again = await post<TemplatePage>(template, 'search', { shipmentId: job.id, steps })
    expect(asked(again.body)).toEqual([['asked', choices]])
  })

  test('without any, the search is the page and the preview is the preview', async () => {
    const [template, job] = [await upload('Notice.docx'), await house()]
    const searched = await post<TemplatePage>(template, 'search', { shipmentId: job.id, steps: [] })
    expect([searched.status, searched.body]).toEqual([200, (await pageOf(template, job)).body])
    const stored = await company.fileAt(`${path}/${template.id}/preview?shipmentId=${job.id}`)
    const preview = await previewed(template, { shipmentId: job.id, steps: [] })
    expect([preview.type, preview.text]).toEqual([WORD, await documentText(stored)])
  })

  test('are filled with a job, and nothing is stored', async () => {
    const [template, job] = [await upload('Notice.docx'), await house()]
    const steps = [
      change(0, 8, 24, '{{Shipment.VesselName}}'),
      change(0, 0, 7, 'M/V'),
      change(1, 0, 22, '{{Shipment.Nmae}}'),
    ]
    const preview = await expectNoChange(rows, company, () =>
      previewed(template, { shipmentId: job.id, steps, format: 'word' }),
    )
    expect([preview.status, preview.type, preview.text]).toEqual([200, WORD, 'M/V Orwell\nHBL LDG-0815'])
    // Nor is it remembered of the stored template.
    expect((await previewed(template, { shipmentId: job.id, steps: [] })).text).toContain('Northern Jubilee')
  })

  test('that leave all as it is save no version, be they none, the same text or steps of such', async () => {
    const [template, job] = [await upload('Notice.docx'), await master()]
    const same = change(0, 8, 24, 'Northern Jubilee')
    for (const body of [
      { changes: [], rows: [] },
      { changes: [], rows: [], conditions: [] },
      { ...same, earlier: [same, { changes: [], rows: [] }] },
    ]) {
      const reply = await expectNoChange(rows, company, () => put(template, body))
      expect([reply.status, reply.body]).toEqual([200, { template, differences: null, comparedWith: null }])
      const proved = await expectNoChange(rows, company, () => put(template, { ...body, shipmentId: job.id }))
      expect(proved.body).toEqual({ template, differences: [], comparedWith: 'former' })
    }
    await company.replaceTemplate(template, 'Later')
    expectProblem(await put(template, { changes: [], rows: [] }), 'changed_meanwhile')
  })
})

describe('a refusal changes nothing', () => {
  test('of a step that names no place, of too many, and of what is none', async () => {
    const [template, job] = [await upload('Notice.docx'), await house()]
    const shipmentId = job.id
    for (const what of ['search', 'preview'] as const) {
      const send = (body: object) =>
        expectNoChange(rows, company, () => post<{ detail: string }>(template, what, body))
      const off = await send({ shipmentId, steps: [change(0, 30, 99, 'x')] })
      expect([off.status, off.body.detail]).toEqual([422, expect.stringContaining('not on the page')])
      // The first step takes the text of the second away.
      const gone = await send({ shipmentId, steps: [change(0, 0, 24, 'x'), change(0, 8, 24, 'y')] })
      expect([gone.status, gone.body.detail]).toEqual([422, expect.stringContaining('not on the page')])
      const none = { changes: [], rows: [] }
      for (const body of [
        {},
        { shipmentId },
        { shipmentId: 'x', steps: [] },
        { shipmentId, steps: [{}] },
        { shipmentId, steps: Array.from({ length: MOST_PAGE_STEPS + 1 }, () => none) },
      ])
        expectProblem(await send(body), 'invalid_input')
    }
    expectProblem(await post(template, 'preview', { shipmentId, steps: [], format: 'odt' }), 'invalid_input')
    expectProblem(await post(template, 'preview', { steps: [] }), 'invalid_input')
    const many = Array.from({ length: MOST_PAGE_STEPS + 1 }, () => ({ changes: [], rows: [] }))
    expectProblem(await put(template, { changes: [], rows: [], earlier: many }), 'invalid_input')
  })

  test('to who may not write templates, and to strangers as if there were none', async () => {
    const [template, job] = [await upload('Notice.docx'), await house()]
    const viewer = await buildColleague(product, company, 'viewer')
    const stranger = await buildCompany(product)
    const foreignJob = (await stranger.call<Job>('POST', '/api/shipment')).body
    for (const what of ['search', 'preview'] as const) {
      const body = { shipmentId: job.id, steps: [] }
      const url = `${path}/${template.id}/page/${what}`
      expectProblem(await viewer.call('POST', url, body), 'not_allowed')
      const own = { shipmentId: foreignJob.id, steps: [] }
      const foreign = await stranger.call('POST', url, own)
      expectProblem(foreign, 'not_found')
      const none = await stranger.call('POST', url.replace(template.id, crypto.randomUUID()), own)
      expect([foreign.status, foreign.body]).toEqual([none.status, none.body])
      expectProblem(await company.call('POST', url, own), 'not_found')
    }
  })
})

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

async function previewed({ id }: DocumentTemplate, body: object) {
  const { statusCode, headers, rawPayload } = await product.app.inject({
    ...{ method: 'POST', url: `${path}/${id}/page/preview`, payload: body },
    headers: { authorization: `Bearer ${company.token}` },
  })
  return { status: statusCode, type: headers['content-type'], text: await documentText(rawPayload) }
}
