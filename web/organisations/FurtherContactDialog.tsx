import { useState } from 'react'
import type { Organisation } from '#contract/organisations.ts'
import { newId } from '#web/lib/new-id.ts'
import { isProblem } from '#web/lib/problem.ts'
import { ConflictBanner } from '#web/ui/record-form/ConflictBanner.tsx'
import { FormText } from '#web/ui/form/form-fields.tsx'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { useRecordForm } from '#web/ui/record-form/record-form.ts'
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
  const record = useRecordForm<Values>({ values: personValues(link), version: organisation.version })
  const { form, conflict, mine, choose } = record
  // One id a dialog: pressing Save twice makes one person.
  const [ids] = useState(() => ({ id: link?.id ?? newId(), contactId: link?.contactId ?? newId() }))
  const save = useSaveFurtherContact()
  const submit = form.handleSubmit(async () => {
    record.settle()
    record.closeConflict()
    const { name, email } = form.getValues()
    if (!name && !email) throw new Error('Enter a name or an e-mail address.')
    try {
      const stored = await record.save({
        send: store,
        read,
        // Other people at the company have fields of the same names.
        fieldOf: () => null,
      })
      onSaved(stored.version)
    } catch (error) {
      if (!isProblem(error, 'changed_meanwhile')) throw error
    }
  })
  const store = (typed: Values, changed: readonly (keyof Values)[], version: number) => {
    const mentioned = link ? changed : fields
    const person = Object.fromEntries(mentioned.map(field => [field, typed[field]]))
    // The first contact is the company's own address; where there is none yet, a person must not take its place.
    const place = organisation.organisationContacts[0] ? [] : [{ ...first, contact: { id: first.contactId } }]
    const change = {
      id: organisation.id,
      organisationContacts: [...place, { ...ids, contact: { id: ids.contactId, ...person } }],
    }
    return save.mutateAsync({ change, ...(link && { version }) })
  }
  /** What else was changed at the company is no quarrel; only the same field of the same person needs a choice. */
  const read = (stored: Organisation) => {
    const person = stored.organisationContacts.find(one => one.id === ids.id)
    if (!person) throw new Error('This person was removed meanwhile. Cancel, then add the person again.')
    return { values: personValues(person), version: stored.version }
  }
  return (
    <FormDialog
      title={link ? 'Person' : 'Add Person'}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      isUnsaved={form.formState.isDirty}
      explain={error => showProblem(form, error, fieldOfPath)}
    >
      {conflict && (
        <ConflictBanner
          message={conflict.problem.message}
          contested={conflict.contested.map(field => ({
            field,
            label: labels[field],
            mine: form.getValues()[field] ?? '(empty)',
            theirs: conflict.theirs[field] ?? '(empty)',
          }))}
          mine={mine}
          onChoose={(field, isMine) => choose(field as keyof Values, isMine)}
        />
      )}
      <div className="contact-person">
        <FormText control={form.control} name="name" label={labels.name} autoFocus />
        <FormText control={form.control} name="email" label={labels.email} type="email" />
        <FormText control={form.control} name="role" label={labels.role} />
      </div>
    </FormDialog>
  )
}
