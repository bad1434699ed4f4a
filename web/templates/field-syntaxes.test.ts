import { expect, test } from 'vitest'
import type { CatalogueField } from '#contract/template-fields.ts'
import { matches, nearness, readFields } from './field-syntaxes.ts'

const field = (about: Partial<CatalogueField> = {}): CatalogueField => ({
  ...{ name: 'Shipment.HouseBl', label: 'House BL', aliases: ['Hbl'], kind: 'text', value: 'LDG-4711' },
  ...about,
})

test.each([
  ['', true],
  ['house b/l', true],
  ['bl', true],
  ['hbl', true],
  ['job house', true],
  ['ldg 47', true],
  ['ouse', false],
  ['voyage', false],
])('a field is found by “%s”: %s', (searched, isFound) => {
  expect(matches(field(), 'Job', searched)).toBe(isFound)
})

test('under another title a field is found by that', () => {
  const one = field()
  expect([matches(one, 'Job', 'job house'), matches(one, 'Bill', 'job house')]).toEqual([true, false])
  expect(matches(one, 'Bill', 'bill house')).toBe(true)
})

test('what a field says is read once, however often it is looked for', () => {
  let reads = 0
  const one = Object.defineProperty(field(), 'aliases', {
    get: () => {
      reads += 1
      return ['Hbl']
    },
  })
  const group = { name: 'Shipment', title: 'Job', isList: false, fields: [one] }
  expect([...readFields([group])]).toHaveLength(1)
  for (const searched of ['h', 'ho', 'hou', 'v', '']) matches(one, 'Job', searched)
  expect(reads).toBe(1)
})

test('the field of that very value is nearest, then one of that name, then one whose value holds it', () => {
  const fields = [
    { ...field(), value: 'ldg 4711' },
    { ...field(), aliases: ['LDG 4711'], value: 'LDG-4711 of Karachi' },
    { ...field(), value: 'LDG-4711 of Karachi' },
  ]
  expect(fields.map(one => nearness(one, 'Job', 'LDG-4711'))).toEqual([0, 1, 2])
})
