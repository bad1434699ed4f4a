import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { picture, textBox } from '#testing/word/drawings.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { png } from '#testing/word/png.ts'
import { documentText, readPart, tableRows } from '#testing/word/read-document.ts'
import { type TemplateContent, templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { describe, expect, test, vi } from 'vitest'
import { compileTemplate } from './compile.ts'
import type { FieldValue, KnownFields, PictureValue } from '#server/word/language/known-fields.ts'
import { renderDocument } from './render.ts'

// The validator starts a program for each file.
vi.setConfig({ testTimeout: 60_000 })

const known: KnownFields = {
  ...catalogue,
  fields: [...catalogue.fields, { name: 'Company.Logo', kind: 'picture' }],
}
const sample = png(4, 4, () => [200, 200, 200, 255])
const logo: PictureValue = { bytes: sample, mediaType: 'image/png', width: 4, height: 4 }
const BOX = { leftMm: 0, topMm: 0, widthMm: 60, heightMm: 20, colour: '808080' }

async function fill(content: TemplateContent, fields: Record<string, FieldValue> = {}, items = 3) {
  const values = sampleValues(items)
  const template = await compileTemplate(templateFile({ pictures: { sample }, ...content }), known)
  const document = renderDocument(
    template,
    { ...values, fields: { ...values.fields, ...fields } },
    { unfillable: 'blank' },
  )
  return { template, document, text: (await documentText(document)).split('\n') }
}

const text = (...paragraphs: string[]) => paragraphs.map(each => paragraph(run(each))).join('')
const WIDTH = { width: 2_000 }
const cells = (...texts: string[]) => row(texts.map(each => cell(paragraph(run(each)), WIDTH)))
const grid = (...rows: string[]) => table(rows, { widths: [2_000, 2_000, 2_000] })

describe('spaces at the ends of a run', () => {
  const bare = (content: string) => `<w:r><w:t>${content}</w:t></w:r>`

  test.each([
    ['non-breaking', '\u00a0'],
    ['narrow', '\u202f'],
    ['ideographic', '\u3000'],
    ['en', '\u2002'],
    ['figure', '\u2007'],
  ])('a %s space belongs to the text', async (_, space) => {
    const body = `<w:p>${bare('13')}${bare(space)}${bare(`017${space}`)}${bare('kg')}</w:p>`
    expect((await fill({ body })).text).toEqual([`13${space}017${space}kg`])
    const { document } = await fill({ body: paragraph('x'), header: body, footnotes: [bare(`${space}a`)] })
    expect(await documentText(document, 'word/header1.xml')).toBe(`13${space}017${space}kg`)
    expect(await readPart(document, 'word/footnotes.xml')).toContain(`${space}a<`)
  })

  test('the four that are white space to XML do not', async () => {
    expect((await fill({ body: `<w:p>${bare(' \t\r\na b \n')}${bare('c')}</w:p>` })).text).toEqual(['a bc'])
  })

  test('in a text of a format they stay as written', async () => {
    const body = text('{{Shipment.Igm | before:"No.\u00a0" | after:"\u3000"}}|')
    expect((await fill({ body }, { 'Shipment.Igm': '7' })).text).toEqual(['No.\u00a07\u3000|'])
  })
})

describe('a picture in a text box', () => {
  const inBox = (description: string, relationship = 'sample') =>
    paragraph(
      textBox(paragraph('Northgate letterhead') + paragraph(picture(relationship, 20, 20, description)), BOX),
    )
  const WORDS = 2 // In the box, and in its copy for older programs.
  const count = (xml: string, words: string) => xml.split(words).length - 1

  test.each([
    ['that is set', logo, 2],
    ['that is not', null, 0],
  ])('takes a value %s and leaves the box', async (_, value, pictures) => {
    const { document, template } = await fill({ body: inBox('{{Company.Logo}}') }, { 'Company.Logo': value })
    expect(template.problems).toEqual([])
    const xml = await readPart(document, 'word/document.xml')
    expect(count(xml, 'Northgate letterhead')).toBe(WORDS)
    expect(count(xml, '<a:blip ')).toBe(pictures)
    expect(await validationErrors(document)).toEqual([])
  })

  test('goes alone when it is kept elsewhere', async () => {
    const { document, template } = await fill({
      body: inBox('Seal', 'far'),
      extraLinks: [{ id: 'far', kind: 'image', target: 'http://192.0.2.1/x.png', isExternal: true }],
    })
    expect(template.removed.map(({ what }) => what)).toEqual(['external image (http://192.0.2.1/x.png)'])
    const xml = await readPart(document, 'word/document.xml')
    expect(count(xml, 'Northgate letterhead')).toBe(WORDS)
    expect(xml).not.toContain('<a:blip ')
    expect(await validationErrors(document)).toEqual([])
  })

  test('that paints the box from elsewhere goes without the words', async () => {
    const painted = inBox('Seal')
      .replace(
        '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>',
        '<a:blipFill><a:blip r:link="far"/><a:stretch/></a:blipFill>',
      )
      .replace('<v:textbox>', '<v:fill r:id="far" type="frame"/><v:textbox>')
    const { document } = await fill({
      body: painted,
      extraLinks: [{ id: 'far', kind: 'image', target: 'http://192.0.2.1/x.png', isExternal: true }],
    })
    const xml = await readPart(document, 'word/document.xml')
    expect(count(xml, 'Northgate letterhead')).toBe(WORDS)
    expect(xml).not.toContain('far')
    expect(await validationErrors(document)).toEqual([])
  })

  test('a linked picture that is in the file as well stays', async () => {
    const { document } = await fill({
      body: paragraph(
        picture('sample', 10, 10, 'Map').replace('r:embed="sample"', 'r:embed="sample" r:link="far"'),
      ),
      extraLinks: [{ id: 'far', kind: 'image', target: 'http://192.0.2.1/x.png', isExternal: true }],
    })
    expect(await readPart(document, 'word/document.xml')).toContain('<a:blip r:embed="sample"/>')
    expect(await validationErrors(document)).toEqual([])
  })

  test('a description of the box itself takes the whole box, and says so', async () => {
    const described = inBox('Seal').replace(
      'name="Text Box 12"',
      'name="Text Box 12" descr="{{Company.Logo}}"',
    )
    const { template } = await fill({ body: described }, { 'Company.Logo': logo })
    expect(template.problems).toEqual([])
    expect(template.warnings.map(({ message }) => message)).toEqual([
      '“{{Company.Logo}}” describes a text box: the picture takes the place of its words, “Northgate letterhead”. Put a picture into the box and describe that if they should stay.',
    ])
  })

  test.each([
    ['in the line', 'width:40pt;height:20pt', '<wp:inline'],
    ['beside it', 'position:absolute;margin-left:10pt;margin-top:5mm;width:40pt;height:20pt', '<wp:anchor'],
  ])('a drawing of the older kind %s takes a picture too', async (_, style, holder) => {
    const old = `<w:r><w:pict><v:shape id="p" style="${style}" alt="{{Company.Logo}}"><v:imagedata r:id="sample"/></v:shape></w:pict></w:r>`
    const { document } = await fill({ body: paragraph(old + run('beside')) }, { 'Company.Logo': logo })
    const xml = await readPart(document, 'word/document.xml')
    expect(xml).toContain(holder)
    expect(xml).toContain('cx="254000" cy="254000"')
    expect(xml).toContain('beside')
    expect(xml).not.toContain('{{')
    expect(await validationErrors(document)).toEqual([])
  })
})

describe('text beside the marks', () => {
  const filled = async (body: string, fields: Record<string, FieldValue> = {}, items = 3) => {
    const { text: lines, template } = await fill({ body }, fields, items)
    expect(template.problems).toEqual([])
    expect(template.warnings).toEqual([])
    bodies.add(body)
    return lines
  }
  const bodies = new Set<string>()
  const IGM = (value: string) => ({ 'Shipment.Igm': value })
  const NAMES = ['Cotton shirts 001', 'Denim jeans 002', 'Wool blankets 003']

  test('of a condition stays whether it holds or not', async () => {
    const letter = text('Dear Sir. {{#if Shipment.Igm}}', 'Only IGM', '{{/if}} Yours faithfully')
    expect(await filled(letter, IGM('7'))).toEqual(['Dear Sir. ', 'Only IGM', ' Yours faithfully'])
    expect(await filled(letter, IGM(''))).toEqual(['Dear Sir. ', ' Yours faithfully'])
    const sharing = text('A {{#if Shipment.Igm}}one', 'two', 'three {{else}}four', 'five{{/if}} Z')
    expect(await filled(sharing, IGM('7'))).toEqual(['A one', 'two', 'three ', ' Z'])
    expect(await filled(sharing, IGM(''))).toEqual(['A ', 'four', 'five Z'])
  })

  test('of a condition over cells and rows stays in its cell', async () => {
    const oneRow = grid(cells('Keep', '{{#if Shipment.Igm}}IGM', '{{Shipment.Igm}}{{/if}}'))
    expect(await filled(oneRow, IGM('7'))).toEqual(['Keep', 'IGM', '7'])
    expect(await filled(oneRow, IGM(''))).toEqual(['Keep', '', ''])
    const branches = grid(cells('{{#if Shipment.Igm}}a', 'b{{else}}c', 'd{{/if}} Z'))
    expect(await filled(branches, IGM('7'))).toEqual(['a', 'b', ' Z'])
    expect(await filled(branches, IGM(''))).toEqual(['', 'c', 'd Z'])
    const rows = grid(cells('Keep', '{{#if Shipment.Igm}}a'), cells('b', 'c'), cells('{{/if}}', 'Keep too'))
    expect(await filled(rows, IGM('7'))).toEqual(['Keep', 'a', 'b', 'c', '', 'Keep too'])
    expect(await filled(rows, IGM(''))).toEqual(['Keep', '', '', 'Keep too'])
    const into = text('A {{#if Shipment.Igm}}b') + grid(cells('c {{/if}} Y', 'Z'))
    expect(await filled(into, IGM('7'))).toEqual(['A b', 'c  Y', 'Z'])
    expect(await filled(into, IGM(''))).toEqual(['A ', ' Y', 'Z'])
  })

  test('of a repeat is printed once', async () => {
    const body = text('Goods list: {{#Items}}', '{{Name}}', '{{/Items}} Total below')
    expect(await filled(body)).toEqual(['Goods list: ', ...NAMES, ' Total below'])
    expect(await filled(body, {}, 0)).toEqual(['Goods list: ', ' Total below'])
    const sharing = text('Goods: {{#Items}}item', '{{Name}}{{/Items}} end')
    expect(await filled(sharing, {}, 2)).toEqual([
      'Goods: ',
      'item',
      'Cotton shirts 001',
      'item',
      'Denim jeans 002',
      ' end',
    ])
    const around = text('Goods: {{#Items}}') + grid(cells('{{Name}}', 'x')) + text('{{/Items}} end')
    expect(await filled(around, {}, 1)).toEqual(['Goods: ', 'Cotton shirts 001', 'x', ' end'])
  })

  test('a cut ends no section and begins no page twice', async () => {
    const properties = '<w:pPr><w:pageBreakBefore/><w:sectPr/></w:pPr>'
    const body = `<w:p>${properties}${run('Goods: {{#Items}}x')}</w:p>${text('{{/Items}}')}`
    const { document } = await fill({ body })
    const xml = await readPart(document, 'word/document.xml')
    expect(xml.split('<w:pageBreakBefore/>')).toHaveLength(2)
    const cut = await fill({
      body: `<w:p>${run('{{#Items}}x')}</w:p><w:p>${properties}${run('{{/Items}} end')}</w:p>`,
    })
    const after = await readPart(cut.document, 'word/document.xml')
    expect(after.split('<w:sectPr/>')).toHaveLength(2)
  })

  test('of a row that repeats is told, as the row repeats with all it holds', async () => {
    const body = grid(cells('Goods: {{#Items}}{{Name}}', 'pcs', '{{Quantity}}{{/Items}}'))
    const { template, document } = await fill({ body }, {}, 2)
    expect(template.problems).toEqual([])
    expect(template.warnings).toEqual([
      {
        kind: 'broken',
        name: 'Items',
        message:
          'What is before “{{#Items}}” in the same table row or field is printed with every repeat. Move it to another row if it should be printed once.',
        place: 'body, table 1, row 1, cell 1, near “Goods: …”',
      },
    ])
    expect(await tableRows(document)).toHaveLength(2)
  })

  test('a mark within a link or an inserted text cuts it too', async () => {
    const by = 'w:id="9" w:author="A" w:date="2026-01-01T00:00:00Z"'
    const body =
      `<w:p><w:ins ${by}>${run('Goods: {{#Items}}')}</w:ins></w:p>` +
      text('{{Name}}') +
      `<w:p><w:hyperlink w:anchor="top">${run('{{/Items}} more')}</w:hyperlink></w:p>`
    expect((await fill({ body })).text).toEqual(['Goods: ', ...NAMES, ' more'])
  })

  test('merge fields that begin and end a repeat or a condition keep it too', async () => {
    const field = (code: string) =>
      `<w:fldSimple w:instr=" MERGEFIELD ${code} "><w:r><w:t>x</w:t></w:r></w:fldSimple>`
    const body =
      paragraph(run('Goods: ') + field('TableStart:Items')) +
      paragraph(field('Name')) +
      paragraph(field('TableEnd:Items') + run(' end'))
    expect(await filled(body, {}, 1)).toEqual(['Goods: ', 'Cotton shirts 001', ' end'])
  })

  test.each(['7', ''])('what is cut is valid, whether the condition holds or not', async igm => {
    const { document } = await fill({ body: [...bodies].join(paragraph('between')) }, IGM(igm))
    expect(await validationErrors(document)).toEqual([])
  })

  test('in a header and in a text box as in the text', async () => {
    const body = text('Goods: {{#Items}}', '{{Name}}', '{{/Items}} end')
    const { document } = await fill({ body: paragraph(textBox(body, BOX)), header: body }, {}, 1)
    expect(await documentText(document, 'word/header1.xml')).toBe('Goods: \nCotton shirts 001\n end')
    const xml = await readPart(document, 'word/document.xml')
    for (const words of ['Goods: ', 'Cotton shirts 001', ' end']) expect(xml.split(words)).toHaveLength(3)
  })
})
