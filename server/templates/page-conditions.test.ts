import { describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { PageCondition, PageEnclosure, TemplatePage } from '#contract/template-pages.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { formWithFile } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { textBox } from '#testing/word/drawings.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { documentText, readPart, tableRows } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'

const path = '/api/documenttemplate'
const { company } = companyPerTest({}, buildTemplateCompany)

const cells = (...texts: readonly string[]) =>
  row(
    texts.map(text =>
      cell(
        text
          .split('|')
          .map(one => paragraph(one))
          .join(''),
        { width: 3_000 },
      ),
    ),
  )
const rowsOf = (...rows: readonly string[][]) =>
  table(
    rows.map(texts => cells(...texts)),
    { widths: (rows[0] ?? []).map(() => 3_000) },
  )

async function upload(...blocks: readonly string[]): Promise<DocumentTemplate> {
  const body = blocks.map(block => (block.startsWith('<') ? block : paragraph(block))).join('')
  const { payload, headers } = formWithFile({
    name: `Notice ${crypto.randomUUID()}.dotx`,
    content: templateFile({ body }),
  })
  const reply = await company.call<DocumentTemplate>('POST', path, payload, headers)
  expect(reply.status).toBe(201)
  return reply.body
}
const enclosuresOf = async ({ id }: DocumentTemplate) =>
  (await company.call<TemplatePage>('GET', `${path}/${id}/page`)).body.enclosures

type Changes = { changes?: object[]; conditions?: PageCondition[] }
async function change(template: DocumentTemplate, { changes = [], conditions = [] }: Changes) {
  const { id, version } = template
  const { status, body } = await company.call<{ template: DocumentTemplate }>(
    'PUT',
    `${path}/${id}/page`,
    { changes, rows: [], conditions },
    { 'if-match': `"${version}"` },
  )
  expect([status, body.template?.problems]).toEqual([200, []])
  return body.template
}
const linesOf = async ({ id }: DocumentTemplate) =>
  (await documentText(await company.fileAt(`${path}/getdoctemplatecontent/${id}`))).split('\n')
async function printed(template: DocumentTemplate, job: Job): Promise<string[]> {
  const url = `${path}/generatedocument/?shipmentId=${job.id}`
  return (await company.textOf((await company.call<Document>('POST', url, { id: template.id })).body)).split(
    '\n',
  )
}
/** What each row of its first table shows. */
async function rowsPrinted(template: DocumentTemplate, job: Job): Promise<string[]> {
  const url = `${path}/generatedocument/?shipmentId=${job.id}`
  const made = await company.call<Document>('POST', url, { id: template.id })
  return (await tableRows(await company.fileAt(`/api/document/${made.body.id}`))).map(cells =>
    cells.join(' | '),
  )
}
const taken = ({ opening, closing }: PageEnclosure) =>
  [opening, closing].map(({ from, to }) => ({ from, to, text: '' }))

const stretch = (index: number, from: number, to: number) => ({
  from: { paragraph: index, offset: from },
  to: { paragraph: index, offset: to },
})
const [IF, END] = ['{{#if Shipment.Voyage}}', '{{/if}}']
const condition = (field: string, first: number, last = first): PageCondition => ({ field, first, last })
const withVoyage = () => buildFullJob(company, { name: 'Linen', voyage: '14W', eta: '2026-12-31' })
const without = () => buildFullJob(company, { name: 'Linen', voyage: null, eta: '2026-12-31' })

describe('what a template encloses is told', () => {
  test('as lines, as rows and within text, in words, outer ones first', async () => {
    const template = await upload(
      IF,
      'Voyage {{Shipment.Voyage}}',
      '{{#if Shipment.Hbl}}',
      '{{#if Items}}',
      'Goods',
      END,
      END,
      END,
      rowsOf(['{{#if not Shipment.Etd and Shipment.Voyage <> "1"}}Sails', 'x'], ['then', 'y{{/if}}']),
      '{{#Items}}{{Name}} {{#if count Items > 1}}and more{{else}}only{{/if}}{{/Items}}',
    )
    const shown = await enclosuresOf(template)
    expect(
      shown.map(({ label, shape, field, hasElse }) => [label, shape, field?.label ?? null, hasElse]),
    ).toEqual([
      ['Only where Voyage is filled in', 'lines', 'Voyage', false],
      ['Only where House BL is filled in', 'lines', 'House BL', false],
      ['Only where Cargo items is filled in', 'lines', 'Cargo items', false],
      ['Only where ETD is not filled in and Voyage is not 1', 'rows', null, false],
      ['Once for each entry of “Cargo items”', 'text', null, false],
      ['Only where the number of Cargo items is more than 1', 'text', null, true],
    ])
    expect(shown[0]).toEqual({
      ...{ opening: stretch(0, 0, IF.length), closing: stretch(7, 0, END.length) },
      ...{ shape: 'lines', label: 'Only where Voyage is filled in', hasElse: false },
      field: { name: 'Shipment.Voyage', label: 'Voyage' },
    })
  })
})

describe('a condition that is taken out leaves no blank line', () => {
  test('around lines, in the text and in a cell', async () => {
    const template = await upload(
      ...['Before', IF, 'Voyage', END, 'After'],
      rowsOf([`One|${IF}|Two|${END}`, 'Three']),
    )
    const made = await change(template, { changes: (await enclosuresOf(template)).flatMap(taken) })
    // A cell ends with a paragraph.
    expect(await linesOf(made)).toEqual(['Before', 'Voyage', 'After', 'One', 'Two', '', 'Three'])
    expect(await enclosuresOf(made)).toEqual([])
  })

  test('around rows, and from rows that hold nothing else', async () => {
    const template = await upload(
      rowsOf([`${IF}One`, 'Two'], ['Three', `Four${END}`], ['Five', 'Six']),
      'Between',
      rowsOf([IF], ['Seven'], [END]),
    )
    const made = await change(template, { changes: (await enclosuresOf(template)).flatMap(taken) })
    expect(await linesOf(made)).toEqual([
      ...['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Between', 'Seven'],
    ])
  })

  test('and one that is changed asks for the other field', async () => {
    const template = await upload(IF, 'Text', END)
    const [{ opening } = never()] = await enclosuresOf(template)
    const made = await change(template, { changes: [{ ...opening, text: '{{#if Shipment.Eta}}' }] })
    expect(await linesOf(made)).toEqual(['{{#if Shipment.Eta}}', 'Text', END])
  })
})

describe('a condition that is put around', () => {
  test('lines within lines, whatever their order', async () => {
    const body = ['Before', 'One', 'Two', 'Three', 'After']
    const [outer, inner] = [condition('Shipment.Eta', 1, 3), condition('Shipment.Voyage', 1, 2)]
    for (const conditions of [
      [outer, inner],
      [inner, outer],
    ]) {
      const made = await change(await upload(...body), { conditions })
      expect(await linesOf(made)).toEqual([
        ...['Before', '{{#if Shipment.Eta}}', IF, 'One', 'Two', END, 'Three', END, 'After'],
      ])
      expect(await printed(made, await withVoyage())).toEqual(body)
      expect(await printed(made, await without())).toEqual(['Before', 'Three', 'After'])
    }
  })

  test('rows within rows, and lines of a cell within its row', async () => {
    const body = rowsOf(['One|Two', 'Three'], ['Four', 'Five'], ['Six', 'Seven'])
    const conditions = [
      condition('Shipment.Voyage', 0),
      condition('Shipment.Eta', 0, 2),
      condition('Shipment.Etd', 0, 4),
    ]
    const made = await change(await upload(body), { conditions })
    expect(await linesOf(made)).toEqual([
      ...[`{{#if Shipment.Etd}}{{#if Shipment.Eta}}${IF}`, 'One', END, 'Two', `Three${END}`],
      ...['Four', `Five${END}`, 'Six', 'Seven'],
    ])
    const etd = { etd: '2026-12-03' }
    const all = await printed(made, await buildFullJob(company, { ...etd, voyage: '1', eta: '2026-12-31' }))
    const noVoyage = await printed(
      made,
      await buildFullJob(company, { ...etd, voyage: null, eta: '2026-12-31' }),
    )
    const noEta = await printed(made, await buildFullJob(company, { ...etd, voyage: '1', eta: null }))
    const none = await printed(
      made,
      await buildFullJob(company, { etd: null, voyage: '1', eta: '2026-12-31' }),
    )
    expect([all, noVoyage, noEta, none]).toEqual([
      ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'],
      ['Two', 'Three', 'Four', 'Five', 'Six', 'Seven'],
      ['Four', 'Five', 'Six', 'Seven'],
      ['Six', 'Seven'],
    ])
  })

  test('all that a row has takes the row, so that no blank one remains, and is taken out again', async () => {
    const template = await upload(rowsOf(['Top'], ['Voyage {{Shipment.Voyage}}'], ['Bottom']))
    const made = await change(template, {
      conditions: [
        condition('Shipment.Voyage', 1),
        condition('Shipment.Eta', 1),
        condition('Shipment.Name', 0, 1),
      ],
    })
    expect(await printed(made, await withVoyage())).toEqual(['Top', 'Voyage 14W', 'Bottom'])
    expect(await rowsPrinted(made, await without())).toEqual(['Top', 'Bottom'])
    const again = await change(made, { changes: (await enclosuresOf(made)).flatMap(taken) })
    expect(await linesOf(again)).toEqual(await linesOf(template))
  })

  test('all rows of a table takes the table', async () => {
    const template = await upload('Before', rowsOf(['Voyage {{Shipment.Voyage}}', 'x']), 'After')
    const made = await change(template, { conditions: [condition('Shipment.Voyage', 1, 2)] })
    expect(await printed(made, await without())).toEqual(['Before', 'After'])
  })
})

function never(): never {
  throw new Error('There is no such part.')
}

describe('in a text box', () => {
  const box = { leftMm: 0, topMm: 0, widthMm: 60, heightMm: 20, colour: '000000' }
  const boxOf = (...texts: readonly string[]) =>
    paragraph(textBox(texts.map(text => paragraph(text)).join(''), box))
  /** The text of each of the two forms in which Word keeps a box: both say the same. */
  const boxes = async ({ id }: DocumentTemplate) => {
    const xml = await readPart(
      await company.fileAt(`${path}/getdoctemplatecontent/${id}`),
      'word/document.xml',
    )
    return [...xml.matchAll(/<w:txbxContent>(.*?)<\/w:txbxContent>/gs)].map(([, content = '']) =>
      [...content.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([text]) => text.replaceAll(/<[^>]+>/g, '')),
    )
  }
  const indexOf = async ({ id }: DocumentTemplate, text: string): Promise<number> => {
    const { parts } = (await company.call<TemplatePage>('GET', `${path}/${id}/page`)).body
    const found = parts
      .flatMap(({ blocks }) => blocks)
      .find(block => block.kind === 'paragraph' && block.runs.some(one => one.text.startsWith(text)))
    if (found?.kind !== 'paragraph') throw new Error(`There is no line “${text}”.`)
    return found.index
  }

  test('what parts the entries of a list is said as that, and is no condition of a field', async () => {
    const template = await upload(
      '{{#Items}}{{Name}}{{#unless last}}, {{/unless}}{{#if last}}.{{/if}}{{#unless first}} {{/unless}}{{/Items}}',
    )
    expect((await enclosuresOf(template)).map(({ label, field }) => [label, field])).toEqual([
      ['Once for each entry of “Cargo items”', null],
      ['Between the entries', null],
      ['After the last entry', null],
      ['Between the entries', null],
    ])
  })

  test('lines are put on a condition in both forms of the box, and it is told and taken out again', async () => {
    const template = await upload('Before', boxOf('Notice', 'Voyage {{Shipment.Voyage}}', 'End'), 'After')
    const line = await indexOf(template, 'Voyage')
    const made = await change(template, { conditions: [condition('Shipment.Voyage', line)] })
    const lines = ['Notice', IF, 'Voyage {{Shipment.Voyage}}', END, 'End']
    expect(await boxes(made)).toEqual([lines, lines])
    const [told, ...others] = await enclosuresOf(made)
    expect([told?.label, told?.shape, others]).toEqual(['Only where Voyage is filled in', 'lines', []])
    expect(await printed(made, await withVoyage())).toContain('Voyage 14W')
    const blank = await printed(made, await without())
    expect(blank.some(text => text.includes('Voyage'))).toBe(false)
    expect(blank).toEqual(expect.arrayContaining(['Notice', 'End']))
    const again = await change(made, { changes: (await enclosuresOf(made)).flatMap(taken) })
    expect(await boxes(again)).toEqual([
      ['Notice', 'Voyage {{Shipment.Voyage}}', 'End'],
      ['Notice', 'Voyage {{Shipment.Voyage}}', 'End'],
    ])
  })

  test('what reaches from the box into the text around it is refused and changes nothing', async () => {
    const template = await upload('Before', boxOf('Voyage {{Shipment.Voyage}}'), 'After')
    const line = await indexOf(template, 'Voyage')
    const { status } = await company.call(
      'PUT',
      `${path}/${template.id}/page`,
      { changes: [], rows: [], conditions: [condition('Shipment.Voyage', 0, line)] },
      { 'if-match': `"${template.version}"` },
    )
    expect(status).toBe(422)
    expect(await boxes(template)).toEqual([['Voyage {{Shipment.Voyage}}'], ['Voyage {{Shipment.Voyage}}']])
    expect(await enclosuresOf(template)).toEqual([])
  })
})
