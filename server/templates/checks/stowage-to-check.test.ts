import { expect, test } from 'vitest'
import type { Container } from '#contract/containers.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { bareContainer } from '#testing/bare-container.ts'
import { item, job, source } from '#testing/template-source.ts'
import { stowageToCheck } from './stowage-to-check.ts'

const numbers = ['MSKU1234565', 'TGHU7654320', 'CSQU3054383']
const boxes = (...figures: Partial<Container>[]) =>
  figures.map((one, index) => ({
    ...{ ...bareContainer, id: `box ${index}`, number: numbers[index] ?? null },
    ...one,
  }))
const goods = (changes: Partial<Item>) =>
  item({ id: 'goods', name: 'Resin', weightUnit: 0, grossWeight: null, ...changes })
const parts = (...amounts: Partial<ItemContainer>[]) =>
  amounts.map((one, index) => ({
    ...{ itemId: 'goods', containerId: `box ${index}`, packs: null, grossWeight: null, volume: null },
    ...one,
  }))
const told = (
  names: string[],
  items: Item[],
  rows: Container[],
  links: ItemContainer[],
  areShared = false,
) => {
  const of: TemplateSource = {
    ...{ ...source, job: { ...job, items }, itemContainers: links },
    containers: { rows, areShared },
  }
  return stowageToCheck(new Set(names), of)
}
const packages = (message: string) => ({
  label: 'Containers: Packages',
  message,
  place: { screen: 'items' },
})

test('a container that says another figure than its items, and packs in no container, are named', () => {
  const items = [goods({ numberOfPacks: 600 })]
  const rows = boxes({ packages: 100 }, { packages: 102 }, { packages: 398 })
  const links = parts({ packs: 100 }, { packs: 101 }, { packs: 398 })
  for (const name of [
    'Containers.Packages',
    'ContainerTotals.Packages',
    'Items.Containers',
    'Containers.Cargo',
  ])
    expect(told([name], items, rows, links), name).toEqual([
      packages('Container TGHU7654320 has 102 packs; the items in it come to 101 packs'),
      packages('“Resin” has 600 packs; 1 pack of it is in no container'),
    ])
  expect(told(['Items.Name', 'Containers.Number', 'Containers.CargoWeight'], items, rows, links)).toEqual([])
  // They are those of the master, of which papers of a house print no cargo.
  expect(told(['Containers.Packages'], items, rows, links, true)).toEqual([])
})

test('more in the containers than the item has is named, in packs and in weight', () => {
  const items = [goods({ numberOfPacks: 400, grossWeight: 10.96, weightUnit: 1 })]
  const rows = boxes({ cargoWeight: 9000 }, { cargoWeight: 9000 })
  const links = parts({ packs: 300, grossWeight: 9000 }, { packs: 300, grossWeight: 9000 })
  expect(told(['Containers.Cargo', 'Containers.GrossWeight'], items, rows, links)).toEqual([
    packages('“Resin” has 400 packs; its containers are said to have 600 packs of it'),
    {
      label: 'Containers: Cargo Weight',
      message: '“Resin” has 10,960\u00a0kg; its containers are said to have 18,000\u00a0kg of it',
      place: { screen: 'items' },
    },
  ])
})

test('what agrees or is not said contradicts nothing', () => {
  const all = ['Containers.Packages', 'Containers.CargoWeight', 'Containers.Volume', 'Items.Containers']
  const items = [goods({ numberOfPacks: 5, grossWeight: 100 })]
  expect(told(all, items, boxes({ packages: 5, cargoWeight: 100 }), parts({}))).toEqual([])
  expect(told(all, items, boxes({}, {}), parts({ packs: 2 }, { packs: 3 }))).toEqual([])
  // Of the second part nobody has said how much it is.
  expect(told(all, items, boxes({ packages: 2 }, {}), parts({ packs: 2 }, {}))).toEqual([])
  expect(told(all, items, boxes({ packages: 7 }), [])).toEqual([])
})

test('of many, three are named and the rest is counted', () => {
  const rows = boxes(...Array.from({ length: 5 }, () => ({ packages: 7 })))
  const links = rows.map(({ id }, index) => ({
    ...parts({ packs: 1 })[0],
    itemId: `${index}`,
    containerId: id,
  }))
  const items = rows.map((_, index) => goods({ id: `${index}`, name: null, numberOfPacks: 1 }))
  const [one] = told(['Containers.Packages'], items, rows, links as ItemContainer[])
  expect(one?.message).toBe(
    [
      ...numbers.map(number => `Container ${number} has 7 packs; the items in it come to 1 pack`),
      '2 more containers differ from their items',
    ].join('; '),
  )
})
