import type { ItemContainer } from '#contract/item-containers.ts'
import { amountFields } from '#contract/stowage.ts'
import { isRecord } from '#contract/typed-objects.ts'
import type { CellValue } from '#web/ui/grid/columns.ts'

type Link = Omit<ItemContainer, 'itemId'>

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The value of an item's cell: the id of the container that has all of it, or all parts of a split in one text, so that
 * an undo puts them back; null for an item in no container.
 */
export function containerValue(links: readonly Link[]): CellValue {
  const [only] = links
  if (!only) return null
  if (links.length === 1 && amountFields.every(field => only[field] === null)) return only.containerId
  return JSON.stringify(
    links.map(({ containerId, packs, grossWeight, volume }) => ({ containerId, packs, grossWeight, volume })),
  )
}

/** Whether an item is whole in the one container whose id this is. */
export const isWholeIn = (value: CellValue | undefined): value is string =>
  typeof value === 'string' && ID.test(value)

const figure = (value: unknown) => (typeof value === 'number' ? value : null)

/** What a cell's value says; null for a text that was typed and means no container. */
export function linksOf(value: CellValue): Link[] | null {
  if (value === null) return []
  if (typeof value !== 'string') return null
  if (ID.test(value)) return [{ containerId: value, packs: null, grossWeight: null, volume: null }]
  if (!value.startsWith('[{"containerId"')) return null
  const parts: unknown = JSON.parse(value)
  return Array.isArray(parts)
    ? parts.flatMap((part: unknown) =>
        isRecord(part) && typeof part['containerId'] === 'string'
          ? [
              {
                containerId: part['containerId'],
                packs: figure(part['packs']),
                grossWeight: figure(part['grossWeight']),
                volume: figure(part['volume']),
              },
            ]
          : [],
      )
    : null
}
