import { catalogue, sampleItem, sampleValues } from '#testing/word/catalogue.ts'
import { checkbox, control, dropdown, PROMPT, repeatingSection } from '#testing/word/controls.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { documentText, readPart } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import type { FieldValue, KnownFields } from '#server/word/language/known-fields.ts'
import { renderDocument } from '#server/word/render.ts'

const known: KnownFields = {
  ...catalogue,
  fields: [
    ...catalogue.fields,
    { name: 'Shipment.IsInsured', kind: 'boolean' },
    { name: 'Company.Logo', kind: 'picture' },
  ],
}

const compile = (body: string) => compileTemplate(templateFile({ body }), known)

async function fill(body: string, fields: Record<string, FieldValue> = {}, items = 2): Promise<Buffer> {
  const sample = sampleValues(items)
  return renderDocument(await compile(body), { ...sample, fields: { ...sample.fields, ...fields } })
}

/** The body's own XML, without the section at its end. */
async function bodyOf(document: Buffer): Promise<string> {
  const xml = await readPart(document, 'word/document.xml')
  return /<w:body>(.*?)<w:sectPr>/su.exec(xml)?.[1] ?? ''
}

const filled = async (body: string, fields: Record<string, FieldValue> = {}, items = 2) =>
  bodyOf(await fill(body, fields, items))

const text = (value: string) => `<w:t xml:space="preserve">${value}</w:t>`

describe('where a control stands', () => {
  test('in a line: the value takes its place, in the format of its first run', async () => {
    const inside = run('old', { bold: true }) + run(' text', { italic: true })
    const line = `<w:p>${run('No. ')}${control(inside, { tag: 'Shipment.HouseBl', properties: '<w:text/>' })}${run('.')}</w:p>`
    expect(await filled(line)).toBe(
      `<w:p><w:r>${text('No. ')}</w:r><w:r><w:rPr><w:b/><w:bCs/></w:rPr>${text('LAD-26-01042')}</w:r><w:r>${text('.')}</w:r></w:p>`,
    )
  })

  test('around paragraphs: one paragraph is left, in the format of the first', async () => {
    const inside = '<w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>A</w:t></w:r></w:p><w:p/>'
    expect(await filled(control(inside, { tag: 'shipper_name' }), { 'Shipper.Name': 'A & B' })).toBe(
      `<w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r>${text('A &amp; B')}</w:r></w:p>`,
    )
  })

  test('around a cell, and around a row with others inside', async () => {
    const one = control(cell('<w:p><w:r><w:t>x</w:t></w:r></w:p>', { width: 100 }), { tag: 'Shipment.Igm' })
    const other = control('<w:p/>', { tag: 'Shipment.ShedNumber' })
    const rows = control(`<w:tr>${one}${cell(other, { width: 100 })}</w:tr>`, { title: 'Group of two' })
    const xml = await filled(table([rows], { widths: [100, 100] }))
    expect(xml).toContain(
      `<w:tr><w:tc><w:tcPr><w:tcW w:w="100" w:type="dxa"/></w:tcPr><w:p><w:r>${text('2026/4471')}</w:r></w:p></w:tc>` +
        `<w:tc><w:tcPr><w:tcW w:w="100" w:type="dxa"/></w:tcPr><w:p><w:r>${text('C4')}</w:r></w:p></w:tc></w:tr>`,
    )
    expect(xml).not.toContain('w:sdt')
  })

  test('with nothing in it', async () => {
    expect(await filled(control('', { tag: 'Shipment.Igm' }))).toBe(
      `<w:p><w:r>${text('2026/4471')}</w:r></w:p>`,
    )
    expect(await filled(`<w:p>${control('', { tag: 'Shipment.Igm' })}</w:p>`)).toBe(
      `<w:p><w:r>${text('2026/4471')}</w:r></w:p>`,
    )
  })

  test('lines of a value stay lines, and bookmarks around the text stay too', async () => {
    const inside = '<w:bookmarkStart w:id="1" w:name="b"/><w:r><w:t>x</w:t></w:r><w:bookmarkEnd w:id="1"/>'
    const xml = await filled(`<w:p>${control(inside, { tag: 'Carrier.Address' })}</w:p>`)
    expect(xml).toBe(
      '<w:p><w:bookmarkStart w:id="1" w:name="b"/>' +
        `<w:r>${text('Pier Head 2')}<w:br/>${text('20457 Hamburg')}<w:br/>${text('Germany')}</w:r>` +
        '<w:bookmarkEnd w:id="1"/></w:p>',
    )
  })
})

describe('names', () => {
  test('the tag counts before the title, and a tag of another meaning gives way', async () => {
    const named = (tag: string, title: string) => `<w:p>${control(run('x'), { tag, title })}</w:p>`
    expect(await documentText(await fill(named('Shipment.Igm', 'Shipment.HouseBl')))).toBe('2026/4471')
    expect(await documentText(await fill(named('goog_rdk_7', 'Shipment.HouseBl')))).toBe('LAD-26-01042')
    expect(await documentText(await fill(named('{{ Shipment.Etd | date:"d MMMM" }}', 'x')))).toBe(
      '3 December',
    )
  })

  test('an unknown control is warned of, and what stands in it is printed', async () => {
    const body = `<w:p>${control(run('Kept '), { tag: 'Consignee.Nmae' })}${control(run('too'), {})}</w:p>`
    const template = await compile(body)
    expect(template.problems).toEqual([])
    expect(template.warnings).toEqual([
      {
        kind: 'unknown',
        name: 'Consignee.Nmae',
        message:
          'The content control “Consignee.Nmae” names no known field; it is printed as it is. Did you mean “Consignee.Name”?',
        place: 'body, content control “Consignee.Nmae”',
        suggestion: 'Consignee.Name',
      },
    ])
    expect(await filled(body)).toBe(`<w:p><w:r>${text('Kept too')}</w:r></w:p>`)
  })

  test('the place of a control names what stands around it', async () => {
    const line = paragraph(run('Dear ') + control(run('x'), { title: 'Consignee.Name' }))
    const template = await compile(table([row([cell(line, { width: 100 })])], { widths: [100] }))
    expect(template.fields).toEqual([
      {
        name: 'Consignee.Name',
        place: 'body, table 1, row 1, cell 1, near “Dear …”, content control “Consignee.Name”',
      },
    ])
  })

  test('text placeholders inside an unknown control are filled', async () => {
    const body = control(paragraph('{{#Items}}') + paragraph('{{Name}}') + paragraph('{{/Items}}'), {
      title: 'Goods',
    })
    expect(await documentText(await fill(body))).toBe(`${sampleItem(0).Name}\n${sampleItem(1).Name}`)
  })
})

describe('kinds', () => {
  test('a prompt is never printed, nor its grey style', async () => {
    const shown = (properties: string) =>
      `<w:p>${control(PROMPT(), { tag: 'Shipment.Igm', isPrompt: true, properties })}</w:p>`
    expect(await filled(shown('<w:text/>'))).toBe(`<w:p><w:r>${text('2026/4471')}</w:r></w:p>`)
    expect(await filled(shown('<w:rPr><w:b/></w:rPr><w:text/>'))).toBe(
      `<w:p><w:r><w:rPr><w:b/><w:bCs/></w:rPr>${text('2026/4471')}</w:r></w:p>`,
    )
    expect(await filled(shown('<w:text/>'), { 'Shipment.Igm': null })).not.toContain('Click')
  })

  test('a data binding would bring the old text back, so it goes', async () => {
    const properties = '<w:dataBinding w:xpath="/a" w:storeItemID="{0}"/><w:text/>'
    expect(
      await filled(`<w:p>${control(run('x'), { tag: 'Shipment.Igm', properties })}</w:p>`),
    ).not.toContain('dataBinding')
  })

  test('a date is written as the control says', async () => {
    const properties =
      '<w:date w:fullDate="2020-01-01T00:00:00Z"><w:dateFormat w:val="dddd, d MMMM yyyy"/><w:lid w:val="en-GB"/></w:date>'
    expect(
      await documentText(await fill(`<w:p>${control(run('x'), { tag: 'Shipment.Etd', properties })}</w:p>`)),
    ).toBe('Thursday, 3 December 2026')
    const german = properties.replace('en-GB', 'de-DE')
    expect(
      await documentText(
        await fill(`<w:p>${control(run('x'), { tag: 'Shipment.Etd', properties: german })}</w:p>`),
      ),
    ).toBe('Donnerstag, 3 Dezember 2026')
  })

  test('a dropdown shows its own text for a value', async () => {
    const properties = dropdown([
      ['', 'Choose an item.'],
      ['SEA', 'Ocean freight'],
      ['AIR', 'Air freight'],
    ])
    const body = `<w:p>${control(run('x'), { tag: 'Quote.TransportMode', properties })}</w:p>`
    expect(await documentText(await fill(body))).toBe('Ocean freight')
    expect(await documentText(await fill(body, { 'Quote.TransportMode': 'air freight' }))).toBe('Air freight')
    expect(await documentText(await fill(body, { 'Quote.TransportMode': 'Rail' }))).toBe('Rail')
    expect(await documentText(await fill(body, { 'Quote.TransportMode': null }))).toBe('')
  })

  test('a checkbox is ticked or not, in the font of its sign', async () => {
    const body = (properties: string) =>
      `<w:p>${control('<w:r><w:rPr><w:b/></w:rPr><w:t>☐</w:t></w:r>', { tag: 'Shipment.IsInsured', properties })}</w:p>`
    const fonts =
      '<w:rFonts w:ascii="MS Gothic" w:eastAsia="MS Gothic" w:hAnsi="MS Gothic" w:cs="MS Gothic"/>'
    const sign = (glyph: string) => `<w:p><w:r><w:rPr>${fonts}<w:b/></w:rPr><w:t>${glyph}</w:t></w:r></w:p>`
    const of = (value: FieldValue) => filled(body(checkbox()), { 'Shipment.IsInsured': value })
    for (const value of [true, 'Yes', 'Sea', 1]) expect(await of(value)).toBe(sign('&#9746;'))
    for (const value of [false, 'No', '', '0', 0, null]) expect(await of(value)).toBe(sign('&#9744;'))
    const winged = body(checkbox('00FE', '00A8', 'Wingdings'))
    expect(await filled(winged, { 'Shipment.IsInsured': true })).toContain(
      '<w:r><w:rPr><w:b/></w:rPr><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>',
    )
    expect(await filled(winged)).toContain('<w:sym w:font="Wingdings" w:char="F0A8"/>')
  })

  test('a group, a table of contents and the like only hold others', async () => {
    const inner = control(run('x'), { tag: 'Shipment.Igm' })
    for (const properties of [
      '<w:group/>',
      '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>',
    ]) {
      const template = await compile(control(paragraph(inner), { title: 'Shipment.Name', properties }))
      expect(template.fields.map(field => field.name)).toEqual(['Shipment.Igm'])
      expect(template.warnings).toEqual([])
    }
  })
})

describe('repeating sections', () => {
  const line = (...names: string[]) =>
    row(names.map(name => cell(paragraph(control(run('x'), { tag: name })), { width: 100 })))
  const goods = (items: readonly string[]) =>
    table(
      [
        row([cell(paragraph('Goods'), { width: 100 })], { isHeading: true }),
        repeatingSection(items, { tag: 'Items' }),
      ],
      {
        widths: [100],
      },
    )

  test('the first item is the pattern, and names in it belong to the list', async () => {
    const body = goods([line('Name', 'Items.NumberOfPacks', 'Shipment.Igm'), line('Description')])
    const document = await fill(body)
    expect((await documentText(document)).split('\n')).toEqual([
      'Goods',
      ...[sampleItem(0), sampleItem(1)].flatMap(item => [item.Name, String(item.NumberOfPacks), '2026/4471']),
    ])
    expect(await validationErrors(document)).toEqual([])
    const fields = (await compile(body)).fields.map(field => field.name)
    expect(fields).toEqual(['Items', 'Items.Name', 'Items.NumberOfPacks', 'Shipment.Igm'])
  })

  test('no items leave no row, and the heading row stays', async () => {
    const document = await fill(goods([line('Name')]), {}, 0)
    expect(await documentText(document)).toBe('Goods')
    expect(await bodyOf(document)).toContain('<w:tblHeader/>')
  })

  test('of paragraphs', async () => {
    const item = paragraph(control(run('x'), { tag: 'Name' })) + paragraph('and')
    expect(await documentText(await fill(repeatingSection([item, item], { title: 'items' })))).toBe(
      `${sampleItem(0).Name}\nand\n${sampleItem(1).Name}\nand`,
    )
  })

  test('of an unknown list is kept whole, with a warning', async () => {
    const body = repeatingSection([paragraph('one'), paragraph('two')], { title: 'Itms' })
    const template = await compile(body)
    expect(template.warnings.map(warning => warning.message)).toEqual([
      'The content control “Itms” names no known list; it is printed as it is. Did you mean “Items”?',
    ])
    expect(await documentText(await fill(body))).toBe('one\ntwo')
  })

  test('a control between text placeholders of a loop belongs to its list', async () => {
    const body = paragraph(`${run('{{#Items}}')}${control(run('x'), { tag: 'Name' })}${run(';{{/Items}}')}`)
    expect(await documentText(await fill(body))).toBe(`${sampleItem(0).Name};${sampleItem(1).Name};`)
  })

  test('a list’s own field outside of it is no field of the job', async () => {
    expect((await compile(paragraph(control(run('x'), { tag: 'Quantity' })))).warnings).toHaveLength(1)
  })
})

describe('what must not be replaced', () => {
  test.each([
    ['a part of a field', '<w:r><w:fldChar w:fldCharType="begin"/></w:r>', 'contains a part of a field'],
    ['the end of a section', '<w:p><w:pPr><w:sectPr/></w:pPr></w:p>', 'contains the end of a section'],
  ])('%s', async (_, inside, reason) => {
    const body = inside.startsWith('<w:p>')
      ? control(inside, { tag: 'Shipment.Igm' })
      : `<w:p>${control(inside, { tag: 'Shipment.Igm' })}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
    const template = await compile(body)
    expect(template.warnings.map(warning => warning.message)).toEqual([
      `The content control “Shipment.Igm” ${reason}; it is printed as it is.`,
    ])
    expect(await filled(body)).toContain(inside)
  })

  test('a cell is never left without a paragraph, nor traces of tracked controls', async () => {
    const tracked =
      '<w:customXmlInsRangeStart w:id="9" w:author="x" w:date="2026-01-01T00:00:00Z"/>' +
      `<w:sdt><w:sdtContent/></w:sdt><w:customXmlInsRangeEnd w:id="9"/>`
    const xml = await filled(table([row([cell(tracked, { width: 100 })])], { widths: [100] }))
    expect(xml).toContain('</w:tcPr><w:p/></w:tc>')
    expect(xml).not.toContain('customXml')
  })
})

test('headers, footers, notes and text boxes have controls too; what is left holds none', async () => {
  const held = (tag: string) => control(paragraph(run('x')), { tag })
  const document = renderDocument(
    await compileTemplate(
      templateFile({
        body: held('Shipment.Igm'),
        header: held('Shipment.HouseBl'),
        footer: held('Shipment.ShedNumber'),
        footnotes: [control(run('x'), { tag: 'Today' })],
      }),
      known,
    ),
    sampleValues(0),
  )
  expect(await documentText(document, 'word/header1.xml')).toBe('LAD-26-01042')
  expect(await documentText(document, 'word/footer1.xml')).toBe('C4')
  expect(await documentText(document, 'word/footnotes.xml')).toContain('20 Nov 2026')
  for (const part of ['document', 'header1', 'footer1', 'footnotes'])
    expect(await readPart(document, `word/${part}.xml`)).not.toContain('w:sdt')
  expect(await validationErrors(document)).toEqual([])
})
