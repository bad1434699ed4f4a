import { useEffect, useMemo, useRef } from 'react'
import type { ReferenceKind } from '#contract/reference-kinds.ts'
import type { Reference } from '#contract/references.ts'
import { useRestoreRemoved } from '#web/history/queries.ts'
import { nameOr } from '#web/lib/format.ts'
import { personLocale } from '#web/lib/locale.ts'
import { useEntryContext } from '#web/ui/entry/entry-context.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'
import { EditGrid, type GridHandle } from '#web/ui/grid/EditGrid.tsx'
import { linesOf, valuesOf } from '#web/ui/grid/grid-state.ts'
import { ReadOnlyGrid } from '#web/ui/grid/ReadOnlyGrid.tsx'
import { UnsavedRows } from '#web/ui/grid/UnsavedRows.tsx'
import { useRowRemoval } from '#web/ui/grid/use-row-removal.ts'
import { readReferenceLines } from './kind-words.ts'
import { useDeleteReference, useTakeBack } from './queries.ts'
import { referenceColumns, referenceRow, USUAL_KIND } from './reference-columns.ts'
import { useReferenceRows } from './use-reference-rows.ts'

type Props = {
  jobId: string
  references: readonly Reference[]
  kinds: readonly ReferenceKind[]
  mayWrite: boolean
  /** The person asked for a new one: the cursor comes into it. */
  startsNew: boolean
}

const newValues: RowValues = { kind: USUAL_KIND }
const noFooter = {}
const rowName = (values: RowValues) => nameOr(typeof values['number'] === 'string' ? values['number'] : null)

/** The references of a job, which are typed and chosen in a grid; its draft is ready. */
export function ReferencesPicker({ mayWrite, ...props }: Props) {
  return mayWrite ? <References {...props} /> : <ReadReferences {...props} />
}

function useColumns(kinds: readonly ReferenceKind[]) {
  const { today, country, dateOrder } = useEntryContext()
  return useMemo(
    () => referenceColumns(kinds, { today: today(), country, dateOrder, locale: personLocale() }),
    [kinds, today, country, dateOrder],
  )
}

type OwnProps = Omit<Props, 'mayWrite'>

const ReadReferences = ({ references, kinds }: OwnProps) => (
  <ReadOnlyGrid
    label="References"
    columns={useColumns(kinds)}
    rows={references.map(referenceRow)}
    footer={noFooter}
  />
)

function References({ jobId, references, kinds, startsNew }: OwnProps) {
  const columns = useColumns(kinds)
  const { queue, typing, state } = useReferenceRows(jobId)
  const deleteReference = useDeleteReference(jobId)
  const takeBack = useTakeBack(jobId)
  const grid = useRef<GridHandle>(null)
  useEffect(() => {
    if (!startsNew) return
    // Not before the grid is drawn: the focus moves with a drawing of its own.
    const timer = setTimeout(() => {
      grid.current?.startNewRow()
      document.activeElement?.scrollIntoView({ block: 'center' })
    })
    return () => clearTimeout(timer)
  }, [startsNew])
  const rows = useMemo(() => references.map(referenceRow), [references])
  const remove = useRowRemoval({
    question: 'This will remove the reference from this job.',
    queue,
    stored: references,
    remove: id => deleteReference.mutateAsync(id),
    restore: useRestoreRemoved(),
    of: jobId,
  })
  const lines = linesOf(rows, state.pending, null)
  return (
    <>
      <UnsavedRows noun="reference" queue={queue} state={state} />
      <EditGrid
        ref={grid}
        label="References"
        noun="reference"
        columns={columns}
        rows={rows}
        queue={queue}
        state={state}
        newValues={newValues}
        footer={noFooter}
        rowName={rowName}
        onRemove={id => {
          const line = lines.find(one => one.id === id)
          if (line) void remove({ id, name: rowName(valuesOf(line)) })
        }}
        removeRows={async taken => (await takeBack.mutateAsync(taken)).length}
        onTyping={typing}
        readPaste={text => {
          const rows = readReferenceLines(text, kinds, USUAL_KIND)
          return rows && { rows }
        }}
      />
    </>
  )
}
