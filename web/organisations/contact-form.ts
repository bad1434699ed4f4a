import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Organisation } from '#contract/organisations.ts'
import { isProblem } from '#web/lib/problem.ts'
import { showProblem } from '#web/ui/form-problems.ts'
import { notify } from '#web/ui/notify.ts'
import { useRecordForm } from '#web/ui/record-form.ts'
import { useContactDraft } from './contact-draft.ts'
import { fieldOfChange, fieldOfPath, idsOf, inputOf, type OrganisationValues, valuesOf } from './form.ts'
import { organisationQuery, useUpdateOrganisation } from './queries.ts'

/** A contact's own fields: what is typed stays until it is saved or cancelled. */
export function useContactForm(contact: Organisation) {
  const record = useRecordForm<OrganisationValues>(valuesOf(contact), contact.version)
  const { form, version, changedFields, fill, conflict, meet, settle } = record
  // The ids of a first contact link that does not exist yet are made once.
  const [newIds] = useState(() => idsOf(contact))
  const idsFor = (stored: Organisation) => (stored.organisationContacts[0] ? idsOf(stored) : newIds)
  const [failure, setFailure] = useState('')
  const client = useQueryClient()
  const update = useUpdateOrganisation()
  const { isDirty } = form.formState

  useEffect(() => {
    if (!isDirty && contact.version >= version.current) fill(valuesOf(contact), contact.version)
  }, [contact, isDirty, fill, version])

  const draft = useContactDraft(contact.id, form, version)

  const save = async (standing = contact) => {
    setFailure('')
    form.clearErrors()
    try {
      const change = inputOf(form.getValues(), idsFor(standing), changedFields())
      const stored = await update.mutateAsync({ change, version: version.current })
      fill(valuesOf(stored), stored.version)
      notify.done('Contact saved.')
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) return setFailure(showProblem(form, error, fieldOfPath))
      const theirs = error.problem.current as Organisation
      meet(error, { values: valuesOf(theirs), version: theirs.version, fieldOf: fieldOfChange })
    }
  }
  const theirs = conflict?.problem.problem.current as Organisation | undefined
  const adopt = (standing: Organisation) =>
    client.setQueryData(organisationQuery(standing.id).queryKey, standing)

  return {
    ...record,
    isDirty,
    isSaving: update.isPending,
    failure,
    draft,
    first: idsFor(contact).first,
    save,
    cancel: () => {
      setFailure('')
      fill(valuesOf(contact), contact.version)
    },
    saveSettled: async () => {
      if (!theirs) return
      settle()
      adopt(theirs)
      if (changedFields().length > 0) await save(theirs)
    },
    takeTheirs: () => {
      if (!theirs) return
      fill(valuesOf(theirs), theirs.version)
      adopt(theirs)
    },
  }
}

export type ContactForm = ReturnType<typeof useContactForm>
