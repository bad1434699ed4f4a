import type { DocumentTemplate } from '#contract/templates.ts'
import { useOtherJob } from '#web/records/queries.ts'
import { CancelButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Banner } from '#web/ui/page/states.tsx'
import { ResultPreview } from './ResultPreview.tsx'
import './report.css'

type Props = {
  template: DocumentTemplate
  /** The job of the page: another one is shown at first, since its own prints what the page says. */
  jobId: string | undefined
  /** The page has changes that the stored template does not have. */
  isUnsaved: boolean
  onClose: () => void
}

/** What the template, as it was last saved, makes of the job. */
export function PageResultDialog({ template, jobId, isUnsaved, onClose }: Props) {
  const other = useOtherJob(jobId)
  return (
    <Dialog
      title={`Preview of ${template.name}`}
      size="lg"
      ownsBack
      onClose={onClose}
      footer={<CancelButton>Close</CancelButton>}
    >
      {isUnsaved && (
        <Banner tone="warning">
          This is the template as it was last saved. Save it to see your changes.
        </Banner>
      )}
      {other !== undefined && <ResultPreview template={template} jobId={other.id ?? jobId} />}
    </Dialog>
  )
}
