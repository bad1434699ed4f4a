import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { zipped } from '#testing/zips.ts'
import type { Cell } from './cells.ts'
import { unpacked } from './packed-file.ts'
import type { ReadFile } from './sheet.ts'
import { work } from './sheet-worker.ts'
import { writeXlsx } from './write-xlsx.ts'

async function read(bytes: Buffer, name = 'jobs.xlsx'): Promise<ReadFile | string> {
  const reply = await work({ bytes: new Uint8Array(bytes), name })
  return 'refused' in reply ? reply.refused : unpacked(Buffer.from(reply.packed))
}
const rowsOf = async (bytes: Buffer, name?: string) => {
  const file = await read(bytes, name)
  return typeof file === 'string' ? file : file.sheets.map(({ rows }) => rows)
}

const HEAD = '<?xml version="1.0"?>'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function workbook(parts: Record<string, string>, { workbookPr = '' } = {}): Promise<Buffer> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  return zipped(
    new Map(
      Object.entries({
        '_rels/.rels': `${HEAD}<Relationships>${relation('a', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
        'xl/workbook.xml': `${HEAD}<x:workbook xmlns:x="m" xmlns:r="r">${workbookPr}<x:sheets><x:sheet name="A" r:id="s"/></x:sheets></x:workbook>`,
        'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships>${relation('s', 'worksheet', 'worksheets/sheet1.xml')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}${relation('f', 'styles', 'styles.xml')}</Relationships>`,
        'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}><numFmts><numFmt numFmtId="170" formatCode="[$-409]d\\-mmm\\-yy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
        ...parts,
      }),
    ),
  )
}
const sheet = (rows: string) => `${HEAD}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`

test('values of every kind; of a formula the value that it had', async () => {
  const rows =
    '<row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3" s="1"><v>46350</v></c><c r="D3"><f>SUM(A1:A9)</f><v>1234.5600000000001</v></c>' +
    '<c r="E3" t="b"><v>1</v></c><c r="F3" t="e"><v>#REF!</v></c><c r="G3" t="str"><f>HYPERLINK("http://x")</f><v>=x</v></c></row>' +
    '<row><c><v>5</v></c><c s="2"><v>46350.5</v></c></row><row r="9"><c r="A9" s="1"/></row>'
  const parts = {
    'xl/worksheets/sheet1.xml': sheet(rows),
    'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}><si><r><t>Bed </t></r><r><t xml:space="preserve">linen_x000D_</t></r><rPh><t>x</t></rPh></si></sst>`,
  }
  expect(await rowsOf(await workbook(parts))).toEqual([
    [
      {
        number: 3,
        cells: [null, 'Bed linen\r', { date: '2026-11-24' }, 1234.56, true, { fault: '#REF!' }, '=x'],
      },
      { number: 4, cells: [5, { date: '2026-11-24' }] },
    ],
  ])
  const from1904 = await workbook(
    { 'xl/worksheets/sheet1.xml': sheet('<row r="1"><c r="A1" s="2"><v>44888</v></c></row>') },
    { workbookPr: '<x:workbookPr date1904="1"/>' },
  )
  expect(await rowsOf(from1904)).toEqual([[{ number: 1, cells: [{ date: '2026-11-24' }] }]])
})

test('a number with leading zeros or as a percentage is read as its cell shows it', async () => {
  const formats = ['000000', '0%', '0.00%', '000-000', '#,##0.00', '00 "kg"', '[Red]0000;-0000', '0']
  const styles = `${HEAD}<styleSheet ${MAIN}><numFmts>${formats
    .map(
      (code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    )
    .join(
      '',
    )}</numFmts><cellXfs>${formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}<xf numFmtId="10"/></cellXfs></styleSheet>`
  const cells = [1234, 0.125, 0.125, 123_456, 1234.5, 7, 42, 8, 0.07]
    .map((value, style) => `<c s="${style}"><v>${value}</v></c>`)
    .join('')
  const parts = { 'xl/styles.xml': styles, 'xl/worksheets/sheet1.xml': sheet(`<row r="1">${cells}</row>`) }
  expect(await rowsOf(await workbook(parts))).toEqual([
    [{ number: 1, cells: ['001234', '13%', '12.50%', '123-456', 1234.5, '07 kg', '0042', 8, '7.00%'] }],
  ])
})

test('a formula without its value is no empty cell', async () => {
  const cells =
    '<c><f>5*2</f></c><c><f>B2</f><v></v></c><c t="str"><f>""</f><v></v></c><c><f>1</f><v>0</v></c>'
  const parts = { 'xl/worksheets/sheet1.xml': sheet(`<row r="1">${cells}</row>`) }
  expect(await rowsOf(await workbook(parts))).toEqual([
    [{ number: 1, cells: [{ fault: '(formula)' }, { fault: '(formula)' }, null, 0] }],
  ])
})

test('what was written comes back', async () => {
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield [
      ['=1+1', 12.5, { date: '2026-11-24' }],
      ['a\u0007_x0041_ ', null, null],
    ]
  }
  const columns = ['A', 'B', 'C'].map(heading => ({ heading, kind: 'text' as const }))
  expect(await rowsOf(await buffer(writeXlsx({ name: 'Jobs', columns, rows: rows() })))).toEqual([
    [
      { number: 1, cells: ['A', 'B', 'C'] },
      { number: 2, cells: ['=1+1', 12.5, { date: '2026-11-24' }] },
      { number: 3, cells: ['a\u0007_x0041_ '] },
    ],
  ])
})

test.each([
  ['UTF-8, semicolons', Buffer.from('\uFEFFName;Gewicht\r\nÄpfel;"1,5"\r\n')],
  ['UTF-16LE with its mark, tabs', Buffer.from('\uFEFFName\tGewicht\nÄpfel\t1,5', 'utf16le')],
  ['UTF-16LE without', Buffer.from('Name\tGewicht\nÄpfel\t1,5', 'utf16le')],
  ['Windows-1252', Buffer.from('Name;Gewicht\nÄpfel;1,5', 'latin1')],
  ['commas', Buffer.from('Name,Gewicht\n"Äpfel","1,5"')],
])('a text in %s', async (_, bytes) => {
  expect(await rowsOf(bytes, 'a.csv')).toEqual([
    [
      { number: 1, cells: ['Name', 'Gewicht'] },
      { number: 2, cells: ['Äpfel', '1,5'] },
    ],
  ])
})

const huge = (size: number, text: string) => text.repeat(Math.ceil(size / text.length))

const withSheet = (content: string, more = {}) => workbook({ 'xl/worksheets/sheet1.xml': content, ...more })
const entity = `${HEAD}<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>`

test('hostile and foreign files are refused in words', async () => {
  expect(await read(await withSheet(entity))).toMatch(/defines entities/)
  expect(await read(await withSheet(sheet(''), { 'xl/vbaProject.bin': 'x' }))).toMatch(/macros/)
  expect(await read(await withSheet(sheet('<row><c><v>1</v></c></row>')), 'a.xlsm')).toMatch(/macros/)
  expect(await read(Buffer.from('d0cf11e0a1b11ae100', 'hex'))).toMatch(/password/)
  expect(await read(await withSheet(sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>')))).toMatch(
    /200 columns/,
  )
  expect(await read(await withSheet('<worksheet><sheetData><row>'))).toMatch(/no Excel file/)
  expect(await read(await zipped(new Map([['a.txt', 'x']])))).toMatch(/no Excel file/)
  expect(await read(Buffer.from([0, 1, 2, 0, 0, 7]), 'a.csv')).toMatch(/no text/)
  expect(await read(Buffer.from('  \n'), 'a.csv')).toMatch(/empty/)
})

test.each([
  [
    'rows',
    /^The sheet has more than 100,000 rows, and a file may have at most 20,000\. Split/,
    () => withSheet(sheet(huge(4_000_000, '<row><c><v>1</v></c></row>'))),
  ],
  [
    'text in cells',
    /too much text/,
    () =>
      withSheet(sheet(''), {
        'xl/sharedStrings.xml': `${HEAD}<sst>${huge(40_000_000, `<si><t>${'x'.repeat(1000)}</t></si>`)}</sst>`,
      }),
  ],
  [
    'anything unpacked',
    /unpacks to far more|no Excel file/,
    () => withSheet(huge(270_000_000, ' '.repeat(1_000_000))),
  ],
])(
  'a file with too many or too much %s is refused in words',
  async (_, words, make) => {
    expect(await read(await make())).toMatch(words)
  },
  240_000,
)

test('a sheet of too many rows is refused with their number', async () => {
  const words = (rows: string, files: number) =>
    `The sheet has ${rows} rows, and a file may have at most 20,000. Split it into ${files} files.`
  const lines = (count: number) => Buffer.from('Yarn\n\n'.repeat(count))
  expect((await rowsOf(lines(20_000), 'a.csv'))[0]).toHaveLength(20_000)
  expect(await read(lines(20_001), 'a.csv')).toBe(words('20,001', 2))
  expect(await read(lines(45_310), 'a.csv')).toBe(words('45,310', 3))
  const rows = (count: number) => sheet('<row><c><v>1</v></c></row>'.repeat(count))
  expect((await rowsOf(await withSheet(rows(20_000))))[0]).toHaveLength(20_000)
  expect(await read(await withSheet(rows(25_310)))).toBe(words('25,310', 2))
}, 120_000)

test('a text is read no further than its limit of lines, empty ones among them', async () => {
  const trims = vi.spyOn(String.prototype, 'trim')
  const empty = (lines: number) => Buffer.from(`Name\n${'\n'.repeat(lines)}Yarn\n`)
  expect(await rowsOf(empty(50_000), 'a.csv')).toEqual([
    [
      { number: 1, cells: ['Name'] },
      { number: 50_002, cells: ['Yarn'] },
    ],
  ])
  trims.mockClear()
  const refused = await read(empty(1_000_000), 'a.csv')
  const cellsRead = trims.mock.calls.length
  trims.mockRestore()
  expect(refused).toBe('The file has more than 100000 lines, most of them empty. Delete the empty ones.')
  expect(cellsRead).toBeLessThan(200_000)
  expect(await read(Buffer.from('Yarn\n'.repeat(1_000_000)), 'a.csv')).toBe(
    'The sheet has more than 100,000 rows, and a file may have at most 20,000. Split it into several files.',
  )
})
