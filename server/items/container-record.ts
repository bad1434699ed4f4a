import { stowedFields } from '#contract/item-containers.ts'
import { namedText } from '#server/records/change-wording.ts'
import { historyOnly, type RecordKind } from '#server/records/describe.ts'

/** The value of a column before, or else after a change. */
const idIn = (change: [unknown, unknown] | undefined): string => {
  const id = change?.[0] ?? change?.[1]
  return typeof id === 'string' ? id : ''
}

/** What of an item is in a container, which the history tells of both. */
export const itemContainerRecord: RecordKind = {
  table: 'item_containers',
  type: 'itemContainer',
  label: 'Item in container',
  name: null,
  fields: {
    packs: historyOnly('packs', stowedFields.packs.label),
    gross_weight: historyOnly('grossWeight', stowedFields.grossWeight.label),
    volume: historyOnly('volume', stowedFields.volume.label),
  },
  hidden: ['id', 'job_id', 'item_id', 'container_id'],
  restore: { because: 'Say it again at the item, whose containers may be others by now.' },
  wording: {
    words: ({ action, changes, names }) => {
      if (action === 'changed') return null
      const item = namedText(idIn(changes['item_id']), names)
      const container = namedText(idIn(changes['container_id']), names)
      return action === 'added'
        ? `put item ${item} into container ${container}`
        : `took item ${item} out of container ${container}`
    },
    name: () => null,
    place: () => 'of an item in a container',
  },
}
