import { expect, test } from 'vitest'
import { otherByEnding } from './file-endings.ts'

const told = (files: readonly (readonly [name: string, type: string])[]) =>
  files.map(([name, type]) => otherByEnding({ name, type, mayRunCode: false }))

test('an ending that stands for something else than what is in the file is told', () => {
  const files = [
    ['Invoice.pdf', 'Image'],
    ['Invoice.pdf', 'Text'],
    ['Scan.JPG', 'PDF'],
    ['List.xlsx', 'CSV'],
    ['Mail.eml', 'PDF'],
    ['Bill.docx', 'File'],
  ] as const
  expect(told(files)).toEqual(['PDF', 'PDF', 'Image', 'Excel Workbook', 'E-mail', 'Word Document'])
  expect(otherByEnding({ name: 'Invoice.pdf', type: 'Program', mayRunCode: true })).toBeNull()
})

test('nothing is told where they agree, where programs mix them, and of endings that nobody knows', () => {
  const files = [
    ['Invoice.pdf', 'PDF'],
    ['Scan.jpeg', 'Image'],
    ['Old.doc', 'Rich Text'],
    ['List.csv', 'Text'],
    ['Plan.abc', 'File'],
    ['No ending', 'PDF'],
  ] as const
  expect(told(files)).toEqual(files.map(() => null))
})
