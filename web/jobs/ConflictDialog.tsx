import { useState } from 'react'
import type { Problem } from '#contract/errors.ts'
import { type Job, type JobField, jobFieldLabels } from '#contract/jobs.ts'
import { ConflictDialog as RecordConflictDialog } from '#web/ui/ConflictDialog.tsx'
import { fieldOfChange, labelOfChange, namesOn, textOfChange } from './conflict-words.ts'
import type { JobForm } from './job-form.ts'
import { differingFields, jobValues, valueAt } from './job-values.ts'

/** Somebody saved the job since this form was filled. */
export function ConflictDialog({ problem, jobForm }: { problem: Problem; jobForm: JobForm }) {
  const { changed, contested, closeConflict, settle, takeTheirs, isSaving } = jobForm
  const [mine, setMine] = useState<readonly JobField[]>(contested)
  const current = problem.current as Job | undefined
  const names = namesOn([jobForm.job, current])
  const values = jobForm.form.getValues()
  const theirs = current && jobValues(current)
  const different = theirs ? differingFields(values, theirs) : changed
  // What is stored as it is typed here is no conflict.
  const stored = changed.filter(field => !different.includes(field))
  return (
    <RecordConflictDialog
      record="job"
      unsaved={changed.filter(field => different.includes(field)).map(field => jobFieldLabels[field])}
      contested={
        theirs
          ? contested.map(field => ({
              field,
              label: jobFieldLabels[field],
              mine: textOfChange(field, valueAt(values, field), names),
              theirs: textOfChange(field, valueAt(theirs, field), names),
            }))
          : []
      }
      mine={mine}
      onChoose={(field, isMine) =>
        setMine(before => [...before.filter(one => one !== field), ...(isMine ? [field as JobField] : [])])
      }
      changes={(problem.changes ?? [])
        .filter(change => !stored.some(field => field === fieldOfChange(change.field)))
        .map(change => ({
          label: labelOfChange(change.field),
          from: textOfChange(change.field, change.old, names),
          to: textOfChange(change.field, change.new, names),
          by: change.by,
          at: change.at,
        }))}
      isSaving={isSaving}
      onCancel={closeConflict}
      onTakeTheirs={takeTheirs}
      onSave={() => void settle(mine)}
    />
  )
}
