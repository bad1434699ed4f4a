import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findable } from '#server/templates/fields/findable.ts'
import { Looks } from '#server/word/finding/looks.ts'
import { PageText } from '#server/word/finding/page-text.ts'
import { readPage } from '#server/word/finding/template-page.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import { cell, paragraph, row, run, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

// What the search does most is to look things up on the page.
const counted = { count: 0 }
const lookups = ['boxAt', 'cellText', 'coveringText', 'whole'] as const
beforeEach(() => {
  counted.count = 0
  for (const name of lookups) {
    const own = PageText.prototype[name] as (this: PageText, ...given: unknown[]) => unknown
    vi.spyOn(PageText.prototype, name).mockImplementation(function (this: PageText, ...given: unknown[]) {
      counted.count += 1
      return own.apply(this, given)
    } as never)
  }
})
afterEach(() => vi.restoreAllMocks())

const items = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ Name: `Article ${at + 1} of cotton`, MarksAndNumbers: `LOT ${at}`, HsCode: '6302.60' },
    ...{ NumberOfPacks: 10 + (at % 90), GrossWeight: 100.25 + at },
  }))

/** A bill with so many items, and a page of text for every twenty of them. */
function bill(count: number): { bytes: Uint8Array; values: FieldValues } {
  const list = items(count)
  const rowOf = (...texts: readonly string[]) =>
    row(texts.map(text => cell(paragraph(text), { width: 2_000 })))
  const body =
    ['Vessel: Northern Jubilee', 'Voyage: 14W', 'ETA: 31.12.2026'].map(text => paragraph(text)).join('') +
    table(
      [
        rowOf('Marks', 'Description of goods', 'HS code', 'Packages', 'Gross weight'),
        ...list.map(({ Name, MarksAndNumbers, HsCode, NumberOfPacks, GrossWeight }) =>
          rowOf(MarksAndNumbers, Name, HsCode, String(NumberOfPacks), GrossWeight.toFixed(2)),
        ),
      ],
      { widths: Array.from({ length: 5 }, () => 2_000) },
    ) +
    Array.from({ length: count }, (_, at) =>
      paragraph(`${at + 1}. The carrier of Northern Jubilee delivers on 31.12.2026 to whom the bill names.`),
    ).join('')
  const fields = {
    'Shipment.VesselName': 'Northern Jubilee',
    'Shipment.Voyage': '14W',
    'Shipment.Eta': '2026-12-31',
  }
  return { bytes: templateFile({ body }), values: { fields, lists: { Items: list } } }
}

async function stepsFor(count: number): Promise<number> {
  const { bytes, values } = bill(count)
  counted.count = 0
  const { rows, places } = await readPage(bytes, findable, values)
  expect(rows).toMatchObject([{ list: 'Items', first: 1, last: count }])
  expect(places.length).toBeGreaterThan(count)
  return counted.count
}

/** Of a document of 30 pages, when this was written. */
const STEPS = 5_019

test('a document of 30 pages takes no more than twice its steps, and one twice as long twice as many', async () => {
  const steps = await stepsFor(500)
  expect(steps).toBeGreaterThan(STEPS / 2)
  expect(steps).toBeLessThan(STEPS * 2)
  expect(await stepsFor(1_000)).toBeLessThan(steps * 2.2)
}, 120_000)

const deep = (levels: number): string =>
  levels === 0
    ? paragraph('14W')
    : table([row([cell(deep(levels - 1) + paragraph(''), { width: 2_000 })])], { widths: [2_000] })
const values: FieldValues = {
  fields: {
    'Shipment.VesselName': 'Northern Jubilee',
    'Shipment.Eta': '2026-12-31',
    'Shipment.GrossWeight': 10,
  },
  lists: { Items: Array.from({ length: 300 }, () => ({ Name: 'Rice', NumberOfPacks: 10, GrossWeight: 10 })) },
}
const alike = (rows: number, columns: number) =>
  table(
    Array.from({ length: rows }, () =>
      row(Array.from({ length: columns }, () => cell(paragraph('10'), { width: 100 }))),
    ),
    { widths: Array.from({ length: columns }, () => 100) },
  )

test.each([
  [
    '9,900 paragraphs',
    Array.from({ length: 9_900 }, () => paragraph('Northern Jubilee 31.12.2026')).join(''),
  ],
  ['tables in tables', deep(60)],
  ['a table of 500 columns', alike(39, 500)],
  ['a table of 2,000 rows that read alike', alike(2_000, 4)],
  ['one paragraph of 20,000 runs', `<w:p>${run('Northern Jubilee ').repeat(19_900)}</w:p>`],
  [
    'lines from right to left',
    Array.from(
      { length: 3_000 },
      () => `<w:p><w:pPr><w:bidi/></w:pPr>${run('الوصول: 31.12.2026')}</w:p>`,
    ).join(''),
  ],
  [
    'fields in fields',
    `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r>'.repeat(30)}${run('31.12.2026')}${'<w:r><w:fldChar w:fldCharType="end"/></w:r>'.repeat(30)}</w:p>`,
  ],
])(
  '%s come to an end',
  async (_, body) => {
    await readPage(templateFile({ body }), findable, values)
    expect(counted.count).toBeLessThan(1_500_000)
  },
  120_000,
)

test.each(['<w:tab/>', '<w:br/>', '<w:noBreakHyphen/>', '<w:t>1</w:t>'])(
  'the format of a run is looked up once, however many %s it holds',
  async content => {
    const ofRun = vi.spyOn(Looks.prototype, 'ofRun')
    const body = `<w:p><w:r>${content.repeat(2_000)}</w:r></w:p>${paragraph('14W')}`
    const { parts } = await readPage(templateFile({ body }), findable, null)
    expect(parts[0]?.blocks).toHaveLength(2)
    expect(ofRun.mock.calls.length).toBeLessThan(10)
  },
)

test('the words of a field’s names are read once, however many places of a page may be of it', async () => {
  const read = vi.spyOn(String.prototype, 'normalize')
  const readFor = async (count: number) => {
    const body = Array.from({ length: count }, () => paragraph('Vessel: Northern Jubilee')).join('')
    read.mockClear()
    const { places } = await readPage(templateFile({ body }), findable, values)
    expect(places).toHaveLength(count)
    return read.mock.calls.length
  }
  await readFor(1)
  const [few, many] = [await readFor(100), await readFor(1_100)]
  expect((many - few) / 1_000).toBeLessThan(15)
  read.mockRestore()
})
