import { expect, test } from 'vitest'
import { attachmentHeader, cleanFileName } from './file-names.ts'

test.each([
  ['Invoice.pdf', 'Invoice.pdf'],
  ['  Invoice.pdf ', 'Invoice.pdf'],
  ['/var/tmp/Invoice.pdf', 'Invoice.pdf'],
  ['C:\\tmp\\Invoice.pdf', 'Invoice.pdf'],
  ['in\u0000vo\r\nice\u007f.pdf', 'invoice.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['Cafe\u0301', 'Café'],
  ['a\ud800b.pdf', 'a\ufffdb.pdf'],
  ['.htaccess', '.htaccess'],
  ['..', ''],
  ['\u200b.\u00a0', ''],
  ['a/..', ''],
  ['folder/', ''],
  ['', ''],
  ['😀'.repeat(200) + '.pdf', '😀'.repeat(125) + '.pdf'],
  ['a.' + 'x'.repeat(300), ('a.' + 'x'.repeat(300)).slice(0, 255)],
])('cleanFileName %j', (sent, kept) => {
  expect(cleanFileName(sent)).toBe(kept)
  expect(cleanFileName(kept)).toBe(kept)
})

test.each([
  ['Invoice.pdf', `attachment; filename="Invoice.pdf"; filename*=UTF-8''Invoice.pdf`],
  ['a "b" 100%.pdf', `attachment; filename="a _b_ 100_.pdf"; filename*=UTF-8''a%20%22b%22%20100%25.pdf`],
  ["d'Arc (2)*.pdf", `attachment; filename="d'Arc (2)*.pdf"; filename*=UTF-8''d%27Arc%20%282%29%2A.pdf`],
  [
    'Café 出荷.pdf',
    `attachment; filename="Cafe __.pdf"; filename*=UTF-8''Caf%C3%A9%20%E5%87%BA%E8%8D%B7.pdf`,
  ],
])('attachmentHeader %j', (name, header) => {
  expect(attachmentHeader(name)).toBe(header)
})
