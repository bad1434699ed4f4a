import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { textBox } from '#testing/word/drawings.ts'
import { cell, footnoteMark, paragraph, row, run, table } from '#testing/word/markup.ts'
import { documentText, parseAllParts, partNames, readPart } from '#testing/word/read-document.ts'
import { type TemplateContent, templateFile } from '#testing/word/template-file.ts'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from './compile.ts'
import type { FieldValue } from '#server/word/language/known-fields.ts'
import { renderDocument } from './render.ts'

const BOX = { leftMm: 0, topMm: 0, widthMm: 50, heightMm: 20, colour: '000000' }

async function fill(
  content: TemplateContent,
  fields: Record<string, FieldValue> = {},
  items = 2,
): Promise<Buffer> {
  const sample = sampleValues(items)
  const template = await compileTemplate(templateFile(content), catalogue)
  const document = renderDocument(template, { ...sample, fields: { ...sample.fields, ...fields } })
  await parseAllParts(document)
  return document
}

const textWith = async (text: string, fields: Record<string, FieldValue> = {}) =>
  documentText(await fill({ body: paragraph(run(text)) }, fields))

const xmlWith = async (text: string, fields: Record<string, FieldValue> = {}) => {
  const xml = await readPart(await fill({ body: `<w:p>${run(text)}</w:p>` }, fields), 'word/document.xml')
  return /<w:p>(.*)<\/w:p>/.exec(xml)?.[1]
}

describe('values', () => {
  test('names ignore case, and an underline is a point; aliases mean the same', async () => {
    expect(await textWith('{{shipment.housebl}} {{SHIPMENT_HOUSEBL}} {{Hbl}} {{ Shipment.Hbl }}')).toBe(
      'LAD-26-01042 LAD-26-01042 LAD-26-01042 LAD-26-01042',
    )
  })

  test('formats', async () => {
    expect(
      await textWith(
        '{{Shipment.Etd | date:“d MMMM yyyy” | upper}}, {{Shipment.GrossWeight | number:"#,##0.0"}}',
      ),
    ).toBe('3 DECEMBER 2026, 18,450.5')
  })

  test('lines stay lines, and empty ones vanish', async () => {
    expect(await xmlWith('{{Shipper.Address}}', { 'Shipper.Address': 'A\n\nB\r\n  \r\nC\n' })).toBe(
      '<w:r><w:t xml:space="preserve">A</w:t><w:br/><w:t xml:space="preserve">B</w:t><w:br/><w:t xml:space="preserve">C</w:t></w:r>',
    )
    expect(await xmlWith('{{Shipper.Address}}', { 'Shipper.Address': 'A\tB\vC\u2028D' })).toContain(
      'A</w:t><w:tab/><w:t xml:space="preserve">B</w:t><w:br/><w:t xml:space="preserve">C</w:t><w:br/><w:t xml:space="preserve">D<',
    )
  })

  test('XML in a value is text, and what XML forbids is left out', async () => {
    const value = '<w:p/> & "quotes" \u0000\u0008\u001f\ufffe\ud800x\udc00 ]]> ✓ 😀'
    expect(await textWith('{{Shipment.Name}}', { 'Shipment.Name': value })).toBe(
      '<w:p/> & "quotes" x ]]> ✓ 😀',
    )
    expect(await xmlWith('{{Shipment.Name}}', { 'Shipment.Name': 'a < b & c > d' })).toContain(
      'a &lt; b &amp; c &gt; d',
    )
  })

  test('a value is never read as a placeholder', async () => {
    expect(await textWith('{{Shipment.Name}}', { 'Shipment.Name': '{{Today}} {{/Items}}' })).toBe(
      '{{Today}} {{/Items}}',
    )
  })

  test('nothing prints nothing: never “null” or “undefined”', async () => {
    for (const nothing of [null, undefined, '']) {
      expect(
        await textWith('[{{Shipment.Name}}{{Shipment.Eta}}]', {
          'Shipment.Name': nothing,
          'Shipment.Eta': nothing,
        }),
      ).toBe('[]')
    }
    const template = await compileTemplate(
      templateFile({ body: paragraph('[{{Today}}{{#Items}}x{{/Items}}]') }),
      catalogue,
    )
    expect(await documentText(renderDocument(template, { fields: {}, lists: {} }))).toBe('[]')
    expect(await documentText(renderDocument(template, { fields: {}, lists: { Items: [{}] } }))).toBe('[x]')
  })

  test('a value is only what was given, whatever its name means to JavaScript', async () => {
    const known = { fields: [{ name: 'constructor', kind: 'text' as const }], lists: [] }
    const template = await compileTemplate(templateFile({ body: paragraph('[{{constructor}}]') }), known)
    expect(await documentText(renderDocument(template, { fields: {}, lists: {} }))).toBe('[]')
  })

  test('the first run of a placeholder gives its format', async () => {
    const body = `<w:p>${run('{{Shipment', { bold: true })}${run('.Name}} end', { italic: true })}</w:p>`
    const xml = await readPart(await fill({ body }, { 'Shipment.Name': 'N' }), 'word/document.xml')
    expect(/<w:p>(.*)<\/w:p>/.exec(xml)?.[1]).toBe(
      '<w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t xml:space="preserve">N</w:t></w:r>' +
        '<w:r><w:rPr><w:i/><w:iCs/></w:rPr><w:t xml:space="preserve"> end</w:t></w:r>',
    )
  })
})

describe('every part of the file', () => {
  test('header, footer, notes and text boxes are filled, comments and deleted text are not', async () => {
    const content: TemplateContent = {
      body:
        paragraph(
          `${run('Body {{Today}}')}${footnoteMark(1)}${textBox(paragraph('Box {{Shipment.Name}}'), BOX)}`,
        ) +
        `<w:p><w:del w:id="1" w:author="x"><w:r><w:delText>{{Gone}}</w:delText></w:r></w:del>` +
        `<w:moveFrom w:id="3" w:author="x">${run('{{Moved}}')}</w:moveFrom>` +
        `<w:ins w:id="2" w:author="x">${run('{{Shipment.HouseBl}}')}</w:ins></w:p>`,
      header: paragraph('Header {{Company.Name}}'),
      firstHeader: paragraph('First {{Company.Name}}'),
      footer: paragraph('Footer {{Shipment.JobId}}'),
      footnotes: [run('Foot {{Shipment.Igm}}')],
      endnotes: [run('End {{Shipment.ShedNumber}}')],
    }
    const document = await fill(content)
    expect(await documentText(document, 'word/header1.xml')).toBe('Header Northgate Freight Ltd')
    expect(await documentText(document, 'word/header2.xml')).toBe('First Northgate Freight Ltd')
    expect(await documentText(document, 'word/footer1.xml')).toBe('Footer 1042')
    expect(await documentText(document, 'word/footnotes.xml')).toContain('Foot 2026/4471')
    expect(await documentText(document, 'word/endnotes.xml')).toContain('End C4')
    const box = 'Box Autumn garments, Qingdao to Leeds'
    expect(await documentText(document)).toBe(`Body 20 Nov 2026\n${box}\n${box}\n{{Moved}}LAD-26-01042`)
    expect(await readPart(document, 'word/document.xml')).toContain('{{Gone}}')
  })

  test('a template becomes a document, and keeps its other parts', async () => {
    const bytes = templateFile({ body: paragraph('{{Today}}'), header: paragraph('H') })
    const document = renderDocument(await compileTemplate(bytes, catalogue), sampleValues(0))
    const types = await readPart(document, '[Content_Types].xml')
    expect(types).toContain('wordprocessingml.document.main+xml')
    expect(types).not.toContain('template')
    expect((await partNames(document)).sort()).toEqual((await partNames(bytes)).sort())
    expect(await readPart(document, 'word/styles.xml')).toBe(await readPart(bytes, 'word/styles.xml'))
  })

  test('a plain document is as good as a template', async () => {
    expect(await documentText(await fill({ body: paragraph('{{Today}}'), isDocument: true }))).toBe(
      '20 Nov 2026',
    )
  })

  test('the same template and values give the same bytes', async () => {
    const content = { body: paragraph('{{#Items}}{{Name}}{{/Items}}') }
    expect((await fill(content)).equals(await fill(content))).toBe(true)
  })
})

describe('places', () => {
  const placesOf = async (content: TemplateContent) =>
    (await compileTemplate(templateFile(content), catalogue)).problems.map(problem => problem.place)

  test('say where a person finds the placeholder', async () => {
    const inner = table([row([cell(paragraph('{{A}}'), { width: 100 })])], { widths: [100] })
    const tables = table(
      [
        row([cell(paragraph('Head'), { width: 100 }), cell(paragraph('Head'), { width: 100 })]),
        row([
          cell(paragraph('x'), { width: 100 }),
          cell(`${inner}${paragraph('Dear {{B}}')}`, { width: 100 }),
        ]),
      ],
      { widths: [100, 100] },
    )
    expect(
      await placesOf({
        body:
          paragraph('Terms of sale') +
          paragraph('{{C}}') +
          tables +
          paragraph('{{D}} and the words that follow it here'),
        header: paragraph('{{E}}'),
        firstHeader: paragraph('{{F}}'),
        footer: paragraph('Page {{G}}'),
        footnotes: [run('one'), run('two {{H}}')],
      }),
    ).toEqual([
      'body, below “Terms of sale …”',
      'body, table 1, row 2, cell 2, table 1, row 1, cell 1',
      'body, table 1, row 2, cell 2, near “Dear …”',
      'body, near “… and the words that follow it …”',
      'header',
      'first-page header',
      'footer, near “Page …”',
      'footnote 2, near “two …”',
    ])
  })

  test('in a text box are told once, though Word keeps the box twice', async () => {
    expect(await placesOf({ body: paragraph(textBox(paragraph('Box {{A}}'), BOX)) })).toEqual([
      'body, text box, near “Box …”',
    ])
  })
})

describe('problems', () => {
  const problemsOf = async (...paragraphs: string[]) =>
    (
      await compileTemplate(
        templateFile({ body: paragraphs.map(text => paragraph(run(text))).join('') }),
        catalogue,
      )
    ).problems

  test('an unknown name is named with its place and what was probably meant', async () => {
    expect(await problemsOf('Dear {{Consignee.Nmae}}')).toEqual([
      {
        kind: 'unknown',
        name: 'Consignee.Nmae',
        place: 'body, near “Dear …”',
        message: '“Consignee.Nmae” is not a known field; did you mean “Consignee.Name”?',
        suggestion: 'Consignee.Name',
      },
    ])
    expect((await problemsOf('{{ShipmentName}}'))[0]?.suggestion).toBe('Shipment.Name')
    expect((await problemsOf('{{#Item}}{{Name}}{{/Item}}')).map(problem => problem.message)).toEqual([
      '“Item” is not a known list; did you mean “Items”?',
    ])
    expect((await problemsOf('{{#Items}}{{Quantty}}{{/Items}}'))[0]?.suggestion).toBe('Quantity')
    expect((await problemsOf('{{Zzz.Qqqqqqq}}'))[0]).toMatchObject({
      message: '“Zzz.Qqqqqqq” is not a known field.',
    })
  })

  test('loops that are not closed, not opened, crossed, or in the wrong place', async () => {
    const messages = async (...texts: string[]) =>
      (await problemsOf(...texts)).map(problem => problem.message)
    expect(await messages('{{#Items}}x')).toEqual([
      '“{{#Items}}” is never closed. Write “{{/Items}}” where the repeat ends.',
    ])
    expect(await messages('x{{/Items}}')).toEqual(['“{{/Items}}” closes nothing. Nothing is open here.'])
    expect(await messages('{{#Items}}{{/Charges}}{{/Items}}')).toEqual([
      '“{{/Charges}}” closes nothing. “{{#Items}}” must be closed first.',
    ])
    expect(await messages('{{Items.Name}}')).toEqual([
      '“Items.Name” belongs to a list; put it between “{{#Items}}” and “{{/Items}}”.',
    ])
    expect(await messages('{{Items}}')).toEqual([
      '“Items” belongs to a list; put it between “{{#Items}}” and “{{/Items}}”.',
    ])
    expect(await messages('{{#Today}}x{{/Today}}')).toEqual([
      '“{{#Today}}” cannot repeat: “Today” is one value, not a list.',
    ])
  })

  test('what cannot be read is quoted', async () => {
    expect((await problemsOf('{{Shipment Name}}'))[0]?.message).toBe(
      '“{{Shipment Name}}” cannot be read. “Shipment Name” is not a name. Did you mean “Shipment.Name”?',
    )
    expect((await problemsOf('{{Today | dat:"x"}}'))[0]?.message).toBe(
      '“{{Today | dat:"x"}}” cannot be read. “dat” is not a format; did you mean “date”?',
    )
    expect((await problemsOf('{{Today and more'))[0]?.message).toBe(
      '“{{Today and more” cannot be read. It never ends with “}}”.',
    )
  })

  test('a template with problems is refused, or printed with blanks when told to', async () => {
    const body =
      paragraph('A{{Nope}}B{{#Nopes}}C{{/Nopes}}D{{#Items}}E') + paragraph('F{{bad name}}G{{Today}}')
    const template = await compileTemplate(templateFile({ body }), catalogue)
    expect(() => renderDocument(template, sampleValues(1))).toThrow(
      '“Nope” is not a known field. (and 3 more)',
    )
    const document = renderDocument(template, sampleValues(1), { unfillable: 'blank' })
    expect(await documentText(document)).toBe('ABDE\nFG20 Nov 2026')
  })
})
