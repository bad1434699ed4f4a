import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { editParts } from '#testing/word/edit-file.ts'
import { paragraph, run } from '#testing/word/markup.ts'
import { documentText, parseAllParts, readPart } from '#testing/word/read-document.ts'
import { sampleTemplates } from '#testing/word/templates.ts'
import { type TemplateContent, templateFile } from '#testing/word/template-file.ts'
import { validationErrors } from '#testing/word/validate.ts'
import { describe, expect, test } from 'vitest'
import { compileTemplate } from './compile.ts'
import { writeXml } from '#server/word/file/write-xml.ts'
import { renderDocument } from './render.ts'

const LRM = '\u200e'
const RLM = '\u200f'
const RLE = '\u202b'
const PDF = '\u202c'
const ARABIC = 'رحلة البحر'
const HEBREW = 'תפוזים'

const known = {
  ...catalogue,
  fields: catalogue.fields.map(field =>
    field.name === 'Shipper.Address' ? { ...field, joints: [', ', 'Tax No. '] } : field,
  ),
}

async function fill(
  content: TemplateContent,
  values: Record<string, string>,
  styles: (xml: string) => string = xml => xml,
): Promise<Buffer> {
  const file = await editParts(templateFile(content), (xml, name) =>
    name === 'word/styles.xml' ? styles(xml) : xml,
  )
  const template = await compileTemplate(file, known)
  const sample = sampleValues(1)
  const document = renderDocument(template, { ...sample, fields: { ...sample.fields, ...values } })
  await parseAllParts(document)
  return document
}

/** The first paragraph as its runs: what stands in a run marked as right-to-left stands in ‹ ›. */
async function runsWith(
  text: string,
  values: Record<string, string>,
  properties = '',
  styles?: (xml: string) => string,
): Promise<string> {
  const body = `<w:p>${properties}${run(text)}</w:p>`
  const xml = await readPart(await fill({ body }, values, styles), 'word/document.xml')
  return [...xml.matchAll(/<w:r>(.*?)<\/w:r>/g)]
    .map(([, inside = '']) => {
      const words = inside
        .replaceAll('<w:br/>', ' / ')
        .replaceAll('<w:tab/>', ' > ')
        .replace(/<[^>]+>/g, '')
      return inside.includes('<w:rtl/>') ? `‹${words}›` : words
    })
    .join('')
}

describe('a right-to-left text in a left-to-right paragraph', () => {
  test.each([
    ['alone', ARABIC, `A ‹${ARABIC}›${LRM}, 12 B`],
    ['with a number before it', `12 ${ARABIC}`, `A ‹${RLM}12 ${ARABIC}›${LRM}, 12 B`],
    ['with a number behind it', `${ARABIC} 12`, `A ‹${ARABIC} 12${RLM}›${LRM}, 12 B`],
    [
      'with signs on both sides',
      `"${HEBREW}" 50% (${HEBREW})`,
      `A ‹${RLM}"${HEBREW}" 50% (${HEBREW})${RLM}›${LRM}, 12 B`,
    ],
    [
      'with words of another script within it',
      `7 ${HEBREW} ABC (2008) ${HEBREW} 50%`,
      `A ‹${RLE}7 ${HEBREW} ›ABC (2008)‹ ${HEBREW} 50%›${PDF}${LRM}, 12 B`,
    ],
    ['within a left-to-right text', `ABC (${HEBREW} 12) GmbH`, `A ABC (‹${HEBREW} 12›) GmbH${LRM}, 12 B`],
    [
      'of several lines and tabs',
      `${ARABIC}\nB\t${ARABIC}`,
      `A ‹${ARABIC}›${LRM} / B > ‹${ARABIC}›${LRM}, 12 B`,
    ],
    ['that is nothing but figures', '١٢٣', 'A ١٢٣, 12 B'],
  ])('%s', async (_, value, expected) => {
    expect(await runsWith('A {{Shipper.Name}}, 12 B', { 'Shipper.Name': value })).toBe(expected)
  })

  test('parts that a field, “before” and “after” join keep their places', async () => {
    const values = { 'Shipper.Address': `12 ${ARABIC}, ${ARABIC} 7, Riyadh 11564\nTax No. 12 ${ARABIC}` }
    expect(await runsWith('{{Shipper.Address}}', values)).toBe(
      `‹${RLM}12 ${ARABIC}›${LRM}, ‹${ARABIC} 7${RLM}›${LRM}, Riyadh 11564 / Tax No. ‹${RLM}12 ${ARABIC}›${LRM}`,
    )
    expect(
      await runsWith('{{Shipper.Name | before:"To (1): " | after:" 50%"}}', {
        'Shipper.Name': `7 ${HEBREW}`,
      }),
    ).toBe(`To (1): ‹${RLM}7 ${HEBREW}›${LRM} 50%`)
  })

  test('keeps the format of its run, in the order that Word wants', async () => {
    const body = paragraph(
      '<w:r><w:rPr><w:b/><w:sz w:val="30"/><w:lang w:val="de-DE"/></w:rPr><w:t>{{Shipper.Name}}</w:t></w:r>',
    )
    const document = await fill({ body }, { 'Shipper.Name': HEBREW })
    const properties = '<w:b/><w:bCs/><w:sz w:val="30"/>'
    expect(await readPart(document, 'word/document.xml')).toContain(
      `<w:r><w:rPr>${properties}<w:szCs w:val="30"/><w:rtl/><w:lang w:val="de-DE" w:bidi="he-IL"/></w:rPr>` +
        `<w:t xml:space="preserve">${HEBREW}</w:t></w:r>` +
        `<w:r><w:rPr>${properties}<w:lang w:val="de-DE"/></w:rPr><w:t xml:space="preserve">${LRM}</w:t></w:r>`,
    )
    expect(await validationErrors(document)).toEqual([])
  })

  test('in a list, a condition and a link to a place in the file', async () => {
    const body =
      paragraph(run('{{#if Shipper.Name}}Yes {{Shipper.Name}} 5{{/if}}')) +
      `<w:p><w:hyperlink w:anchor="here">${run('{{Shipper.Name}}')}</w:hyperlink></w:p>`
    const document = await fill({ body }, { 'Shipper.Name': `${HEBREW} 7` })
    expect(await validationErrors(document)).toEqual([])
    expect(await documentText(document)).toBe(`Yes ${HEBREW} 7${RLM}${LRM} 5\n${HEBREW} 7${RLM}${LRM}`)
  })
})

describe('what stays as it was', () => {
  const value = `12 ${ARABIC} (ABC) 50%`
  const paragraphStyle = (id: string, inside: string) => (xml: string) =>
    xml.replace(
      '</w:styles>',
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/>${inside}</w:style></w:styles>`,
    )
  const NORMAL = '<w:name w:val="Normal"/><w:qFormat/>'
  const normal = (xml: string) => xml.replace(NORMAL, `${NORMAL}<w:pPr><w:bidi w:val="1"/></w:pPr>`)

  test.each<[string, string, (xml: string) => string]>([
    ['its own properties', '<w:pPr><w:bidi/></w:pPr>', xml => xml],
    [
      'its style',
      '<w:pPr><w:pStyle w:val="Child"/></w:pPr>',
      xml =>
        paragraphStyle(
          'Child',
          '<w:basedOn w:val="Parent"/>',
        )(paragraphStyle('Parent', '<w:basedOn w:val="Child"/><w:pPr><w:bidi/></w:pPr>')(xml)),
    ],
    ['the style of all paragraphs', '', normal],
    ['the document', '', xml => xml.replace('<w:pPrDefault><w:pPr>', '$&<w:bidi/>')],
  ])('a paragraph that runs from right to left by %s', async (_, properties, styles) => {
    expect(await runsWith('{{Shipper.Name}}', { 'Shipper.Name': value }, properties, styles)).toBe(value)
  })

  test('… but not one that says that it does not', async () => {
    const properties = '<w:pPr><w:bidi w:val="0"/></w:pPr>'
    expect(await runsWith('{{Shipper.Name}}', { 'Shipper.Name': HEBREW }, properties, normal)).toBe(
      `‹${HEBREW}›${LRM}`,
    )
  })

  test('documents without such a text have neither marks nor further runs', async () => {
    for (const [, bytes] of sampleTemplates()) {
      const document = renderDocument(await compileTemplate(bytes, catalogue), sampleValues(3))
      const parts = [...(await parseAllParts(document)).values()].map(writeXml).join('')
      expect(parts).not.toMatch(
        /[\u200e\u200f\u202a-\u202e\u2066-\u2069]|<w:rtl|<w:t xml:space="preserve"\/>/,
      )
    }
    const plain = 'Größe Ł, Ελλάδα (50%) “Москва” 上海 – ٣'
    const body = `<w:p>${run('{{Shipper.Name | before:"A " | after:" B"}}, 12')}</w:p>`
    const document = await fill({ body }, { 'Shipper.Name': plain })
    expect(await readPart(document, 'word/document.xml')).toContain(
      `<w:p><w:r><w:t xml:space="preserve">A ${plain} B, 12</w:t></w:r></w:p>`,
    )
  })

  test('addresses of links and codes of fields', async () => {
    const body = `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "https://example.org/?q={{Shipper.Name}}" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>link</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
    const xml = await readPart(await fill({ body }, { 'Shipper.Name': HEBREW }), 'word/document.xml')
    expect(xml).toContain(`q=${encodeURIComponent(HEBREW)}`)
    expect(xml).not.toMatch(/[\u200e\u200f\u202b]|w:rtl/)
  })
})
