import { useState } from 'react'
import { type Item, itemLabels } from '#contract/items.ts'
import { newId } from '#web/lib/new-id.ts'
import { RecordDialog } from '#web/ui/record-form/RecordDialog.tsx'
import { ChargeableWeightOfItem } from './ChargeableWeight.tsx'
import { itemInput, itemText, itemValues } from './form.ts'
import { ItemContainers } from './ItemContainers.tsx'
import { ItemFields } from './ItemFields.tsx'
import { ItemGroups } from './ItemGroups.tsx'
import { useAddItem, useUpdateItem } from './queries.ts'

type Props = { jobId: string; item: Item; onClose: () => void; onSaved: (id: string) => void }

const storedOf = (item: Item) => ({ values: itemValues(item), version: item.version })

/** The item editor: every field of a line of cargo. */
export function ItemDialog({ jobId, item, onClose, onSaved }: Props) {
  const update = useUpdateItem(jobId)
  const add = useAddItem(jobId)
  const [nextId] = useState(newId)
  return (
    <RecordDialog
      title="Item"
      stored={storedOf(item)}
      labels={itemLabels}
      textOf={itemText}
      send={(sent, changed, version) =>
        update.mutateAsync({ id: item.id, input: itemInput(sent, changed), version })
      }
      read={storedOf}
      anew={{ noun: 'item', send: values => add.mutateAsync({ id: nextId, values }) }}
      onSaved={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      {control => (
        <>
          <ItemFields control={control} />
          <ItemGroups control={control} />
          <ChargeableWeightOfItem jobId={jobId} control={control} />
          <ItemContainers jobId={jobId} item={item} />
        </>
      )}
    </RecordDialog>
  )
}
