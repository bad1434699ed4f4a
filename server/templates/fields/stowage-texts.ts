import { labelOf, packingModeChoices } from '#contract/choices.ts'
import type { Container } from '#contract/containers.ts'
import { markOfHouse } from '#contract/houses.ts'
import type { ItemContainer } from '#contract/item-containers.ts'
import type { Item } from '#contract/items.ts'
import type { Job } from '#contract/jobs.ts'
import { stowedOf } from '#contract/stowage.ts'
import { packaging } from './packaging.ts'

/** What a job's items have in its containers, and those of its houses. */
export type Stowage = {
  items: readonly Item[]
  houses: readonly Pick<Job, 'hbl' | 'jobId' | 'items'>[]
  containers: readonly Container[]
  links: readonly ItemContainer[]
}

const figures = new Intl.NumberFormat('en')

/** What papers say of the stowage: of each item and of each container, made in one pass over the links. */
export type StowageTexts = {
  /** “MSKU1234565 (12 packs), TCLU7654320 (28 packs)”; without packs where nobody said how many. */
  containersOf: (itemId: string) => string
  /**
   * What is in a container, a line for each item: “12 Cartons Cotton yarn”, and that of a house with its bill:
   * “HBL-7: 12 Cartons Cotton yarn”. A master's own items tell what its houses carry in the words of the carrier's
   * bill: where they name the container, those of the houses would tell it twice.
   */
  cargoOf: (containerId: string) => string
  /**
   * Dangerous goods are in it, or may be: nobody knows where a dangerous item is that is in no
   * container yet.
   */
  mayHoldDangerousGoods: (containerId: string) => boolean
}

export function stowageTexts({ items, houses, containers, links }: Stowage): StowageTexts {
  const numbers = new Map(containers.map(({ id, number }) => [id, number?.trim() ?? '']))
  const linksByItem = Map.groupBy(links, link => link.itemId)
  const containersByItem = new Map<string, string>()
  const linesByContainer = new Map<string, string[]>()
  const withDangers = new Set<string>()
  const add = (containerId: string, line: string) => {
    const lines = linesByContainer.get(containerId)
    if (lines) lines.push(line)
    else linesByContainer.set(containerId, [line])
  }
  let isAnywhere = false
  for (const item of items) {
    const stowed = stowedOf(item, linksByItem.get(item.id) ?? [])
    const parts = stowed.flatMap(({ containerId, packs }) => numbered(numbers.get(containerId), packs))
    containersByItem.set(item.id, parts.join(', '))
    if (isDangerous(item) && stowed.length === 0) isAnywhere = true
    for (const { containerId, packs } of stowed) {
      if (isDangerous(item)) withDangers.add(containerId)
      const line = lineOf(item, packs)
      if (line !== '') add(containerId, line)
    }
  }
  const ownIds = new Set(items.map(({ id }) => id))
  const ofOwn = new Set(links.flatMap(link => (ownIds.has(link.itemId) ? [link.containerId] : [])))
  const tellsDangers = items.some(isDangerous)
  for (const house of houses)
    for (const item of house.items) {
      const stowed = stowedOf(item, linksByItem.get(item.id) ?? [])
      if (isDangerous(item) && stowed.length === 0 && !tellsDangers) isAnywhere = true
      for (const { containerId, packs } of stowed) {
        if (isDangerous(item)) withDangers.add(containerId)
        const line = lineOf(item, packs)
        if (line !== '' && !ofOwn.has(containerId)) add(containerId, `${markOfHouse(house)}: ${line}`)
      }
    }
  return {
    containersOf: id => containersByItem.get(id) ?? '',
    cargoOf: id => linesByContainer.get(id)?.join('\n') ?? '',
    mayHoldDangerousGoods: id => isAnywhere || withDangers.has(id),
  }
}

const isDangerous = ({ unNumber }: Item) => Boolean(unNumber?.trim())

function numbered(number: string | undefined, packs: number | null): string[] {
  if (!number) return []
  if (packs === null) return [number]
  return [`${number} (${figures.format(packs)} ${packs === 1 ? 'pack' : 'packs'})`]
}

function lineOf(item: Item, packs: number | null): string {
  const word = labelOf(packingModeChoices, item.modeOfPacking)
  const counted = packs === null ? '' : `${figures.format(packs)} ${packaging(word || 'Packages', packs)}`
  return [counted, item.name?.trim()].filter(Boolean).join(' ')
}
