import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organisation } from '#contract/organisations.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { useRecordScreen } from '#web/ui/record-form/record-screen.ts'
import { fieldOfChange, fieldOfPath, idsOf, inputOf, valuesOf } from './form.ts'
import { organisationQuery, useUpdateOrganisation } from './queries.ts'

const storedOf = (contact: Organisation) => ({ values: valuesOf(contact), version: contact.version })

/** A contact's own fields: what is typed stays until it is saved or cancelled. */
export function useContactForm(contact: Organisation) {
  // The ids of a first contact link that does not exist yet are made once.
  const [newIds] = useState(() => idsOf(contact))
  const idsFor = (stored: Organisation) => (stored.organisationContacts[0] ? idsOf(stored) : newIds)
  const client = useQueryClient()
  const update = useUpdateOrganisation()
  const screen = useRecordScreen({
    stored: contact,
    read: storedOf,
    send: ({ values, changed, version, over }) =>
      update.mutateAsync({ change: inputOf(values, idsFor(over), changed), version }),
    fieldOf: fieldOfPath,
    fieldOfChange,
    adopt: theirs => client.setQueryData(organisationQuery(theirs.id).queryKey, theirs),
    draftKey: useDraftKey('contact')(contact.id),
    follows: 'untouched',
    done: 'Contact saved.',
  })
  return { ...screen, first: idsFor(contact).first }
}

export type ContactForm = ReturnType<typeof useContactForm>
