import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AskedJobs, JobChange } from '#contract/job-changes.ts'
import { countText } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/problem.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { ChangedJobs } from './ChangedJobs.tsx'
import { outcomeText, previewQuery, useBeginJobChange, useUndoJobChange } from './job-changes.ts'

type Props = {
  title: string
  chosen: AskedJobs
  /** How many jobs are chosen. */
  count: number
  onClose: () => void
  onBegun: () => void
  /** Where what is to change is known already. */
  change?: JobChange
  fields?: (onChange: (change: JobChange | null) => void) => ReactNode
}

const TYPING_PAUSE_MS = 300

/** Asks what is to change, shows what that does to each job, and does it. */
export function JobChangeDialog({ title, chosen, count, onClose, onBegun, change: given, fields }: Props) {
  const navigate = useNavigate()
  const [change, setChange] = useState<JobChange | null>(given ?? null)
  const [settled] = useDebouncedValue(change, TYPING_PAUSE_MS)
  const preview = useQuery(previewQuery(chosen, settled))
  const begin = useBeginJobChange()
  const undo = useUndoJobChange()
  // Never what was typed before.
  const report = change !== null && settled === change ? preview.data : undefined

  const run = async () => {
    if (!report) return
    const done = await begin.mutateAsync(report.id)
    onBegun()
    onClose()
    if (done.state === 'ended' && done.refused === report.refused && done.changed > 0)
      notify.done(`${done.words}: ${outcomeText(done)}`, { label: 'Undo', run: () => void undo(done.id) })
    else await navigate({ to: '/webapp/jobchange', search: { id: done.id } })
  }
  return (
    <FormDialog
      title={title}
      size="lg"
      onClose={onClose}
      onSubmit={run}
      isUnsaved={false}
      isDisabled={!report || report.waiting === 0}
      hasSubmitFocus={given !== undefined}
      submit={report ? `Change ${countText(report.waiting, 'job')}` : 'Change'}
      explain={error => `The jobs could not be changed. ${messageOf(error)}`}
    >
      {fields?.(setChange)}
      {preview.error && settled === change && (
        <Banner tone="failed">{`What would change could not be shown. ${messageOf(preview.error)}`}</Banner>
      )}
      <p className="job-change__outcome" role="status">
        {report ? outcomeText(report) : change === null ? `${countText(count, 'job')} chosen.` : 'Looking…'}
      </p>
      {report && <ChangedJobs report={report} />}
    </FormDialog>
  )
}
