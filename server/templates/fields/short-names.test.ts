import { expect, test } from 'vitest'
import { indexFields, normaliseName } from '#server/word/language/known-fields.ts'
import { knownFields } from './catalogue.ts'

const index = indexFields(knownFields)

test.each([
  ['ReadyOn', 'Shipment.ReadyOn'],
  ['swbro', 'Shipment.ReadyOn'],
  ['Hbl', 'Shipment.HouseBl'],
  ['GrossWeight', 'Shipment.GrossWeight'],
  ['Commodity', 'Quote.Commodity'],
  ['ClType', 'Quote.LoadType'],
  ['Name', 'Shipment.Name'],
])('%s is %s', (name, fullName) => {
  expect(index.field(name)?.name).toBe(fullName)
})

test('a party’s fields have no short names, as there are several parties', () => {
  for (const name of ['Address', 'Telephone', 'PostCode']) expect(index.field(name)).toBeUndefined()
})

test('no name means two fields', () => {
  const names = knownFields.fields.flatMap(field => [field.name, ...(field.aliases ?? [])]).map(normaliseName)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
