import { Button } from '@mantine/core'
import { IconTrash } from '#web/ui/icons.ts'
import { useMemo, useState } from 'react'
import { labelOf, packingModeChoices, weightUnits } from '#contract/choices.ts'
import { type Item, itemLabels } from '#contract/items.ts'
import { useJob } from '#web/records/queries.ts'
import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { momentText, nameOr, numberText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Banner, EmptyState, FormSkeleton } from '#web/ui/page/states.tsx'
import { useRemoval } from '#web/ui/dialog/use-removal.ts'
import { ItemDialog } from './ItemDialog.tsx'
import { ItemSumsBar } from './ItemSumsBar.tsx'
import { NewItemDialog } from './NewItemDialog.tsx'
import { useDeleteItem } from './queries.ts'
import { entryText } from './queue-words.ts'
import { TYPED_DRAFT, useTypedItem } from './typed-item.ts'
import { UnsavedItems } from './UnsavedItems.tsx'
import { ITEMS_DRAFT, useItemQueue } from './use-item-queue.ts'

const weightText = (weight: number | null, unit: number | null) =>
  [numberText(weight), weight === null ? '' : labelOf(weightUnits, unit)].filter(Boolean).join(' ')

const figures: readonly Column<Item>[] = [
  { id: 'name', header: itemLabels.name, text: item => nameOr(item.name), grow: true, width: 220 },
  {
    id: 'quantity',
    header: itemLabels.quantity,
    text: item => numberText(item.quantity),
    numeric: true,
    width: 100,
  },
  {
    id: 'modeOfPacking',
    header: itemLabels.modeOfPacking,
    text: item => labelOf(packingModeChoices, item.modeOfPacking),
    width: 170,
  },
  {
    id: 'grossWeight',
    header: itemLabels.grossWeight,
    text: item => weightText(item.grossWeight, item.weightUnit),
    numeric: true,
  },
  {
    id: 'netWeight',
    header: itemLabels.netWeight,
    text: item => weightText(item.netWeight, item.weightUnit),
    numeric: true,
  },
  {
    id: 'numberOfPacks',
    header: itemLabels.numberOfPacks,
    text: item => numberText(item.numberOfPacks),
    numeric: true,
    width: 150,
  },
]

/** A job's cargo, line by line. */
export function ItemsTab({ jobId }: { jobId: string }) {
  const isReady = [useDraftIsReady(ITEMS_DRAFT, jobId), useDraftIsReady(TYPED_DRAFT, jobId)].every(Boolean)
  return isReady ? <Items jobId={jobId} /> : <FormSkeleton fields={6} />
}

function Items({ jobId }: { jobId: string }) {
  const { data: job, error, refetch } = useJob(jobId)
  const [edited, setEdited] = useState<Item | 'new'>()
  const [selectedId, setSelectedId] = useState<string>()
  const { queue, state } = useItemQueue(jobId)
  const typed = useTypedItem(jobId)
  const mayWrite = useMay('jobs:write')
  const { mutateAsync } = useDeleteItem(jobId)
  const remove = useRemoval<Item>({
    name: item => nameOr(item.name),
    question: 'This will remove the item from this job.',
    remove: ({ id }) => mutateAsync(id),
  })

  const columns = useMemo(() => {
    const deleteColumn: Column<Item> = {
      id: 'delete',
      header: 'Delete',
      text: () => '',
      render: item => (
        <IconButton
          label={`Delete ${nameOr(item.name)}`}
          icon={IconTrash}
          destructive
          onClick={() => void remove(item)}
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
      {edited !== 'new' && <UnsavedItems queue={queue} state={state} />}
      {edited !== 'new' && state.items.length > 0 && state.failure === '' && (
        <p role="status">{entryText(state, 0)}</p>
      )}
      {edited !== 'new' && typed.kept && (
        <Banner tone="warning">
          The item that you started on {momentText(typed.kept.at)} was kept.{' '}
          <button type="button" className="banner__action" onClick={() => setEdited('new')}>
            Continue
          </button>{' '}
          <button type="button" className="banner__action" onClick={typed.forget}>
            Discard it
          </button>
        </Banner>
      )}
      {job && <ItemSumsBar job={job} mayWrite={mayWrite} />}
      {edited === 'new' && (
        <NewItemDialog
          queue={queue}
          state={state}
          typed={typed}
          weightUnit={job?.items.at(-1)?.weightUnit ?? job?.weightUnit ?? null}
          onClose={() => setEdited(undefined)}
          onAdded={setSelectedId}
        />
      )}
      {edited !== undefined && edited !== 'new' && (
        <ItemDialog
          key={edited.id}
          jobId={jobId}
          item={edited}
          onClose={() => setEdited(undefined)}
          onSaved={setSelectedId}
        />
      )}
    </>
  )
}
