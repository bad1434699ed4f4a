import { Button } from '@mantine/core'
import { momentText } from '#web/lib/format.ts'
import { ContestedFields, type ContestedField } from './ContestedFields.tsx'
import { Dialog } from './Dialog.tsx'
import './conflict.css'

/** One thing that somebody else changed meanwhile, in words. */
export type ChangeInWords = {
  label: string
  from: string
  to: string
  by: string | null
  /** ISO 8601. */
  at: string
}

type Props = {
  /** "job", "contact". */
  record: string
  /** The fields that are not saved yet, by their labels. */
  unsaved: readonly string[]
  contested: readonly ContestedField[]
  mine: readonly string[]
  onChoose: (field: string, isMine: boolean) => void
  changes: readonly ChangeInWords[]
  isSaving: boolean
  onCancel: () => void
  onTakeTheirs: () => void
  onSave: () => void
}

/** Somebody saved the record since the form was filled: mine or theirs, field by field. */
export function ConflictDialog(props: Props) {
  const { record, unsaved, contested, mine, onChoose, changes, isSaving, onCancel, onTakeTheirs, onSave } =
    props
  return (
    <Dialog
      title={`Somebody changed this ${record} meanwhile`}
      size="lg"
      onClose={onCancel}
      footer={
        <>
          <Button variant="default" onClick={onCancel}>
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
        Your changes are not saved yet: {unsaved.join(', ')}.{' '}
        {contested.length > 0
          ? 'You both changed what stands below: choose which to keep. “Save” leaves their other changes as they are.'
          : 'They do not touch what was changed meanwhile: “Save” keeps both.'}{' '}
        “Take theirs” drops all of yours.
      </p>
      {contested.length > 0 && <ContestedFields fields={contested} mine={mine} onChoose={onChoose} />}
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
              <tr key={`${change.label} ${change.at}`}>
                <td>{change.label}</td>
                <td>{change.from}</td>
                <td>{change.to}</td>
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
