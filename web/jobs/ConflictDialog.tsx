import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Problem } from '#contract/errors.ts'
import type { Job } from '#contract/jobs.ts'
import { momentText } from '#web/lib/format.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { labelOfChange, namesOn, textOfChange } from './conflict-words.ts'
import type { JobForm } from './job-form.ts'
import { type JobField, jobFieldLabels, jobValues, valueAt } from './job-values.ts'

/** Somebody saved the job since this form was filled: mine or theirs, field by field. */
export function ConflictDialog({ problem, jobForm }: { problem: Problem; jobForm: JobForm }) {
  const { changed, contested, closeConflict, settle, takeTheirs, isSaving } = jobForm
  const [mine, setMine] = useState<readonly JobField[]>(contested)
  const changes = problem.changes ?? []
  const current = problem.current as Job | undefined
  const names = namesOn([jobForm.job, current])
  const values = jobForm.form.getValues()
  const theirs = current && jobValues(current)
  const textOf = (field: JobField, value: unknown) => textOfChange(field, value, names)
  const choose = (field: JobField, isMine: boolean) =>
    setMine(before => [...before.filter(one => one !== field), ...(isMine ? [field] : [])])

  return (
    <Dialog
      title="Somebody changed this job meanwhile"
      size="lg"
      onClose={closeConflict}
      footer={
        <>
          <Button variant="default" onClick={closeConflict}>
            Cancel
          </Button>
          <Button variant="default" onClick={takeTheirs}>
            Take theirs
          </Button>
          <Button loading={isSaving} onClick={() => void settle(mine)}>
            Save
          </Button>
        </>
      }
    >
      <p>
        Your changes are not saved yet: {changed.map(field => jobFieldLabels[field]).join(', ')}.{' '}
        {contested.length > 0
          ? 'You both changed what stands below: choose which shall stand. “Save” leaves their other changes as they are.'
          : 'They do not touch what was changed meanwhile: “Save” keeps both.'}{' '}
        “Take theirs” drops all of yours.
      </p>
      {theirs && contested.length > 0 && (
        <div className="contested">
          {contested.map(field => (
            <fieldset key={field} className="contested__field">
              <legend>{jobFieldLabels[field]}</legend>
              <label className="contested__choice">
                <input
                  type="radio"
                  name={field}
                  checked={mine.includes(field)}
                  onChange={() => choose(field, true)}
                />
                <span>Mine: {textOf(field, valueAt(values, field))}</span>
              </label>
              <label className="contested__choice">
                <input
                  type="radio"
                  name={field}
                  checked={!mine.includes(field)}
                  onChange={() => choose(field, false)}
                />
                <span>Theirs: {textOf(field, valueAt(theirs, field))}</span>
              </label>
            </fieldset>
          ))}
        </div>
      )}
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
