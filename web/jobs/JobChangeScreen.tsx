import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { JobChangeReport } from '#contract/job-changes.ts'
import { countText, mediumDateText, momentText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { jobsKey } from '#web/records/queries.ts'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { NoSuchRecord } from '#web/ui/page/states.tsx'
import { isProblem } from '#web/lib/problem.ts'
import { ChangedJobs } from './ChangedJobs.tsx'
import { outcomeText } from '#web/records/job-change-words.ts'
import { jobChangeQuery, useUndoJobChange } from '#web/records/job-changes.ts'

/** One action that changed many jobs: how far it is, what it did, and the way back. */
export function JobChangeScreen() {
  const { id = '' } = useSearch({ strict: false })
  const query = useQuery({ ...jobChangeQuery(String(id)), enabled: id !== '' })
  const client = useQueryClient()
  const state = query.data?.state
  useEffect(() => {
    if (state === 'ended') void client.invalidateQueries({ queryKey: jobsKey })
  }, [state, client])
  const isUnknown = id === '' || isProblem(query.error, 'not_found')
  return (
    <Screen title="Change of many jobs" actions={query.data && <UndoButton report={query.data} />}>
      {isUnknown ? (
        <NoSuchRecord kind="change" list="a job’s history" />
      ) : (
        <Loaded query={query} failed="The change could not be loaded." fields={3}>
          {report => <Report report={report} />}
        </Loaded>
      )}
    </Screen>
  )
}

function UndoButton({ report: { id, undoableUntil } }: { report: JobChangeReport }) {
  const undo = useUndoJobChange()
  const [isUndoing, setIsUndoing] = useState(false)
  const mayWrite = useMay('jobs:write')
  if (!undoableUntil || !mayWrite) return null
  return (
    <Button
      variant="default"
      loading={isUndoing}
      title={`Until ${mediumDateText(undoableUntil)}. What somebody has changed since stays.`}
      onClick={() => {
        setIsUndoing(true)
        void undo(id).finally(() => setIsUndoing(false))
      }}
    >
      Undo
    </Button>
  )
}

function Report({ report }: { report: JobChangeReport }) {
  const { words, by, at, state, total, waiting, undoneBy, undoOf } = report
  return (
    <div className="job-change">
      <p>
        <strong>{words}</strong>, {by.displayName}, {momentText(at)}
      </p>
      {state === 'underWay' && (
        <progress
          className="job-change__progress"
          value={total - waiting}
          max={Math.max(1, total)}
          aria-label="How much of the change is done"
        />
      )}
      <p role="status">
        {state === 'underWay' &&
          `${countText(waiting, 'job')} to go. You can leave this page: the work goes on. `}
        {outcomeText(report)}
      </p>
      {undoneBy && (
        <p>
          <Link to="/webapp/jobchange" search={{ id: undoneBy }}>
            This change was undone.
          </Link>
        </p>
      )}
      {undoOf && (
        <p>
          <Link to="/webapp/jobchange" search={{ id: undoOf }}>
            See the change that this one undoes.
          </Link>
        </p>
      )}
      <ChangedJobs report={report} />
    </div>
  )
}
