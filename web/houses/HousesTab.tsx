import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { type HouseList, MAX_HOUSES } from '#contract/houses.ts'
import type { Job } from '#contract/jobs.ts'
import { useContainers } from '#web/containers/queries.ts'
import { countText } from '#web/lib/format.ts'
import { useDraftIsReady } from '#web/lib/kept-drafts.ts'
import { useMay } from '#web/lib/membership.ts'
import { HouseCargo } from '#web/records/HouseCargo.tsx'
import { useHouses } from '#web/records/houses.ts'
import { useChangeJobs } from '#web/records/job-changes.ts'
import { leftWithMaster } from '#web/records/left-with-master.ts'
import { jobQuery, useJob } from '#web/records/queries.ts'
import { useReadDate } from '#web/ui/entry/use-date-entry.ts'
import type { RowValues } from '#web/ui/grid/columns.ts'
import { EditGrid } from '#web/ui/grid/EditGrid.tsx'
import { linesOf, valuesOf } from '#web/ui/grid/grid-state.ts'
import type { PendingRow } from '#web/ui/grid/row-store.ts'
import { ReadOnlyGrid } from '#web/ui/grid/ReadOnlyGrid.tsx'
import { UnsavedRows } from '#web/ui/grid/UnsavedRows.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { EmptyState, FormSkeleton } from '#web/ui/page/states.tsx'
import { TabActions } from '#web/ui/page/TabActions.tsx'
import { CapacityBars } from './CapacityBars.tsx'
import { CostSplitPart } from './CostSplitPart.tsx'
import { PackButton } from './PackButton.tsx'
import {
  costsNow,
  etdWarnings,
  filledIn,
  houseColumns,
  houseFooter,
  houseRow,
  sumsOfRows,
} from './house-columns.tsx'
import { HOUSES_DRAFT, useHouseRows } from './use-house-rows.ts'
import './houses.css'

const AddHousesDialog = lazy(async () => ({
  default: (await import('./AddHousesDialog.tsx')).AddHousesDialog,
}))

const rowName = (values: RowValues) => (typeof values['job'] === 'string' ? values['job'] : '')
const noNewValues: RowValues = {}

/** The houses of a consolidation: what they carry, and how far their papers are. */
export function HousesTab({ jobId }: { jobId: string }) {
  const isReady = useDraftIsReady(HOUSES_DRAFT, jobId)
  const { data: job } = useJob(jobId)
  const houses = useHouses(jobId)
  if (!isReady || !job) return <FormSkeleton fields={6} />
  if (job.master)
    return (
      <EmptyState
        title={`This job is a house of job ${job.master.jobId}.`}
        hint="A house has no houses of its own."
      />
    )
  return (
    <Loaded query={houses} failed="The houses could not be loaded." fields={6}>
      {list => <Consolidation master={job} list={list} />}
    </Loaded>
  )
}

type Props = { master: Job; list: HouseList }

function Consolidation({ master, list }: Props) {
  const mayWrite = useMay('jobs:write')
  const navigate = useNavigate()
  const isAdding = useSearch({ strict: false }).add === true
  const setAdding = (add: boolean) =>
    void navigate({
      to: '/webapp/shipment/houses',
      search: { id: master.id, ...(add && { add: true as const }) },
      replace: true,
    })
  const addButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      Add houses
    </Button>
  )
  return (
    <div className="houses-tab">
      {list.houses.length === 0 ? (
        <EmptyState
          title="No houses yet."
          hint="The jobs that travel under this one, with their cargo and their bills."
          action={mayWrite && addButton}
        />
      ) : (
        <>
          <TabActions>
            <PackButton master={master} list={list} />
            {mayWrite && addButton}
          </TabActions>
          {mayWrite ? <Houses master={master} list={list} /> : <ReadHouses master={master} list={list} />}
        </>
      )}
      {list.total > MAX_HOUSES && (
        <p className="houses-tab__notice" role="status">
          The first {MAX_HOUSES} of {countText(list.total, 'house')}. The sums are those of the rows that are
          shown.
        </p>
      )}
      {isAdding && mayWrite && (
        <Suspense>
          <AddHousesDialog master={master} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}

function useColumns({ master, list }: Props) {
  const readDate = useReadDate()
  const { transportMode } = master.quote
  const { basis, currency } = list.costs
  // The same columns each time as long as they are as wide.
  const { bill, filled } = filledIn(list.houses)
  const ids = [...filled].sort().join(' ')
  return useMemo(
    () =>
      houseColumns(transportMode, readDate, { basis, currency }, { bill, filled: new Set(ids.split(' ')) }),
    [transportMode, readDate, basis, currency, bill, ids],
  )
}

const useWarnings = ({ etd }: Job) => useMemo(() => etdWarnings(etd), [etd])

function ReadHouses({ master, list }: Props) {
  const { transportMode } = master.quote
  const rows = list.houses.map(houseRow)
  const values = rows.map(row => row.values)
  return (
    <>
      <ReadOnlyGrid
        label="Houses"
        columns={useColumns({ master, list })}
        rows={rows}
        footer={houseFooter(values, transportMode, list.costs)}
        warningsOf={useWarnings(master)}
      />
      <HouseCargo master={master} />
      <CostSplitPart master={master} costs={list.costs} />
      <Capacity master={master} values={values} />
    </>
  )
}

function Capacity({ master, values }: { master: Job; values: readonly RowValues[] }) {
  const { data: containers } = useContainers(master.id)
  if (!containers) return null
  const sums = sumsOfRows(values, master.quote.transportMode)
  return <CapacityBars masterId={master.id} containers={containers} sums={sums} />
}

function Houses({ master, list }: Props) {
  const { transportMode } = master.quote
  const columns = useColumns({ master, list })
  const { queue, typing, state } = useHouseRows(master.id, transportMode, list.costs.currency)
  const changeJobs = useChangeJobs()
  const rows = useMemo(() => list.houses.map(houseRow), [list.houses])
  const lines = linesOf(rows, state.pending, null)
  const values = lines.map(valuesOf)
  /** The row in which somebody is typing: its costs are counted at each key. */
  const [typed, setTyped] = useState<PendingRow>()
  const typedValues = lines.map(line => ({
    ...valuesOf(line),
    ...(line.id === typed?.id && typed.cells),
  }))
  const onTyping = useCallback(
    (row: PendingRow | undefined) => {
      setTyped(row)
      typing(row)
    },
    [typing],
  )
  const client = useQueryClient()
  const remove = async (id: string) => {
    const house = list.houses.find(one => one.id === id)
    if (!house) return
    try {
      await queue.idle()
      const read = () => client.fetchQuery({ ...jobQuery(id), staleTime: 0 })
      const before = await read()
      await changeJobs([id], { masterShipmentId: null }, async () => {
        const said = `Job ${house.jobId} is no longer a house of job ${master.jobId}.`
        // What was done stands, whether or not it can be looked at.
        const left = await read().then(
          after => leftWithMaster(before, after),
          () => '',
        )
        return left === '' ? said : `${said} ${left}`
      })
    } catch (error) {
      notify.failedBecause(`Job ${house.jobId} could not be removed from the consolidation.`, error)
    }
  }
  return (
    <>
      <UnsavedRows noun="house" queue={queue} state={state} />
      <EditGrid
        label="Houses"
        noun="house"
        columns={columns}
        rows={rows}
        queue={queue}
        state={state}
        newValues={noNewValues}
        footer={houseFooter(values, transportMode, list.costs)}
        rowName={rowName}
        onRemove={id => void remove(id)}
        removeLabel="Remove"
        onTyping={onTyping}
        warningsOf={useWarnings(master)}
      />
      <HouseCargo master={master} />
      <CostSplitPart master={master} costs={costsNow(list.costs, typedValues)} />
      <Capacity master={master} values={values} />
    </>
  )
}
