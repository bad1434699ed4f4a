import { expect, test } from 'vitest'
import type { TemplatePage } from '#contract/template-pages.ts'
import { changesOf, decide, keyOf, NOTHING_DECIDED, statesOf } from './decisions.ts'
import { dismissalsOf } from './dismissals.ts'
import { etd, onBoard, paragraph, place, samplePage, shipper } from './sample-page.ts'
import { stillThere } from './still-there.ts'

const pageOf = (lines: readonly string[], places: TemplatePage['places']): TemplatePage => ({
  ...samplePage({ places, rows: [] }),
  parts: [{ label: 'body', blocks: lines.map((line, index) => paragraph(index, line)) }],
})
const DAY = '03 Dec 2026'
const asked = (at: [number, number, number]) => place('asked', at, DAY, etd, onBoard)

/** The day of sailing is behind a name, another day stands below it, and so does a row that goes. */
const first = asked([1, 17, 28])
const second = asked([2, 7, 18])
const before = pageOf(
  ['Towels', 'Elbe A.G. sailed 03 Dec 2026', 'Dated: 03 Dec 2026', 'No. 12 of 12'],
  [place('found', [1, 0, 9], 'Elbe A.G.', shipper), first, second, place('asked', [3, 10, 12], '12', etd)],
)
/** The row is gone, the name is a field, and both days and both numbers are found, and sure. */
const sure = (at: [number, number, number], text = DAY) => place('found', at, text, etd)
const afterSave = pageOf(
  ['{{Shipper.Name}} sailed 03 Dec 2026', 'Dated: 03 Dec 2026', 'No. 12 of 12'],
  [sure([0, 24, 35]), sure([1, 7, 18]), sure([2, 4, 6], '12'), sure([2, 10, 12], '12')],
)
const statusesOf = (page: TemplatePage, decisions = NOTHING_DECIDED) =>
  statesOf(page, decisions).map(({ text, status }) => [text, status])

test('what was dismissed stays so where the same text still stands, and nothing else does', () => {
  const number = before.places[3] ?? never()
  const decided = [first, number].reduce(
    (all, one) => decide(all, keyOf(one), { kind: 'dismiss' }),
    NOTHING_DECIDED,
  )
  const dismissals = dismissalsOf(before, statesOf(before, decided))
  expect(dismissals).toEqual([
    { text: DAY, at: first.from, before: 'Elbe A.G. sailed' },
    { text: '12', at: number.from, before: 'No. 12 of' },
  ])
  const page = { ...afterSave, dismissals }
  expect(statusesOf(page)).toEqual([
    [DAY, 'dismissed'],
    [DAY, 'found'],
    ['12', 'found'],
    ['12', 'dismissed'],
  ])
  expect(changesOf(page, NOTHING_DECIDED).changes.map(({ from }) => from)).toEqual([
    { paragraph: 1, offset: 7 },
    { paragraph: 2, offset: 4 },
  ])
  // Nothing is added to what is kept, and what stands elsewhere or nowhere is kept too.
  expect(dismissalsOf(page, statesOf(page, NOTHING_DECIDED))).toEqual(dismissals)
})

test('a part of what was dismissed is no field either; what is used again is proposed again', () => {
  const address = { ...place('asked', [0, 0], 'Elbe\nKai 7', shipper), to: { paragraph: 1, offset: 5 } }
  const whole = pageOf(['Elbe', 'Kai 7'], [address])
  const dismissed = decide(NOTHING_DECIDED, keyOf(address), { kind: 'dismiss' })
  const dismissals = dismissalsOf(whole, statesOf(whole, dismissed))
  const line = place('found', [1, 0, 5], 'Kai 7', shipper)
  const page = { ...pageOf(['Elbe', 'Kai 7'], [line]), dismissals }
  expect(statusesOf(page)).toEqual([['Kai 7', 'dismissed']])
  const used = decide(NOTHING_DECIDED, keyOf(line), { kind: 'use', choice: shipper })
  expect(statusesOf(page, used)).toEqual([['Kai 7', 'found']])
  expect(dismissalsOf(page, statesOf(page, used))).toEqual([])
})

test('decisions are kept where their text has moved, each with its own place', () => {
  const use = { kind: 'use', choice: onBoard } as const
  const decided = decide(decide(NOTHING_DECIDED, keyOf(first), use), keyOf(second), { kind: 'dismiss' })
  const replaced = { to: { paragraph: 2, offset: 5 }, text: 'Dated' }
  const insertion = { id: 'a', at: { paragraph: 2, offset: 0 }, choice: etd, replaced }
  const kept = stillThere(afterSave, { ...decided, insertions: [insertion] }, before)
  expect(kept).toEqual({
    ...NOTHING_DECIDED,
    places: {
      [keyOf(sure([0, 24, 35]))]: use,
      [keyOf(sure([1, 7, 18]))]: { kind: 'dismiss' },
    },
    insertions: [
      {
        ...insertion,
        at: { paragraph: 1, offset: 0 },
        replaced: { ...replaced, to: { paragraph: 1, offset: 5 } },
      },
    ],
  })
  // The first of the two became a field meanwhile: what was said of it is not said of the other.
  const gone = pageOf(['Elbe A.G. sailed {{Shipment.Etd}}', 'Dated: 03 Dec 2026'], [asked([1, 7, 18])])
  const left = stillThere(gone, decide(NOTHING_DECIDED, keyOf(first), use), before)
  expect(left).toEqual(NOTHING_DECIDED)
})

function never(): never {
  throw new Error('The page has no such place.')
}

test('of more than the server keeps, what was dismissed last stays', () => {
  const dismissals = Array.from({ length: 30 }, (_, index) => ({
    text: String(index).padEnd(2_000, '.'),
    at: { paragraph: 90, offset: index },
    before: '',
  }))
  const kept = dismissalsOf({ ...before, places: [], dismissals }, [])
  expect(kept).toEqual(dismissals.slice(5))
})
