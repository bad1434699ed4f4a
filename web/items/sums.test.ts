import { expect, test } from 'vitest'
import type { Item } from '#contract/items.ts'
import { differences, itemSums, takenOver } from './sums.ts'

const line = (fields: Partial<Item>) =>
  ({
    quantity: null,
    grossWeight: null,
    netWeight: null,
    weightUnit: null,
    numberOfPacks: null,
    volume: null,
    ...fields,
  }) as Item
const KG = 0
const TON = 1
const noFigures = {
  ...{ grossWeight: null, netWeight: null, weightUnit: null },
  ...{ numberOfPackages: null, volume: null, volumeUnit: null },
}
const blank = { grossWeight: null, netWeight: null, weightUnit: null }

test('weights are summed in one unit, exactly', () => {
  const items = [
    line({ grossWeight: 0.1, weightUnit: KG, quantity: 2, numberOfPacks: 1 }),
    line({ grossWeight: 0.2, weightUnit: KG, quantity: 3 }),
    line({ grossWeight: 1.5, weightUnit: TON }),
  ]
  expect(itemSums(items)).toEqual({
    quantity: 5,
    grossWeight: 1500.3,
    netWeight: null,
    grossWithoutUnit: null,
    netWithoutUnit: null,
    numberOfPacks: 1,
    volume: null,
    lacksVolume: true,
    weightUnit: KG,
  })
})

test('only what the items say and the job has otherwise is a difference', () => {
  const sums = itemSums([line({ grossWeight: 10, netWeight: 9, numberOfPacks: 4, weightUnit: KG })])
  const job = { ...noFigures, grossWeight: 10, netWeight: null, numberOfPackages: 5, weightUnit: KG }
  expect(differences(sums, job).map(one => [one.label, one.ofItems, one.ofJob])).toEqual([
    ['net weight', 9, null],
    ['number of packages', 4, 5],
  ])
  expect(differences(itemSums([line({})]), job)).toEqual([])
})

test('taking over touches nothing that no item says', () => {
  expect(takenOver(itemSums([line({ numberOfPacks: 4 })]), blank)).toEqual({ numberOfPackages: 4 })
  expect(takenOver(itemSums([line({ netWeight: 2, weightUnit: TON })]), blank)).toEqual({
    netWeight: 2,
    weightUnit: TON,
  })
})

test('weights without a unit are summed apart, and then no weight is compared or taken over', () => {
  const items = [
    line({ grossWeight: 57_804.6035, weightUnit: KG, numberOfPacks: 4 }),
    line({ grossWeight: 64.0035 }),
  ]
  const sums = itemSums(items)
  expect([sums.grossWeight, sums.grossWithoutUnit]).toEqual([57_804.6035, 64.0035])
  expect([sums.netWeight, sums.netWithoutUnit]).toEqual([null, null])
  expect(takenOver(sums, blank)).toEqual({ numberOfPackages: 4 })
  expect(
    differences(sums, { ...noFigures, grossWeight: 1, numberOfPackages: 5 }).map(one => one.label),
  ).toEqual(['number of packages'])
})

test('weights stand in the unit that the items have, whatever the job’s is', () => {
  const inTons = itemSums([line({ grossWeight: 1.2345, weightUnit: TON }), line({ weightUnit: KG })])
  expect([inTons.grossWeight, inTons.weightUnit]).toEqual([1.2345, TON])
  expect(differences(inTons, { ...noFigures, grossWeight: 1234.5, weightUnit: KG })).toEqual([])
  expect(takenOver(inTons, { ...blank, grossWeight: 9, weightUnit: KG })).toEqual({
    grossWeight: 1.2345,
    weightUnit: TON,
  })
  const inKilograms = itemSums([line({ grossWeight: 19_999_999_998, weightUnit: KG })])
  expect([inKilograms.grossWeight, inKilograms.weightUnit]).toEqual([19_999_999_998, KG])
  expect(differences(inKilograms, { ...noFigures, grossWeight: 1, weightUnit: TON })).toEqual([
    { label: 'gross weight', ofItems: 19_999_999_998, ofJob: 1, kind: 'weight' },
  ])
})

test('a weight that stays on the job keeps its unit when the other is taken over', () => {
  const sums = itemSums([line({ grossWeight: 1.5, weightUnit: TON })])
  expect(takenOver(sums, { grossWeight: null, netWeight: 900, weightUnit: KG })).toEqual({
    grossWeight: 1500,
    weightUnit: KG,
  })
})

test('volumes are compared in cubic metres, and only where every item has one', () => {
  const sums = itemSums([line({ volume: 1.5 }), line({ volume: 0.25 })])
  const job = { ...blank, numberOfPackages: null, volume: 61.801, volumeUnit: 1 }
  // 61.801 ft³ are 1.75 m³.
  expect(differences(sums, job)).toEqual([])
  expect(differences(sums, { ...job, volumeUnit: 0 })).toEqual([
    { label: 'volume', ofItems: 1.75, ofJob: 61.801, kind: 'volume' },
  ])
  expect(takenOver(sums, blank)).toEqual({ volume: 1.75, volumeUnit: 0 })
  const some = itemSums([line({ volume: 1.5 }), line({})])
  expect([some.volume, differences(some, job), takenOver(some, blank)]).toEqual([1.5, [], {}])
})
