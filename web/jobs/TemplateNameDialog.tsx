import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { messageOf } from '#web/lib/problem.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { useNameTemplate } from './queries.ts'

const LONGEST_NAME = 80

/** Asks under which name a job is offered as a template for new jobs. */
export function TemplateNameDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const atFirst = job.templateName ?? (job.name ?? '').slice(0, LONGEST_NAME)
  const [name, setName] = useState(atFirst)
  const { mutateAsync } = useNameTemplate(job)
  const save = async (hasLeft: () => boolean) => {
    await mutateAsync(name)
    if (hasLeft()) return
    onClose()
    if (job.templateName === null) notify.done(`“${name.trim()}” is offered beside Create Job.`)
  }
  return (
    <FormDialog
      title={job.templateName === null ? 'Use as a template for new jobs' : 'Rename the template'}
      size="sm"
      onClose={onClose}
      onSubmit={save}
      isUnsaved={name !== atFirst}
      isDisabled={name.trim() === ''}
      explain={error => `The template could not be saved. ${messageOf(error)}`}
    >
      <TextInput
        label="Name of the template"
        data-autofocus
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <p className="job-copy__hint">
        New jobs take its parties, ports, items and charges, never its dates or numbers. This job stays in the
        lists and counts like any other. If it is not a shipment of its own, close it: it then leaves Open and
        Mine, and new jobs are In Progress all the same.
      </p>
    </FormDialog>
  )
}
