import { expect, test } from 'vitest'
import type { Container } from '#contract/containers.ts'
import type { Item } from '#contract/items.ts'
import { stowageTexts } from './stowage-texts.ts'

const SIDE = 500
const numbers = Array.from({ length: SIDE }, (_, index) => index)

// Gone through for each item and container, these links took a server a quarter of an hour.
test('every item in every container is told in one pass', { timeout: 20_000 }, () => {
  const items = numbers.map(
    index => ({ id: `i${index}`, name: `Goods ${index}`, numberOfPacks: SIDE, modeOfPacking: null }) as Item,
  )
  const containers = numbers.map(index => ({ id: `c${index}`, number: `MSKU${index}` }) as Container)
  const links = items.flatMap(item =>
    containers.map(({ id }) => ({
      ...{ itemId: item.id, containerId: id, packs: 1, grossWeight: null, volume: null },
    })),
  )
  const texts = stowageTexts({ items, houses: [], containers, links })
  expect(items.map(({ id }) => texts.containersOf(id))).toEqual(
    items.map(() => numbers.map(index => `MSKU${index} (1 pack)`).join(', ')),
  )
  const cargo = numbers.map(index => `1 Package Goods ${index}`).join('\n')
  expect(containers.map(({ id }) => texts.cargoOf(id))).toEqual(containers.map(() => cargo))
})

const item = (id: string, numberOfPacks: number, unNumber: string | null = null) =>
  ({
    ...{ id, name: `Goods ${id}`, numberOfPacks, modeOfPacking: null, unNumber, grossWeight: null },
    ...{ length: null, width: null, height: null, volume: null },
  }) as Item
const whole = (itemId: string, containerId: string) => ({
  ...{ itemId, containerId, packs: null, grossWeight: null, volume: null },
})
const two = ['c1', 'c2'].map(id => ({ id, number: id }) as Container)

test('a container of a master holds what its houses say, but where the master’s own items name it', () => {
  const houses = [
    { jobId: 7, hbl: ' HBL-7 ', items: [item('a', 2), item('b', 1)] },
    { jobId: 8, hbl: null, items: [item('c', 5)] },
  ]
  const links = [whole('a', 'c1'), { ...whole('b', 'c1'), packs: 3 }, whole('b', 'c2'), whole('c', 'c2')]
  const cargoOf = (items: Item[], more: typeof links = []) => {
    const texts = stowageTexts({ items, houses, containers: two, links: [...links, ...more] })
    return two.map(({ id }) => texts.cargoOf(id))
  }
  const ofHouses = [
    'HBL-7: 2 Packages Goods a\nHBL-7: 3 Packages Goods b',
    'HBL-7: Goods b\njob 8: 5 Packages Goods c',
  ]
  expect(cargoOf([])).toEqual(ofHouses)
  expect(cargoOf([item('own', 9)])).toEqual(ofHouses)
  expect(cargoOf([item('own', 9)], [whole('own', 'c2')])).toEqual([ofHouses[0], '9 Packages Goods own'])
})

test('dangerous goods of a house are in the container that it names, or may be in any', () => {
  const dangersIn = (links: ReturnType<typeof whole>[], own: Item[] = []) => {
    const houses = [{ jobId: 7, hbl: null, items: [item('a', 2, '1263')] }]
    const texts = stowageTexts({ items: own, houses, containers: two, links })
    return two.map(({ id }) => texts.mayHoldDangerousGoods(id))
  }
  expect(dangersIn([whole('a', 'c2')])).toEqual([false, true])
  expect(dangersIn([])).toEqual([true, true])
  // The master tells of them itself, and where they are.
  const own = [item('own', 2, '1263')]
  expect(dangersIn([whole('own', 'c1')], own)).toEqual([true, false])
  expect(dangersIn([whole('own', 'c1'), whole('a', 'c2')], own)).toEqual([true, true])
})
