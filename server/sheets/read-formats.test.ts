import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { zipped } from '#testing/zips.ts'

// A worker that has loaded the reader for another file would go on with what is not watched.
vi.resetModules()
vi.doMock('./number-formats.ts', { spy: true })
vi.doMock('./date-formats.ts', { spy: true })
const { isDateFormat } = await import('./date-formats.ts')
const { shownBy } = await import('./number-formats.ts')
const { readXlsx } = await import('./read-xlsx.ts')
const { SheetError } = await import('./sheet.ts')

afterAll(() => {
  vi.doUnmock('./number-formats.ts')
  vi.doUnmock('./date-formats.ts')
  vi.resetModules()
})

beforeEach(() => {
  vi.clearAllMocks()
})

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`

type Book = { formats?: string[]; styles?: number[]; sheet: string; sheets?: number; strings?: string }

/** A workbook whose styles name its formats by their places. */
const book = ({ formats = [], styles = [], sheet, sheets = 1, strings = '' }: Book) =>
  zipped(
    new Map([
      [
        'xl/workbook.xml',
        `<workbook xmlns:r="r"><sheets>${'<sheet name="A" r:id="s"/>'.repeat(sheets)}</sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `<Relationships>${relation('s', 'worksheet', 'sheet.xml')}${relation('f', 'styles', 'styles.xml')}${relation('t', 'sharedStrings', 'strings.xml')}</Relationships>`,
      ],
      [
        'xl/styles.xml',
        `<styleSheet><numFmts>${formats
          .map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`)
          .join(
            '',
          )}</numFmts><cellXfs>${styles.map(at => `<xf numFmtId="${170 + at}"/>`).join('')}</cellXfs></styleSheet>`,
      ],
      ['xl/strings.xml', `<sst>${strings}</sst>`],
      ['xl/sheet.xml', `<worksheet>${sheet}</worksheet>`],
    ]),
  )
const rowsOf = (cells: string[]) => `<sheetData><row r="1">${cells.join('')}</row></sheetData>`
const cell = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`

test('a format that is longer than spreadsheet programs allow counts as none', async () => {
  const long = ['0'.repeat(2_000_000), `d${' '.repeat(255)}`, `&quot;${'x'.repeat(254)}&quot;00`]
  const longest = `&quot;${'x'.repeat(251)}&quot;00`
  const styles = [0, 1, 2, 3]
  const sheet = rowsOf(Array.from({ length: 80 }, (_, at) => cell(at % 4, at + 1)))
  const read = async (formats: string[]) => (await readXlsx(await book({ formats, styles, sheet }))).sheets
  const cells = Array.from({ length: 80 }, (_, at) =>
    at % 4 === 3 ? `${'x'.repeat(251)}${String(at + 1).padStart(2, '0')}` : at + 1,
  )
  const expected = [{ name: 'A', rows: [{ number: 1, cells }] }]
  expect(await read([...long, longest])).toEqual(expected)
  expect(await read(['General', 'General', 'General', longest])).toEqual(expected)
})

test('a format is looked at once, however many styles and cells have it', async () => {
  const styles = Array.from({ length: 150 }, (_, at) => at % 3)
  const sheet = rowsOf(styles.map((_, style) => cell(style, 7)))
  const { sheets } = await readXlsx(await book({ formats: ['000', 'yyyy', '000'], styles, sheet }))
  const shown = Array.from({ length: 150 }, (_, at) => (at % 3 === 1 ? { date: '1900-01-07' } : '007'))
  expect(sheets).toEqual([{ name: 'A', rows: [{ number: 1, cells: shown }] }])
  expect(vi.mocked(isDateFormat).mock.calls.map(([, code]) => code)).toEqual(['000', 'yyyy'])
  expect(vi.mocked(shownBy).mock.calls.map(([, code]) => code)).toEqual(['000'])
})

test('a percentage of more decimals than can be written has those that can', async () => {
  const [one] = (
    await readXlsx(
      await book({ formats: [`0.${'0'.repeat(200)}%`], styles: [0], sheet: rowsOf([cell(0, 0.5)]) }),
    )
  ).sheets
  expect(one?.rows).toEqual([{ number: 1, cells: [`50.${'0'.repeat(100)}%`] }])
})

test('a hidden column is told once, and is one of the sheet', async () => {
  const columns = '<cols><col min="-9" max="2" hidden="1"/><col min="2" max="99999" hidden="1"/></cols>'
  const { sheets } = await readXlsx(await book({ sheet: `${columns}${rowsOf([cell(0, 1)])}` }))
  expect(sheets[0]?.hidden).toEqual({ columns: Array.from({ length: 200 }, (_, at) => at), rows: [] })
})

test('an error that a cell shows is no longer than those of spreadsheet programs', async () => {
  const { sheets } = await readXlsx(
    await book({ sheet: rowsOf([`<c t="e"><v>#${'X'.repeat(500)}</v></c>`]) }),
  )
  expect(sheets[0]?.rows).toEqual([{ number: 1, cells: [{ fault: `#${'X'.repeat(39)}` }] }])
})

test.each([
  [
    'styles',
    'The file has more than 65490 cell styles, and spreadsheet programs allow no more. Copy its values into a new file.',
    { styles: Array<number>(65_491).fill(0), sheet: '' },
  ],
  [
    'characters in a cell',
    'A cell has more than 32767 characters, and spreadsheet programs allow no more. Shorten it, or look for a quotation mark that is missing.',
    { strings: `<si><t>${'x'.repeat(32_768)}</t></si>`, sheet: rowsOf(['<c t="s"><v>0</v></c>']) },
  ],
  [
    'unpacked in all its sheets together',
    'The file unpacks to far more than a spreadsheet holds. It is not taken.',
    { sheets: 20, sheet: ' '.repeat(14_000_000) },
  ],
])(
  'a file with too many or too much %s is refused in words',
  async (_, words, made) => {
    await expect(readXlsx(await book(made))).rejects.toThrow(new SheetError(words))
  },
  240_000,
)
