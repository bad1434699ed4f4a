import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unzipped } from '#testing/zips.ts'
import { type Cell, columnLetters, dateOfSerial, serialOf } from './cells.ts'
import { writeXlsx } from './write-xlsx.ts'
import { readXlsxText, xlsxText } from './xlsx-text.ts'

const columns = [
  { heading: 'Name', kind: 'text' },
  { heading: 'Weight', kind: 'number' },
  { heading: 'ETD', kind: 'date' },
] as const

async function* inPieces(rows: readonly Cell[][], size = 2) {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

const written = (rows: readonly Cell[][], more = {}) =>
  buffer(writeXlsx({ name: 'Jobs', columns, rows: inPieces(rows), ...more }))

const sheetOf = async (bytes: Buffer, number = 1) =>
  (await unzipped(bytes)).get(`xl/worksheets/sheet${number}.xml`)?.toString() ?? ''

test('days are the numbers that spreadsheets count, beyond the day that never was', () => {
  expect(serialOf('2026-11-24')).toBe(46350)
  expect(serialOf('1900-03-01')).toBe(61)
  expect(serialOf('1900-02-28')).toBeNull()
  expect(dateOfSerial(46350.75, false)).toBe('2026-11-24')
  expect(dateOfSerial(1, false)).toBe('1900-01-01')
  expect(dateOfSerial(59, false)).toBe('1900-02-28')
  expect(dateOfSerial(61, false)).toBe('1900-03-01')
  expect(dateOfSerial(44888, true)).toBe('2026-11-24')
  for (const outside of [0, -1, 2_958_466, Number.NaN]) expect(dateOfSerial(outside, false)).toBeNull()
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})

test('texts, numbers and days are what they are; nothing is a formula', async () => {
  const sheet = await sheetOf(
    await written([
      ['=1+1', 12.5, { date: '2026-11-24' }],
      ['  <b> & "x"', null, null],
    ]),
  )
  expect(sheet).toContain(
    '<row r="2"><c r="A2" s="3" t="inlineStr"><is><t>=1+1</t></is></c><c r="B2"><v>12.5</v></c><c r="C2" s="2"><v>46350</v></c></row>',
  )
  expect(sheet).toContain('<t xml:space="preserve">  &lt;b&gt; &amp; &quot;x&quot;</t>')
  expect(sheet).not.toContain('<f')
})

test.each(['\u0000\u0007\u001f', '_x0041_', 'a\r\nb', '\ud800', '😀', '\ufffe', '_x', ']]>'])(
  '%j comes back as it was',
  text => {
    const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
    const unescaped = xlsxText(text).replace(/&\w+;/g, one => entities[one as keyof typeof entities])
    expect(readXlsxText(unescaped)).toBe(text)
  },
)

test('a list longer than a sheet goes on on the next', async () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map(name => [name, null, null])
  const bytes = await written(rows, { rowsOfSheet: 3 })
  const parts = await unzipped(bytes)
  expect(
    parts
      .get('xl/workbook.xml')
      ?.toString()
      .match(/name="[^"]+"/g),
  ).toEqual(['name="Jobs"', 'name="Jobs 2"', 'name="Jobs 3"'])
  expect(await sheetOf(bytes, 2)).toMatch(/<row r="2">.*c<.*<row r="3">.*d</)
  expect([...(await unzipped(await written(rows, { rowsOfSheet: 6 }))).keys()]).not.toContain(
    'xl/worksheets/sheet2.xml',
  )
})

test('the file ends before its end where its rows fail', async () => {
  async function* failing(): AsyncGenerator<Cell[][]> {
    yield [['a', 1, null]]
    throw new Error('The database is away.')
  }
  await expect(buffer(writeXlsx({ name: 'Jobs', columns, rows: failing() }))).rejects.toThrow(
    'The database is away.',
  )
})
