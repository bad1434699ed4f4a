import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Port } from '#contract/ports.ts'
import { useLastUsed } from '#web/lib/last-used.ts'
import { newId } from '#web/lib/new-id.ts'
import { useCountries } from '#web/organisations/queries.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { FormSearchable } from '#web/ui/form/FormSearchable.tsx'
import { FormText, FormTextArea } from '#web/ui/form/form-fields.tsx'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { useCreatePort } from './queries.ts'

type Values = Record<'name' | 'code' | 'countryId' | 'description', string | null>
type Props = {
  /** What was searched for in vain is probably the name. */
  name: string
  onClose: () => void
  onCreated: (port: Port) => void
}

const fields = ['name', 'code', 'countryId', 'description'] as const
const fieldOf = (path: string) => fields.find(field => field === path) ?? null
const orNull = (text: string | null) => text?.trim() || null

/** A port of the company's own, for places that the world's list does not have. */
export function NewPortPicker({ name, onClose, onCreated }: Props) {
  const { control, ...form } = useForm<Values>({
    defaultValues: { name: name || null, code: null, countryId: null, description: null },
  })
  // One id a dialog: pressing Create twice makes one port.
  const [id] = useState(newId)
  const create = useCreatePort()
  const { data: countries = [] } = useCountries()
  const lastUsed = useLastUsed('countries')

  const submit = async (values: Values, hasLeft: () => boolean) => {
    const [code, description] = [orNull(values.code), orNull(values.description)]
    const port = { id, name: values.name ?? '', code, countryId: values.countryId, description }
    const created = await create.mutateAsync(port)
    if (!hasLeft()) onCreated(created)
  }

  return (
    <FormDialog
      title="Port"
      size="sm"
      onClose={onClose}
      onSubmit={hasLeft => form.handleSubmit(values => submit(values, hasLeft))()}
      isUnsaved={form.formState.isDirty}
      submit="Create"
      explain={error => showProblem(form, error, fieldOf)}
    >
      <FormText control={control} name="name" label="Name" autoFocus />
      <FormText
        control={control}
        name="code"
        label="Code"
        description="The UN/LOCODE, such as NLRTM, if it has one."
        maxLength={10}
      />
      <FormSearchable
        control={control}
        name="countryId"
        label="Country"
        options={countries.map(one => ({ value: one.id, label: one.name }))}
        {...lastUsed}
      />
      <FormTextArea control={control} name="description" label="Description" rows={2} />
    </FormDialog>
  )
}
