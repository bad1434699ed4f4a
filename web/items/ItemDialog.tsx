import { Button } from '@mantine/core'
import { useState } from 'react'
import { useController, useForm, type Control } from 'react-hook-form'
import { packingModeChoices, weightUnits } from '#contract/choices.ts'
import type { Item } from '#contract/items.ts'
import { newId } from '#web/lib/new-id.ts'
import { isProblem } from '#web/lib/problem.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormChoice, FormNumber, FormText, FormTextArea } from '#web/ui/form-fields.tsx'
import { showProblem } from '#web/ui/form-problems.ts'
import { WideField } from '#web/ui/FormSection.tsx'
import { SearchableField } from '#web/ui/SearchableField.tsx'
import { Banner } from '#web/ui/states.tsx'
import { itemFieldOf, itemInput, itemValues, type ItemValues } from './form.ts'
import { useCreateItem, useUpdateItem } from './queries.ts'

type Props = {
  jobId: string
  /** null makes a new one. */
  item: Item | null
  onClose: () => void
  onSaved: (id: string) => void
}

/** The item editor: every field of a line of cargo. */
export function ItemDialog({ jobId, item, onClose, onSaved }: Props) {
  const { control, ...form } = useForm<ItemValues>({ defaultValues: itemValues(item) })
  // One id a dialog: pressing Save twice makes one item.
  const [id] = useState(() => item?.id ?? newId())
  const [failure, setFailure] = useState('')
  const create = useCreateItem(jobId)
  const update = useUpdateItem(jobId)

  const submit = form.handleSubmit(async values => {
    setFailure('')
    try {
      const input = itemInput(values)
      if (item) await update.mutateAsync({ id, input, version: item.version })
      else await create.mutateAsync({ id, input })
      onSaved(id)
    } catch (error) {
      const message = showProblem(form, error, itemFieldOf)
      const isOutdated = isProblem(error, 'changed_meanwhile')
      setFailure(isOutdated ? `${message} Close this window and open the item again to see it.` : message)
    }
  })

  return (
    <Dialog
      title="Item"
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            Save
          </Button>
        </>
      }
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      <div className="form-grid">
        <WideField>
          <FormText control={control} name="name" label="Name" autoFocus />
        </WideField>
        <WideField>
          <FormTextArea control={control} name="description" label="Description" rows={2} />
        </WideField>
        <FormNumber control={control} name="quantity" label="Quantity" decimals={0} />
        <PackingModeField control={control} />
        <FormNumber control={control} name="grossWeight" label="Gross Weight" />
        <FormNumber control={control} name="netWeight" label="Net Weight" />
        <FormChoice control={control} name="weightUnit" label="Weight Unit" choices={weightUnits} />
        <FormNumber control={control} name="numberOfPacks" label="Number of Packs" decimals={0} />
      </div>
    </Dialog>
  )
}

const packingModeOptions = packingModeChoices.map(({ value, label }) => ({ value: String(value), label }))

function PackingModeField({ control }: { control: Control<ItemValues> }) {
  const { field, fieldState } = useController({ control, name: 'modeOfPacking' })
  return (
    <SearchableField
      label="Packing Mode"
      options={packingModeOptions}
      value={field.value === null ? null : String(field.value)}
      onChange={value => field.onChange(value === null ? null : Number(value))}
      onBlur={field.onBlur}
      ref={field.ref}
      error={fieldState.error?.message}
    />
  )
}
