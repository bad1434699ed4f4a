import type { PageChanges } from '#contract/template-pages.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { useOtherJob } from '#web/records/queries.ts'
import { CancelButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Banner } from '#web/ui/page/states.tsx'
import { PageSkeleton } from '#web/ui/preview/PageSkeleton.tsx'
import { ResultPreview } from './ResultPreview.tsx'
import './report.css'

type Props = {
  template: DocumentTemplate
  /** The job of the page, which is shown at first. */
  jobId: string | undefined
  /** Another job than that is shown at first. */
  isOther: boolean
  /** Changes of the page that the stored template does not have. */
  unsaved: readonly PageChanges[]
  onClose: () => void
}

/** What the template makes of a job, with what was changed on its page. */
export function PageResultDialog({ template, jobId, isOther, unsaved, onClose }: Props) {
  return (
    <Dialog
      title={`Preview of ${template.name}`}
      size="lg"
      ownsBack
      onClose={onClose}
      footer={<CancelButton>Close</CancelButton>}
    >
      {unsaved.length > 0 && <Banner tone="done">With your changes, which are not saved yet.</Banner>}
      {isOther ? (
        <OfOtherJob {...{ template, jobId, unsaved }} />
      ) : (
        <ResultPreview {...{ template, jobId, unsaved }} />
      )}
    </Dialog>
  )
}

function OfOtherJob({ template, jobId, unsaved }: Pick<Props, 'template' | 'jobId' | 'unsaved'>) {
  const other = useOtherJob(jobId)
  if (!other) return <PageSkeleton />
  return <ResultPreview template={template} jobId={other.id ?? jobId} unsaved={unsaved} />
}
