import { expect, test } from 'vitest'
import type { Container } from '#contract/containers.ts'
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
  const further = { flashpoint: 38, marinePollutant: 1, limitedQuantity: 1 }
  const told = (changes: Partial<Item>) => plain(rowOf({ ...paint, ...changes })['DangerousGoods'])
  expect(told({ packingGroup: 2, ...further })).toBe(
    'UN1263, PAINT, 3, III, (38 °C c.c.), MARINE POLLUTANT, LIMITED QUANTITY',
  )
  expect(fieldsOf({ ...paint, ...further }, 'Flashpoint', 'MarinePollutant', 'LimitedQuantity')).toEqual([
    38,
    'Yes',
    'Yes',
  ])
  expect(told({ flashpoint: 60, marinePollutant: 0 })).toBe('UN1263, PAINT, 3, II, (60 °C c.c.)')
  expect(told({ flashpoint: 60.1, limitedQuantity: 0 })).toBe('UN1263, PAINT, 3, II')
  expect(told({ flashpoint: -18.5 })).toBe('UN1263, PAINT, 3, II, (-18.5 °C c.c.)')
  expect(fieldsOf({ marinePollutant: 0 }, 'Flashpoint', 'MarinePollutant', 'LimitedQuantity')).toEqual([
    ...[null, 'No', ''],
  ])
  expect(rowOf(further)['DangerousGoods']).toBe('')
  expect(rowOf({ unNumber: '8000', hazardClass: 19 })['DangerousGoods']).toBe('ID8000, 9')
  expect(rowOf({})['DangerousGoods']).toBe('')
})

test('marks keep their lines', () => {
  expect(
    fieldsOf({ marksAndNumbers: 'ACME\nNOS 1-3', hsCode: '5205.11' }, 'MarksAndNumbers', 'HsCode'),
  ).toEqual(['ACME\nNOS 1-3', '5205.11'])
})

test('an item names its containers, and a container what is in it', () => {
  const boxes = ['MSKU1234565', 'TCLU7654320'].map(number => ({ id: number, number }) as Container)
  const yarn = item({ id: 'yarn', numberOfPacks: 40 })
  const cloth = item({ id: 'cloth', name: 'Cloth', numberOfPacks: 1 })
  const link = { grossWeight: null, volume: null }
  const { lists } = documentValues({
    ...source,
    job: { ...job, items: [yarn, cloth, item({ id: 'left' })] },
    containers: { rows: boxes, areShared: false },
    itemContainers: [
      { itemId: 'yarn', containerId: 'MSKU1234565', packs: 12, ...link },
      { itemId: 'yarn', containerId: 'TCLU7654320', packs: null, ...link },
      { itemId: 'cloth', containerId: 'TCLU7654320', packs: null, ...link },
    ],
  })
  expect(lists.Items?.map(row => row['Containers'])).toEqual([
    'MSKU1234565 (12 packs), TCLU7654320',
    'TCLU7654320 (1 pack)',
    '',
  ])
  expect(lists.Containers?.map(row => row['Cargo'])).toEqual(['12 Cartons Yarn', 'Yarn\n1 Carton Cloth'])
})

test('the chargeable weight follows the job’s mode and the company', () => {
  const by = (transportMode: number, company: object) => {
    const values = documentValues({
      ...source,
      company: { ...source.company, ...company },
      job: {
        ...job,
        quote: { ...job.quote, transportMode },
        items: [item({ grossWeight: 100, volume: 1.2 }), item({ grossWeight: 400, volume: 0.5 })],
      },
    })
    const rows = values.lists.Items?.map(row => row['ChargeableWeight'])
    return [rows, values.fields['ItemTotals.ChargeableWeight']]
  }
  expect(by(0, {})).toEqual([[200, 400], 500])
  expect(by(0, { airDivisor: 5000 })).toEqual([[240, 400], 500])
  expect(by(1, {})).toEqual([[399.6, 400], 566.1])
  expect(by(1, { roadDensity: 250 })).toEqual([[300, 400], 500])
  expect(by(2, {})).toEqual([[1200, 500], 1700])
})
