import { expect, test } from 'vitest'
import {
  changeInsertion,
  changesOf,
  decide,
  insert,
  keyOf,
  leaveRows,
  mayMove,
  moved,
  outsidePlaces,
  NOTHING_DECIDED,
  rowsKey,
  statesOf,
} from './decisions.ts'
import { stillThere } from './still-there.ts'
import { marksOf, outsideMarks, stretchesOf } from './marks.ts'
import { movedCaret } from './moved-caret.ts'
import { pageTextOf } from './page-text.ts'
import * as sample from './sample-page.ts'
import { writtenAs } from './written-as.ts'

const page = sample.samplePage()
const { block, sailing, number, unknown, item, onBoard, houseBl } = sample
const [rows] = page.rows

const found = { from: block.from, to: block.to, text: '{{Shipper.Block}}' }
const name = { from: item.from, to: item.to, text: '{{Items.Name}}' }

test('what is found is used unless it is dismissed; what is asked about is not sent', () => {
  expect(changesOf(page, NOTHING_DECIDED)).toEqual({ changes: [found, name], rows: [rows], conditions: [] })
  const dismissed = decide(NOTHING_DECIDED, keyOf(block), { kind: 'dismiss' })
  expect(changesOf(page, dismissed).changes).toEqual([name])
})

test('a decision puts its field into the place; a field of the template is changed or taken out', () => {
  const chosen = decide(NOTHING_DECIDED, keyOf(sailing), { kind: 'use', choice: onBoard })
  const changed = decide(chosen, keyOf(number), {
    kind: 'use',
    choice: { ...houseBl, placeholder: '{{Shipment.HouseBl | upper}}' },
  })
  const removed = decide(changed, keyOf(unknown), { kind: 'dismiss' })
  expect(changesOf(page, removed).changes).toEqual([
    found,
    { from: sailing.from, to: sailing.to, text: '{{Shipment.OnBoardDate | date:"dd MMM yyyy"}}' },
    { from: number.from, to: number.to, text: '{{Shipment.HouseBl | upper}}' },
    { from: unknown.from, to: unknown.to, text: '' },
    name,
  ])
  // The same field as before is no change.
  const same = decide(NOTHING_DECIDED, keyOf(number), { kind: 'use', choice: houseBl })
  expect(changesOf(page, same).changes).toEqual([found, name])
})

test('a label goes with the field that its line is for, and with its unit; none where the place is dismissed', () => {
  const line = { from: { paragraph: 4, offset: 0 }, to: { paragraph: 4, offset: 20 } }
  const alone = { ...page, places: [{ ...sailing, line }] }
  const chosen = decide(NOTHING_DECIDED, keyOf(sailing), { kind: 'use', choice: onBoard })
  const onSail = '{{Shipment.OnBoardDate | date:"dd MMM yyyy"}}'
  expect(changesOf(alone, chosen).changes).toEqual([
    { from: line.from, to: line.from, text: '{{#if Shipment.OnBoardDate}}' },
    { from: sailing.from, to: sailing.to, text: `${onSail}{{/if}}` },
  ])
  const longer = { ...line, to: { paragraph: 4, offset: 23 } }
  const unit = { ...sailing, kind: 'found' as const, choices: [houseBl], text: 'kg' }
  const behind = { ...unit, from: { paragraph: 4, offset: 21 }, to: longer.to }
  const both = { ...page, places: [{ ...sailing, line: longer }, behind] }
  expect(changesOf(both, chosen).changes).toEqual([
    { from: line.from, to: line.from, text: '{{#if Shipment.OnBoardDate}}' },
    { from: sailing.from, to: sailing.to, text: onSail },
    { from: behind.from, to: behind.to, text: '{{Shipment.HouseBl}}{{/if}}' },
  ])
  const dismissed = decide(NOTHING_DECIDED, keyOf(sailing), { kind: 'dismiss' })
  expect(changesOf(alone, dismissed).changes).toEqual([])
})

test('fields inserted in one spot or at the edge of another become one change', () => {
  const at = (paragraph: number, offset: number) => ({ paragraph, offset })
  const put = (id: string, spot: ReturnType<typeof at>, choice = houseBl) => ({ id, at: spot, choice })
  const inserted = [
    put('a', at(2, 0)),
    put('b', at(4, 0)),
    put('c', at(4, 0), onBoard),
    put('d', at(9, 0)),
    put('e', at(9, 6)),
  ].reduce(insert, NOTHING_DECIDED)
  expect(changesOf(page, inserted).changes.slice(-2)).toEqual([
    {
      from: at(4, 0),
      to: at(4, 0),
      text: '{{Shipment.HouseBl}}{{Shipment.OnBoardDate | date:"dd MMM yyyy"}}',
    },
    { from: item.from, to: item.to, text: '{{Shipment.HouseBl}}{{Items.Name}}{{Shipment.HouseBl}}' },
  ])
  const other = changeInsertion(changeInsertion(inserted, 'b'), 'c', houseBl)
  expect(other.insertions.map(({ id, choice }) => [id, choice.name])).toEqual([
    ['a', 'Shipment.HouseBl'],
    ['c', 'Shipment.HouseBl'],
    ['d', 'Shipment.HouseBl'],
    ['e', 'Shipment.HouseBl'],
  ])
})

test('a field of the template is moved as one step, an inserted one stays one; Word’s own stay where they are', () => {
  const at = (paragraph: number, offset: number) => ({ paragraph, offset })
  const state = (text: string, decisions = NOTHING_DECIDED) =>
    statesOf(page, decisions).find(one => one.text === text || one.key === text) ?? never()
  const from = state(number.text)
  const once = moved(NOTHING_DECIDED, from, { id: 'm', at: at(4, 0), choice: houseBl })
  expect(changesOf(page, once).changes.slice(2, 3)).toEqual([{ from: number.from, to: number.to, text: '' }])
  expect(once.insertions).toEqual([{ id: 'm', at: at(4, 0), choice: houseBl }])
  const again = moved(once, state('m', once), { id: 'm', at: at(0, 4), choice: houseBl })
  expect(again).toEqual({ ...once, insertions: [{ id: 'm', at: at(0, 4), choice: houseBl }] })
  // An address over three lines is one place.
  expect(outsidePlaces(statesOf(page, NOTHING_DECIDED), at(2, 6))).toEqual(block.to)
  for (const same of [from.from, from.to])
    expect(moved(NOTHING_DECIDED, from, { id: 'm', at: same, choice: houseBl })).toBe(NOTHING_DECIDED)
  expect([mayMove(from), mayMove({ ...from, writing: 'mergeField' }), mayMove(state(block.text))]).toEqual([
    ...[true, false, false],
  ])
})

test('rows that stay as they are keep their texts; of rows that repeat only the kept one counts', () => {
  const inOther = {
    ...item,
    from: { paragraph: 11, offset: 0 },
    to: { paragraph: 11, offset: 4 },
    text: 'Yarn',
  }
  const both = { ...page, places: [...page.places, inOther] }
  expect(changesOf(both, NOTHING_DECIDED).changes).toEqual([found, name])
  const left = leaveRows(NOTHING_DECIDED, rowsKey(page.rows[0] ?? never()), true)
  expect(changesOf(both, left)).toEqual({ changes: [found], rows: [], conditions: [] })
  expect(leaveRows(left, left.leftRows[0] ?? '', false)).toEqual(NOTHING_DECIDED)
})

test('decisions stay with the texts that still stand in their places', () => {
  const decided = insert(
    decide(decide(NOTHING_DECIDED, keyOf(sailing), { kind: 'dismiss' }), keyOf(number), { kind: 'dismiss' }),
    { id: 'far', at: { paragraph: 2, offset: 99 }, choice: houseBl },
  )
  const other = { ...page, places: [sailing], rows: [] }
  expect(stillThere(other, decided)).toEqual(decide(NOTHING_DECIDED, keyOf(sailing), { kind: 'dismiss' }))
})

test('a place over several paragraphs is marked in each of them, to their ends', () => {
  const marks = marksOf(page, statesOf(page, NOTHING_DECIDED))
  const shown = [1, 2, 3, 4].map(index =>
    (marks.get(index) ?? []).map(({ from, to, status, isFirst }) => [from, to, status, isFirst]),
  )
  expect(shown).toEqual([
    [[0, 13, 'found', true]],
    [[0, 6, 'found', false]],
    [[0, 9, 'found', false]],
    [[9, 20, 'asked', true]],
  ])
})

test('a condition of the template is shown as one, and is nothing to decide on', () => {
  const rule = { ...unknown, choices: [{ placeholder: unknown.text, name: '', label: '' }] }
  const states = statesOf({ ...page, places: [rule] }, NOTHING_DECIDED)
  expect(states.map(({ status, isChanged }) => [status, isChanged])).toEqual([['rule', false]])
  expect(
    marksOf(page, states)
      .get(6)
      ?.map(({ status, isUnknown }) => [status, isUnknown]),
  ).toEqual([['rule', false]])
})

test('marks that are as before are the same objects, so that nothing is drawn anew', () => {
  const before = marksOf(page, statesOf(page, NOTHING_DECIDED))
  const dismissed = decide(NOTHING_DECIDED, keyOf(sailing), { kind: 'dismiss' })
  const after = marksOf(page, statesOf(page, dismissed), before)
  expect(after.get(1)).toBe(before.get(1))
  expect(after.has(4)).toBe(false)
})

test('a paragraph is cut at its marks, its looks and its pictures', () => {
  const [, first, , , , withPicture] = page.parts[0]?.blocks ?? []
  if (first?.kind !== 'paragraph' || withPicture?.kind !== 'paragraph') return never()
  const marks = marksOf(page, statesOf(page, NOTHING_DECIDED))
  const cut = (of: typeof first) =>
    stretchesOf(of, marks.get(of.index) ?? []).map(({ mark, pieces }) => [
      mark?.label,
      pieces.map(({ from, text }) => [from, text]),
    ])
  expect(cut(first)).toEqual([
    [
      'Shipper: Name and address',
      [
        [0, 'Maas '],
        [5, 'Textiles'],
      ],
    ],
  ])
  expect(cut(withPicture)).toEqual([
    [undefined, [[0, 'No. ']]],
    ['House B/L', [[4, '{{Shipment.HouseBl}} ']]],
    [undefined, [[25, '\uFFFC']]],
  ])
})

test('the caret steps over a mark, from line to line, and never into one', () => {
  const marks = marksOf(page, statesOf(page, NOTHING_DECIDED)).get(4) ?? []
  const around = { text: pageTextOf(page), marks }
  const move = (key: string, offset: number) => movedCaret(key, { paragraph: 4, offset }, around)
  expect([move('ArrowRight', 9), move('ArrowLeft', 20), move('Home', 5), move('End', 5)]).toEqual(
    [20, 9, 0, 20].map(offset => ({ paragraph: 4, offset })),
  )
  expect(move('ArrowDown', 3)).toEqual({ paragraph: 5, offset: 26 })
  expect(move('x', 3)).toBe(undefined)
  expect([8, 9, 12, 20].map(offset => outsideMarks(marks, offset))).toEqual([8, 9, 20, 20])
})

test('formats are told in words', () => {
  expect(
    ['', ' | date:"dd.MM.yyyy"', ' | upper', ' | number:"0.00" | before:"HS code "'].map(format =>
      writtenAs(`{{Shipment.Etd${format}}}`, 'en'),
    ),
  ).toEqual(['', 'Like 03.12.2026', 'In capitals', 'Like 1234.50, behind “HS code”'])
})

test.each([
  // A page with other signs than its language.
  ['en', 'kilograms:"#.##0,00##"', 'In kilograms, like 1.234,50'],
  ['en', 'number:"#.##0,####"', 'Like 1.234'],
  ['en', 'unit:"#.##0,000#"', 'With its unit, like 1.234,500'],
  ['en', 'number:"# ##0,0"', 'Like 1\u00a0234,5'],
  ['en', 'number:"#’##0.00"', 'Like 1’234.50'],
  // A picture of any language prints the signs of the document's.
  ['de', 'number:"#,##0.00##"', 'Like 1.234,50'],
  ['de', 'number:"#.##0,00"', 'Like 1.234,50'],
  ['de', 'number:"0,0"', 'Like 1234,5'],
  ['fr', 'tonnes:"0.000"', 'In tonnes, like 1234,500'],
  ['en', 'number', 'Like 1,234'],
  ['en', 'number:"0.####"', 'Like 1234'],
])('in %s | %s is told as %s', (language, format, words) => {
  expect(writtenAs(`{{Shipment.GrossWeight | ${format}}}`, language)).toBe(words)
})

function never(): never {
  throw new Error('The sample has no such part.')
}
