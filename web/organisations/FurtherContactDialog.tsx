import { useState } from 'react'
import type { Organisation } from '#contract/organisations.ts'
import { newId } from '#web/lib/new-id.ts'
import { FormText } from '#web/ui/form/form-fields.tsx'
import { RecordDialog } from '#web/ui/record-form/RecordDialog.tsx'
import type { OrganisationIds } from './form.ts'
import { useSaveFurtherContact } from './queries.ts'

const fields = ['name', 'email', 'role'] as const
type Values = Record<(typeof fields)[number], string | null>
const labels: Record<keyof Values, string> = { name: 'Name', email: 'E-mail', role: 'Role' }

const fieldOfPath = (path: string) => fields.find(field => path.endsWith(`.${field}`)) ?? null

function personValues(link: Organisation['organisationContacts'][number] | null): Values {
  const { name = null, email = null, role = null } = link?.contact ?? {}
  return { name, email, role }
}

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
  // One id a dialog: pressing Save twice makes one person.
  const [ids] = useState(() => ({ id: link?.id ?? newId(), contactId: link?.contactId ?? newId() }))
  const save = useSaveFurtherContact()
  const [nextIds] = useState(() => ({ id: newId(), contactId: newId() }))
  const send = async (
    typed: Values,
    {
      ids,
      mentioned,
      version,
    }: { ids: typeof nextIds; mentioned: readonly (keyof Values)[]; version?: number },
  ) => {
    if (!typed.name && !typed.email) throw new Error('Enter a name or an e-mail address.')
    const person = Object.fromEntries(mentioned.map(field => [field, typed[field]]))
    // The first contact is the company's own address; where there is none yet, a person must not take its place.
    const place = organisation.organisationContacts[0] ? [] : [{ ...first, contact: { id: first.contactId } }]
    const change = {
      id: organisation.id,
      organisationContacts: [...place, { ...ids, contact: { id: ids.contactId, ...person } }],
    }
    return save.mutateAsync({ change, ...(version !== undefined && { version }) })
  }
  /** What else was changed at the company is no conflict; only the same field of the same person needs a choice. */
  const read = (stored: Organisation) => {
    const person = stored.organisationContacts.find(one => [ids.id, nextIds.id].includes(one.id))
    return person ? { values: personValues(person), version: stored.version } : null
  }
  return (
    <RecordDialog
      title={link ? 'Person' : 'Add Person'}
      size="sm"
      stored={{ values: personValues(link), version: organisation.version }}
      labels={labels}
      send={(typed, changed, version) =>
        send(typed, link ? { ids, mentioned: changed, version } : { ids, mentioned: fields })
      }
      read={read}
      anew={{ noun: 'person', send: typed => send(typed, { ids: nextIds, mentioned: fields }) }}
      fieldOf={fieldOfPath}
      // Other people at the company have fields of the same names.
      fieldOfChange={() => null}
      onSaved={({ version }) => onSaved(version)}
      onClose={onClose}
    >
      {control => (
        <div className="contact-person">
          <FormText control={control} name="name" label={labels.name} autoFocus />
          <FormText control={control} name="email" label={labels.email} type="email" />
          <FormText control={control} name="role" label={labels.role} />
        </div>
      )}
    </RecordDialog>
  )
}
