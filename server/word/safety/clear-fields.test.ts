import { describe, expect, test } from 'vitest'
import { catalogue, sampleValues } from '#testing/word/catalogue.ts'
import { textBox } from '#testing/word/drawings.ts'
import { complexField, mergeField, simpleField } from '#testing/word/fields.ts'
import { run } from '#testing/word/markup.ts'
import { documentText, readPart } from '#testing/word/read-document.ts'
import { NAMESPACES, templateFile, type TemplateContent } from '#testing/word/template-file.ts'
import { MOST_WORK, workOf } from '#testing/word/work.ts'
import { compileTemplate } from '#server/word/compile.ts'
import { renderDocument } from '#server/word/render.ts'

async function fill(content: TemplateContent) {
  const template = await compileTemplate(templateFile(content), catalogue)
  expect(template.problems).toEqual([])
  return { removed: template.removed, document: renderDocument(template, sampleValues(1)) }
}
const line = (inside: string) => `<w:p>${run('a')}${inside}${run('z')}</w:p>`
const secret = '/srv/secret.docx'
const code = (...pieces: (string | { xml: string })[]) => complexField({ code: pieces, result: secret })

describe('a field that tells of the server is emptied', () => {
  test.each([
    ['kept as one', simpleField(' FILENAME \\p ', secret)],
    ['kept in pieces', code(' FILENAME \\p ')],
    ['split over runs', code(' FI', 'LENA', 'ME \\p ')],
    ['in small letters and quotes', code(' "filename" \\p ')],
    ['with a switch at once', code('FILENAME\\p')],
    ['whose name is in the text', code({ xml: run(' FILENAME \\p ') })],
    ['deleted by tracking', code({ xml: '<w:r><w:delInstrText> FILENAME </w:delInstrText></w:r>' })],
    ['within another', code(' QUOTE ', { xml: code(' FILENAME \\p ') }, ' ').replaceAll(secret, '')],
    [
      'without an end',
      code(' FILENAME ')
        .replace(/<w:r><w:fldChar w:fldCharType="end"\/><\/w:r>/, '')
        .replace(secret, ''),
    ],
    ['completed by a value', code(' FILE', { xml: mergeField('Shipment_Name') }, ' \\p ')],
    ['of the template', code(' TEMPLATE \\p ')],
    ['of the person', code(' USERADDRESS ')],
    ['of the printer', code(' PRINT "x" ')],
  ])('%s', async (_, field) => {
    const { removed, document } = await fill({ body: line(field) })
    const xml = await readPart(document, 'word/document.xml')
    expect(xml).not.toMatch(/FILENAME|TEMPLATE|USERADDRESS|PRINT|secret/i)
    expect(removed).toEqual([{ what: expect.stringMatching(/^field [A-Z]+$/), place: 'word/document.xml' }])
    expect(await documentText(document)).toMatch(/^a/)
  })

  test('in headers, footers, notes, text boxes and comments', async () => {
    const field = line(code(' FILENAME \\p '))
    const comments =
      `<w:comments ${NAMESPACES}><w:comment w:id="1"><w:p>${code(' FILENAME ')}` +
      `${code(' INCLUDETEXT "/etc/passwd" ')}</w:p></w:comment></w:comments>`
    const { removed, document } = await fill({
      body: `<w:p>${textBox(field, { leftMm: 0, topMm: 0, widthMm: 50, heightMm: 20, colour: '000000' })}</w:p>`,
      header: field,
      footer: field,
      footnotes: [code(' FILENAME ')],
      endnotes: [simpleField('FILENAME', secret)],
      extraParts: [
        {
          name: 'word/comments.xml',
          type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml',
          content: comments,
        },
      ],
      extraLinks: [{ id: 'comments', kind: 'comments', target: 'comments.xml' }],
    })
    const parts = ['document', 'header1', 'footer1', 'footnotes', 'endnotes', 'comments'].map(
      name => `word/${name}.xml`,
    )
    for (const part of parts)
      expect(await readPart(document, part)).not.toMatch(/FILENAME|INCLUDETEXT|secret/)
    expect([...new Set(removed.map(removal => removal.place))].toSorted()).toEqual(parts.toSorted())
  })

  test('others stay', async () => {
    const fields = [
      ' PAGE ',
      ' DATE ',
      ' FILESIZE ',
      ' IF 1 = 1 "FILENAME" "" ',
      ' HYPERLINK "https://example.com" ',
      ' TITLE ',
    ]
    const { removed } = await fill({ body: fields.map(field => line(code(field))).join('') })
    expect(removed).toEqual([])
  })

  test('thousands in each other take no longer than any file may', async () => {
    const begin = '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>FILENAME </w:instrText></w:r>'
    const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    const work = await workOf(async () => {
      const { document, removed } = await fill({ body: line(begin.repeat(20_000) + end.repeat(20_000)) })
      expect(removed).toEqual([{ what: 'field FILENAME', place: 'word/document.xml' }])
      expect(await documentText(document)).toBe('az')
    })
    expect(work).toBeLessThan(MOST_WORK)
  })
})
