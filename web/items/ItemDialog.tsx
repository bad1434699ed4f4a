import { useState } from 'react'
import { type Item, itemLabels } from '#contract/items.ts'
import { newId } from '#web/lib/new-id.ts'
import { useSetItemContainers } from '#web/records/item-containers.ts'
import { RecordDialog } from '#web/ui/record-form/RecordDialog.tsx'
import { ChargeableWeightOfItem } from './ChargeableWeight.tsx'
import { itemInput, itemText, itemValues } from './form.ts'
import { ItemContainers, type Stowing } from './ItemContainers.tsx'
import { ItemFields } from './ItemFields.tsx'
import { ItemGroups } from './ItemGroups.tsx'
import { useAddItem, useUpdateItem } from './queries.ts'

type Props = { jobId: string; item: Item; onClose: () => void; onSaved: (id: string) => void }

const storedOf = (item: Item) => ({ values: itemValues(item), version: item.version })

/** The item editor: every field of a line of cargo. */
export function ItemDialog({ jobId, item, onClose, onSaved }: Props) {
  const update = useUpdateItem(jobId)
  const add = useAddItem(jobId)
  const stow = useSetItemContainers(jobId)
  const [nextId] = useState(newId)
  const [stowing, setStowing] = useState<Stowing>()
  /** The item in the containers that were chosen; the same where none were. */
  const stowed = async (stored: Item): Promise<Item> => {
    if (!stowing) return stored
    const { id, version } = stored
    const reply = await stow.mutateAsync({ id, version, containers: stowing.containers })
    return { ...stored, version: reply.version }
  }
  return (
    <RecordDialog
      title="Item"
      stored={storedOf(item)}
      labels={itemLabels}
      textOf={itemText}
      send={async (sent, changed, version) =>
        stowed(
          // What an item says and where it travels are stored by two calls: the one that changes nothing is left out.
          stowing && changed.length === 0
            ? { ...item, ...itemInput(sent), version }
            : await update.mutateAsync({ id: item.id, input: itemInput(sent, changed), version }),
        )
      }
      read={storedOf}
      anew={{ noun: 'item', send: async values => stowed(await add.mutateAsync({ id: nextId, values })) }}
      beside={{ isUnsaved: stowing !== undefined, isUnread: stowing?.isUnread ?? false }}
      onSaved={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      {control => (
        <>
          <ItemFields control={control} />
          <ItemGroups control={control} />
          <ChargeableWeightOfItem jobId={jobId} control={control} />
          <ItemContainers jobId={jobId} item={item} stowing={stowing} onChange={setStowing} />
        </>
      )}
    </RecordDialog>
  )
}
