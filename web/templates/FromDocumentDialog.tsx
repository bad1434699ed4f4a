import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { templateFileName } from '#contract/file-names.ts'
import type { JobOfDocument } from '#contract/template-documents.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { isSearchable } from '#web/lib/searchable.ts'
import { jobLookup, useChosenJob, useExampleJob } from '#web/records/queries.ts'
import { CancelButton, Dialog } from '#web/ui/dialog/Dialog.tsx'
import { LookupField } from '#web/ui/form/LookupField.tsx'
import { onceTaken } from '#web/ui/form/once-taken.ts'
import { Banner } from '#web/ui/page/states.tsx'
import './from-document.css'
import { jobsOfDocumentQuery } from './queries.ts'
import type { DocumentUse } from './use-template-uploads.ts'

type Props = { file: File; onAnswered: (use: DocumentUse | undefined) => void }

const NONE: readonly JobOfDocument[] = []

/**
 * Asks for the job that a finished document was made for: by its values the fields are found on the page. The job whose
 * numbers stand in the document is proposed, or else the one that was opened last.
 */
export function FromDocumentDialog({ file, onAnswered }: Props) {
  const { name } = file
  const last = useExampleJob()
  const [chosen, choose] = useState<string | null>()
  const { data, isPending } = useQuery(jobsOfDocumentQuery(file, undefined))
  const proposed = data?.jobs ?? NONE
  const proposal = isPending ? undefined : (proposed[0]?.id ?? last.id)
  const job = useChosenJob(chosen === undefined ? proposal : (chosen ?? undefined), choose)
  const { data: counted } = useQuery({ ...jobsOfDocumentQuery(file, job.id), enabled: job.id !== undefined })
  const numbers = proposed.find(({ id }) => id === job.id)?.inName ?? []
  const answer = useRef<(withJob: boolean) => void>(undefined)
  useLayoutEffect(() => {
    answer.current = withJob => onAnswered({ jobId: withJob ? job.id : undefined, numbers })
  })
  return (
    <Dialog
      title="Make a template from this document"
      onClose={() => onAnswered(undefined)}
      footer={
        <>
          <CancelButton />
          <Button variant="default" onClick={() => answer.current?.(false)}>
            Use it as it is
          </Button>
          <Button
            data-autofocus
            // It takes the focus also while the job is looked for: a disabled one would leave it behind the dialog.
            {...(!job.id && { 'data-disabled': true })}
            aria-disabled={!job.id}
            onClick={({ currentTarget }) => {
              const dialog = currentTarget.closest('[role=dialog]')
              if (job.id && dialog) onceTaken(dialog, () => answer.current?.(true))
            }}
          >
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
      <div className="from-document__job">
        <LookupField
          label="Which job was it made for?"
          field="job"
          noun="jobs"
          value={job.name === '' ? null : { name: job.name.replace(/^Job (\d+), /, '$1 ') }}
          find={jobLookup('')}
          isSearchable={isSearchable}
          onTake={line => choose(line.id)}
          onRemove={() => choose(null)}
          actions={[]}
        />
        {proposed.length > 1 && <Proposals jobs={proposed} jobId={job.id} onChoose={choose} />}
      </div>
      {job.name !== '' && counted && typeof counted.found === 'number' && (
        <Finds job={job.name.replace(/^Job/, 'job')} found={counted.found} />
      )}
    </Dialog>
  )
}

type ProposalsProps = {
  jobs: readonly JobOfDocument[]
  jobId: string | undefined
  onChoose: (id: string) => void
}

/** More than one job has numbers in the document. */
const Proposals = ({ jobs, jobId, onChoose }: ProposalsProps) => (
  <fieldset className="from-document__jobs">
    <legend>Their numbers stand in the document</legend>
    {jobs.map(({ id, jobId: number, name, numbers }) => (
      <label key={id} className="from-document__one">
        <input type="radio" name="job-of-document" checked={id === jobId} onChange={() => onChoose(id)} />
        <span>
          {number} {nameOr(name)}{' '}
          <span className="from-document__numbers">
            {numbers.map(({ label, text }) => `${label} ${text}`).join(', ')}
          </span>
        </span>
      </label>
    ))}
  </fieldset>
)

/** Before a person is on a page on which nothing is marked. */
const Finds = ({ job, found }: { job: string; found: number }) =>
  found === 0 ? (
    <Banner tone="warning">This document holds no value of {job}. Choose another job.</Banner>
  ) : (
    <p className="from-document__finds" role="status">
      {countText(found, 'place')} of it {found === 1 ? 'holds a value' : 'hold values'} of {job}.
    </p>
  )
