import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jobStatuses, labelOf } from '#contract/choices.ts'
import { type JobTableRow, listJobTable } from '#contract/job-table.ts'
import { call } from '#web/lib/call.ts'
import { NO_FURTHER_PARTS } from '#web/lib/further-parts.ts'
import { nameOr } from '#web/lib/format.ts'
import { isSearchable } from '#web/lib/searchable.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { SearchPicker } from '#web/ui/dialog/SearchPicker.tsx'
import { jobsKey } from './queries.ts'

type Props = {
  title: string
  /** The job that may not be chosen: the one for which another is looked for. */
  without?: string
  /** What the main button says. */
  choose?: string
  /** The only job that is found is chosen without a click. */
  preselectsOnly?: boolean
  /** And taken by Enter once more. */
  takesOnly?: boolean
  onClose: () => void
  onChosen: (job: JobTableRow) => void
}

const columns: readonly Column<JobTableRow>[] = [
  { id: 'jobId', header: 'Id', text: row => String(row.jobId), width: 72, numeric: true },
  { id: 'name', header: 'Name', text: row => nameOr(row.name), width: 240 },
  { id: 'status', header: 'Status', text: row => labelOf(jobStatuses, row.statusId), width: 110 },
  { id: 'mbl', header: 'MBL', text: row => row.mbl ?? '', grow: true },
]

/** Chooses another job by its number or by any text on it. */
export function JobPicker({
  title,
  without,
  choose = 'Add',
  takesOnly = false,
  preselectsOnly = takesOnly,
  onClose,
  onChosen,
}: Props) {
  const [searched, setSearched] = useState('')
  const found = useQuery({
    queryKey: [...jobsKey, 'found', searched],
    queryFn: ({ signal }) =>
      call(listJobTable, { query: { search: searched, limit: 100, further: NO_FURTHER_PARTS }, signal }),
    enabled: isSearchable(searched),
    select: jobs => jobs.filter(job => job.id !== without),
  })
  return (
    <SearchPicker
      title={title}
      choose={choose}
      noun="jobs"
      columns={columns}
      rowId={row => row.id}
      searched={searched}
      onSearch={setSearched}
      accepts={isSearchable}
      hint="Type at least 3 characters, or a job’s number."
      found={found}
      preselectsOnly={preselectsOnly}
      takesOnly={takesOnly}
      onChosen={onChosen}
      onClose={onClose}
    />
  )
}
