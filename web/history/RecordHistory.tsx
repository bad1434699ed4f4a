import { useState } from 'react'
import type { HistoryEntry } from '#contract/history.ts'
import { Pager } from '#web/ui/table/Pager.tsx'
import { EmptyState, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import { HistoryList } from './HistoryList.tsx'
import { type Subject, useRecordHistory } from './queries.ts'

type Props = {
  label: string
  subject: Subject
  versionOf?: (entry: HistoryEntry) => number | undefined
}

/** One record's history, page by page. */
export function RecordHistory({ label, subject, versionOf }: Props) {
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(50)
  const { data, error, refetch } = useRecordHistory(subject, { offset: (page - 1) * size, limit: size })
  if (!data && error)
    return (
      <FailedState title="The history could not be loaded." error={error} onRetry={() => void refetch()} />
    )
  if (!data) return <FormSkeleton fields={6} />
  if (data.total === 0)
    return <EmptyState title="Nothing has been changed yet." hint="Every change will be listed here." />
  return (
    <>
      <HistoryList
        label={label}
        entries={data.rows}
        isOfJob={subject.job !== undefined}
        {...(versionOf && { versionOf })}
      />
      {data.total > size && (
        <Pager
          page={page}
          size={size}
          total={data.total}
          onPage={setPage}
          onSize={rows => {
            setSize(rows)
            setPage(1)
          }}
          noun="changes"
          one="change"
        />
      )}
    </>
  )
}
