import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { inputOf, newOrganisationIds, type OrganisationValues, valuesOf } from './form.ts'
import {
  type ChosenParty,
  chosenParty,
  type Recognisable,
  type SimilarParty,
  similarQuery,
  useCreateOrganisation,
} from './queries.ts'

const recognisable = ['name', 'taxNumber', 'telephone', 'mobile', 'email', 'website'] as const

type Offer = {
  /** What was typed when they were found. */
  typed: string
  parties: readonly SimilarParty[]
}

/** A company that is being made: one id however often Create is pressed, and those that it may be are shown first. */
export function useNewOrganisation(name: string | undefined, onChosen: (party: ChosenParty) => void) {
  const form = useForm<OrganisationValues>({ defaultValues: { ...valuesOf(null), name: name || null } })
  const [ids] = useState(newOrganisationIds)
  const create = useCreateOrganisation()
  const client = useQueryClient()
  const [offer, setOffer] = useState<Offer>()
  /** Those that were offered and not taken are not offered again for a further field. */
  const [declined] = useState(() => new Set<string>())
  const typed = textOf(wantedOf(useWatch({ control: form.control, name: recognisable })))

  const submit = async (values: OrganisationValues, hasLeft: () => boolean) => {
    const wanted = wantedOf(recognisable.map(field => values[field]))
    if (offer?.typed !== textOf(wanted)) {
      const found = await client.fetchQuery(similarQuery(wanted))
      // After a lost reply the company that was made would be similar to itself.
      const parties = found.filter(({ id }) => id !== ids.id)
      setOffer({ typed: textOf(wanted), parties })
      if (parties.some(({ id }) => !declined.has(id))) {
        for (const { id } of parties) declined.add(id)
        if (hasLeft()) throw new Error('There are contacts that look like it.')
        return
      }
    }
    const created = await create.mutateAsync(inputOf(values, ids))
    if (!hasLeft()) onChosen(chosenParty(created))
  }
  return { form, submit, similar: offer?.typed === typed ? offer.parties : [] }
}

const wantedOf = (values: readonly (string | null | undefined)[]): Recognisable =>
  Object.fromEntries(
    recognisable.flatMap((field, index) => {
      const text = values[index]?.trim()
      return text ? [[field, text]] : []
    }),
  )
const textOf = (wanted: Recognisable) => JSON.stringify(wanted)
