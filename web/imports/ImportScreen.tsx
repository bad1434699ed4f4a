import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ImportKind } from '#contract/import-kinds.ts'
import type { ImportReport } from '#contract/imports.ts'
import { countText, mediumDateText, momentText } from '#web/lib/format.ts'
import { useMay } from '#web/lib/membership.ts'
import { isProblem } from '#web/lib/problem.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { Loaded } from '#web/ui/page/Loaded.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { NoSuchRecord } from '#web/ui/page/states.tsx'
import { ImportFile } from './ImportFile.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportedRows } from './ImportedRows.tsx'
import { importQuery, useUndoImport } from './queries.ts'
import './imports.css'

/** A spreadsheet on its way in: the file, what its columns are, what it would do, what it did. */
export function ImportScreen() {
  const { id, kind, job } = useSearch({ from: '/webapp/import' })
  const navigate = useNavigate()
  const query = useQuery({ ...importQuery(id ?? ''), enabled: id !== undefined })
  const client = useQueryClient()
  const state = query.data?.state
  useEffect(() => {
    if (state === 'ended' || state === 'undone')
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'imports' })
  }, [state, client])
  const shown: ImportKind = query.data?.kind ?? kind ?? 'jobs'
  return (
    <Screen title={`Import ${shown}`} actions={query.data && <UndoButton report={query.data} />}>
      {id === undefined ? (
        <ImportFile
          kind={shown}
          jobId={job}
          onRead={report => void navigate({ to: '/webapp/import', search: { id: report.id }, replace: true })}
        />
      ) : isProblem(query.error, 'not_found') ? (
        <NoSuchRecord kind="import" list="the list that you came from" />
      ) : (
        <Loaded query={query} failed="The import could not be loaded." fields={4}>
          {report => (report.preview ? <ImportPreview report={report} /> : <Outcome report={report} />)}
        </Loaded>
      )}
    </Screen>
  )
}

function UndoButton({ report: { id, undoableUntil } }: { report: ImportReport }) {
  const undo = useUndoImport(id)
  const mayWrite = useMay('jobs:write')
  if (!undoableUntil || !mayWrite) return null
  const run = () =>
    undo
      .mutateAsync(undefined)
      .catch((error: unknown) => notify.failedBecause('The import could not be undone.', error))
  return (
    <Button
      variant="default"
      loading={undo.isPending}
      title={`Until ${mediumDateText(undoableUntil)}. What somebody has worked on since stays.`}
      onClick={() => void run()}
    >
      Undo
    </Button>
  )
}

function Outcome({ report }: { report: ImportReport }) {
  const { fileName, by, at, state, total, waiting, made, changed, same, refused, undone, stayed } = report
  const isBusy = state === 'underWay' || state === 'undoing'
  const whole = state === 'undoing' ? made + changed : total
  return (
    <div className="import">
      <p>
        <strong>{fileName}</strong>, {by.displayName}, {momentText(at)}
      </p>
      {isBusy && (
        <progress
          className="import__progress"
          value={whole - waiting}
          max={Math.max(1, whole)}
          aria-label="How much is done"
        />
      )}
      <p role="status">
        {isBusy && `${countText(waiting, 'row')} to go. You can leave this page: the work goes on. `}
        {state === 'undone' || state === 'undoing'
          ? `${undone} put back. ${stayed > 0 ? `${stayed} stay as they are.` : ''}`
          : `${made} made. ${changed} changed. ${same} already so. ${refused} left out.`}
      </p>
      <ImportedRows report={report} />
    </div>
  )
}
