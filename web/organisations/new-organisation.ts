import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { inputOf, newOrganisationIds, type OrganisationValues, valuesOf } from './form.ts'
import {
  type ChosenParty,
  chosenParty,
  type SimilarParty,
  similarQuery,
  useCreateOrganisation,
} from './queries.ts'

/** A company that is being made: one id however often Create is pressed, and those that it may be are shown first. */
export function useNewOrganisation(name: string | undefined, onChosen: (party: ChosenParty) => void) {
  const form = useForm<OrganisationValues>({ defaultValues: { ...valuesOf(null), name: name || null } })
  const [ids] = useState(newOrganisationIds)
  const create = useCreateOrganisation()
  const client = useQueryClient()
  const [offer, setOffer] = useState<{ name: string; parties: readonly SimilarParty[] }>()
  const typed = useWatch({ control: form.control, name: 'name' })?.trim() ?? ''

  const submit = async (values: OrganisationValues, hasLeft: () => boolean) => {
    const wanted = values.name?.trim() ?? ''
    if (offer?.name !== wanted) {
      const parties = await client.fetchQuery(similarQuery(wanted))
      // Asked once a name: after a lost reply the company that was made would be similar to itself.
      setOffer({ name: wanted, parties })
      if (parties.length > 0) {
        if (hasLeft()) throw new Error('There are contacts of nearly the same name.')
        return
      }
    }
    const created = await create.mutateAsync(inputOf(values, ids))
    if (!hasLeft()) onChosen(chosenParty(created))
  }
  return { form, submit, similar: offer?.name === typed ? offer.parties : [] }
}
