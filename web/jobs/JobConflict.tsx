import type { Job } from '#contract/jobs.ts'
import { ConflictDialog } from '#web/ui/record-form/ConflictDialog.tsx'
import { fieldOfChange, labelOfChange, namesOn, textOfChange } from './conflict-words.ts'
import type { JobForm } from './job-form.ts'

/** Somebody saved the job since this form was filled. */
export function JobConflict({ jobForm }: { jobForm: JobForm }) {
  const { job, record, isSaving, settle, takeTheirs } = jobForm
  const names = namesOn([job, record.conflict?.problem.problem.current as Job | undefined])
  return (
    <ConflictDialog
      noun="job"
      record={record}
      words={{
        label: labelOfChange,
        text: (path, value) => textOfChange(path, value, names),
        fieldOf: fieldOfChange,
      }}
      isSaving={isSaving}
      onTakeTheirs={takeTheirs}
      onSave={() => void settle()}
    />
  )
}
