import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Organisation } from '#contract/organisations.ts'
import { newId } from '#web/lib/new-id.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormText } from '#web/ui/form-fields.tsx'
import { showProblem } from '#web/ui/form-problems.ts'
import { Banner } from '#web/ui/states.tsx'
import type { OrganisationIds } from './form.ts'
import { useSaveFurtherContact } from './queries.ts'

const fields = ['name', 'email', 'role'] as const
type Values = Record<(typeof fields)[number], string | null>

const fieldOfPath = (path: string) => fields.find(field => path.endsWith(`.${field}`)) ?? null

type Props = {
  organisation: Organisation
  first: OrganisationIds['first']
  /** null makes a new one. */
  link: Organisation['organisationContacts'][number] | null
  onClose: () => void
  /** The version that the organisation has then. */
  onSaved: (version: number) => void
}

/** A person at a company: name, e-mail and role. */
export function FurtherContactDialog({ organisation, first, link, onClose, onSaved }: Props) {
  const { name = null, email = null, role = null } = link?.contact ?? {}
  const form = useForm<Values>({ defaultValues: { name, email, role } })
  // One id a dialog: pressing Save twice makes one person.
  const [ids] = useState(() => ({ id: link?.id ?? newId(), contactId: link?.contactId ?? newId() }))
  const [failure, setFailure] = useState('')
  const save = useSaveFurtherContact()
  const submit = form.handleSubmit(async values => {
    setFailure('')
    if (!values.name && !values.email) return setFailure('Enter a name or an e-mail address.')
    try {
      // The first contact is the company's own address; where there is none yet, a person must not take its place.
      const place = organisation.organisationContacts[0]
        ? []
        : [{ ...first, contact: { id: first.contactId } }]
      const stored = await save.mutateAsync({
        id: organisation.id,
        organisationContacts: [...place, { ...ids, contact: { id: ids.contactId, ...values } }],
      })
      onSaved(stored.version)
    } catch (error) {
      setFailure(showProblem(form, error, fieldOfPath))
    }
  })
  return (
    <Dialog
      title={link ? 'Person' : 'Add Person'}
      size="sm"
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      <div className="contact-person">
        <FormText control={form.control} name="name" label="Name" autoFocus />
        <FormText control={form.control} name="email" label="E-mail" type="email" />
        <FormText control={form.control} name="role" label="Role" />
      </div>
    </Dialog>
  )
}
