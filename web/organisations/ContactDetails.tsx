import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Organisation } from '#contract/organisations.ts'
import { useMay } from '#web/lib/membership.ts'
import { nameOr } from '#web/lib/format.ts'
import { isProblem, messageOf } from '#web/lib/problem.ts'
import { isLeavingToSignIn } from '#web/lib/session.ts'
import { BottomBar } from '#web/ui/BottomBar.tsx'
import { changesText } from '#web/ui/changes-text.ts'
import { showProblem } from '#web/ui/form-problems.ts'
import { askMessage } from '#web/ui/message-box-store.ts'
import { notify } from '#web/ui/notify.ts'
import { Banner } from '#web/ui/states.tsx'
import { fieldOfPath, idsOf, inputOf, organisationLabels, valuesOf, type OrganisationValues } from './form.ts'
import { FurtherContacts } from './FurtherContacts.tsx'
import { OrganisationFields } from './OrganisationFields.tsx'
import { useContactDraft } from './contact-draft.ts'
import { organisationQuery, useDeleteOrganisation, useUpdateOrganisation } from './queries.ts'
import './contact.css'

const labelOfPath = (path: string) => {
  const field = fieldOfPath(path)
  return field && organisationLabels[field]
}

/** The contact's own fields; what is typed stays until it is saved or cancelled. */
export function ContactDetails({ contact }: { contact: Organisation }) {
  const mayWrite = useMay('organisations:write')
  // The ids of a first contact link that does not exist yet are made once.
  const [newIds] = useState(() => idsOf(contact))
  const ids = contact.organisationContacts[0] ? idsOf(contact) : newIds
  // The version that the form began from: what the next save has to find unchanged.
  const version = useRef(contact.version)
  const [failure, setFailure] = useState('')
  const client = useQueryClient()
  const update = useUpdateOrganisation()
  const removal = useDeleteOrganisation()
  const isDeleted = useRef(false)
  const navigate = useNavigate()
  const form = useForm<OrganisationValues>({ defaultValues: valuesOf(contact) })
  const { control, reset } = form
  const { isDirty } = form.formState

  useEffect(() => {
    if (isDirty) return
    reset(valuesOf(contact))
    version.current = contact.version
  }, [contact, isDirty, reset])

  const draft = useContactDraft(contact.id, form, version)

  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => isDirty && !isLeavingToSignIn(),
    shouldBlockFn: async ({ next }) => {
      // The contact's other tab is not leaving: what is unsaved waits here.
      const stays =
        next.pathname.startsWith('/webapp/contact') && 'id' in next.search && next.search.id === contact.id
      if ((stays && next.pathname !== '/webapp/contacts') || isDeleted.current) return false
      const leaves = await askMessage({
        title: 'Leave without saving?',
        description: 'What you changed on this contact is not saved yet and will be lost.',
        ok: 'Leave',
        destructive: true,
      })
      if (leaves) draft.giveUp()
      return !leaves
    },
  })

  const submit = form.handleSubmit(async values => {
    setFailure('')
    try {
      const stored = await update.mutateAsync({ change: inputOf(values, ids), version: version.current })
      reset(valuesOf(stored))
      version.current = stored.version
      notify.done('Contact saved.')
    } catch (error) {
      const message = showProblem(form, error, fieldOfPath)
      if (!isProblem(error, 'changed_meanwhile')) return setFailure(message)
      // Cancel has to show what stands now.
      void client.invalidateQueries({ queryKey: organisationQuery(contact.id).queryKey })
      const standing = error.problem.current as Partial<Organisation> | undefined
      if (standing?.version) version.current = standing.version
      setFailure(`${changesText(error, labelOfPath)} Save again to store yours, or Cancel to take theirs.`)
    }
  })
  const askAndDelete = async () => {
    const isMeant = await askMessage({
      title: `Do you want to delete '${nameOr(contact.name)}'?`,
      description:
        'This will remove the contact for good. A contact that has a part in a job cannot be deleted.',
      destructive: true,
    })
    if (!isMeant) return
    try {
      await removal.mutateAsync(contact.id)
      reset(valuesOf(contact))
      notify.done(`${nameOr(contact.name)} was deleted.`)
      isDeleted.current = true
      draft.giveUp()
      await navigate({ to: '/webapp/contacts' })
    } catch (error) {
      notify.failed(messageOf(error))
    }
  }
  const cancel = () => {
    setFailure('')
    reset(valuesOf(contact))
  }

  return (
    <form className="contact-form" noValidate aria-label="Contact" onSubmit={event => void submit(event)}>
      {failure && <Banner tone="failed">{failure}</Banner>}
      <OrganisationFields control={control} withOnlineFields readOnly={!mayWrite} />
      <FurtherContacts
        organisation={contact}
        first={ids.first}
        mayWrite={mayWrite}
        onVersion={next => {
          // A gap means that somebody else saved too: the next save shall notice.
          if (next === version.current + 1) version.current = next
        }}
      />
      {mayWrite && (
        <BottomBar status={<span role="status">{isDirty ? 'Unsaved changes' : 'Nothing to save'}</span>}>
          <Button
            variant="subtle"
            color="red"
            loading={removal.isPending}
            onClick={() => void askAndDelete()}
          >
            Delete Contact
          </Button>
          <Button variant="default" disabled={!isDirty} onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isDirty} loading={update.isPending}>
            Save
          </Button>
        </BottomBar>
      )}
    </form>
  )
}
