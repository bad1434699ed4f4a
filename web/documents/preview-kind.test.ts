import { expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import { previewKind } from './preview-kind.ts'

const file = (name: string, type: string, mayRunCode = false) =>
  previewKind({ name, type, mayRunCode } as Document)

test.each([
  ['Invoice.pdf', 'PDF', 'pdf'],
  ['Scan.JPG', 'Image', 'image'],
  ['Letter.docx', 'Word Document', 'word'],
  ['Letter.dotx', 'Word Template', 'word'],
  ['Booking.eml', 'E-mail', 'message'],
  ['Booking.msg', 'E-mail', 'message'],
  ['Letter.doc', 'Word Document', null],
  ['Scan.tiff', 'Image', null],
  ['Cargo.xlsx', 'Excel Workbook', null],
])('%s (%s) is looked at as %s', (name, type, kind) => expect(file(name, type)).toBe(kind))

test('what may run code is never looked at, whatever it calls itself', () => {
  expect(file('Invoice.pdf', 'PDF', true)).toBe(null)
  expect(file('Scan.png', 'Image', true)).toBe(null)
  expect(file('Letter.docx', 'Word Document', true)).toBe(null)
})
