import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Organisation } from '#contract/organisations.ts'
import { CancelButton, Dialog } from '#web/ui/Dialog.tsx'
import { showProblem } from '#web/ui/form-problems.ts'
import { Banner } from '#web/ui/states.tsx'
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
  const [failure, setFailure] = useState('')
  const create = useCreateOrganisation()

  const submit = form.handleSubmit(async values => {
    setFailure('')
    try {
      onCreated(await create.mutateAsync(inputOf(values, ids)))
    } catch (error) {
      setFailure(showProblem(form, error, fieldOfPath))
    }
  })

  return (
    <Dialog
      title="Organisation"
      onClose={onClose}
      onSubmit={() => void submit()}
      isUnsaved={form.formState.isDirty}
      footer={
        <>
          <CancelButton />
          <Button type="submit" loading={create.isPending}>
            Create
          </Button>
        </>
      }
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      <OrganisationFields control={form.control} />
    </Dialog>
  )
}
