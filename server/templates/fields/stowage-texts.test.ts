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
  const texts = stowageTexts({ items, containers, links })
  expect(items.map(({ id }) => texts.containersOf(id))).toEqual(
    items.map(() => numbers.map(index => `MSKU${index} (1 pack)`).join(', ')),
  )
  const cargo = numbers.map(index => `1 Package Goods ${index}`).join('\n')
  expect(containers.map(({ id }) => texts.cargoOf(id))).toEqual(containers.map(() => cargo))
})
