import { expect, test } from 'vitest'
import { leftOf, stowageDifferences, stowedByContainer } from './stowage.ts'

const item = {
  ...{ id: 'yarn', numberOfPacks: 40, grossWeight: 1.25, weightUnit: 1, volume: null },
  ...{ length: 100, width: 50, height: 50, dimensionUnit: null },
}
const nothing = { packs: null, grossWeight: null, volume: null }
const link = (containerId: string, amounts = {}, itemId = 'yarn') => ({
  ...{ itemId, containerId },
  ...nothing,
  ...amounts,
})

test('an item in one container of which nothing is said is in it whole', () => {
  expect(stowedByContainer([item], [link('one')])).toEqual(
    new Map([['one', { packs: 40, grossWeight: 1250, volume: 10 }]]),
  )
  // Over two of which nothing is said, nobody knows how much is where.
  expect(stowedByContainer([item], [link('one'), link('two')])).toEqual(
    new Map([
      ['one', nothing],
      ['two', nothing],
    ]),
  )
})

test('what is left is exact, and below nought where more is stowed than there is', () => {
  const split = [link('one', { packs: 30, grossWeight: 0.1, volume: 0.1 }), link('two', { grossWeight: 0.2 })]
  expect(leftOf(item, split)).toEqual({ packs: 10, grossWeight: 1249.7, volume: 9.9 })
  expect(leftOf(item, [link('one', { packs: 41 })]).packs).toBe(-1)
  expect(leftOf({ ...item, weightUnit: null, height: null }, split)).toEqual({ ...nothing, packs: 10 })
})

test('a container differs where its items come to something else; what one of them lacks is not compared', () => {
  const other = { ...item, id: 'cloth', grossWeight: null }
  const stowed = stowedByContainer([item, other], [link('one'), link('one', {}, 'cloth')]).get('one')
  expect(stowed).toEqual({ packs: 80, grossWeight: null, volume: 20 })
  expect(stowageDifferences({ packages: 80, cargoWeight: 5, volume: null }, stowed)).toEqual([
    { field: 'volume', ofItems: 20 },
  ])
  expect(stowageDifferences({ packages: 79, cargoWeight: 5, volume: 20 }, stowed)).toEqual([
    { field: 'packs', ofItems: 80 },
  ])
  expect(stowageDifferences({ packages: 79, cargoWeight: 5, volume: 1 }, undefined)).toEqual([])
})
