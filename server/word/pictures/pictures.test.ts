import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { control } from '#testing/word/controls.ts'
import { picture, textBox } from '#testing/word/drawings.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { png } from '#testing/word/png.ts'
import { documentText, partNames, readPart } from '#testing/word/read-document.ts'
import { type TemplateContent, templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from '#server/word/compile.ts'
import type { FieldValue, KnownFields, PictureValue } from '#server/word/language/known-fields.ts'
import { renderDocument } from '#server/word/render.ts'
import { readZip, unpack } from '#server/word/file/zip-read.ts'

const known: KnownFields = {
  ...catalogue,
  fields: [...catalogue.fields, { name: 'Company.Logo', kind: 'picture' }],
}
const placeholder = png(4, 4, () => [200, 200, 200, 255])
const logo: PictureValue = {
  bytes: png(200, 100, () => [15, 76, 92, 255]),
  mediaType: 'image/png',
  width: 200,
  height: 100,
}
const EMU_PER_MM = 36_000

const file = (content: TemplateContent) =>
  templateFile({ ...content, pictures: { sample: placeholder, ...content.pictures } })
const drawing = (description: string, width = 40, height = 40) =>
  paragraph(picture('sample', width, height, description))

async function fill(content: TemplateContent, fields: Record<string, FieldValue> = {}, items = 2) {
  const sample = sampleValues(items)
  const template = await compileTemplate(file(content), known)
  return renderDocument(template, {
    ...sample,
    fields: { ...sample.fields, 'Company.Logo': logo, ...fields },
  })
}

const documentXml = (document: Buffer) => readPart(document, 'word/document.xml')
const sizes = (xml: string) =>
  [...xml.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"\/>/g)].map(match => [
    Number(match[1]) / EMU_PER_MM,
    Number(match[2]) / EMU_PER_MM,
  ])

describe('a picture', () => {
  test.each(['{{Company.Logo}}', 'Company.Logo', ' company_logo '])(
    'takes the place of a drawing described “%s”',
    async description => {
      const document = await fill({ body: drawing(description) })
      const xml = await documentXml(document)
      expect(sizes(xml)).toEqual([[40, 20]])
      expect(xml).toContain('<a:ext cx="1440000" cy="720000"/>')
      expect(xml).toContain('descr="Company.Logo"')
      const id = /r:embed="([^"]+)"/.exec(xml)?.[1]
      const links = await readPart(document, 'word/_rels/document.xml.rels')
      expect(links).toContain(`Id="${id}"`)
      expect(links).toContain('Target="media/made1.png"')
      const stored = (await readZip(document)).get('word/media/made1.png')
      expect(stored && unpack(stored).equals(logo.bytes)).toBe(true)
      expect(await validationErrors(document)).toEqual([])
    },
  )

  test('fits a low box by its height, and a JPEG is stored as one', async () => {
    const document = await fill(
      { body: drawing('Company.Logo', 90, 10) },
      { 'Company.Logo': { ...logo, mediaType: 'image/jpeg' } },
    )
    expect(sizes(await documentXml(document))).toEqual([[20, 10]])
    expect(await readPart(document, '[Content_Types].xml')).toContain(
      '<Default Extension="jpeg" ContentType="image/jpeg"/>',
    )
    expect(await partNames(document)).toContain('word/media/made1.jpeg')
  })

  test('that is missing leaves no drawing, and an ordinary drawing stays', async () => {
    const body = drawing('Company.Logo') + drawing('A ship at sea') + drawing('Shipment.HouseBl')
    for (const nothing of [null, undefined, '', 'text'] as FieldValue[]) {
      const xml = await documentXml(await fill({ body }, { 'Company.Logo': nothing }))
      expect(xml.match(/<w:drawing>/g)).toHaveLength(2)
      expect(xml).toContain('A ship at sea')
    }
  })

  test('shown in the body and a header is stored once and linked from both', async () => {
    const document = await fill({
      body: drawing('Company.Logo') + drawing('Company.Logo', 20, 20),
      firstHeader: drawing('{{Company.Logo}}'),
      header: paragraph('plain'),
    })
    expect((await partNames(document)).filter(name => name.includes('made'))).toEqual([
      'word/media/made1.png',
    ])
    for (const part of ['document', 'header2'])
      expect((await readPart(document, `word/_rels/${part}.xml.rels`)).match(/made1\.png/g)).toHaveLength(1)
    const ids = [...(await documentXml(document)).matchAll(/<wp:docPr id="(\d+)"/g)].map(match => match[1])
    expect(new Set(ids).size).toBe(2)
    expect(await validationErrors(document)).toEqual([])
  })

  test('the sample that stood there is left out of the file, unless it is shown elsewhere', async () => {
    const media = async (content: TemplateContent) =>
      (await partNames(await fill(content))).filter(name => name.startsWith('word/media/'))
    const header = drawing('A ship')
    expect(await media({ body: drawing('Company.Logo') })).toEqual(['word/media/made1.png'])
    expect(await media({ body: drawing('Company.Logo') + drawing('A ship') })).toHaveLength(2)
    expect(await media({ body: drawing('Company.Logo'), firstHeader: header, header })).toHaveLength(2)
  })

  test('keeps what the designer gave it: a border, a turn, a link, a place on the page', async () => {
    const original = drawing('Company.Logo')
      .replace('<pic:spPr><a:xfrm>', '<pic:spPr bwMode="auto"><a:xfrm rot="5400000">')
      .replace(
        '</pic:spPr>',
        '<a:ln w="9525"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:ln></pic:spPr>',
      )
    const xml = await documentXml(await fill({ body: original }))
    expect(xml).toContain('<pic:spPr bwMode="auto"><a:xfrm rot="5400000">')
    expect(xml).toContain(
      '<a:ln w="9525"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:ln></pic:spPr>',
    )
  })

  test('takes the place of a shape, of which Word keeps a copy', async () => {
    const place = { leftMm: 10, topMm: 5, widthMm: 30, heightMm: 30, colour: '000000' }
    const shape = textBox(paragraph('LOGO'), place).replace(
      'name="Text Box 12"',
      'name="x" descr="{{Company.Logo}}"',
    )
    const document = await fill({ body: paragraph(shape) })
    const xml = await documentXml(document)
    expect(sizes(xml)).toEqual([[30, 15]])
    expect(xml).toContain('<wp:posOffset>360000</wp:posOffset>')
    expect(xml).toContain('<wp:wrapNone/>')
    expect(xml).not.toMatch(/mc:AlternateContent|txbxContent/)
    expect(await validationErrors(document)).toEqual([])
  })

  test('in a picture control, by its tag', async () => {
    const inside = picture('sample', 40, 40, 'Click to add a picture')
    const body = `<w:p>${control(inside, { tag: 'Company.Logo', properties: '<w:picture/>' })}</w:p>`
    const document = await fill({ body })
    const xml = await documentXml(document)
    expect(sizes(xml)).toEqual([[40, 20]])
    expect(xml).not.toContain('w:sdt')
    const unknown = await compileTemplate(file({ body: body.replace('Company.Logo', 'Shipment.Igm') }), known)
    expect(unknown.warnings[0]?.message).toBe(
      'The content control “Shipment.Igm” names a text, which a picture control cannot show; it is printed as it is.',
    )
  })

  test('cannot be printed as text, and text is no picture', async () => {
    const problems = async (body: string) =>
      (await compileTemplate(file({ body }), known)).problems.map(problem => problem.message)
    expect(await problems(paragraph('{{Company.Logo}}'))).toEqual([
      '“{{Company.Logo}}” cannot be read. “Company.Logo” is a picture: insert any picture and write “{{Company.Logo}}” as its alt text.',
    ])
    expect(await problems(drawing('{{Shipment.Igm}}'))).toEqual([
      '“{{Shipment.Igm}}” cannot be read. “Shipment.Igm” is not a picture; write “{{QR Shipment.Igm}}” for a code of its text.',
    ])
    expect(await problems(drawing('{{Company.Lgo}}'))).toEqual([
      '“Company.Lgo” is not a known field; did you mean “Company.Logo”?',
    ])
  })

  test('names of files and links that the template has are not used again', async () => {
    const first = await fill({ body: drawing('Company.Logo') + drawing('{{QR Shipment.Igm}}') })
    const again = await compileTemplate(first, known)
    const names = again.pictureNames
    expect(names.files).toBe('word/media/madex')
    const sample = sampleValues(0)
    const document = renderDocument(again, { ...sample, fields: { 'Company.Logo': logo } })
    expect((await partNames(document)).filter(name => name.includes('made'))).toEqual([
      'word/media/made2.png',
      'word/media/madex1.png',
    ])
    expect(await validationErrors(document)).toEqual([])
  })
})

describe('codes', () => {
  test('each row of a list has its own, on whole dots of a printer', async () => {
    const rows = table(
      [
        row([
          cell(paragraph(run('{{#Items}}{{Name}}')), { width: 100 }),
          cell(drawing('{{QR Name}}', 25, 30), { width: 100 }),
          cell(paragraph(picture('sample', 60, 10, 'Code128 Items.NumberOfPacks') + run('{{/Items}}')), {
            width: 100,
          }),
        ]),
      ],
      { widths: [100, 100, 100] },
    )
    const document = await fill({ body: rows }, {}, 3)
    const xml = await documentXml(document)
    expect(xml).toContain('descr="QR code: Cotton shirts 001"')
    expect(xml).toContain('descr="Code 128 barcode: 4"')
    for (const [width = 0, height = 0] of sizes(xml)) {
      expect(width).toBeLessThanOrEqual(60)
      expect(height).toBeLessThanOrEqual(25)
      expect((width / 25.4) * 300).toBeCloseTo(Math.round((width / 25.4) * 300), 3)
    }
    expect((await partNames(document)).filter(name => name.includes('made'))).toHaveLength(6)
    expect(await validationErrors(document)).toEqual([])
  })

  test('of nothing is nothing', async () => {
    const body = drawing('{{QR Shipment.Igm}}')
    expect(await documentXml(await fill({ body }, { 'Shipment.Igm': '' }))).not.toContain('w:drawing')
  })

  test('take formats, and refuse what they cannot hold', async () => {
    const dated = await fill({ body: drawing('{{Code128 Shipment.Etd | date:"yyyyMMdd"}}') })
    expect(await documentXml(dated)).toContain('descr="Code 128 barcode: 20261203"')
    await expect(
      fill({ body: drawing('{{Code128 Shipment.Igm}}') }, { 'Shipment.Igm': 'Zürich' }),
    ).rejects.toThrow('“Shipment.Igm” cannot be printed as a Code 128 barcode: “Zürich”')
    await expect(
      fill({ body: drawing('{{QR Shipment.Igm}}') }, { 'Shipment.Igm': 'x'.repeat(3_000) }),
    ).rejects.toThrow('“Shipment.Igm” is too long for a QR code (3000 characters).')
  })

  test('a description that cannot be read is told', async () => {
    const template = await compileTemplate(file({ body: drawing('{{QR of the job}}') }), known)
    expect(template.problems.map(problem => problem.message)).toEqual([
      '“{{QR of the job}}” cannot be read. “of the job” is not a name.',
    ])
    expect(await documentText(renderDocument(template, sampleValues(0), { unfillable: 'blank' }))).toBe('')
  })
})
