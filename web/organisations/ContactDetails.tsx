import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { DefaultRoles } from '#contract/default-parties.ts'
import type { Organisation } from '#contract/organisations.ts'
import { partyRoleLabels } from '#contract/parties.ts'
import { useMay } from '#web/lib/membership.ts'
import { countText, nameOr } from '#web/lib/format.ts'
import { isProblem, messageOf } from '#web/lib/problem.ts'
import { useSaveKey } from '#web/ui/form/save-key.ts'
import { BottomBar } from '#web/ui/page/BottomBar.tsx'
import { askMessage } from '#web/ui/dialog/message-box-store.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { Banner } from '#web/ui/page/states.tsx'
import { useLeaveGuard } from '#web/ui/record-form/leave-guard.ts'
import { ContactConflict } from './ContactConflict.tsx'
import { useContactForm } from './contact-form.ts'
import { defaultRolesQuery } from './default-queries.ts'
import { DefaultParties } from './DefaultParties.tsx'
import { FurtherContacts } from './FurtherContacts.tsx'
import { OrganisationFields } from './OrganisationFields.tsx'
import { useDeleteOrganisation } from './queries.ts'
import './contact.css'

/** The contact's own fields; what is typed stays until it is saved or cancelled. */
export function ContactDetails({ contact }: { contact: Organisation }) {
  const mayWrite = useMay('organisations:write')
  const contactForm = useContactForm(contact)
  const { record, isDirty, isSaving, failure, save, cancel } = contactForm
  const { form } = record
  const client = useQueryClient()
  const removal = useDeleteOrganisation()
  const isDeleted = useRef(false)
  const navigate = useNavigate()

  useLeaveGuard({
    isDirty,
    isSaving,
    loss: 'Your changes to this contact are not saved yet and will be lost.',
    // The contact's other tab is not leaving: what is unsaved waits here.
    staysAt: ({ pathname, search }) =>
      isDeleted.current ||
      (pathname.startsWith('/webapp/contact') &&
        pathname !== '/webapp/contacts' &&
        (search as { id?: string }).id === contact.id),
    giveUp: record.giveUpDraft,
  })

  useSaveKey(() => mayWrite && isDirty && !isSaving && form.handleSubmit(() => save())())

  const askAndDelete = async () => {
    let roles: DefaultRoles = []
    try {
      roles = await client.fetchQuery(defaultRolesQuery(contact.id))
    } catch (error) {
      if (!isProblem(error, 'not_found')) {
        notify.failed(messageOf(error))
        return
      }
    }
    const isMeant = await askMessage({
      title: `Do you want to delete '${nameOr(contact.name)}'?`,
      description:
        'This will remove the contact permanently. A contact that is a party to a job cannot be deleted.',
      points: roles.map(
        ({ role, contacts }) =>
          `It is the ${partyRoleLabels[role]} of ${countText(contacts, 'contact')} by default.`,
      ),
      destructive: true,
    })
    if (!isMeant) return
    try {
      await removal.mutateAsync(contact.id).catch((error: unknown) => {
        // Somebody else was quicker: it is what was wanted.
        if (!isProblem(error, 'not_found')) throw error
      })
      cancel()
      notify.done(`${nameOr(contact.name)} was deleted.`)
      isDeleted.current = true
      record.giveUpDraft()
      await navigate({ to: '/webapp/contacts' })
    } catch (error) {
      notify.failed(messageOf(error))
    }
  }
  return (
    <form
      className="contact-form"
      noValidate
      aria-label="Contact"
      onSubmit={event => void form.handleSubmit(() => save())(event)}
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      <OrganisationFields control={form.control} readOnly={!mayWrite} id={contact.id} />
      <FurtherContacts
        organisation={contact}
        first={contactForm.first}
        mayWrite={mayWrite}
        onVersion={record.stepTo}
      />
      <DefaultParties contact={contact} mayWrite={mayWrite} />
      {mayWrite && (
        <BottomBar status={<span role="status">{isDirty ? 'Unsaved changes' : 'Nothing to save'}</span>}>
          <Button
            variant="subtle"
            color="gray"
            loading={removal.isPending}
            onClick={() => void askAndDelete()}
          >
            Delete Contact
          </Button>
          <Button variant="default" disabled={!isDirty} onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isDirty} loading={isSaving}>
            Save
          </Button>
        </BottomBar>
      )}
      {record.conflict && <ContactConflict contactForm={contactForm} />}
    </form>
  )
}
