import { expect, test, vi } from 'vitest'
import type { PageBlock } from '#contract/page-blocks.ts'
import type { PagePlace } from '#contract/template-pages.ts'
import { decide, keyOf, NOTHING_DECIDED, rowStatesOf, statesOf } from './decisions.ts'
import { leftTexts, valueLikeTexts } from './left-text.ts'
import * as pageText from './page-text.ts'
import { choice, paragraph, place, samplePage } from './sample-page.ts'
import { splitFigures } from './split-figures.ts'

vi.mock('./page-text.ts', { spy: true })

const amount = (line: number, text: string, kind: PagePlace['kind'] = 'found') =>
  place(kind, [line, 0, text.length], text, choice('Finance.Total', 'Total', ' | number:"#,##0.00"'))

/** Lines of a name and a figure, in a table or not. */
const tableOf = (lines: readonly (readonly [string, string])[]): PageBlock => ({
  ...{ kind: 'table', index: 0, widths: [3000, 1000], hasBorders: true },
  rows: lines.map((texts, index) => ({
    index,
    cells: texts.map((text, at) => ({
      ...{ columns: 1, rows: 1, shade: null },
      blocks: [paragraph(2 * index + at, text)],
    })),
  })),
})
const split = (blocks: PageBlock[], places: PagePlace[], dismissed: PagePlace[] = []) => {
  const page = samplePage({ parts: [{ label: 'body', blocks }], places, rows: [] })
  const decisions = dismissed.reduce(
    (before, one) => decide(before, keyOf(one), { kind: 'dismiss' }),
    NOTHING_DECIDED,
  )
  const states = statesOf(page, decisions)
  const left = leftTexts(valueLikeTexts(page, []), { page, states, rows: rowStatesOf(page, decisions) })
  return splitFigures(page, { left, states }).map(({ name, isNew }) => [name, isNew])
}

const invoice = tableOf([
  ['Origin', '1,730.00'],
  ['Freight', '5,600.00'],
  ['Net total', '7,330.00'],
  ['VAT', '346.00'],
  ['TOTAL USD', '7,676.00'],
])

test('what makes a sum with figures that become fields is named, with what stands before it', () => {
  const net = amount(5, '7,330.00')
  expect(split([invoice], [net])).toEqual([
    // The lines of the net total, too.
    ['Origin 1,730.00', true],
    ['Freight 5,600.00', true],
    ['VAT 346.00', true],
    ['TOTAL USD 7,676.00', true],
  ])
  const lines = [amount(1, '1,730.00'), amount(3, '5,600.00'), net]
  expect(split([invoice], lines)).toEqual([
    ['VAT 346.00', true],
    ['TOTAL USD 7,676.00', true],
  ])
  // Where none of them becomes a field they stay together.
  expect(split([invoice], lines, lines)).toEqual([])
  expect(split([invoice], [])).toEqual([])
})

test('a total of a run of lines is named, outside of a table too; figures of no sum are not', () => {
  const blocks = ['Pick-up 120.00', 'Handling 60.50', 'Documents 19.50', 'Total 200.00', 'Deposit 55.00'].map(
    (line, index) => paragraph(index, line),
  )
  const pickUp = {
    ...amount(0, '120.00'),
    ...{ from: { paragraph: 0, offset: 8 }, to: { paragraph: 0, offset: 14 } },
  }
  expect(split(blocks, [pickUp])).toEqual([
    ['Handling 60.50', true],
    ['Documents 19.50', true],
    ['Total 200.00', true],
  ])
})

test('of a template the figures below its fields are named, and are not new', () => {
  const written = '{{Finance.Total | number:"#,##0.00"}}'
  const field = (line: number) => ({ ...amount(line, written, 'field'), text: written })
  const table = tableOf([
    ['Origin', written],
    ['Freight', written],
    ['TOTAL', '7,676.00'],
  ])
  expect(split([table], [field(1), field(3)])).toEqual([['TOTAL 7,676.00', false]])
  // One field above is none of a sum, but in a row that repeats.
  const one = tableOf([
    ['Origin', written],
    ['TOTAL', '7,676.00'],
  ])
  expect(split([one], [field(1)])).toEqual([])
  expect(split([one], [{ ...field(1), list: 'OriginCharges' }])).toEqual([['TOTAL 7,676.00', false]])
})

test('each figure of a long page is looked at once, and not once for each that stays as text', () => {
  const asked = (rows: number) => {
    const table = tableOf(
      Array.from({ length: rows }, (_, row) => [`Line ${row}`, `${row + 1}00.00`] as const),
    )
    // Every second one is a field.
    const fields = Array.from({ length: rows / 2 }, (_, at) => amount(4 * at + 1, `${2 * at + 1}00.00`))
    const page = samplePage({ parts: [{ label: 'body', blocks: [table] }], places: fields, rows: [] })
    const states = statesOf(page, NOTHING_DECIDED)
    const left = leftTexts(valueLikeTexts(page, []), { page, states, rows: [] })
    expect(left).toHaveLength(Math.min(rows / 2, 200))
    const text = pageText.pageTextOf(page)
    const cellsOf = vi.fn(text.cellsOf)
    vi.mocked(pageText.pageTextOf).mockReturnValueOnce({ ...text, cellsOf })
    splitFigures(page, { left, states })
    return cellsOf.mock.calls.length
  }
  expect(asked(2_000)).toBeLessThan(2_000)
})
