import { expect, test } from 'vitest'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { differences, itemSums, takenOver } from './sums.ts'

const line = (fields: Partial<Item>) =>
  ({
    quantity: null,
    grossWeight: null,
    netWeight: null,
    weightUnit: null,
    numberOfPacks: null,
    ...fields,
  }) as Item
const KG = 0
const TON = 1

test('weights are summed in one unit, exactly', () => {
  const items = [
    line({ grossWeight: 0.1, weightUnit: KG, quantity: 2, numberOfPacks: 1 }),
    line({ grossWeight: 0.2, weightUnit: KG, quantity: 3 }),
    line({ grossWeight: 1.5, weightUnit: TON }),
  ]
  expect(itemSums(items, KG)).toEqual({
    quantity: 5,
    grossWeight: 1500.3,
    netWeight: null,
    grossWithoutUnit: null,
    netWithoutUnit: null,
    numberOfPacks: 1,
    weightUnit: KG,
  })
  expect(itemSums(items, TON).grossWeight).toBe(1.5003)
})

test('only what the items say and the job has otherwise is a difference', () => {
  const sums = itemSums([line({ grossWeight: 10, netWeight: 9, numberOfPacks: 4, weightUnit: KG })], KG)
  const job = { grossWeight: 10, netWeight: null, numberOfPackages: 5 } as Job
  expect(differences(sums, job).map(one => [one.label, one.ofItems, one.ofJob])).toEqual([
    ['net weight', 9, null],
    ['number of packages', 4, 5],
  ])
  expect(differences(itemSums([line({})], KG), job)).toEqual([])
})

test('taking over touches nothing that no item says', () => {
  expect(takenOver(itemSums([line({ numberOfPacks: 4 })], KG))).toEqual({ numberOfPackages: 4 })
  expect(takenOver(itemSums([line({ netWeight: 2, weightUnit: TON })], TON))).toEqual({
    netWeight: 2,
    weightUnit: TON,
  })
})

test('weights without a unit are summed apart, and then no weight is compared or taken over', () => {
  const items = [
    line({ grossWeight: 57_804.6035, weightUnit: KG, numberOfPacks: 4 }),
    line({ grossWeight: 64.0035 }),
  ]
  const sums = itemSums(items, KG)
  expect([sums.grossWeight, sums.grossWithoutUnit]).toEqual([57_804.6035, 64.0035])
  expect([sums.netWeight, sums.netWithoutUnit]).toEqual([null, null])
  expect(takenOver(sums)).toEqual({ numberOfPackages: 4 })
  expect(differences(sums, { grossWeight: 1, numberOfPackages: 5 } as Job).map(one => one.label)).toEqual([
    'number of packages',
  ])
})
