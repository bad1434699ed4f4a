import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { inputOf, newOrganisationIds, type OrganisationValues, valuesOf } from './form.ts'
import { type ChosenParty, chosenParty, useCreateOrganisation } from './queries.ts'

/** A company that is being made: one id however often Create is pressed. */
export function useNewOrganisation(name: string | undefined, onChosen: (party: ChosenParty) => void) {
  const form = useForm<OrganisationValues>({ defaultValues: { ...valuesOf(null), name: name || null } })
  const [ids] = useState(newOrganisationIds)
  const create = useCreateOrganisation()
  const submit = async (values: OrganisationValues, hasLeft: () => boolean) => {
    const created = await create.mutateAsync(inputOf(values, ids))
    if (!hasLeft()) onChosen(chosenParty(created))
  }
  return { form, submit }
}
