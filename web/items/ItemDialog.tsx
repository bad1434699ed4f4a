import { type Item, itemLabels } from '#contract/items.ts'
import { RecordDialog } from '#web/ui/record-form/RecordDialog.tsx'
import { itemInput, itemText, itemValues } from './form.ts'
import { ItemFields } from './ItemFields.tsx'
import { useUpdateItem } from './queries.ts'

type Props = { jobId: string; item: Item; onClose: () => void; onSaved: (id: string) => void }

const storedOf = (item: Item) => ({ values: itemValues(item), version: item.version })

/** The item editor: every field of a line of cargo. */
export function ItemDialog({ jobId, item, onClose, onSaved }: Props) {
  const update = useUpdateItem(jobId)
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
      onSaved={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      {control => <ItemFields control={control} />}
    </RecordDialog>
  )
}
