import { Button } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { momentText } from '#web/lib/format.ts'
import { ContestedFields } from './ContestedFields.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import type { RecordForm } from './record-form.ts'
import { differ } from './three-way.ts'
import './conflict.css'

/** How the record's fields and values are told; a path is a field of the form or one that the server names. */
export type ConflictWords<Field extends string> = {
  label: (path: string) => string
  text: (path: string, value: unknown) => string
  /** The form's field that a change names, if it has one. */
  fieldOf: (path: string) => Field | null
}

type Props<Values extends FieldValues, Field extends string> = {
  /** "job", "contact". */
  noun: string
  record: RecordForm<Values, Field>
  words: ConflictWords<Field>
  isSaving: boolean
  onTakeTheirs: () => void
  onSave: () => void
}

/** Somebody saved the record since the form was filled: mine or theirs, field by field. */
export function ConflictDialog<Values extends FieldValues, Field extends string>(
  props: Props<Values, Field>,
) {
  const { noun, record, words, isSaving, onTakeTheirs, onSave } = props
  const { conflict, mine, choose, closeConflict, changedFields, valueAt, form } = record
  if (!conflict) return null
  const { theirs, contested } = conflict
  const typed = form.getValues()
  const changed = changedFields()
  // What is stored as it is typed here is no conflict.
  const unsaved = changed.filter(field => differ(valueAt(typed, field), valueAt(theirs, field)))
  const changes = (conflict.problem.problem.changes ?? []).filter(change => {
    const field = words.fieldOf(change.field)
    return field === null || !changed.includes(field) || unsaved.includes(field)
  })
  return (
    <Dialog
      title={`Somebody has changed this ${noun} since you opened it`}
      size="lg"
      onClose={closeConflict}
      footer={
        <>
          <Button variant="default" onClick={closeConflict}>
            Cancel
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button loading={isSaving} onClick={onSave}>
            Save
          </Button>
        </>
      }
    >
      <p>
        Your changes are not saved yet: {unsaved.map(words.label).join(', ')}.{' '}
        {contested.length > 0
          ? 'You both changed the fields below: choose which to keep. “Save” leaves their other changes as they are.'
          : 'They do not conflict with the other changes: “Save” keeps both.'}{' '}
        “Take theirs” discards all of yours.
      </p>
      {contested.length > 0 && (
        <ContestedFields
          fields={contested.map(field => ({
            field,
            label: words.label(field),
            mine: words.text(field, valueAt(typed, field)),
            theirs: words.text(field, valueAt(theirs, field)),
          }))}
          mine={mine}
          onChoose={choose}
        />
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
            {changes.map(({ field, old, new: now, by, at }) => (
              <tr key={`${field} ${at}`}>
                <td>{words.label(field)}</td>
                <td>{words.text(field, old)}</td>
                <td>{words.text(field, now)}</td>
                <td>
                  {by ?? 'Somebody'}, {momentText(at)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}
