import { expect, test } from 'vitest'
import { findPlaceholders, parseExpression } from './expression.ts'

const inners = (text: string) =>
  findPlaceholders(text).map(found => (found.isFinished ? found.inner : `!${found.inner}`))

test('placeholders in a text', () => {
  expect(inners('Dear {{A}}, {{ B.C }}!')).toEqual(['A', ' B.C '])
  expect(inners('{{A}}{{B}}')).toEqual(['A', 'B'])
  expect(inners('{A} }} {')).toEqual([])
  expect(inners('{{A | number:"0 }} 0"}} {{B}}')).toEqual(['A | number:"0 }} 0"', 'B'])
  expect(inners('{{A | number:"0}} {{B}}')).toEqual(['A | number:"0', 'B'])
})

test('an opening that is never closed is told from its neighbours', () => {
  expect(inners('{{A {{B}}')).toEqual(['!A {{B}}', 'B'])
  expect(inners('{{A')).toEqual(['!A'])
  expect(inners('{{A\uFFFC}}')).toEqual(['!A\uFFFC}}'])
})

test.each([
  ['Shipment.Name', { type: 'value', name: 'Shipment.Name', formats: [] }],
  [' shipment_name ', { type: 'value', name: 'shipment_name', formats: [] }],
  ['Straße.Größe', { type: 'value', name: 'Straße.Größe', formats: [] }],
  ['#Items', { type: 'open', list: 'Items' }],
  ['# Items', { type: 'open', list: 'Items' }],
  ['/Items', { type: 'close', name: 'Items' }],
  ['/', { type: 'close', name: '' }],
  ['A | date:"dd MMM"', { type: 'value', name: 'A', formats: [{ name: 'date', argument: 'dd MMM' }] }],
  ['A | date:“dd MMM”', { type: 'value', name: 'A', formats: [{ name: 'date', argument: 'dd MMM' }] }],
  ['A | date:„dd MMM“', { type: 'value', name: 'A', formats: [{ name: 'date', argument: 'dd MMM' }] }],
  ['A | date:‘dd MMM’', { type: 'value', name: 'A', formats: [{ name: 'date', argument: 'dd MMM' }] }],
  [
    'A|Date : "d"|UPPER',
    { type: 'value', name: 'A', formats: [{ name: 'date', argument: 'd' }, { name: 'upper' }] },
  ],
  ['A | number:"0 | 0"', { type: 'value', name: 'A', formats: [{ name: 'number', argument: '0 | 0' }] }],
  [
    'A\u00a0|\u202fdate :\u00a0« d »',
    { type: 'value', name: 'A', formats: [{ name: 'date', argument: ' d ' }] },
  ],
  ['\u200bA\u00ad.B\ufeff', { type: 'value', name: 'A.B', formats: [] }],
])('“%s” is read', (inner, expected) => {
  expect(parseExpression(inner)).toEqual(expected)
})

test.each([
  ['', 'There is no name between the braces.'],
  ['  ', 'There is no name between the braces.'],
  ['#', 'There is no name after “#”.'],
  ['A B', '“A B” is not a name.'],
  ['A.', '“A.” is not a name.'],
  ['1A', '“1A” is not a name.'],
  ['process.exit()', '“process.exit()” is not a name.'],
  [
    'ABS(-2)',
    '“ABS(-2)” names no field: as a formula it is always 2. Write the figure or the text itself, without braces.',
  ],
  [
    '2026-12-03 | number:"0"',
    '“2026-12-03” names no field: as a formula it is always 2011. Write the figure or the text itself, without braces.',
  ],
  ['ROUND(1 / 0, 2)', '“ROUND(1 / 0, 2)” names no field and has no result.'],
  ['A |', 'There is no format after “|”.'],
  ['A | date:dd', 'The argument of “date” needs quotes around it.'],
  ['A | 5', '“5” is not a format.'],
])('“%s” is refused', (inner, expected) => {
  expect(parseExpression(inner)).toBe(expected)
})
