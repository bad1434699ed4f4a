import { expect, test } from 'vitest'
import { readTimes } from './processor-time.ts'

test('times are read from behind the name, which may hold anything', () => {
  const fields = [
    'S',
    '77',
    '1',
    '1',
    '0',
    '-1',
    '4194304',
    '10',
    '0',
    '0',
    '0',
    '250',
    '50',
    '7',
    '3',
    '20',
    '0',
  ]
  expect(readTimes(`4711 (node (a) b) ${fields.join(' ')}`)).toEqual({
    parent: 77,
    own: 3000,
    ofEndedChildren: 100,
  })
})
