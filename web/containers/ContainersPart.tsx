import { useMemo, useState } from 'react'
import type { Container } from '#contract/containers.ts'
import { mayHaveContainers } from '#contract/job-field-rules.ts'
import type { Job } from '#contract/jobs.ts'
import { useRestoreRemoved } from '#web/history/queries.ts'
import { stowedByContainer } from '#contract/stowage.ts'
import { useItemContainers, useStowedByHouses } from '#web/records/item-containers.ts'
import { useJob } from '#web/records/queries.ts'
import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { nameOr } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'
import { EditGrid } from '#web/ui/grid/EditGrid.tsx'
import { linesOf, valuesOf } from '#web/ui/grid/grid-state.ts'
import { ReadOnlyGrid } from '#web/ui/grid/ReadOnlyGrid.tsx'
import { UnsavedRows } from '#web/ui/grid/UnsavedRows.tsx'
import { useRowRemoval } from '#web/ui/grid/use-row-removal.ts'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { CargoDifferences } from './CargoDifferences.tsx'
import {
  containerColumns,
  containerFooter,
  containerRow,
  itemsTable,
  repeatedIn,
  type StowedAmounts,
  warningsAmong,
} from './container-columns.ts'
import { namesContainer, readPaste } from './pasted-lines.ts'
import { ContainerDialog } from './ContainerDialog.tsx'
import { MastersContainers } from './MastersContainers.tsx'
import { useContainers, useContainersOf, useDeleteContainer, useTakeBack } from './queries.ts'
import { CONTAINERS_DRAFT, useContainerRows } from './use-container-rows.ts'
import './containers.css'

const rowName = (values: RowValues) => nameOr(typeof values['number'] === 'string' ? values['number'] : null)
const noNewValues: RowValues = {}

/** The containers of a job, below its items; nothing where its mode has none and there are none. */
export function ContainersPart({ jobId }: { jobId: string }) {
  const isReady = useDraftIsReady(CONTAINERS_DRAFT, jobId)
  const mayWrite = useMay('jobs:write')
  const { data: job } = useJob(jobId)
  const containers = useContainers(jobId)
  const ofMaster = useContainersOf(job?.master)
  const { data: links } = useItemContainers(jobId)
  if (!isReady || !job) return null
  const { transportMode, clType } = job.quote
  const applies = mayHaveContainers({ transportMode, direction: job.direction, loadType: clType })
  const isFilled = (containers.data?.length ?? 0) > 0
  // A Viewer of a job without containers is told nothing by an empty table.
  const hasOwn = isFilled || (applies && (mayWrite || !containers.data))
  if (!hasOwn && ofMaster.length === 0) return null
  return (
    <section className="containers" aria-labelledby="containers-title">
      <h2 id="containers-title" className="containers__title">
        Containers
      </h2>
      {job.master && ofMaster.length > 0 && (
        <MastersContainers
          master={job.master}
          containers={ofMaster}
          hold={!isFilled && (links ?? []).length > 0}
        />
      )}
      {hasOwn && (
        <Loaded query={containers} failed="The containers could not be loaded." fields={2}>
          {loaded =>
            mayWrite ? (
              <Containers job={job} containers={loaded} />
            ) : (
              <ReadContainers job={job} containers={loaded} />
            )
          }
        </Loaded>
      )}
    </section>
  )
}

type Props = { job: Job; containers: readonly Container[] }

/**
 * What is odd about each row: the same function as long as no other number is repeated. Where no item of a master names
 * its container, those of its houses say what is in it.
 */
function useWarnings(job: Job, rows: readonly RowValues[]) {
  const repeated = repeatedIn(rows)
  const { data: links } = useItemContainers(job.id)
  const { data: ofHouses } = useStowedByHouses(job)
  const { items } = job
  return useMemo(() => {
    const stowed = new Map<string, StowedAmounts>(
      ofHouses?.map(({ containerId, ...amounts }) => [containerId, { ...amounts, areOfHouses: true }]),
    )
    for (const [containerId, amounts] of stowedByContainer(items, links ?? []))
      stowed.set(containerId, amounts)
    return warningsAmong(repeated, stowed)
  }, [repeated, items, links, ofHouses])
}

function ReadContainers({ job, containers }: Props) {
  const rows = containers.map(containerRow)
  const warningsOf = useWarnings(
    job,
    rows.map(row => row.values),
  )
  return (
    <>
      <ReadOnlyGrid
        label="Containers"
        columns={containerColumns}
        rows={rows}
        footer={containerFooter(rows.map(row => row.values))}
        warningsOf={warningsOf}
      />
      <CargoDifferences job={job} containers={containers} />
    </>
  )
}

function Containers({ job, containers }: Props) {
  const { id: jobId } = job
  const { queue, typing, state } = useContainerRows(jobId)
  // It opens when what was typed into the row is saved.
  const [wantedId, setWantedId] = useState<string>()
  const deleteContainer = useDeleteContainer(jobId)
  const takeBack = useTakeBack(jobId)
  const rows = useMemo(() => containers.map(containerRow), [containers])
  const remove = useRowRemoval({
    question: 'This will remove the container from this job.',
    queue,
    stored: containers,
    remove: id => deleteContainer.mutateAsync(id),
    restore: useRestoreRemoved(),
    of: jobId,
  })
  const lines = linesOf(rows, state.pending, null)
  const warningsOf = useWarnings(job, lines.map(valuesOf))
  const isPending = wantedId !== undefined && state.pending.has(wantedId)
  const edited = isPending ? undefined : containers.find(one => one.id === wantedId)
  return (
    <>
      {lines.length === 0 && (
        <p className="containers__hint">
          Type into the empty row, or paste lines as a mail lists them: MSKU1234565 45G1 SL12345.
        </p>
      )}
      <UnsavedRows noun="container" queue={queue} state={state} />
      <EditGrid
        label="Containers"
        noun="container"
        columns={containerColumns}
        rows={rows}
        queue={queue}
        state={state}
        newValues={noNewValues}
        footer={lines.length > 0 ? containerFooter(lines.map(valuesOf)) : {}}
        rowName={rowName}
        onOpen={setWantedId}
        onRemove={id => {
          const line = lines.find(one => one.id === id)
          if (line) void remove({ id, name: rowName(valuesOf(line)) })
        }}
        removeRows={async taken => (await takeBack.mutateAsync(taken)).length}
        onTyping={typing}
        warningsOf={warningsOf}
        readPaste={readPaste}
        namesRow={namesContainer}
        otherTable={itemsTable}
      />
      <CargoDifferences job={job} containers={containers} />
      {edited && (
        <ContainerDialog
          key={edited.id}
          jobId={jobId}
          container={edited}
          others={containers.filter(one => one.id !== edited.id)}
          onClose={() => setWantedId(undefined)}
        />
      )}
    </>
  )
}
