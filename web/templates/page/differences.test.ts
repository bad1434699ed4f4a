import { expect, test } from 'vitest'
import { NOTHING_DECIDED, statesOf } from './decisions.ts'
import { differencesByLine, placeOf } from './differences.ts'
import { choice, paragraph, place, samplePage } from './sample-page.ts'

const voyage = place('field', [0, 31, 50], '{{Shipment.Voyage}}', choice('Shipment.Voyage', 'Voyage'))
const vessel = place('field', [0, 0, 23], '{{Shipment.VesselName}}', choice('Shipment.VesselName', 'Vessel'))
const page = samplePage({
  parts: [
    {
      label: 'body',
      blocks: [
        paragraph(0, '{{Shipment.VesselName}} voyage {{Shipment.Voyage}} E'),
        paragraph(1, 'Said to contain'),
      ],
    },
  ],
  places: [vessel, voyage],
  rows: [],
})
const found = (before: string, after: string, line = 0) =>
  placeOf(page, statesOf(page, NOTHING_DECIDED), { before, after, paragraph: line })?.choice?.label

test.each([
  ['the field whose value differs', 'Orwell voyage 2 E', 'Orwell voyage 3 E', 'Voyage'],
  ['the first of two', 'Orwell voyage 2 E', 'Jubilee voyage 3 E', 'Vessel'],
  ['the first where the line reads otherwise as a whole', 'Something else', 'Orwell voyage 2 E', 'Vessel'],
  ['the first of what is not printed', 'Orwell voyage 2 E', '', 'Vessel'],
])('a difference leads to %s', (_, before, after, label) => {
  expect(found(before, after)).toBe(label)
})

test('a line of text has no field to lead to', () => {
  expect(found('Said to hold', 'Said to contain', 1)).toBe(undefined)
})

test('what has no place on the page is at no line', () => {
  const [one, other] = [0, null].map(line => ({ before: 'a', after: 'b', paragraph: line }))
  if (!one || !other) throw new Error('no differences')
  expect([...differencesByLine([one, other, one])]).toEqual([[0, [one, one]]])
})
