import { type Item, itemLabels } from '#contract/items.ts'
import { isProblem } from '#web/lib/problem.ts'
import { ConflictBanner } from '#web/ui/ConflictBanner.tsx'
import { showProblem } from '#web/ui/form-problems.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { type RecordForm, useRecordForm } from '#web/ui/record-form.ts'
import { itemFieldOf, itemInput, itemText, itemValues, type ItemValues } from './form.ts'
import { ItemFields } from './ItemFields.tsx'
import { useUpdateItem } from './queries.ts'

type Props = { jobId: string; item: Item; onClose: () => void; onSaved: (id: string) => void }

/** The item editor: every field of a line of cargo. */
export function ItemDialog({ jobId, item, onClose, onSaved }: Props) {
  const record = useRecordForm<ItemValues>(itemValues(item), item.version)
  const { form, version, conflict, changedFields, fill, meet, settle } = record
  const update = useUpdateItem(jobId)

  const submit = form.handleSubmit(async () => {
    settle()
    try {
      await save()
      if (changedFields().length === 0) onSaved(item.id)
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) throw error
    }
  })
  /** What two people changed in different fields is kept of both; only the same field needs a choice. */
  const save = async (): Promise<void> => {
    const sent = { ...form.getValues() }
    const input = itemInput(sent, changedFields())
    try {
      showStored(sent, await update.mutateAsync({ id: item.id, input, version: version.current }))
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) throw error
      const theirs = error.problem.current as Item
      const met = meet(error, { values: itemValues(theirs), version: theirs.version, fieldOf: itemFieldOf })
      if (met.contested.length > 0) throw error
      settle(met)
      await save()
    }
  }
  /** What was typed while the save was under way is not stored yet. */
  const showStored = (sent: ItemValues, stored: Item) => {
    const now = { ...form.getValues() }
    fill(itemValues(stored), stored.version)
    for (const field of Object.keys(sent) as (keyof ItemValues)[])
      if (now[field] !== sent[field]) form.setValue(field, now[field], { shouldDirty: true })
  }

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
