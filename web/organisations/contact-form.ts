import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organisation } from '#contract/organisations.ts'
import { useDraftKey } from '#web/lib/kept-drafts.ts'
import { isProblem } from '#web/lib/problem.ts'
import { useFailure } from '#web/ui/form/failure.ts'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { useRecordForm } from '#web/ui/record-form/record-form.ts'
import { fieldOfChange, fieldOfPath, idsOf, inputOf, type OrganisationValues, valuesOf } from './form.ts'
import { organisationQuery, useUpdateOrganisation } from './queries.ts'

const storedOf = (contact: Organisation) => ({ values: valuesOf(contact), version: contact.version })

/** A contact's own fields: what is typed stays until it is saved or cancelled. */
export function useContactForm(contact: Organisation) {
  const record = useRecordForm<OrganisationValues>({
    ...storedOf(contact),
    draftKey: useDraftKey('contact')(contact.id),
    follows: 'untouched',
  })
  const { form, conflict, changedFields, fill } = record
  // The ids of a first contact link that does not exist yet are made once.
  const [newIds] = useState(() => idsOf(contact))
  const idsFor = (stored: Organisation) => (stored.organisationContacts[0] ? idsOf(stored) : newIds)
  const { failure, setFailure } = useFailure()
  const client = useQueryClient()
  const update = useUpdateOrganisation()

  const save = async (existing = contact) => {
    setFailure('')
    form.clearErrors()
    const sent = structuredClone(form.getValues())
    try {
      const change = inputOf(sent, idsFor(existing), changedFields())
      record.saved(sent, storedOf(await update.mutateAsync({ change, version: record.version() })))
      notify.done('Contact saved.')
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) return setFailure(showProblem(form, error, fieldOfPath))
      record.meet(error, storedOf(error.problem.current as Organisation), fieldOfChange)
    }
  }
  const theirs = conflict?.problem.problem.current as Organisation | undefined
  const adopt = (stored: Organisation) => client.setQueryData(organisationQuery(stored.id).queryKey, stored)

  return {
    record,
    isDirty: form.formState.isDirty,
    isSaving: update.isPending,
    failure,
    first: idsFor(contact).first,
    save,
    cancel: () => {
      setFailure('')
      fill(storedOf(contact))
    },
    saveSettled: async () => {
      if (!theirs) return
      record.settle()
      record.closeConflict()
      adopt(theirs)
      if (changedFields().length > 0) await save(theirs)
    },
    takeTheirs: () => {
      if (!theirs) return
      fill(storedOf(theirs))
      adopt(theirs)
    },
  }
}

export type ContactForm = ReturnType<typeof useContactForm>
