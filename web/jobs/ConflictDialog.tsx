import { Button } from '@mantine/core'
import type { Problem } from '#contract/errors.ts'
import type { Job } from '#contract/jobs.ts'
import { momentText } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { labelOfChange, namesOn, textOfChange } from './conflict-words.ts'
import type { JobForm } from './job-form.ts'
import { jobFieldLabels } from './job-values.ts'

/** Somebody saved the job since this form was filled: shows what they changed, and lets the person decide. */
export function ConflictDialog({ problem, jobForm }: { problem: Problem; jobForm: JobForm }) {
  const { changed, closeConflict, keepMine, takeTheirs, isSaving } = jobForm
  const changes = problem.changes ?? []
  const names = namesOn([jobForm.job, problem.current as Job | undefined])
  return (
    <Dialog
      title="Somebody changed this job meanwhile"
      onClose={closeConflict}
      footer={
        <>
          <Button variant="default" onClick={closeConflict}>
            Cancel
          </Button>
          <Button variant="default" onClick={takeTheirs}>
            Take theirs
          </Button>
          <Button loading={isSaving} onClick={() => void keepMine()}>
            Keep mine
          </Button>
        </>
      }
    >
      <p>
        Your changes are not saved yet: {changed.map(field => jobFieldLabels[field]).join(', ')}. “Keep mine”
        saves them over what stands now and leaves their other changes as they are; “Take theirs” drops yours.
      </p>
      {changes.length > 0 && (
        <table className="conflict">
          <thead>
            <tr>
              <th scope="col">Changed</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">By</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(change => (
              <tr key={`${change.field} ${change.at}`}>
                <td>{labelOfChange(change.field)}</td>
                <td>{textOfChange(change.field, change.old, names)}</td>
                <td>{textOfChange(change.field, change.new, names)}</td>
                <td>
                  {change.by ?? 'Somebody'}, {momentText(change.at)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
