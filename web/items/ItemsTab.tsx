import { Button } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { useRestoreRemoved } from '#web/history/queries.ts'
import { useJob } from '#web/records/queries.ts'
import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { nameOr } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'
import { EditGrid, type GridHandle } from '#web/ui/grid/EditGrid.tsx'
import { linesOf, valuesOf } from '#web/ui/grid/grid-state.ts'
import { ReadOnlyGrid } from '#web/ui/grid/ReadOnlyGrid.tsx'
import { UnsavedRows } from '#web/ui/grid/UnsavedRows.tsx'
import { useRowRemoval } from '#web/ui/grid/use-row-removal.ts'
import { TabActions } from '#web/ui/page/TabActions.tsx'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { SheetMenu } from '#web/ui/SheetMenu.tsx'
import { EmptyState, FormSkeleton } from '#web/ui/page/states.tsx'
import { containersToCome, useRowsInContainers } from './container-column.ts'
import { allItemColumns, containersTable, itemColumnsFor, itemWarnings } from './item-columns.ts'
import { ItemDialog } from './ItemDialog.tsx'
import { itemFooter } from './item-footer.ts'
import { ItemSumsBar } from './ItemSumsBar.tsx'
import { itemsFile, useDeleteItem, useTakeBack } from './queries.ts'
import { useItemColumns } from './use-item-columns.ts'
import { ITEMS_DRAFT, TYPED_DRAFT, useItemRows } from './use-item-rows.ts'

const rowName = (values: RowValues) => nameOr(typeof values['name'] === 'string' ? values['name'] : null)

/** A job's cargo, line by line. */
export function ItemsTab({ jobId }: { jobId: string }) {
  const isReady = useDraftIsReady(ITEMS_DRAFT, jobId)
  const isTypedReady = useDraftIsReady(TYPED_DRAFT, jobId)
  const mayWrite = useMay('jobs:write')
  const job = useJob(jobId)
  if (!isReady || !isTypedReady) return <FormSkeleton fields={6} />
  return (
    <Loaded query={job} failed="The items could not be loaded." fields={6}>
      {loaded => (mayWrite ? <Items job={loaded} /> : <ReadItems job={loaded} />)}
    </Loaded>
  )
}

function ReadItems({ job }: { job: Job }) {
  const { rows, further } = useRowsInContainers(job.id, job.items)
  if (job.items.length === 0) return <EmptyState title="No items yet." />
  return (
    <>
      <TabActions>
        <SheetMenu name="items" load={format => itemsFile(job.id, format)} />
      </TabActions>
      <ReadOnlyGrid
        label="Items"
        columns={[...itemColumnsFor(rows.map(row => row.values)), ...further]}
        rows={rows}
        footer={itemFooter(rows.map(row => row.values))}
        warningsOf={itemWarnings}
      />
      <ItemSumsBar job={job} mayWrite={false} />
    </>
  )
}

function Items({ job }: { job: Job }) {
  const { id: jobId, items } = job
  const { queue, typing, state } = useItemRows(jobId)
  const grid = useRef<GridHandle>(null)
  // It opens when what was typed into the row is saved.
  const [wantedId, setWantedId] = useState<string>()
  const deleteItem = useDeleteItem(jobId)
  const takeBack = useTakeBack(jobId)
  const { rows, further } = useRowsInContainers(jobId, items)
  const remove = useRowRemoval({
    question: 'This will remove the item from this job.',
    queue,
    stored: items,
    remove: id => deleteItem.mutateAsync(id),
    restore: useRestoreRemoved(),
    of: jobId,
  })

  const lines = linesOf(rows, state.pending, null)
  const ofItems = useItemColumns(lines.map(valuesOf))
  const columns = useMemo(() => [...ofItems, ...further], [ofItems, further])
  const pastedColumns = useMemo(() => [...allItemColumns, ...further], [further])
  const lastUnit = lines.map(valuesOf).findLast(values => typeof values['weightUnit'] === 'number')
  const unit = lastUnit?.['weightUnit'] ?? job.weightUnit
  const newValues: RowValues = unit === null ? {} : { weightUnit: unit }
  const isPending = wantedId !== undefined && state.pending.has(wantedId)
  const edited = isPending ? undefined : items.find(item => item.id === wantedId)
  return (
    <>
      <TabActions>
        <SheetMenu
          name="items"
          load={format => itemsFile(jobId, format)}
          importTo={{ kind: 'items', job: jobId }}
        />
        <Button onClick={() => grid.current?.startNewRow()}>Add Item</Button>
      </TabActions>
      {items.length === 0 && state.pending.size === 0 && (
        <p className="items-hint">No items yet. Type into the empty row, or paste rows from a spreadsheet.</p>
      )}
      <UnsavedRows noun="item" queue={queue} state={state} />
      <EditGrid
        ref={grid}
        label="Items"
        noun="item"
        columns={columns}
        rows={rows}
        queue={queue}
        state={state}
        newValues={newValues}
        footer={lines.length > 0 ? itemFooter(lines.map(valuesOf)) : {}}
        rowName={rowName}
        onOpen={setWantedId}
        onRemove={id => {
          const line = lines.find(one => one.id === id)
          if (line) void remove({ id, name: rowName(valuesOf(line)) })
        }}
        removeRows={async taken => (await takeBack.mutateAsync(taken)).length}
        onTyping={typing}
        warningsOf={itemWarnings}
        pastedColumns={pastedColumns}
        otherTable={containersTable}
        absent={further.length === 0 ? containersToCome : undefined}
      />
      <ItemSumsBar job={job} mayWrite />
      {edited && (
        <ItemDialog
          key={edited.id}
          jobId={jobId}
          item={edited}
          onClose={() => setWantedId(undefined)}
          onSaved={() => undefined}
        />
      )}
    </>
  )
}
