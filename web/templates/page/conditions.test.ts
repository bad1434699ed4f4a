import { expect, test } from 'vitest'
import type { PageBlock } from '#contract/page-blocks.ts'
import type { PageEnclosure, TemplatePage } from '#contract/template-pages.ts'
import { bracketsOf, cutBy, fieldsIn, textIn, withWholePlaces } from './conditions.ts'
import { plainOf } from './plain-lines.ts'
import { addCondition, changesOf, type Decisions, NOTHING_DECIDED, settle, statesOf } from './decisions.ts'
import { stillThere } from './still-there.ts'
import { linesBetween, resized, rowsAround, unitsIn } from './page-lines.ts'
import * as sample from './sample-page.ts'

const page = sample.samplePage()
const states = (of = page, decisions = NOTHING_DECIDED) => statesOf(of, decisions)
const lines = (first: number, last = first, of: TemplatePage = page) => linesBetween(of, first, last)

const stretch = (paragraph: number, from: number, to: number) => ({
  from: { paragraph, offset: from },
  to: { paragraph, offset: to },
})

/** A template whose lines 1 to 4 stand on a condition, and a row of whose table repeats. */
const enclosure: PageEnclosure = {
  ...{ opening: stretch(1, 0, 23), closing: stretch(4, 0, 7), shape: 'lines', hasElse: false },
  ...{ label: 'Only where Voyage is filled in', field: { name: 'Shipment.Voyage', label: 'Voyage' } },
}
const template = (changes: Partial<PageEnclosure> = {}): TemplatePage => ({
  ...sample.samplePage(),
  parts: [
    {
      label: 'body',
      blocks: [
        sample.paragraph(0, 'Before'),
        sample.paragraph(1, '{{#if Shipment.Voyage}}'),
        sample.paragraph(2, 'Voyage'),
        sample.paragraph(3, '{{Shipment.Voyage}}'),
        sample.paragraph(4, '{{/if}}'),
        sample.paragraph(5, 'After'),
      ],
    },
  ],
  ...{ places: [], rows: [], enclosures: [{ ...enclosure, ...changes }] },
})
const first = (of: TemplatePage, decisions = NOTHING_DECIDED) => {
  const [state] = statesOf(of, decisions)
  if (!state) throw new Error('The page has no condition.')
  return state
}

const cell = (...blocks: PageBlock[]) => ({ columns: 1, rows: 1, shade: null, blocks })

test('lines are those of one text, rows where they are in different cells, and grow line by line', () => {
  expect([lines(0, 3), lines(9, 10), lines(8, 11), lines(3, 9)]).toEqual([
    { kind: 'lines', first: 0, last: 3 },
    { kind: 'rows', first: 9, last: 10 },
    { kind: 'rows', first: 7, last: 12 },
    { kind: 'lines', first: 3, last: 12 },
  ])
  expect(lines(3, 13)).toBe(undefined)
  const cotton = lines(9) ?? never()
  expect(rowsAround(page, cotton)).toEqual({ kind: 'rows', first: 9, last: 10 })
  const row = rowsAround(page, cotton) ?? never()
  expect([
    resized(page, row, 'last', 1),
    resized(page, row, 'first', 1),
    resized(page, row, 'first', -1),
    rowsAround(page, row),
  ]).toEqual([
    { kind: 'rows', first: 9, last: 12 },
    { kind: 'rows', first: 7, last: 10 },
    undefined,
    undefined,
  ])
  expect(resized(page, lines(0) ?? never(), 'first', 1)).toBe(undefined)
})

test('a text box between lines is a text of its own', () => {
  const boxed = {
    ...page,
    parts: [
      {
        label: 'body',
        blocks: [
          sample.paragraph(0, 'One'),
          sample.paragraph(40, 'Box'),
          sample.paragraph(41, 'Box too'),
          {
            ...{ kind: 'table' as const, index: 0, widths: [], hasBorders: false },
            rows: [{ index: 0, cells: [cell(sample.paragraph(1, 'In'), sample.paragraph(42, 'Box in it'))] }],
          },
          sample.paragraph(2, 'Three'),
        ],
      },
    ],
  }
  expect([lines(0, 2, boxed), lines(40, 41, boxed), lines(41, 0, boxed), lines(1, 1, boxed)]).toEqual([
    { kind: 'lines', first: 0, last: 2 },
    { kind: 'lines', first: 40, last: 41 },
    undefined,
    { kind: 'lines', first: 1, last: 1 },
  ])
  expect(rowsAround(boxed, lines(1, 1, boxed) ?? never())).toEqual({ kind: 'rows', first: 1, last: 1 })
})

test('of lines their fields are proposed, of the entries of a list the list; what reaches over them is whole', () => {
  expect(fieldsIn(states(), lines(0, 6) ?? never()).map(({ name }) => name)).toEqual([
    'Shipper.Block',
    'Shipment.Etd',
    'Shipment.HouseBl',
  ])
  expect(fieldsIn(states(), lines(9) ?? never())).toEqual([
    { name: 'Items', label: 'Item', placeholder: '{{#if Items}}' },
  ])
  expect(withWholePlaces(page, states(), lines(2) ?? never())).toEqual({ kind: 'lines', first: 1, last: 3 })
})

test('plain is a line with a label and one field, and nothing else; one that is asked about is not', () => {
  const number = sample.number
  expect([...plainOf(page, states(), NOTHING_DECIDED).values()]).toEqual([
    { kind: 'lines', first: 5, last: 5 },
  ])
  const labelled = {
    ...page,
    parts: [{ label: 'body', blocks: [sample.paragraph(5, 'No. {{Shipment.HouseBl}}')] }],
    ...{ places: [number], rows: [] },
  }
  const plain = plainOf(labelled, states(labelled), NOTHING_DECIDED)
  expect([...plain.values()]).toEqual([{ kind: 'lines', first: 5, last: 5 }])
  const going = { ...labelled, places: [{ ...number, line: stretch(5, 0, 25) }] }
  expect(plainOf(going, states(going), NOTHING_DECIDED).size).toBe(0)
  const key = [...plain.keys()][0] ?? never()
  const made = condition('Shipment.HouseBl', 5)
  const decided = addCondition(NOTHING_DECIDED, made)
  expect(states(labelled, decided).map(({ key: one, label }) => [one, label])).toEqual([
    ['c', 'Only where House B/L is filled in'],
    [key, undefined],
  ])
  expect(plainOf(labelled, states(labelled, decided), decided).size).toBe(0)
})

test('a row of a label and one field is plain as a whole', () => {
  const inRow = {
    ...page,
    parts: [
      {
        label: 'body',
        blocks: [
          {
            ...{ kind: 'table' as const, index: 0, widths: [], hasBorders: true },
            rows: [
              {
                index: 0,
                cells: [
                  cell(sample.paragraph(0, 'House bill')),
                  cell(sample.paragraph(1, '{{Shipment.HouseBl}}')),
                ],
              },
            ],
          },
        ],
      },
    ],
    places: [{ ...sample.number, ...stretch(1, 0, 21), text: '{{Shipment.HouseBl}}' }],
    rows: [],
  }
  expect([...plainOf(inRow, states(inRow), NOTHING_DECIDED).values()]).toEqual([
    { kind: 'rows', first: 0, last: 1 },
  ])
})

const condition = (name: string, from: number, to = from) => ({
  ...{ id: 'c', field: { name, label: 'House B/L' }, text: '' },
  lines: lines(from, to) ?? never(),
})

test('what is put around lines is sent, changed, taken back, and known again on a page read anew', () => {
  const made = { ...condition('Shipment.HouseBl', 4, 5), text: textIn(page, condition('x', 4, 5).lines) }
  const decided = addCondition(NOTHING_DECIDED, made)
  expect(changesOf(page, decided).conditions).toEqual([{ field: 'Shipment.HouseBl', first: 4, last: 5 }])
  const state = statesOf(page, decided).find(({ key }) => key === 'c') ?? never()
  expect(changesOf(page, settle(decided, state, sample.etd)).conditions).toEqual([
    { field: 'Shipment.Etd', first: 4, last: 5 },
  ])
  expect(settle(decided, state)).toEqual(NOTHING_DECIDED)
  expect(stillThere(page, decided).conditions).toEqual([made])
  const other = { ...page, parts: [{ label: 'body', blocks: [sample.paragraph(4, 'Other')] }] }
  expect(stillThere(other, decided).conditions).toEqual([])
})

test('a condition of the template is changed or taken away; one that says more stays', () => {
  const own = template()
  const state = first(own)
  expect([state.label, state.status, state.text]).toEqual([
    ...['Only where Voyage is filled in', 'condition', 'Voyage\n…'],
  ])
  const sent = (decisions: Decisions, of = own) => changesOf(of, decisions).changes
  expect(sent(settle(NOTHING_DECIDED, state))).toEqual([
    { ...enclosure.opening, text: '' },
    { ...enclosure.closing, text: '' },
  ])
  expect(sent(settle(NOTHING_DECIDED, state, sample.etd))).toEqual([
    { ...enclosure.opening, text: '{{#if Shipment.Etd}}' },
  ])
  expect(first(own, settle(NOTHING_DECIDED, state, sample.etd)).label).toBe('Only where ETD is filled in')
  for (const more of [{ field: null }, { hasElse: true }]) {
    const fixed = template(more)
    expect(first(fixed).isFixed).toBe(true)
    expect(sent(settle(NOTHING_DECIDED, first(fixed)), fixed)).toEqual([])
  }
})

test('lines that would cut a condition in two are told by which; those around it and within it are not', () => {
  const own = template()
  const cut = (from: number, to: number, decisions = NOTHING_DECIDED) =>
    cutBy(own, decisions, lines(from, to, own) ?? never())
  expect([cut(0, 2), cut(1, 1), cut(3, 5)]).toEqual(Array.from({ length: 3 }, () => enclosure.label))
  expect([cut(2, 3), cut(0, 5), cut(1, 4), cut(5, 5)]).toEqual([undefined, undefined, undefined, undefined])
  expect(cut(0, 2, settle(NOTHING_DECIDED, first(own)))).toBe(undefined)
  const decided = addCondition(NOTHING_DECIDED, condition('Shipment.HouseBl', 2, 4))
  expect(
    [
      [1, 2],
      [4, 5],
      [1, 5],
      [3, 4],
      [5, 6],
    ].map(([from = 0, to = 0]) => cutBy(page, decided, lines(from, to) ?? never())),
  ).toEqual([
    ...Array.from({ length: 2 }, () => 'Only where House B/L is filled in'),
    ...[undefined, undefined, undefined],
  ])
})

test('brackets stand beside each line, outer ones first, and in place of lines that hold the condition alone', () => {
  const own = template()
  const [top] = own.parts
  const shown = (decisions = NOTHING_DECIDED) => {
    const brackets = bracketsOf(own, statesOf(own, decisions), lines(2, 2, own))
    return (top?.blocks ?? []).map(block =>
      (brackets.get(block) ?? []).map(({ tone, isFirst, isLast, isMark }) =>
        [tone, isFirst && 'first', isLast && 'last', isMark && 'mark'].filter(Boolean).join(' '),
      ),
    )
  }
  expect(shown()).toEqual([
    ...[
      [],
      ['condition first mark'],
      ['condition', 'draft first last'],
      ['condition'],
      ['condition last mark'],
      [],
    ],
  ])
  expect(shown(settle(NOTHING_DECIDED, first(own)))).toEqual([[], [], ['draft first last'], [], [], []])
})

function never(): never {
  throw new Error('The sample has no such part.')
}

test('a paragraph that is all of a table is not taken for the table, nor the table for it', () => {
  const table: PageBlock = {
    ...{ kind: 'table', index: 0, widths: [9_000], hasBorders: true },
    rows: [{ index: 0, cells: [cell(sample.paragraph(1, 'In the table'))] }],
  }
  const blocks = [sample.paragraph(0, 'Before'), table, sample.paragraph(2, 'After')]
  const of: TemplatePage = {
    ...page,
    parts: [{ label: 'body', blocks }],
    places: [],
    rows: [],
    enclosures: [],
  }
  const inTable = table.rows[0]?.cells[0]?.blocks[0]
  const own = linesBetween(of, 1, 1)
  expect(own && unitsIn(of, own)).toEqual([inTable])
  const around = linesBetween(of, 0, 1)
  const shrunk = around && resized(of, around, 'first', -1)
  expect(shrunk && unitsIn(of, shrunk)).toEqual([table])
  expect(shrunk && resized(of, shrunk, 'last', 1)).toEqual({ kind: 'lines', first: 1, last: 2 })
})
