import { expect, test } from 'vitest'
import { insert, leaveRows, NOTHING_DECIDED, rowsKey, rowStatesOf, statesOf } from './decisions.ts'
import { leftTexts, valueLikeTexts } from './left-text.ts'
import { block, choice, paragraph, samplePage } from './sample-page.ts'

const pageOf = (...lines: string[]) =>
  samplePage({
    parts: [{ label: 'body', blocks: lines.map((line, index) => paragraph(index, line)) }],
    ...{ places: [], rows: [] },
  })
const textsOf = (page: ReturnType<typeof samplePage>, values: string[] = [], decisions = NOTHING_DECIDED) =>
  leftTexts(valueLikeTexts(page, values), {
    page,
    states: statesOf(page, decisions),
    rows: rowStatesOf(page, decisions),
  }).map(({ text }) => text)

test.each([
  ['Sailing 03.12.2026 or 2026-12-04', ['03.12.2026', '2026-12-04']],
  ['3rd Dec 2026, December 4, 2026', ['3rd Dec 2026', 'December 4, 2026']],
  ['USD 1,234.50 and 90.00', ['1,234.50', '90.00']],
  ['MSKU 123456-7, MSCU1234567', ['MSKU 123456-7', 'MSCU1234567']],
  ['B/L LDG20261203 of page 1 of 20', ['LDG20261203']],
  ['One 40HC, 140HC', ['40HC']],
  ['Days in transit 24, transit time: 24 days', ['24', '24 days']],
  ['24 days', ['24 days']],
  ['Pay within 30 days', []],
  ['In 2026 we moved 40 pieces, see clause 7', []],
])('in “%s” what reads like a value is found', (line, texts) => {
  expect(textsOf(pageOf(line))).toEqual(texts)
})

test('the job’s own values are found as whole words, in capitals too', () => {
  const values = ['Polar Dawn', 'ant', 'Norwich']
  expect(textsOf(pageOf('To NORWICH by polar dawn', 'Norwichs, an ant'), values)).toEqual([
    'NORWICH',
    'polar dawn',
  ])
})

test('what is a field, or goes, is not left', () => {
  const page = samplePage()
  const values = ['Rotterdam', 'Cotton', 'Yarn']
  // “03 Dec 2026” is asked about and “Cotton” found; the row of “Yarn” goes.
  expect(textsOf(page, values)).toEqual([])
  const [rows] = page.rows
  const left = leaveRows(NOTHING_DECIDED, rows ? rowsKey(rows) : '', true)
  expect(textsOf(page, values, left)).toEqual(['Cotton', 'Yarn'])
  const plain = samplePage({ places: [block] })
  expect(textsOf(plain, values)).toEqual(['03 Dec 2026', 'Cotton'])
  const made = insert(NOTHING_DECIDED, {
    ...{ id: 'a', at: { paragraph: 4, offset: 9 }, choice: choice('Shipment.Etd', 'ETD') },
    replaced: { to: { paragraph: 4, offset: 20 }, text: '03 Dec 2026' },
  })
  expect(textsOf(plain, values, made)).toEqual(['Cotton'])
})

test('a line without an end is read once, not anew from each of its hyphens', () => {
  expect(textsOf(pageOf('a-'.repeat(100_000)))).toEqual([])
  expect(textsOf(pageOf(`${'9-'.repeat(100_000)} LDG20261203`))).toEqual(['LDG20261203'])
})
