import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { AskedJobs, JobChange } from '#contract/job-changes.ts'
import type { WhatIsMade } from '#contract/job-makings.ts'
import { countText } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/problem.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { ChangedJobs } from './ChangedJobs.tsx'
import { beginText, doneText, outcomeText } from '#web/records/job-change-words.ts'
import { previewQuery, useBeginJobChange, useUndoJobChange } from '#web/records/job-changes.ts'

type Props = {
  title: string
  chosen: AskedJobs
  /** How many jobs are chosen. */
  count: number
  onClose: () => void
  onBegun: () => void
  /** Where what is to change is known already. */
  change?: JobChange
  /** What is made, where that is known before how. */
  making?: WhatIsMade
  fields?: (onChange: (change: JobChange | null, isUnread?: boolean) => void) => ReactNode
}

const TYPING_PAUSE_MS = 300

/** Asks what is to change, shows what that does to each job, and does it. */
export function JobChangeDialog({
  title,
  chosen,
  count,
  onClose,
  onBegun,
  change: given,
  making,
  fields,
}: Props) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [change, setChange] = useState<JobChange | null>(given ?? null)
  /** A text that is no date: Enter says why. */
  const [isUnread, setIsUnread] = useState(false)
  const [settled] = useDebouncedValue(change, TYPING_PAUSE_MS)
  const preview = useQuery(previewQuery(chosen, settled))
  const begin = useBeginJobChange()
  const undo = useUndoJobChange()
  // Never what was typed before.
  const report = change !== null && settled === change ? preview.data : undefined

  /** Enter before the answer waits for it, and goes on where there is nothing to look at first. */
  const lookFirst = async () => {
    if (change === null) return undefined
    const found = await client.fetchQuery(previewQuery(chosen, change))
    return found.refused === 0 && found.warned === 0 && found.waiting > 0 ? found : undefined
  }
  const run = async () => {
    const seen = report ?? (await lookFirst())
    if (!seen) return
    const done = await begin.mutateAsync(seen.id)
    onBegun()
    onClose()
    if (done.state === 'ended' && done.refused === seen.refused && done.changed > 0)
      notify.done(doneText(done), { label: 'Undo', run: () => void undo(done.id) })
    else await navigate({ to: '/webapp/jobchange', search: { id: done.id } })
  }
  const make = change?.make
  return (
    <FormDialog
      title={title}
      size="lg"
      onClose={onClose}
      onSubmit={run}
      isUnsaved={false}
      isDisabled={(change === null && !isUnread) || preview.error !== null || report?.waiting === 0}
      hasSubmitFocus={given !== undefined}
      submit={beginText(make?.what ?? making, report?.waiting)}
      explain={error =>
        `${make ? 'It could not be begun.' : 'The jobs could not be changed.'} ${messageOf(error)}`
      }
    >
      {fields?.((next, isText = false) => {
        setChange(next)
        setIsUnread(isText)
      })}
      {preview.error && settled === change && (
        <Banner tone="failed">{`What would be done could not be shown. ${messageOf(preview.error)}`}</Banner>
      )}
      <p className="job-change__outcome" role="status">
        {report ? outcomeText(report) : change === null ? `${countText(count, 'job')} chosen.` : 'Looking…'}
      </p>
      {report && (
        <ChangedJobs report={report} mailTemplateId={make?.what === 'mail' ? make.templateId : undefined} />
      )}
    </FormDialog>
  )
}
