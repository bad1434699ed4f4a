import { labelOf, packingModeChoices } from '#contract/choices.ts'
import type { Container } from '#contract/containers.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import { stowedOf } from '#contract/stowage.ts'
import { packaging } from './packaging.ts'

/** What a job's items have in its containers. */
export type Stowage = {
  items: readonly Item[]
  containers: readonly Container[]
  links: readonly ItemContainer[]
}

const figures = new Intl.NumberFormat('en')
const linksOf = ({ links }: Stowage, item: Item) =>
  stowedOf(
    item,
    links.filter(link => link.itemId === item.id),
  )

/** “MSKU1234565 (12 packs), TCLU7654320 (28 packs)”; without packs where nobody said how many. */
export function containersText(stowage: Stowage, item: Item): string {
  const numbers = new Map(stowage.containers.map(({ id, number }) => [id, number?.trim() ?? '']))
  return linksOf(stowage, item)
    .flatMap(({ containerId, packs }) => {
      const number = numbers.get(containerId)
      if (!number) return []
      return packs === null
        ? [number]
        : [`${number} (${figures.format(packs)} ${packs === 1 ? 'pack' : 'packs'})`]
    })
    .join(', ')
}

/** What is in a container, a line for each item: “12 Cartons Cotton yarn”. */
export const cargoText = (stowage: Stowage, containerId: string): string =>
  stowage.items
    .flatMap(item => {
      const link = linksOf(stowage, item).find(one => one.containerId === containerId)
      if (!link) return []
      const word = labelOf(packingModeChoices, item.modeOfPacking)
      const packs =
        link.packs === null
          ? ''
          : `${figures.format(link.packs)} ${packaging(word || 'Packages', link.packs)}`
      return [[packs, item.name?.trim()].filter(Boolean).join(' ')]
    })
    .filter(line => line !== '')
    .join('\n')
