import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { labelOf, packingModeChoices, weightUnits } from '#contract/choices.ts'
import type { Item } from '#contract/items.ts'
import { useJob } from '#web/jobs/queries.ts'
import { nameOr, numberText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { messageOf } from '#web/lib/problem.ts'
import type { Column } from '#web/ui/columns.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { askMessage } from '#web/ui/message-box-store.ts'
import { notify } from '#web/ui/notify.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { ItemSumsBar } from './ItemSumsBar.tsx'
import { useDeleteItem } from './queries.ts'

const weightText = (weight: number | null, unit: number | null) =>
  [numberText(weight), weight === null ? '' : labelOf(weightUnits, unit)].filter(Boolean).join(' ')

const figures: readonly Column<Item>[] = [
  { id: 'name', header: 'Name', text: item => nameOr(item.name), grow: true, width: 220 },
  { id: 'quantity', header: 'Quantity', text: item => numberText(item.quantity), numeric: true, width: 100 },
  {
    id: 'modeOfPacking',
    header: 'Packing Mode',
    text: item => labelOf(packingModeChoices, item.modeOfPacking),
    width: 170,
  },
  {
    id: 'grossWeight',
    header: 'Gross Weight',
    text: item => weightText(item.grossWeight, item.weightUnit),
    numeric: true,
  },
  {
    id: 'netWeight',
    header: 'Net Weight',
    text: item => weightText(item.netWeight, item.weightUnit),
    numeric: true,
  },
  {
    id: 'numberOfPacks',
    header: 'Number of Packs',
    text: item => numberText(item.numberOfPacks),
    numeric: true,
    width: 150,
  },
]

/** A job's cargo, line by line. */
export function ItemsTab({ jobId }: { jobId: string }) {
  const { data: job, error, refetch } = useJob(jobId)
  const [edited, setEdited] = useState<Item | 'new'>()
  const [selectedId, setSelectedId] = useState<string>()
  const [added, setAdded] = useState(0)
  const mayWrite = useMay('jobs:write')
  const { mutateAsync: remove } = useDeleteItem(jobId)

  const columns = useMemo(() => {
    const askAndRemove = async (item: Item) => {
      const isMeant = await askMessage({
        title: `Do you want to delete '${nameOr(item.name)}'?`,
        description: 'This will remove the item from this job.',
        destructive: true,
      })
      if (!isMeant) return
      try {
        await remove(item.id)
      } catch (failure) {
        notify.failed(`${nameOr(item.name)} could not be deleted. ${messageOf(failure)}`)
      }
    }
    const deleteColumn: Column<Item> = {
      id: 'delete',
      header: 'Delete',
      text: () => '',
      render: item => (
        <IconButton
          label={`Delete ${nameOr(item.name)}`}
          icon={IconTrash}
          destructive
          onClick={() => void askAndRemove(item)}
        />
      ),
      width: 80,
    }
    return mayWrite ? [...figures, deleteColumn] : figures
  }, [mayWrite, remove])

  const addButton = mayWrite && <Button onClick={() => setEdited('new')}>Add Item</Button>
  return (
    <>
      <DataTable
        label="Items"
        columns={columns}
        rows={job?.items}
        rowId={item => item.id}
        error={error}
        onRetry={() => void refetch()}
        selectedId={selectedId}
        onSelect={item => setSelectedId(item.id)}
        {...(mayWrite ? { onOpen: setEdited } : {})}
        toolbar={addButton}
        empty={<EmptyState title="No items yet." hint="Add the cargo of this job line by line." />}
      />
      {job && <ItemSumsBar job={job} mayWrite={mayWrite} />}
      {edited !== undefined && (
        <ItemDialog
          // The next item gets a form of its own.
          key={edited === 'new' ? `new ${added}` : edited.id}
          jobId={jobId}
          item={edited === 'new' ? null : edited}
          weightUnit={job?.items.at(-1)?.weightUnit ?? job?.weightUnit ?? null}
          onClose={() => setEdited(undefined)}
          onSaved={(id, wantsNext) => {
            setSelectedId(id)
            if (wantsNext) setAdded(added + 1)
            else setEdited(undefined)
          }}
        />
      )}
    </>
  )
}
