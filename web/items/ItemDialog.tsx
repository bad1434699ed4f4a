import { Button } from '@mantine/core'
import { useState } from 'react'
import { useController, type Control } from 'react-hook-form'
import { packingModeChoices, weightUnits } from '#contract/choices.ts'
import { itemLabels } from '#contract/field-labels.ts'
import type { Item } from '#contract/items.ts'
import { newId } from '#web/lib/new-id.ts'
import { isProblem } from '#web/lib/problem.ts'
import { ConflictBanner } from '#web/ui/ConflictBanner.tsx'
import { CancelButton, Dialog } from '#web/ui/Dialog.tsx'
import { FormChoice, FormNumber, FormText, FormTextArea } from '#web/ui/form-fields.tsx'
import { showProblem } from '#web/ui/form-problems.ts'
import { WideField } from '#web/ui/FormSection.tsx'
import { type RecordForm, useRecordForm } from '#web/ui/record-form.ts'
import { SearchableField } from '#web/ui/SearchableField.tsx'
import { Banner } from '#web/ui/states.tsx'
import { isEmpty, itemFieldOf, itemInput, itemText, itemValues, type ItemValues } from './form.ts'
import { useCreateItem, useUpdateItem } from './queries.ts'

type Props = {
  jobId: string
  /** null makes a new one. */
  item: Item | null
  /** The unit that a new item begins with. */
  weightUnit?: number | null
  onClose: () => void
  /** `wantsNext`: another one is to be entered at once. */
  onSaved: (id: string, wantsNext: boolean) => void
}

/** The item editor: every field of a line of cargo. */
export function ItemDialog({ jobId, item, weightUnit = null, onClose, onSaved }: Props) {
  const stored = item ? itemValues(item) : { ...itemValues(null), weightUnit }
  const record = useRecordForm<ItemValues>(stored, item?.version ?? 0)
  const { form, version, conflict, changedFields, meet, settle } = record
  const { control } = form
  // One id a dialog: pressing Save twice makes one item.
  const [id] = useState(() => item?.id ?? newId())
  const [failure, setFailure] = useState('')
  const create = useCreateItem(jobId)
  const update = useUpdateItem(jobId)

  const submit = (wantsNext: boolean) => form.handleSubmit(() => save(wantsNext))()
  const save = async (wantsNext: boolean) => {
    settle()
    // Enter on an untouched form ends the entering.
    if (wantsNext && isEmpty(form.getValues())) return onClose()
    setFailure('')
    try {
      if (item) await saveChanges()
      else await create.mutateAsync({ id, input: itemInput(form.getValues()) })
      onSaved(id, wantsNext)
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) setFailure(showProblem(form, error, itemFieldOf))
    }
  }
  /** What two people changed in different fields is kept of both; only the same field needs a choice. */
  const saveChanges = async (): Promise<void> => {
    const input = itemInput(form.getValues(), changedFields())
    try {
      await update.mutateAsync({ id, input, version: version.current })
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) throw error
      const theirs = error.problem.current as Item
      const met = meet(error, { values: itemValues(theirs), version: theirs.version, fieldOf: itemFieldOf })
      if (met.contested.length > 0) throw error
      settle(met)
      await saveChanges()
    }
  }
  const isSaving = create.isPending || update.isPending

  return (
    <Dialog
      title="Item"
      onClose={onClose}
      onSubmit={() => void submit(item === null)}
      isUnsaved={form.formState.isDirty}
      footer={
        <>
          <CancelButton />
          {item ? (
            <Button type="submit" loading={isSaving}>
              Save
            </Button>
          ) : (
            <>
              <Button variant="default" disabled={isSaving} onClick={() => void submit(false)}>
                Save
              </Button>
              <Button type="submit" loading={isSaving} title="Save and enter the next (Enter)">
                Save and next
              </Button>
            </>
          )}
        </>
      }
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      {conflict && <ItemConflict record={record} />}
      <div className="form-grid">
        <WideField>
          <FormText control={control} name="name" label={itemLabels.name} autoFocus />
        </WideField>
        <WideField>
          <FormTextArea control={control} name="description" label={itemLabels.description} rows={2} />
        </WideField>
        <FormNumber control={control} name="quantity" label={itemLabels.quantity} decimals={0} />
        <PackingModeField control={control} />
        <FormNumber control={control} name="grossWeight" label={itemLabels.grossWeight} />
        <FormNumber control={control} name="netWeight" label={itemLabels.netWeight} />
        <FormChoice control={control} name="weightUnit" label={itemLabels.weightUnit} choices={weightUnits} />
        <FormNumber control={control} name="numberOfPacks" label={itemLabels.numberOfPacks} decimals={0} />
      </div>
    </Dialog>
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

const packingModeOptions = packingModeChoices.map(({ value, label }) => ({ value: String(value), label }))

function PackingModeField({ control }: { control: Control<ItemValues> }) {
  const { field, fieldState } = useController({ control, name: 'modeOfPacking' })
  return (
    <SearchableField
      label={itemLabels.modeOfPacking}
      options={packingModeOptions}
      value={field.value === null ? null : String(field.value)}
      onChange={value => field.onChange(value === null ? null : Number(value))}
      onBlur={field.onBlur}
      ref={field.ref}
      error={fieldState.error?.message}
    />
  )
}
