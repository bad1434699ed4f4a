import { expect, test } from 'vitest'
import { linkTo, Places, portableName } from './places.ts'

test.each([
  ['Invoice 7/2026: “final”?.pdf', 'Invoice 7_2026_ “final”_.pdf'],
  ['..', 'unnamed'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['a\\b', 'a_b'],
  ['CON.txt', '_CON.txt'],
  ['dots and spaces. . ', 'dots and spaces'],
  ['Größe 船.pdf', 'Größe 船.pdf'],
  [`${'x'.repeat(300)}.docx`, `${'x'.repeat(115)}.docx`],
  ['', 'unnamed'],
])('%s is called %s on every system', (name, portable) => {
  expect(portableName(name)).toBe(portable)
})

test('no two files of a folder have one name, and none that of a folder in it', () => {
  const places = new Places('files/7', ['Deleted'])
  expect(
    ['Bill.pdf', 'BILL.pdf', 'bill (2).pdf', 'Bill?.pdf', 'Deleted'].map(name => places.take(name)),
  ).toEqual([
    'files/7/Bill.pdf',
    'files/7/BILL (2).pdf',
    'files/7/bill (2) (2).pdf',
    'files/7/Bill_.pdf',
    'files/7/Deleted (2)',
  ])
})

test('an address leads to a file whatever its name holds', () => {
  expect(linkTo('files/7/50% #1? & more.pdf', 1)).toBe('../files/7/50%25%20%231%3F%20%26%20more.pdf')
})
