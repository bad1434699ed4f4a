import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { copyJob } from '#contract/job-copies.ts'
import type { OtherJob } from '#contract/jobs.ts'
import { call } from '#web/lib/call.ts'
import { countText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { jobsKey } from '#web/records/queries.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { runTask } from '#web/ui/notice/task-store.ts'
import { messageOf } from '#web/lib/problem.ts'
import { cancelJobs } from './cancelled-copies.ts'
import { CopiedParts, everything } from './CopiedParts.tsx'
import { jobName } from './conflict-words.ts'
import './job-changes.css'
import './jobs.css'

type Props = { jobs: readonly OtherJob[]; onBegun: () => void; onClose: () => void }

const MOST_NAMED = 5

const numbersOf = (copies: readonly OtherJob[]) => {
  const numbers = copies.slice(0, MOST_NAMED).map(({ jobId }) => String(jobId))
  if (copies.length > MOST_NAMED) numbers.push(`${copies.length - MOST_NAMED} more`)
  return numbers.join(', ')
}

/** Copies each of the jobs once, in the background. */
export function CopyJobsDialog({ jobs, onBegun, onClose }: Props) {
  const client = useQueryClient()
  const [take, setTake] = useState(everything)
  const run = () => {
    const refresh = () => client.invalidateQueries({ queryKey: jobsKey })
    const steps = jobs.map(job => {
      // The same id for every try: a copy whose reply was lost is not made twice.
      const ids = [newId()]
      return {
        label: `Job ${jobName(job)}`,
        run: (signal: AbortSignal) => call(copyJob, { params: { id: job.id }, body: { ids, take }, signal }),
      }
    })
    void runTask({
      title: `Copying ${countText(jobs.length, 'job')}`,
      steps,
      // Each waits for the next number: more at a time would not be quicker.
      atOnce: 1,
      explain: error => ({ message: messageOf(error), reasons: [] }),
      end: async results => {
        await refresh()
        return results
      },
      undo: results =>
        results.length === 0
          ? undefined
          : { label: 'Undo', run: () => void cancelJobs(results.flat()).finally(() => void refresh()) },
      summarise: (results, failed, isStopped) => {
        const copies = results.flat()
        const made =
          copies.length === 0
            ? 'No job was copied.'
            : `${countText(copies.length, 'copy', 'copies')} made: ${numbersOf(copies)}.`
        const left = failed > 0 ? ` ${countText(failed, 'job')} could not be copied.` : ''
        return `${isStopped ? 'Stopped. ' : ''}${made}${left}`
      },
    })
    onBegun()
    onClose()
  }
  return (
    <FormDialog
      title={`Copy ${countText(jobs.length, 'job')}`}
      size="sm"
      onClose={onClose}
      onSubmit={run}
      isUnsaved={false}
      hasSubmitFocus
      submit={`Make ${countText(jobs.length, 'copy', 'copies')}`}
    >
      <CopiedParts take={take} onChange={setTake} />
      <p className="job-change__outcome">Each job is copied once, under the next numbers:</p>
      <ul className="job-copy__made">
        {jobs.map(job => (
          <li key={job.id}>{jobName(job)}</li>
        ))}
      </ul>
    </FormDialog>
  )
}
