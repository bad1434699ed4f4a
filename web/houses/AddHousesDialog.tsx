import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FittingHouse, fitWords } from '#contract/houses.ts'
import type { Job } from '#contract/jobs.ts'
import { countText, nameOr, numberText } from '#web/lib/format.ts'
import { useChangeJobs } from '#web/records/job-changes.ts'
import { CancelButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { EmptyState } from '#web/ui/page/states.tsx'
import type { Column } from '#web/ui/table/columns.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { fittingQuery } from './queries.ts'

const TYPING_PAUSE_MS = 300
const SIZE = 25
const sizes = [SIZE, 50, 100] as const

const columnsFor = ({ etd, quote }: Job): readonly Column<FittingHouse>[] => {
  const { loadingPortId, dischargePortId } = quote
  const words = (row: FittingHouse) => fitWords({ etd, loadingPortId, dischargePortId }, row)
  return [
    { id: 'jobId', header: 'Id', text: row => String(row.jobId), width: 64, numeric: true },
    { id: 'name', header: 'Name', text: row => nameOr(row.name), width: 170 },
    { id: 'fit', header: 'How it fits', text: words, width: 210 },
    { id: 'shipper', header: 'Shipper', text: row => row.shipper ?? '', width: 130 },
    { id: 'consignee', header: 'Consignee', text: row => row.consignee ?? '', width: 130 },
    {
      id: 'packages',
      header: 'Packages',
      text: row => numberText(row.numberOfPackages),
      width: 80,
      numeric: true,
    },
    {
      id: 'kilograms',
      header: 'Weight (kg)',
      text: row => numberText(row.kilograms),
      width: 100,
      numeric: true,
    },
    {
      id: 'cubicMetres',
      header: 'Volume (m³)',
      text: row => numberText(row.cubicMetres),
      width: 100,
      numeric: true,
    },
    { id: 'hbl', header: 'House BL', text: row => row.hbl ?? '', grow: true },
  ]
}

/** Chooses among the jobs that fit into a consolidation, and makes them its houses. */
export function AddHousesDialog({ master, onClose }: { master: Job; onClose: () => void }) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  const [{ page, size }, setPage] = useState<{ page: number; size: number }>({ page: 1, size: SIZE })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, setIsAdding] = useState(false)
  const fitting = useQuery(fittingQuery(master.id, { search, page, size }))
  const changeJobs = useChangeJobs()
  const tick = (rows: readonly FittingHouse[], isTicked: boolean) => {
    const next = new Set(ticked)
    for (const { id } of rows)
      if (isTicked) next.add(id)
      else next.delete(id)
    setTicked(next)
  }
  const add = async () => {
    setIsAdding(true)
    try {
      const said = `${countText(ticked.size, 'house')} added to job ${master.jobId}.`
      await changeJobs([...ticked], { masterShipmentId: master.id }, said)
      onClose()
    } catch (error) {
      setIsAdding(false)
      notify.failedBecause('The houses were not added.', error)
    }
  }
  return (
    <Dialog
      title="Add houses"
      size="lg"
      onClose={onClose}
      onSubmit={() => void add()}
      isUnsaved={false}
      isSaving={isAdding}
      footer={
        <>
          <CancelButton />
          <Button type="submit" disabled={ticked.size === 0} loading={isAdding}>
            {ticked.size === 0 ? 'Add houses' : `Add ${countText(ticked.size, 'house')}`}
          </Button>
        </>
      }
    >
      <TextInput
        label="Search the jobs that fit"
        description="By number, name, house bill, shipper or consignee. They are in progress, go the same way within seven days, and belong to no consolidation."
        inputWrapperOrder={['label', 'input', 'description']}
        autoComplete="off"
        data-autofocus
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          setPage({ page: 1, size })
        }}
      />
      <div className="add-houses__table">
        <DataTable
          label="Jobs that fit"
          fill
          columns={columnsFor(master)}
          rows={fitting.data?.rows}
          rowId={row => row.id}
          error={fitting.error}
          onRetry={() => void fitting.refetch()}
          isStale={fitting.isPlaceholderData}
          checked={ticked}
          onCheck={(row, isTicked) => tick([row], isTicked)}
          onCheckRows={tick}
          empty={
            search === '' ? (
              <EmptyState
                title="No jobs fit."
                hint="To add another job, choose this one as its Master Job on its own card."
              />
            ) : (
              <EmptyState title={`No jobs that fit match “${search}”.`} hint="Try another spelling." />
            )
          }
        />
      </div>
      <Pager
        page={page}
        size={size}
        total={fitting.data?.total}
        sizes={sizes}
        noun="jobs"
        one="job"
        onPage={next => setPage({ page: next, size })}
        onSize={next => setPage({ page: 1, size: next })}
      />
    </Dialog>
  )
}
