import { type Item, itemLabels } from '#contract/items.ts'
import { isProblem } from '#web/lib/problem.ts'
import { ConflictBanner } from '#web/ui/record-form/ConflictBanner.tsx'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { type RecordForm, useRecordForm } from '#web/ui/record-form/record-form.ts'
import { itemFieldOf, itemInput, itemText, itemValues, type ItemValues } from './form.ts'
import { ItemFields } from './ItemFields.tsx'
import { useUpdateItem } from './queries.ts'

type Props = { jobId: string; item: Item; onClose: () => void; onSaved: (id: string) => void }

const storedOf = (item: Item) => ({ values: itemValues(item), version: item.version })

/** The item editor: every field of a line of cargo. */
export function ItemDialog({ jobId, item, onClose, onSaved }: Props) {
  const record = useRecordForm<ItemValues>(storedOf(item))
  const { form, conflict } = record
  const update = useUpdateItem(jobId)

  const submit = form.handleSubmit(async () => {
    record.settle()
    record.closeConflict()
    try {
      await record.save({
        send: (sent, changed, version) =>
          update.mutateAsync({ id: item.id, input: itemInput(sent, changed), version }),
        read: storedOf,
        fieldOf: itemFieldOf,
      })
      if (record.changedFields().length === 0) onSaved(item.id)
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) throw error
    }
  })

  return (
    <FormDialog
      title="Item"
      onClose={onClose}
      onSubmit={submit}
      isUnsaved={form.formState.isDirty}
      explain={error => showProblem(form, error, itemFieldOf)}
    >
      {conflict && <ItemConflict record={record} />}
      <ItemFields control={form.control} />
    </FormDialog>
  )
}

function ItemConflict({ record }: { record: RecordForm<ItemValues> }) {
  const { form, conflict, mine, choose } = record
  if (!conflict) return null
  const typed = form.getValues()
  return (
    <ConflictBanner
      message={conflict.problem.message}
      contested={conflict.contested.map(field => ({
        field,
        label: itemLabels[field],
        mine: itemText(field, typed[field]),
        theirs: itemText(field, conflict.theirs[field]),
      }))}
      mine={mine}
      onChoose={(field, isMine) => choose(field as keyof ItemValues, isMine)}
    />
  )
}
