import { JobStatus } from '#contract/choices.ts'
import { beginJobChange, previewJobChange } from '#contract/job-changes.ts'
import type { OtherJob } from '#contract/jobs.ts'
import { call } from '#web/lib/call.ts'
import { countText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { notify } from '#web/ui/notice/notify.ts'

/** Takes back that jobs were made: no number may be missing, so each is Cancelled. */
export async function cancelJobs(jobs: readonly OtherJob[], id = newId()): Promise<void> {
  try {
    const shipmentIds = jobs.map(job => job.id)
    const change = { statusId: JobStatus.cancelled }
    await call(previewJobChange, { body: { id, shipmentIds, change } })
    const { changed, refused } = await call(beginJobChange, { body: { id } })
    const left = refused > 0 ? ` ${countText(refused, 'job')} left as before.` : ''
    notify.done(`${countText(changed, 'job')} set to Cancelled, so that no number is missing.${left}`)
  } catch (error) {
    notify.failedBecause('The copies could not be cancelled.', error, {
      label: 'Try again',
      run: () => void cancelJobs(jobs, id),
    })
  }
}
