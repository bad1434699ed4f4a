import { deflateRawSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { packEntry, writeZip } from '#server/word/file/zip-write.ts'
import { png } from '#testing/word/png.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { ContentWatch } from './content-watch.ts'
import { detectKind } from './file-kind.ts'

async function kindOf(name: string, content: Uint8Array | string, chunkSize = 1000) {
  const bytes = Buffer.from(content)
  const watch = new ContentWatch()
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
  }
  const passed: Uint8Array[] = []
  for await (const chunk of watch.watch(chunks())) passed.push(chunk)
  expect(Buffer.concat(passed).equals(bytes)).toBe(true)
  return detectKind(name, watch.result(), async () => Readable.from(chunks(), { objectMode: false }))
}

const legacy = (text = '', encoding: BufferEncoding = 'utf16le') =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(5000),
    Buffer.from(text, encoding),
    Buffer.alloc(600),
  ])

const image = () => png(4, 4, () => [1, 2, 3, 255])
const word = () => templateFile({ body: '', isDocument: true })
const program = () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])

const openXml = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  `<Override PartName="/x.xml" ContentType="application/vnd.${main}+xml"/></Types>`
const noise = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919 + (index >> 3)) % 251))
/** As some programs write them: the entry that says what it is comes last, past everything else. */
const lateContentTypes = (main: string) =>
  writeZip([
    packEntry('media/picture.bin', deflateRawSync(noise)),
    packEntry('[Content_Types].xml', openXml(main)),
  ])

test.each<[string, string, () => Uint8Array | string, string, boolean, string?]>([
  ['a PDF', 'a.pdf', () => '%PDF-1.7\n', 'PDF', false, 'application/pdf'],
  ['a PDF under any name', 'a.txt', () => '%PDF-1.7\n', 'PDF', false],
  ['a Word document', 'a.docx', word, 'Word Document', false],
  ['a Word document under no name', 'a', word, 'Word Document', false],
  ['a Word template', 'a.dotx', () => templateFile({ body: '' }), 'Word Template', false],
  [
    'a workbook whose kind stands at its end',
    'a.xlsx',
    () => lateContentTypes('openxmlformats-officedocument.spreadsheetml.sheet.main'),
    'Excel Workbook',
    false,
  ],
  [
    'a macro workbook whose kind stands at its end',
    'a.xlsx',
    () => lateContentTypes('ms-excel.sheet.macroEnabled.main'),
    'Excel Workbook with Macros',
    true,
  ],
  [
    'a document that hides macros',
    'a.docx',
    () =>
      templateFile({
        body: '',
        isDocument: true,
        extraParts: [{ name: 'word/vbaProject.bin', type: 'x/y', content: 'x' }],
      }),
    'Word Document with Macros',
    true,
  ],
  ['an old Word document', 'a.doc', legacy, 'Word Document', false, 'application/msword'],
  ['an old workbook with macros', 'a.xls', () => legacy('_VBA_PROJECT'), 'Excel Workbook with Macros', true],
  ['an Outlook message', 'a.msg', legacy, 'E-mail', false],
  [
    'an e-mail',
    'a.eml',
    () => 'From: a@b.example\r\n\r\n<html><script>x</script>',
    'E-mail',
    false,
    'message/rfc822',
  ],
  ['an encrypted document', 'a.docx', legacy, 'Word Document', false],
  ['a picture', 'a.png', image, 'Image', false, 'image/png'],
  ['a picture named as text', 'a.txt', image, 'Image', false],
  ['text', 'a.txt', () => 'hello', 'Text', false, 'text/plain'],
  ['Latin-1 text', 'a.txt', () => Buffer.from('Gr\u00f6\u00dfe', 'latin1'), 'Text', false],
  ['UTF-16 text', 'a.txt', () => Buffer.from('\ufeffhello', 'utf16le'), 'Text', false],
  ['a table', 'a.csv', () => 'a,b\n1,2', 'CSV', false, 'text/csv'],
  ['text under no name', 'README', () => 'hello', 'Text', false],
  ['bytes under a text’s name', 'a.txt', () => Buffer.from([0, 1, 2, 3]), 'File', false],
  ['bytes under a document’s name', 'a.docx', () => Buffer.from([0, 1, 2, 3]), 'File', false],
  ['an archive', 'a.zip', () => writeZip([packEntry('a.txt', 'hello')]), 'Archive', true],
  [
    'an archive named as a document',
    'a.docx',
    () => writeZip([packEntry('a.txt', 'hello')]),
    'Word Document',
    false,
  ],
  ['an archive named as a picture', 'a.png', () => writeZip([packEntry('a.txt', 'hello')]), 'Archive', true],
  ['a program', 'setup.exe', program, 'Program', true],
  ['a program named as a PDF', 'a.pdf', program, 'Program', true],
  ['a PDF named as a program', 'a.pdf.exe', () => '%PDF-1.7\n', 'Program', true],
  ['a shell script by its content', 'a.txt', () => '#!/bin/sh\nrm -rf /', 'Script', true],
  ['a script by its name', 'a.vbs', () => 'MsgBox 1', 'Script', true],
  ['a page', 'a.html', () => 'hello', 'Web Page', true],
  ['a page named as a PDF', 'a.pdf', () => '\ufeff \n<!DOCTYPE html><p>x', 'Web Page', true],
  ['a page behind a comment', 'a.txt', () => '<!-- x --><ScRiPt>x', 'Web Page', true],
  [
    'a drawing that may hold scripts',
    'a.svg',
    () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'Image',
    true,
  ],
  ['one named as a picture', 'a.png', () => '<?xml version="1.0"?><svg/>', 'Image', true],
  ['XML', 'a.xml', () => '<?xml version="1.0"?><invoice/>', 'XML', false],
  ['nothing', 'a.txt', () => '', 'Text', false],
  ['a name of the prototype', 'a.constructor', () => 'x', 'Text', false],
])('%s: %s', async (_, name, content, type, mayRunCode, mediaType) => {
  const kind = await kindOf(name, content())
  expect({ type: kind.type, mayRunCode: kind.mayRunCode }).toEqual({ type, mayRunCode })
  if (mediaType) expect(kind.mediaType).toBe(mediaType)
})

test.each([1, 7, 64, 5011, 100_000])('macros are found however the bytes are cut (%i)', async chunkSize => {
  const found = await kindOf('a.doc', legacy('_VBA_PROJECT'), chunkSize)
  expect(found).toMatchObject({ type: 'Word Document with Macros', mayRunCode: true })
  const none = await kindOf('a.doc', legacy('_VBA_PROJEKT'), chunkSize)
  expect(none).toMatchObject({ type: 'Word Document', mayRunCode: false })
})
