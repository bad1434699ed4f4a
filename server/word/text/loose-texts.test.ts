import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { picture, textBox } from '#testing/word/drawings.ts'
import { complexField, mergeField, simpleField } from '#testing/word/fields.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { png } from '#testing/word/png.ts'
import { documentText, partNames, readPart } from '#testing/word/read-document.ts'
import { type TemplateContent, templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { describe, expect, test, vi } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import type { FieldValue } from '#server/word/language/known-fields.ts'
import { renderDocument } from '#server/word/render.ts'
import { readZip, unpack } from '#server/word/file/zip-read.ts'

// The validator starts a program for each file.
vi.setConfig({ testTimeout: 60_000 })

const sample = png(4, 4, () => [200, 200, 200, 255])
const OFFICE = 'http://schemas.openxmlformats.org'

async function fill(content: TemplateContent, fields: Record<string, FieldValue> = {}, items = 2) {
  const values = sampleValues(items)
  const template = await compileTemplate(templateFile({ pictures: { sample }, ...content }), catalogue)
  const filled = { ...values, fields: { ...values.fields, ...fields } }
  const document = renderDocument(template, filled, { unfillable: 'blank' })
  return { template, document, xml: await readPart(document, 'word/document.xml') }
}

/** No part of a document holds a placeholder. */
async function expectNoBraces(document: Buffer): Promise<void> {
  for (const entry of (await readZip(document)).values())
    expect(unpack(entry).includes('{{'), entry.name).toBe(false)
}

const watermark = (words: string) =>
  `<w:r><w:pict><v:shape id="w" type="#_x0000_t136" style="position:absolute;width:400pt;height:100pt"><v:textpath style="font-family:&quot;Arial&quot;" string="${words}"/></v:shape></w:pict></w:r>`

describe('a watermark', () => {
  test('prints values and conditions', async () => {
    const words = 'DRAFT {{Shipment.Name}} {{#if Shipment.Igm}}COPY{{else}}ORIGINAL{{/if}}'
    const header = paragraph(watermark(words))
    const { document, template } = await fill(
      { header, body: paragraph('x') },
      { 'Shipment.Name': 'A & "B"\nC', 'Shipment.Igm': '' },
    )
    expect(template.problems).toEqual([])
    expect(template.fields.map(({ place }) => place)).toEqual(
      ['header, watermark', 'header, watermark'].slice(0, 1),
    )
    expect(await readPart(document, 'word/header1.xml')).toContain(
      'string="DRAFT A &amp; &quot;B&quot; C ORIGINAL"',
    )
    expect(await validationErrors(document)).toEqual([])
  })

  test('names what it does not know, with its place', async () => {
    const { template, document } = await fill({
      header: paragraph(watermark('{{Shipment.Igmm}}')),
      body: paragraph('x'),
    })
    expect(template.problems).toEqual([
      {
        kind: 'unknown',
        name: 'Shipment.Igmm',
        message: '“Shipment.Igmm” is not a known field; did you mean “Shipment.Igm”?',
        place: 'header, watermark',
        suggestion: 'Shipment.Igm',
      },
    ])
    await expectNoBraces(document)
  })

  test('in a row that repeats is that row’s', async () => {
    const body = table(
      [row([cell(paragraph(run('{{Items.Name}}') + watermark('{{Items.Quantity}}')), { width: 2_000 })])],
      { widths: [2_000] },
    )
    const { xml } = await fill({ body })
    expect([...xml.matchAll(/string="([^"]*)"/g)].map(match => match[1])).toEqual(['160', '440'])
  })
})

describe('links', () => {
  const link = (id: string, words: string, more = '') =>
    `<w:p><w:hyperlink r:id="${id}" ${more}>${run(words)}</w:hyperlink></w:p>`
  const to = (target: string) => [{ id: 'far', kind: 'hyperlink', target, isExternal: true }]
  const codes = (xml: string) =>
    [...xml.matchAll(/<w:instrText[^>]*>([^<]*)</g)].map(match => match[1]?.trim())

  test.each([
    [
      'https://example.com/track?job={{Shipment.Name}}&x=1',
      'https://example.com/track?job=A%26B%20%22C%22&amp;x=1',
    ],
    ['https://example.com/%7B%7BShipment.Name%7D%7D', 'https://example.com/A%26B%20%22C%22'],
    ['mailto:{{Shipper.Email}}', 'mailto:li.wenjing@hengxin.example'],
    ['{{Shipper.Description}}', 'https://www.example.com/a'],
  ])('an address holds values: %s', async (target, expected) => {
    const { template, document, xml } = await fill(
      {
        body: link('far', 'Track {{Shipment.JobId}}', 'w:tooltip="Job {{Shipment.JobId}}"'),
        extraLinks: to(target),
      },
      { 'Shipment.Name': 'A&B "C"', 'Shipper.Description': 'www.example.com/a' },
    )
    expect(template.problems).toEqual([])
    expect(template.removed).toEqual([])
    expect(codes(xml)).toEqual([`HYPERLINK "${expected}" \\o "Job 1042"`])
    expect(await documentText(document)).toBe('Track 1042')
    await expectNoBraces(document)
    expect(await validationErrors(document)).toEqual([])
  })

  test('a value leads nowhere but to pages and messages', async () => {
    const { xml } = await fill(
      { body: link('far', 'x'), extraLinks: to('{{Shipper.Description}}') },
      { 'Shipper.Description': 'javascript:alert(1)' },
    )
    expect(codes(xml)).toEqual(['HYPERLINK ""'])
  })

  test('of a list differ from row to row', async () => {
    const body = table([row([cell(link('far', '{{Items.Name}}'), { width: 2_000 })])], { widths: [2_000] })
    const { xml } = await fill({ body, extraLinks: to('https://example.com/{{Items.Quantity}}') })
    expect(codes(xml)).toEqual(['HYPERLINK "https://example.com/160"', 'HYPERLINK "https://example.com/440"'])
  })

  test('fields and their split codes', async () => {
    const body =
      `<w:p>${complexField({ code: [' HYPER', 'LINK "https://example.com/{{Ship', 'ment.JobId}}" \\o "{{Shipment', '.Name}}" '], result: 'x' })}</w:p>` +
      `<w:p>${simpleField(' HYPERLINK "https://example.com/{{Shipment.JobId}}" ', 'y')}</w:p>` +
      `<w:p>${complexField({ code: [' HYPERLINK "https://example.com/', { xml: mergeField('Shipment_JobId') }, '/{{Shipment.Igm}}" '], result: 'z' })}</w:p>`
    const { xml, document } = await fill({ body }, { 'Shipment.Name': 'A "B"', 'Shipment.Igm': '7 8' })
    expect(xml).toContain(' HYPERLINK "https://example.com/1042" \\o "A \\"B\\"" ')
    expect(xml).toContain('w:instr=" HYPERLINK &quot;https://example.com/1042&quot; "')
    await expectNoBraces(document)
    expect(await validationErrors(document)).toEqual([])
  })

  test('of a drawing are told to be left alone', async () => {
    const linked = picture('sample', 10, 10, 'Seal').replace(
      'descr="Seal"/>',
      'descr="Seal"><a:hlinkClick r:id="far"/></wp:docPr>',
    )
    const { template } = await fill({
      body: paragraph(linked),
      extraLinks: to('https://example.com/{{Shipment.JobId}}'),
    })
    expect(template.problems.map(({ message }) => message)).toEqual([
      '“{{Shipment.JobId}}” is in the link of a drawing, where nothing is filled in; it is left as it is. Remove it in Word.',
    ])
  })
})

describe('other places', () => {
  const math = `xmlns:m="${OFFICE}/officeDocument/2006/math"`

  test('equations, split as Word splits them', async () => {
    const body = `<w:p><m:oMath ${math}><m:r><m:t>CBM=</m:t></m:r><m:r><m:t>{{Shipment.</m:t></m:r><m:r><m:t>Volume}}÷2</m:t></m:r></m:oMath></w:p>`
    const { xml, document, template } = await fill({ body })
    expect(template.problems).toEqual([])
    expect([...xml.matchAll(/<m:t[^>]*>([^<]*)</g)].map(match => match[1]).join('')).toBe('CBM=58.340÷2')
    expect(await validationErrors(document)).toEqual([])
  })

  test('charts, diagrams and the properties of the file', async () => {
    const chart = `<c:chartSpace xmlns:c="${OFFICE}/drawingml/2006/chart" xmlns:a="${OFFICE}/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Cargo {{Ship</a:t></a:r><a:r><a:t>ment.Name}}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>{{Shipment.JobId}}</c:v></c:pt></c:strCache></c:strRef></c:tx></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
    const diagram = `<dgm:dataModel xmlns:dgm="${OFFICE}/drawingml/2006/diagram" xmlns:a="${OFFICE}/drawingml/2006/main"><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:bodyPr/><a:p><a:r><a:t>{{Consignee.Name}}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`
    const { document, template } = await fill({
      title: 'Bill {{Shipment.HouseBl}}',
      body: paragraph('x'),
      extraParts: [
        {
          name: 'word/charts/chart1.xml',
          type: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
          content: chart,
        },
        {
          name: 'word/diagrams/data1.xml',
          type: 'application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml',
          content: diagram,
        },
      ],
      extraLinks: [
        { id: 'chart', kind: 'chart', target: 'charts/chart1.xml' },
        { id: 'diagram', kind: 'diagramData', target: 'diagrams/data1.xml' },
      ],
    })
    expect(template.problems).toEqual([])
    const shown = await readPart(document, 'word/charts/chart1.xml')
    expect(shown).toContain('Cargo Autumn garments, Qingdao to Leeds')
    expect(shown).toContain('<c:v>1042</c:v>')
    expect(await readPart(document, 'word/diagrams/data1.xml')).toContain('Fairholme &amp; Daughters')
    expect(await readPart(document, 'docProps/core.xml')).toContain('Bill LAD-26-01042')
    await expectNoBraces(document)
    expect(await partNames(document)).toContain('word/charts/chart1.xml')
  })

  test('a description of a drawing, and that of a text box', async () => {
    const described = textBox(paragraph('words'), {
      leftMm: 0,
      topMm: 0,
      widthMm: 50,
      heightMm: 20,
      colour: '000000',
    }).replace('name="Text Box 12"', 'name="Text Box 12" descr="Seal of {{Company.Name}}"')
    const { document } = await fill({ body: paragraph(described) })
    expect(await readPart(document, 'word/document.xml')).toContain('descr="Seal of Northgate Freight Ltd"')
    await expectNoBraces(document)
  })

  test('what is left alone is told: comments, tracked deletions, numberings', async () => {
    const { template } = await fill({
      body: `<w:p>${run('x')}<w:del w:id="7" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>old {{Shipment.Igm}}</w:delText></w:r></w:del></w:p>`,
      extraParts: [
        {
          name: 'word/comments.xml',
          type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml',
          content: `<w:comments xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:comment w:id="1" w:author="A"><w:p><w:r><w:t>{{Shipment.Name}}</w:t></w:r></w:p></w:comment></w:comments>`,
        },
      ],
      extraLinks: [{ id: 'comments', kind: 'comments', target: 'comments.xml' }],
    })
    expect(template.problems).toEqual([])
    expect(template.warnings.map(({ message, place }) => `${place}: ${message}`)).toEqual([
      'body: “{{Shipment.Igm}}” is in a text deleted while changes were tracked, where nothing is filled in; it is left as it is. Remove it in Word.',
      'comment 1 by A: “{{Shipment.Name}}” is in a comment, where nothing is filled in; it is left as it is. Remove it in Word.',
    ])
  })
})

describe('a picture that is fetched', () => {
  test('stays as it is in the file, without the field', async () => {
    const field = complexField({
      code: [' INCLUDEPICTURE "http://192.0.2.1/x.png" \\* MERGEFORMATINET '],
      result: 'x',
    }).replace(/<w:r><w:t [^>]*>x<\/w:t><\/w:r>/, picture('sample', 10, 10, 'Map'))
    const { xml, template, document } = await fill({ body: `<w:p>${run('Map: ')}${field}</w:p>` })
    expect(template.problems).toEqual([])
    expect(template.removed.map(({ what }) => what)).toEqual(['field INCLUDEPICTURE'])
    expect(xml).toContain('<a:blip r:embed="sample"/>')
    expect(xml).not.toMatch(/INCLUDEPICTURE|fldChar/)
    expect(await validationErrors(document)).toEqual([])
  })
})
