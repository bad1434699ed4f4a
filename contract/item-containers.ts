import { z } from 'zod'
import { MAX_CONTAINERS } from './containers.ts'
import { endpoint } from './endpoint.ts'
import { field, labelsOf, schemasOf } from './field.ts'
import { count, figureUpTo, id, measure, version } from './values.ts'

/** What of an item is in a container; all of it where none of these is said. */
export const stowedFields = {
  packs: field('Packs', count),
  /** In kilograms, as containers state weights, whatever the item's own unit. */
  grossWeight: field('Gross Weight', measure),
  /** In cubic metres. */
  volume: field('Volume', figureUpTo(9_999_999_999, 3)),
}
export const stowedLabels = labelsOf(stowedFields)

export const itemContainer = z.object({ itemId: id, containerId: id, ...schemasOf(stowedFields) })
export type ItemContainer = z.infer<typeof itemContainer>

const areDifferent = (rows: readonly object[]) =>
  new Set(rows.map(row => ('containerId' in row ? row.containerId : row))).size === rows.length

export const listItemContainers = endpoint({
  method: 'GET',
  path: '/api/item/containers',
  summary:
    'In which containers the items of a job travel: its own, or those of the master of a house without; without figures: the whole item',
  tag: 'Items',
  access: 'jobs:read',
  query: z.object({ shipmentId: id }),
  reply: z.array(itemContainer),
})

export const stowedByHouses = z.object({ containerId: id, ...schemasOf(stowedFields) })
export type StowedByHouses = z.infer<typeof stowedByHouses>

export const listStowedByHouses = endpoint({
  method: 'GET',
  path: '/api/item/containers/ofhouses',
  summary:
    'What the items of a master’s houses come to in each of its containers, as far as they name one; a figure that one of these items lacks is null',
  tag: 'Items',
  access: 'jobs:read',
  query: z.object({ shipmentId: id }),
  reply: z.array(stowedByHouses),
})

/** How many times an item of one job may be in a container of it: papers and screens list them all. */
export const MAX_STOWED = 5000

export const setItemContainers = endpoint({
  method: 'PUT',
  path: '/api/item/containers',
  summary:
    'Say in which containers of its job, or of the master of a house without its own, an item travels, in place of what was said before. One container without figures has the whole item, none leaves it without. Weights are in kilograms, volumes in cubic metres',
  tag: 'Items',
  access: 'jobs:write',
  body: z.object({
    id,
    containers: z
      .array(z.object({ containerId: id, ...z.object(schemasOf(stowedFields)).partial().shape }))
      .max(MAX_CONTAINERS, `At most ${MAX_CONTAINERS} containers.`)
      .refine(areDifferent, 'Two of them are the same container.'),
  }),
  /** The item's id and its new version. */
  reply: z.object({ id, containers: z.array(itemContainer), version }),
})
