import { jobFieldLabels } from '#contract/job-fields.ts'
import type { Job, JobInput } from '#contract/jobs.ts'
import { isProblem } from '#web/lib/problem.ts'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { useJob, useSaveJob, useTypedDetails } from './queries.ts'

type Figures = Pick<
  JobInput,
  'grossWeight' | 'netWeight' | 'weightUnit' | 'numberOfPackages' | 'volume' | 'volumeUnit'
>

/** Makes sums of a job's rows the job's own cargo figures; whoever has typed others under Details is asked. */
export function useTakeOverCargo(job: Job, rows: 'items' | 'containers') {
  const save = useSaveJob()
  const typed = useTypedDetails()
  const { refetch } = useJob(job.id)
  const takeOver = async (figures: Figures) => {
    const unsaved = typed?.besides(figures) ?? []
    if (unsaved.length > 0) {
      const labels = unsaved.map(field => jobFieldLabels[field]).join(', ')
      const isMeant = await askMessage({
        title: 'Replace what you typed under Details?',
        description: `Not saved there yet: ${labels}. The ${rows}’ figures will replace them.`,
        ok: 'Use these totals',
        destructive: true,
        isCancelFirst: true,
      })
      if (!isMeant) return
    }
    try {
      await save.mutateAsync({ change: { id: job.id, ...figures }, version: job.version })
      typed?.replace(figures)
      notify.done(`The job’s cargo figures are now those of its ${rows}.`)
    } catch (error) {
      if (isProblem(error, 'changed_meanwhile')) void refetch()
      notify.failedBecause('The job’s cargo figures were not changed.', error)
    }
  }
  return { takeOver, isPending: save.isPending }
}
