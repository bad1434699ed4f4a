import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useController, useForm, type Control } from 'react-hook-form'
import { packingModeChoices, weightUnits } from '#contract/choices.ts'
import type { Item } from '#contract/items.ts'
import { newId } from '#web/lib/new-id.ts'
import { isProblem } from '#web/lib/problem.ts'
import { changesText } from '#web/ui/changes-text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormChoice, FormNumber, FormText, FormTextArea } from '#web/ui/form-fields.tsx'
import { showProblem } from '#web/ui/form-problems.ts'
import { WideField } from '#web/ui/FormSection.tsx'
import { SearchableField } from '#web/ui/SearchableField.tsx'
import { Banner } from '#web/ui/states.tsx'
import { isEmpty, itemFieldOf, itemInput, itemLabels, itemValues, type ItemValues } from './form.ts'
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

const labelOfField = (field: string) => {
  const known = itemFieldOf(field)
  return known && itemLabels[known]
}

/** The item editor: every field of a line of cargo. */
export function ItemDialog({ jobId, item, weightUnit = null, onClose, onSaved }: Props) {
  const { control, ...form } = useForm<ItemValues>({
    defaultValues: item ? itemValues(item) : { ...itemValues(null), weightUnit },
  })
  // One id a dialog: pressing Save twice makes one item.
  const [id] = useState(() => item?.id ?? newId())
  // What the next save has to find unchanged.
  const version = useRef(item?.version ?? 0)
  const [failure, setFailure] = useState('')
  const create = useCreateItem(jobId)
  const update = useUpdateItem(jobId)

  const submit = (wantsNext: boolean) => form.handleSubmit(values => save(values, wantsNext))()
  const save = async (values: ItemValues, wantsNext: boolean) => {
    // Enter on an untouched form ends the entering.
    if (wantsNext && isEmpty(values)) return onClose()
    setFailure('')
    try {
      const input = itemInput(values)
      if (item) await update.mutateAsync({ id, input, version: version.current })
      else await create.mutateAsync({ id, input })
      onSaved(id, wantsNext)
    } catch (error) {
      const message = showProblem(form, error, itemFieldOf)
      if (!isProblem(error, 'changed_meanwhile')) return setFailure(message)
      const standing = error.problem.current as Partial<Item> | undefined
      if (standing?.version) version.current = standing.version
      setFailure(`${changesText(error, labelOfField)} Save again to store yours, or Cancel to keep theirs.`)
    }
  }
  const isSaving = create.isPending || update.isPending

  return (
    <Dialog
      title="Item"
      onClose={onClose}
      onSubmit={() => void submit(item === null)}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
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
