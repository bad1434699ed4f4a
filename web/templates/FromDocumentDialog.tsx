import { Button } from '@mantine/core'
import { templateFileName } from '#contract/file-names.ts'
import { ExampleJobPicker } from '#web/records/ExampleJobPicker.tsx'
import { useExampleJob } from '#web/records/queries.ts'
import { CancelButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import './from-document.css'
import type { DocumentUse } from './use-template-uploads.ts'

type Props = { name: string; onAnswered: (use: DocumentUse | undefined) => void }

/** Asks for the job that a finished document was made for: by its values the fields are found on the page. */
export function FromDocumentDialog({ name, onAnswered }: Props) {
  const job = useExampleJob()
  return (
    <Dialog
      title="Make a template from this document"
      onClose={() => onAnswered(undefined)}
      footer={
        <>
          <CancelButton />
          <Button variant="default" onClick={() => onAnswered({ jobId: undefined })}>
            Use it as it is
          </Button>
          <Button data-autofocus disabled={!job.id} onClick={() => onAnswered({ jobId: job.id })}>
            Show the page
          </Button>
        </>
      }
    >
      <p>
        {name} is searched for the values of a job. The page shows where each of them stands and which field
        it is; you decide on each. “Use it as it is” leaves out this search. Both store it as the template{' '}
        {templateFileName(name)}, and your own file stays as it is; “Cancel” stores nothing.
      </p>
      <div>
        <p className="from-document__question">Which job was it made for?</p>
        <ExampleJobPicker job={job} />
      </div>
    </Dialog>
  )
}
