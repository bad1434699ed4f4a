import { expect, test } from 'vitest'
import type { Item } from '#contract/items.ts'
import { documentValues } from '#server/templates/fields/catalogue.ts'
import { item, job, source } from '#testing/template-source.ts'

const valuesOf = (...items: Partial<Item>[]) =>
  documentValues({ ...source, job: { ...job, items: items.map(item) } })
const rowOf = (changes: Partial<Item>) => valuesOf(changes).lists.Items?.[0] ?? {}
const fieldsOf = (changes: Partial<Item>, ...names: string[]) => names.map(name => rowOf(changes)[name])

const pallets = { numberOfPacks: 3, length: 120, width: 80, height: 95 }
const plain = (text: unknown) => String(text).replaceAll('\u00a0', ' ')

test('the dimensions stand in one text, in centimetres unless inches are chosen', () => {
  expect(plain(rowOf(pallets)['Dimensions'])).toBe('3 × 120 × 80 × 95 cm')
  expect(plain(rowOf({ ...pallets, height: 47.25, dimensionUnit: 1 })['Dimensions'])).toBe(
    '3 × 120 × 80 × 47.25 in',
  )
  expect(plain(rowOf({ ...pallets, numberOfPacks: null, width: null })['Dimensions'])).toBe('120 × – × 95 cm')
  expect(fieldsOf({ numberOfPacks: 3, dimensionUnit: 1 }, 'Dimensions', 'DimensionUnit')).toEqual([null, ''])
  expect(fieldsOf(pallets, 'Length', 'Width', 'Height', 'DimensionUnit')).toEqual([120, 80, 95, 'cm'])
})

test('the volume is the packages’ own until another is typed, and is summed', () => {
  expect(fieldsOf(pallets, 'Volume', 'VolumeUnit')).toEqual([2.736, 'Cubic Meter'])
  expect(fieldsOf({ ...pallets, volume: 3 }, 'Volume')).toEqual([3])
  expect(fieldsOf({}, 'Volume', 'VolumeUnit')).toEqual([null, ''])
  const { fields } = valuesOf(pallets, { volume: 0.1 }, { volume: 0.2 }, {})
  expect([fields['ItemTotals.Volume'], fields['ItemTotals.VolumeUnit']]).toEqual([3.036, 'Cubic Meter'])
  expect(valuesOf({}).fields['ItemTotals.Volume']).toBeNull()
})

test('dangerous goods are told in the order of the IMDG Code', () => {
  const paint = { unNumber: '1263', hazardClass: 9, packingGroup: 1, properShippingName: 'Paint ' }
  expect(
    fieldsOf(paint, 'DangerousGoods', 'UnNumber', 'HazardClass', 'PackingGroup', 'ProperShippingName'),
  ).toEqual(['UN1263, PAINT, 3, II', '1263', '3', 'II', 'Paint'])
  expect(rowOf({ unNumber: '8000', hazardClass: 19 })['DangerousGoods']).toBe('ID8000, 9')
  expect(rowOf({})['DangerousGoods']).toBe('')
})

test('marks keep their lines', () => {
  expect(
    fieldsOf({ marksAndNumbers: 'ACME\nNOS 1-3', hsCode: '5205.11' }, 'MarksAndNumbers', 'HsCode'),
  ).toEqual(['ACME\nNOS 1-3', '5205.11'])
})
