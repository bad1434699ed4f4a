import { expect, test } from 'vitest'
import { NOTHING_DECIDED, statesOf } from './decisions.ts'
import { differencesByLine, placeOf, sidesOf } from './differences.ts'
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

const clause =
  'The carrier delivers the goods to whom the bill of lading names, against one of its originals, and keeps them at the place of delivery for'
test.each([
  ['a short line is shown whole', ['Bill: A', 'Bill: B'], ['“Bill: A”', '“Bill: B”']],
  ['what is not printed is nothing', ['Bill: A', ''], ['“Bill: A”', 'nothing']],
  [
    'of a long line the word that differs, with some around',
    [
      `${clause} 10 days as clause 4 of our general terms says.`,
      `${clause} 12 days as clause 4 of our general terms says.`,
    ],
    [
      '“… at the place of delivery for 10 days as clause 4 of our …”',
      '“… at the place of delivery for 12 days as clause 4 of our …”',
    ],
  ],
  [
    'of a paragraph of several lines those that differ',
    ['ACME\nKade 1\nRotterdam\nPhone 1', 'ACME\nKade 2\nRotterdam\nPhone 2'],
    ['“Kade 1\nPhone 1”', '“Kade 2\nPhone 2”'],
  ],
  [
    'of a line that is missing, where it is',
    ['ACME\nKade 1\nRotterdam', 'ACME\nRotterdam'],
    ['“ACME\nKade 1”', '“ACME”'],
  ],
  [
    'what differs at the end, or as a whole',
    [`${clause} 10`, `${clause} 12`],
    ['“… at the place of delivery for 10”', '“… at the place of delivery for 12”'],
  ],
])('%s', (_, [before = '', after = ''], [says, prints]) => {
  expect(sidesOf({ before, after })).toEqual({ before: says, after: prints })
})
