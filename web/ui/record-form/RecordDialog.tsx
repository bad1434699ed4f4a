import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Control, FieldValues, Path } from 'react-hook-form'
import { isProblem } from '#web/lib/problem.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { ContestedFields } from './ContestedFields.tsx'
import { KeptChanges } from './KeptChanges.tsx'
import {
  type RecordForm,
  type RecordFormOptions,
  type Saving,
  type Stored,
  useRecordForm,
} from './record-form.ts'
import { isBlank, valueText } from './value-text.ts'

type FieldOf<Values> = keyof Values & string

type Words<Values> = {
  labels: Readonly<Record<FieldOf<Values>, string>>
  /** A value that is not blank, as its field shows it; itself unless said otherwise. */
  textOf?: <Field extends FieldOf<Values>>(field: Field, value: NonNullable<Values[Field]>) => string
}

type Props<Values extends FieldValues, Reply> = Words<Values> &
  Pick<ComponentProps<typeof FormDialog>, 'title' | 'size' | 'submit' | 'onClose'> &
  Pick<RecordFormOptions<Values, FieldOf<Values>>, 'draftKey'> &
  Pick<Saving<Values, FieldOf<Values>, Reply>, 'send' | 'read'> & {
    stored: Stored<Values>
    /** How what was typed is saved although somebody has deleted the record meanwhile. */
    anew?: {
      /** “item” */
      noun: string
      send: (values: Values) => Promise<Reply>
    }
    /** The field that a refusal names, if it has one; the one of that name unless said otherwise. */
    fieldOf?: (path: string) => FieldOf<Values> | null
    /** The same of what somebody else changed, where that is told by other names. */
    fieldOfChange?: (path: string) => FieldOf<Values> | null
    /** It is saved; the dialog closes, unless more was typed while it was. */
    onSaved?: (reply: Reply) => void
    /** What is filled in beside the fields of the record and saved with them by `send`. */
    beside?: { isUnsaved: boolean; isUnread: boolean }
    children: (control: Control<Values>) => ReactNode
  }

/** A stored record's fields in a dialog. What two people changed is kept of both; the same field needs a choice. */
export function RecordDialog<Values extends FieldValues, Reply>(props: Props<Values, Reply>) {
  const {
    stored,
    labels,
    textOf,
    send,
    read,
    anew,
    draftKey,
    onSaved,
    beside,
    children,
    onClose,
    ...dialog
  } = props
  const { fieldOf = path => (path in labels ? path : null), fieldOfChange = fieldOf } = props
  const record = useRecordForm<Values>({ ...stored, ...(draftKey !== undefined && { draftKey }) })
  const { form } = record
  const [isGone, setIsGone] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  /** Refused for good: the record is not there, or is no part any more of what is stored. */
  const meansGone = (error: unknown) =>
    isProblem(error, 'not_found') ||
    (isProblem(error, 'changed_meanwhile') &&
      error.problem.current !== undefined &&
      read(error.problem.current as Reply) === null)
  const save = async (hasLeft: () => boolean) => {
    record.settle()
    record.closeConflict()
    setIsSaving(true)
    try {
      const reply =
        anew && isGone
          ? await anew.send(structuredClone(form.getValues()))
          : await record.save({ send, read, fieldOf: fieldOfChange })
      const isAll = isGone || record.changedFields().length === 0
      if (isAll) record.giveUpDraft()
      if (hasLeft()) return
      onSaved?.(reply)
      if (isAll) onClose()
    } catch (error) {
      if (anew && !isGone && !hasLeft() && stored.version > 0 && meansGone(error)) return setIsGone(true)
      if (hasLeft() || !isProblem(error, 'changed_meanwhile')) throw error
    } finally {
      setIsSaving(false)
    }
    return undefined
  }
  return (
    <FormDialog
      {...dialog}
      {...(anew && isGone && { submit: `Save as a new ${anew.noun}` })}
      onClose={() => {
        // What is on its way to the server may yet be refused: then it is still here.
        if (!isSaving) record.giveUpDraft()
        onClose()
      }}
      onSubmit={hasLeft => {
        // What the server refused last time is for the server to say again.
        form.clearErrors()
        return form.handleSubmit(() => save(hasLeft))()
      }}
      isUnsaved={form.formState.isDirty || Boolean(beside?.isUnsaved)}
      isDisabled={Boolean(beside?.isUnread)}
      explain={error => showProblem(form, error, path => fieldOf(path) as Path<Values> | null)}
    >
      {anew && isGone && (
        <Banner tone="warning" isRefusal>
          Somebody has deleted this {anew.noun} since you opened it. What you typed is still here: save it as
          a new {anew.noun}, or cancel.
        </Banner>
      )}
      {record.restoredAt && form.formState.isDirty && (
        <KeptChanges at={record.restoredAt} onDiscard={() => record.fill(stored)} />
      )}
      <ConflictBanner record={record} labels={labels} {...(textOf && { textOf })} />
      {children(form.control)}
    </FormDialog>
  )
}

type BannerProps<Values extends FieldValues> = Words<Values> & { record: RecordForm<Values> }

function ConflictBanner<Values extends FieldValues>({ record, labels, textOf }: BannerProps<Values>) {
  const { conflict, form, mine, choose } = record
  if (!conflict) return null
  const text = (field: FieldOf<Values>, value: Values[FieldOf<Values>]) =>
    textOf && !isBlank(value) ? textOf(field, value as NonNullable<typeof value>) : valueText(value)
  const typed = form.getValues()
  const contested = conflict.contested.map(field => ({
    field,
    label: labels[field],
    mine: text(field, typed[field]),
    theirs: text(field, conflict.theirs[field]),
  }))
  return (
    <Banner tone="warning" isRefusal>
      {conflict.problem.message} Choose which to keep, then save again.
      <ContestedFields fields={contested} mine={mine} onChoose={choose} />
    </Banner>
  )
}
