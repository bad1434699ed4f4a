import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Organisation } from '#contract/organisations.ts'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { fieldOfPath, inputOf, newOrganisationIds, valuesOf, type OrganisationValues } from './form.ts'
import { OrganisationFields } from './OrganisationFields.tsx'
import { useCreateOrganisation } from './queries.ts'

type Props = {
  onClose: () => void
  onCreated: (organisation: Organisation) => void
  /** What was searched for in vain is probably the name. */
  name?: string
}

export function OrganisationDialog({ onClose, onCreated, name }: Props) {
  const form = useForm<OrganisationValues>({ defaultValues: { ...valuesOf(null), name: name || null } })
  const [ids] = useState(newOrganisationIds)
  const create = useCreateOrganisation()

  const submit = async (values: OrganisationValues, hasLeft: () => boolean) => {
    const created = await create.mutateAsync(inputOf(values, ids))
    if (!hasLeft()) onCreated(created)
  }

  return (
    <FormDialog
      title="Organisation"
      onClose={onClose}
      onSubmit={hasLeft => form.handleSubmit(values => submit(values, hasLeft))()}
      isUnsaved={form.formState.isDirty}
      submit="Create"
      explain={error => showProblem(form, error, fieldOfPath)}
    >
      <OrganisationFields control={form.control} />
    </FormDialog>
  )
}
