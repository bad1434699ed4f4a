import { useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { isProblem } from '#web/lib/problem.ts'
import { useFailure } from '#web/ui/form/failure.ts'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { type RecordFormOptions, type Stored, useRecordForm } from './record-form.ts'

type Change<Values, Field extends string, Reply> = {
  values: Values
  /** The fields that this person changed. */
  changed: readonly Field[]
  version: number
  /** The record that the change goes over. */
  over: Reply
}

type Options<Values extends FieldValues, Field extends string, Reply> = Pick<
  RecordFormOptions<Values, Field>,
  'access' | 'draftKey' | 'follows'
> & {
  stored: Reply
  read: (stored: Reply) => Stored<Values>
  send: (change: Change<Values, Field, Reply>) => Promise<Reply>
  /** The form's field that a refusal of this change names, if it has one. */
  fieldOf: (path: string, changed: readonly Field[]) => Field | null
  /** The form's field that somebody else's change names, if it has one. */
  fieldOfChange: (path: string) => Field | null
  /** Takes what somebody else has stored for the record from now on. */
  adopt: (theirs: Reply) => void
  /** What a save that went well says. */
  done: string
}

/** A screen over a stored record, with Save and Cancel: what is typed stays until one of them is pressed. */
export function useRecordScreen<Values extends FieldValues, Field extends string, Reply>(
  options: Options<Values, Field, Reply>,
) {
  const { stored, read, send, fieldOf, fieldOfChange, adopt, done, ...settings } = options
  const [isSaving, setIsSaving] = useState(false)
  const { failure, setFailure } = useFailure()
  const record = useRecordForm<Values, Field>({ ...settings, ...read(stored), isSaving })
  const { form, conflict, changedFields, fill } = record
  const theirs = conflict?.problem.problem.current as Reply | undefined

  const save = async (over = stored) => {
    setFailure('')
    form.clearErrors()
    setIsSaving(true)
    const values = structuredClone(form.getValues())
    const changed = changedFields()
    try {
      record.saved(values, read(await send({ values, changed, version: record.version(), over })))
      notify.done(done)
    } catch (error) {
      if (isProblem(error, 'changed_meanwhile'))
        record.meet(error, read(error.problem.current as Reply), fieldOfChange)
      else setFailure(showProblem(form, error, path => fieldOf(path, changed) as Path<Values> | null))
    }
    setIsSaving(false)
  }

  return {
    record,
    isDirty: form.formState.isDirty,
    isSaving,
    failure,
    setFailure,
    save: () => save(),
    /** Back to what is stored. */
    cancel: () => {
      setFailure('')
      fill(read(stored))
    },
    /** Saves over what is stored now; of the contested fields only those chosen. */
    saveSettled: async () => {
      if (!theirs) return
      record.settle()
      record.closeConflict()
      adopt(theirs)
      if (changedFields().length > 0) await save(theirs)
    },
    takeTheirs: () => {
      if (!theirs) return
      fill(read(theirs))
      adopt(theirs)
    },
  }
}
