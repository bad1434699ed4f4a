import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { pageChange, TemplatePage } from '#contract/template-pages.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildColleague, buildCompany, buildItem, formWithFile, type Reply } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { control } from '#testing/word/controls.ts'
import { mergeField } from '#testing/word/fields.ts'
import { rawZip } from '#testing/word/hostile-zips.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'

type PageChange = z.infer<typeof pageChange>

const path = '/api/documenttemplate'
const { product, rows, company } = companyPerTest({}, buildTemplateCompany)

const goods = (...entries: readonly string[][]) =>
  table(
    [['Goods', 'Packages'], ...entries].map(texts =>
      row(texts.map(text => cell(paragraph(text), { width: 3_000 }))),
    ),
    { widths: [3_000, 3_000] },
  )

const withDoctype = await editParts(templateFile({ body: paragraph('x') }), (xml, name) =>
  name === 'word/document.xml'
    ? xml.replace('?>', '?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>')
    : xml,
)

/** Last month's notice, as its company wrote it. */
const notice = templateFile({
  isDocument: true,
  body:
    paragraph('Vessel: Northern Jubilee, voyage 14W') +
    paragraph('ETA: 31.12.2026') +
    paragraph('Master bill') +
    paragraph('KSOL-4711') +
    goods(['Bed sheets', '1200'], ['Bath towels', '45']),
})

const buildShipment = async (changes: Record<string, unknown> = {}) => {
  const job = await buildFullJob(company, {
    ...{ name: 'Linen', vesselName: 'Northern Jubilee', voyage: '14W', eta: '2026-12-31' },
    ...{ mbl: 'KSOL-4711', ...changes },
  })
  await buildItem(company, job.id, { name: 'Bed sheets', numberOfPacks: 1200 })
  await buildItem(company, job.id, { name: 'Bath towels', numberOfPacks: 45 })
  return job
}

async function upload<Body = DocumentTemplate>(content: Uint8Array): Promise<Reply<Body>> {
  const { payload, headers } = formWithFile({ name: 'Our notice.docx', content })
  return company.call<Body>('POST', `${path}?asTemplate=true`, payload, headers)
}
const readPage = ({ id }: DocumentTemplate, job?: Job) =>
  company.call<TemplatePage>('GET', `${path}/${id}/page${job ? `?shipmentId=${job.id}` : ''}`)
const put = <Body = { template: DocumentTemplate; differences: unknown }>(
  { id, version }: DocumentTemplate,
  body: object,
) => company.call<Body>('PUT', `${path}/${id}/page`, body, { 'if-match': `"${version}"` })
const linesOf = async (template: DocumentTemplate) =>
  (await documentText(await company.fileAt(`${path}/getdoctemplatecontent/${template.id}`))).split('\n')
const made = async (template: DocumentTemplate, job: Job) => {
  const url = `${path}/generatedocument/?shipmentId=${job.id}`
  return (await company.textOf((await company.call<Document>('POST', url, { id: template.id })).body)).split(
    '\n',
  )
}
const proposed = ({ places }: TemplatePage): PageChange[] =>
  places.map(({ from, to, choices }) => ({ from, to, text: choices[0]?.placeholder ?? '' }))

const plain = { bold: false, italic: false, underline: false, size: 9, color: '16283C' }
const shown = (index: number, text: string) => ({
  ...{ kind: 'paragraph', index, align: 'left', isRightToLeft: false },
  runs: [{ ...plain, text }],
})
const choice = (placeholder: string, label: string) => ({
  ...{ placeholder, label, name: /[\w.]+/.exec(placeholder)?.[0] },
})

describe('the page of a template', () => {
  test('shows what stands on it, and without a job no values', async () => {
    const template = (await upload(notice)).body
    const { status, body } = await expectNoChange(rows, company, () => readPage(template))
    const cells = (index: number, ...texts: readonly string[]) => ({
      index,
      cells: texts.map((text, at) => ({
        ...{ columns: 1, rows: 1, shade: null },
        blocks: [shown(4 + index * 2 + at, text)],
      })),
    })
    expect([status, body]).toEqual([
      200,
      {
        template,
        parts: [
          {
            label: 'body',
            blocks: [
              shown(0, 'Vessel: Northern Jubilee, voyage 14W'),
              shown(1, 'ETA: 31.12.2026'),
              shown(2, 'Master bill'),
              shown(3, 'KSOL-4711'),
              {
                ...{ kind: 'table', index: 0, widths: [3_000, 3_000], hasBorders: true },
                rows: [
                  cells(0, 'Goods', 'Packages'),
                  cells(1, 'Bed sheets', '1200'),
                  cells(2, 'Bath towels', '45'),
                ],
              },
            ],
          },
        ],
        width: 10_206,
        language: 'en',
        problems: [],
        places: [],
        questions: [],
        rows: [],
        enclosures: [],
        dismissals: [],
      },
    ])
  })

  test('marks the values of a job with the fields that print them', async () => {
    const [template, job] = [(await upload(notice)).body, await buildShipment()]
    const { status, body } = await expectNoChange(rows, company, () => readPage(template, job))
    expect(status).toBe(200)
    const place = (
      paragraphIndex: number,
      from: number,
      text: string,
      choices: unknown[],
      list?: string,
      line: unknown = null,
    ) => ({
      from: { paragraph: paragraphIndex, offset: from },
      to: { paragraph: paragraphIndex, offset: from + text.length },
      ...{ text, kind: 'found', writing: null, choices, list: list ?? null, line },
    })
    expect(body.places).toEqual([
      place(0, 8, 'Northern Jubilee', [choice('{{Shipment.VesselName}}', 'Vessel Name')]),
      place(0, 33, '14W', [choice('{{Shipment.Voyage}}', 'Voyage')]),
      place(1, 5, '31.12.2026', [choice('{{Shipment.Eta | date:"dd.MM.yyyy"}}', 'ETA')], undefined, {
        from: { paragraph: 1, offset: 0 },
        to: { paragraph: 1, offset: 15 },
      }),
      place(3, 0, 'KSOL-4711', [choice('{{Shipment.MasterBl}}', 'Master BL')]),
      place(6, 0, 'Bed sheets', [choice('{{Items.Name}}', 'Cargo items: Name')], 'Items'),
      place(
        7,
        0,
        '1200',
        [choice('{{Items.NumberOfPacks | number:"0.####"}}', 'Cargo items: Number of Packs')],
        'Items',
      ),
    ])
    expect(body.rows).toEqual([{ list: 'Items', table: 0, first: 1, last: 2, kept: 1, where: null }])
  })

  test('becomes a template that prints the same for the job, and another job’s values for that', async () => {
    const [template, job] = [(await upload(notice)).body, await buildShipment()]
    const page = (await readPage(template, job)).body
    const { status, body } = await put(template, {
      ...{ shipmentId: job.id, changes: proposed(page), rows: page.rows },
      conditions: [{ field: 'Shipment.MasterBl', first: 2, last: 3 }],
    })
    expect([status, body]).toEqual([
      200,
      {
        template: {
          ...template,
          version: template.version + 1,
          size: expect.any(Number),
          date: expect.any(String),
        },
        differences: [],
        comparedWith: 'former',
      },
    ])
    const listed = (await company.call<DocumentTemplate[]>('GET', path)).body
    expect(listed.find(({ id }) => id === template.id)).toEqual(body.template)
    expect(await linesOf(body.template)).toEqual([
      'Vessel: {{Shipment.VesselName}}, voyage {{Shipment.Voyage}}',
      'ETA: {{Shipment.Eta | date:"dd.MM.yyyy"}}',
      '{{#if Shipment.MasterBl}}',
      'Master bill',
      '{{Shipment.MasterBl}}',
      '{{/if}}',
      'Goods',
      'Packages',
      '{{Items.Name}}',
      '{{Items.NumberOfPacks | number:"0.####"}}',
    ])
    const other = await buildFullJob(company, { vesselName: 'Orwell', voyage: '2E', eta: '2027-01-12' })
    await buildItem(company, other.id, { name: 'Rice', numberOfPacks: 7 })
    expect(await made(body.template, other)).toEqual([
      'Vessel: Orwell, voyage 2E',
      ...['ETA: 12.01.2027', 'Goods', 'Packages', 'Rice', '7'],
    ])
  })

  test('tells which lines read otherwise, and keeps rows only where a field is filled in', async () => {
    const [template, job] = [(await upload(notice)).body, await buildShipment({ voyage: '15W' })]
    const { status, body } = await put(template, {
      shipmentId: job.id,
      changes: [
        { from: { paragraph: 0, offset: 33 }, to: { paragraph: 0, offset: 36 }, text: '{{Shipment.Voyage}}' },
      ],
      rows: [],
      conditions: [{ field: 'Shipment.HouseBl', first: 8, last: 9 }],
    })
    expect([status, body.differences]).toEqual([
      200,
      [
        {
          before: 'Vessel: Northern Jubilee, voyage 14W',
          after: 'Vessel: Northern Jubilee, voyage 15W',
          paragraph: 0,
        },
        { before: 'Bath towels', after: '', paragraph: 8 },
        { before: '45', after: '', paragraph: 9 },
      ],
    ])
    expect((await linesOf(body.template)).slice(-2)).toEqual([
      '{{#if Shipment.HouseBl}}Bath towels',
      '45{{/if}}',
    ])
  })
})

test('merge fields and content controls are places, and a change leaves everything else as it was', async () => {
  const content = templateFile({
    isDocument: true,
    body:
      paragraph(run('Vessel ') + mergeField('Shipment_VesselName \\* Upper', '«Shipment_VesselName»')) +
      paragraph(control(run('the bill'), { tag: 'Shipment.MasterBl', properties: '<w:text/>' })),
  })
  const template = (await upload(content)).body
  const page = await expectNoChange(rows, company, () => readPage(template))
  const place = (index: number, end: number, text: string, writing: string, one: unknown) => ({
    from: { paragraph: index, offset: index === 0 ? 7 : 0 },
    to: { paragraph: index, offset: end },
    ...{ text, writing, kind: 'field', choices: [one], list: null, line: null },
  })
  expect([page.status, page.body.places]).toEqual([
    200,
    [
      place(
        ...([0, 32, '«Shipment_VesselName»', 'mergeField'] as const),
        choice('{{Shipment.VesselName | upper}}', 'Vessel Name'),
      ),
      place(1, 8, 'the bill', 'contentControl', choice('{{Shipment.MasterBl}}', 'Master BL')),
    ],
  ])
  const [vessel] = page.body.places
  if (!vessel) throw new Error('no place')
  const { status, body } = await put(template, {
    changes: [{ from: vessel.from, to: vessel.to, text: '{{Shipment.Voyage | upper}}' }],
    rows: [],
  })
  const version = template.version + 1
  const saved = { ...template, version, size: expect.any(Number), date: expect.any(String) }
  expect([status, body]).toEqual([200, { template: saved, differences: null, comparedWith: null }])
  expect(await linesOf(body.template)).toEqual(['Vessel «Shipment_Voyage»', 'the bill'])
  const job = await buildShipment({ voyage: '14w' })
  expect(await made(body.template, job)).toEqual(['Vessel 14W', 'KSOL-4711'])
})

test('mistakes that read alike are told with their own places and what was probably meant', async () => {
  const content = templateFile({
    isDocument: true,
    body: paragraph('A {{Shipment.Vesselnam}} B {{Shipment.Vesselnam}}') + paragraph('{{#if Shipment.Etd}}'),
  })
  const template = (await upload(content)).body
  const { status, body } = await expectNoChange(rows, company, () => readPage(template))
  const meant = {
    placeholder: '{{Shipment.VesselName}}',
    ...{ name: 'Shipment.VesselName', label: 'Vessel Name' },
  }
  const wrong = (from: number, place: string) => ({
    name: 'Shipment.Vesselnam',
    message: '“Shipment.Vesselnam” is not a known field; did you mean “Shipment.VesselName”?',
    ...{ place, suggestion: 'Shipment.VesselName', isWarning: false, meant },
    ...{ from: { paragraph: 0, offset: from }, to: { paragraph: 0, offset: from + 22 } },
  })
  expect([status, body.problems]).toEqual([
    200,
    [
      wrong(2, 'body, near “A …”'),
      wrong(27, 'body, near “A {{Shipment.Vesselnam}} B …”'),
      {
        name: 'if',
        message: '“{{#if Shipment.Etd}}” is never closed. Write “{{/if}}” where the condition ends.',
        ...{ place: 'body, below “…B {{Shipment.Vesselnam}} …”', suggestion: null },
        ...{ isWarning: false, meant: null },
        ...{ from: { paragraph: 1, offset: 0 }, to: { paragraph: 1, offset: 20 } },
      },
    ],
  ])
  const changes = body.problems.flatMap(({ from, to, meant: right }) =>
    from && to ? [{ from, to, text: right?.placeholder ?? '' }] : [],
  )
  const saved = (await put(template, { changes, rows: [] })).body.template
  expect([saved.problems, (await readPage(saved)).body.problems]).toEqual([[], []])
  expect(await linesOf(saved)).toEqual(['A {{Shipment.VesselName}} B {{Shipment.VesselName}}'])
})

test('a later save is compared with the document while that is kept, and what is mended is no difference', async () => {
  const [template, job] = [(await upload(notice)).body, await buildShipment()]
  const wrong = { from: { paragraph: 3, offset: 0 }, to: { paragraph: 3, offset: 9 } }
  const save = (onto: DocumentTemplate, text: string, to: number, compareWith?: string) =>
    put<{ template: DocumentTemplate }>(onto, {
      ...{ shipmentId: job.id, rows: [], compareWith },
      changes: [{ ...wrong, to: { paragraph: 3, offset: to }, text }],
    })
  const first = await save(template, '{{Shipment.Voyage}}', 9, 'document')
  const saved = (version: number) => ({
    ...{ ...template, version, size: expect.any(Number), date: expect.any(String) },
  })
  const different = { before: 'KSOL-4711', after: '14W', paragraph: 3 }
  expect([first.status, first.body]).toEqual([
    200,
    { template: saved(template.version + 1), differences: [different], comparedWith: 'document' },
  ])
  // The page before is the one with the mistake.
  const second = await save(first.body.template, '{{Shipment.Eta | date:"yyyy"}}', 19)
  expect(second.body).toEqual({
    template: saved(template.version + 2),
    differences: [{ before: '14W', after: '2026', paragraph: 3 }],
    comparedWith: 'former',
  })
  const third = await save(second.body.template, '{{Shipment.MasterBl}}', 30, 'document')
  expect(third.body).toEqual({
    template: saved(template.version + 3),
    ...{ differences: [], comparedWith: 'document' },
  })
  await rows.select(
    `update earlier_contents set replaced_at = now() - interval '31 days' where template_id = $1`,
    [template.id],
  )
  const fourth = await save(third.body.template, '{{Shipment.Voyage}}', 21, 'document')
  expect(fourth.body).toEqual({
    template: saved(template.version + 4),
    ...{ differences: [different], comparedWith: 'former' },
  })
})

describe('a refusal changes nothing', () => {
  test.each([
    ['a place that is not there', { changes: [at(0, 30, 99)] }, 422, 'not on the page'],
    ['a paragraph that is not there', { changes: [at(99, 0, 1)] }, 422, 'not on the page'],
    ['two changes in one place', { changes: [at(0, 0, 5), at(0, 3, 8)] }, 422, 'Two changes'],
    ['rows that are not there', { rows: [rowsAt(7, 8, 7)] }, 422, 'not on the page'],
    ['two lists in the same rows', { rows: [rowsAt(1, 2, 1), rowsAt(2, 2, 2)] }, 422, 'same rows'],
    ['a row kept that is none of them', { rows: [rowsAt(1, 2, 0)] }, 422, 'not on the page'],
    [
      'a condition beyond the page',
      { conditions: [{ field: 'Items', first: 1, last: 99 }] },
      422,
      'not on the page',
    ],
    [
      'a condition that ends before it begins',
      { conditions: [{ field: 'Items', first: 3, last: 2 }] },
      422,
      'page',
    ],
  ])('of %s', async (_, body, status, detail) => {
    const template = (await upload(notice)).body
    const reply = await expectNoChange(rows, company, () =>
      put<{ detail: string }>(template, { changes: [], rows: [], ...body }),
    )
    expect([reply.status, reply.body.detail]).toEqual([status, expect.stringContaining(detail)])
  })

  test('of what is no page change at all', async () => {
    const template = (await upload(notice)).body
    for (const body of [
      {},
      { changes: [], rows: [{ list: 'Items' }] },
      { changes: [at(0, -1, 2)], rows: [] },
      { changes: [], rows: [], conditions: [{ field: 'Items}}{{x', first: 0, last: 1 }] },
      { changes: [], rows: [{ ...rowsAt(1, 2, 1), list: 'Items}} {{#if' }] },
      { changes: [], rows: [{ ...rowsAt(1, 2, 1), list: 'I'.repeat(101) }] },
      { changes: [], rows: [{ ...rowsAt(1, 2, 1), where: '}} {{Company.Name}}' }] },
    ])
      expectProblem(await expectNoChange(rows, company, () => put(template, body)), 'invalid_input')
  })

  test('of no text for what nobody can see: it is taken out', async () => {
    const template = (await upload(notice)).body
    const text = 'Ship\u0001\u0008\u001f\ufffe'
    expect(await put(template, { changes: [{ ...at(0, 0, 6), text }], rows: [] })).toMatchObject({
      status: 200,
    })
    expect((await linesOf(template))[0]).toBe('Ship: Northern Jubilee, voyage 14W')
  })

  test('of an outdated version', async () => {
    const template = (await upload(notice)).body
    await company.replaceTemplate(template, 'Later')
    const reply = await expectNoChange(rows, company, () => put(template, { changes: [], rows: [] }))
    expectProblem(reply, 'changed_meanwhile')
  })

  test('to who may not write templates, and to strangers as if there were none', async () => {
    const [template, job] = [(await upload(notice)).body, await buildShipment()]
    const viewer = await buildColleague(product, company, 'viewer')
    const stranger = await buildCompany(product)
    const none = crypto.randomUUID()
    const body = { changes: [], rows: [] }
    for (const query of ['', `?shipmentId=${job.id}`]) {
      const url = `${path}/${template.id}/page${query}`
      expectProblem(await viewer.call('GET', url), 'not_allowed')
      const foreign = await stranger.call('GET', url)
      expectSame(foreign, await stranger.call('GET', url.replace(template.id, none)))
      expectProblem(foreign, 'not_found')
    }
    const foreignJob = await stranger.call<Job>('POST', '/api/shipment')
    expectProblem(
      await company.call('GET', `${path}/${template.id}/page?shipmentId=${foreignJob.body.id}`),
      'not_found',
    )
    await expectNoChange(rows, company, async () => {
      const url = `${path}/${template.id}/page`
      expectProblem(await viewer.call('PUT', url, body), 'not_allowed')
      const foreign = await stranger.call('PUT', url, body)
      expectProblem(foreign, 'not_found')
      expectSame(foreign, await stranger.call('PUT', `${path}/${none}/page`, body))
      expectProblem(await company.call('PUT', url, { ...body, shipmentId: foreignJob.body.id }), 'not_found')
      return foreign
    })
  })

  test.each([
    ['a zip bomb', rawZip([{ name: 'word/document.xml', content: Buffer.alloc(300 * 1024 * 1024) }])],
    ['no Word file', Buffer.from('%PDF-1.7')],
    ['a document of another program', templateFile({ body: '<w:p><w:r></w:p>' })],
    ['a document type of its own', withDoctype],
    ['macros', withMacros()],
    ['more cells than a page can have', templateFile({ body: hugeTable() })],
  ])('of %s', async (_, content) => {
    const reply = await expectNoChange(rows, company, () => upload<{ detail: string }>(content))
    expect(reply.status, JSON.stringify(reply.body)).toBe(422)
  })
})

test('what leads outside of a document is not followed, and stays out of its page', async () => {
  const linked = templateFile({
    isDocument: true,
    body: paragraph('ETA: 31.12.2026'),
    extraLinks: [
      { id: 'rId90', kind: 'attachedTemplate', target: 'http://127.0.0.1:9/t.dotm', isExternal: true },
      { id: 'rId91', kind: 'image', target: 'http://127.0.0.1:9/p.png', isExternal: true },
    ],
  })
  const { status, body } = await upload(linked)
  expect(status).toBe(201)
  const page = await readPage(body, await buildShipment())
  expect([page.status, page.body.places.map(({ text }) => text)]).toEqual([200, ['31.12.2026']])
  expect(JSON.stringify(page.body.parts)).not.toContain('127.0.0.1')
})

/** But for the number by which a request is found in the log. */
function expectSame(one: Reply<unknown>, other: Reply<unknown>): void {
  expect({ status: one.status, body: one.body }).toEqual({ status: other.status, body: other.body })
}

function at(paragraphIndex: number, from: number, to: number): PageChange {
  return {
    ...{ from: { paragraph: paragraphIndex, offset: from }, to: { paragraph: paragraphIndex, offset: to } },
    text: '{{Shipment.Name}}',
  }
}

function rowsAt(first: number, last: number, kept: number) {
  return { list: 'Items', table: 0, first, last, kept, where: null }
}

function withMacros(): Buffer {
  return templateFile({
    body: paragraph('x'),
    extraParts: [
      {
        name: 'word/vbaProject.bin',
        type: 'application/vnd.ms-office.vbaProject',
        content: Buffer.alloc(64),
      },
    ],
  })
}

function hugeTable(): string {
  const one = row(Array.from({ length: 60 }, () => cell(paragraph('1'), { width: 100 })))
  return table(
    Array.from({ length: 5_000 }, () => one),
    { widths: Array.from({ length: 60 }, () => 100) },
  )
}
