import { ConflictDialog } from '#web/ui/ConflictDialog.tsx'
import type { ContactForm } from './contact-form.ts'
import { organisationLabels } from '#contract/organisations.ts'
import { fieldOfChange, fieldOfPath, type OrganisationValues } from './form.ts'
import { useCountries } from './queries.ts'

/** Somebody saved the contact since its form was filled. */
export function ContactConflict({ contactForm }: { contactForm: ContactForm }) {
  const { form, conflict, mine, choose, changedFields, closeConflict, isSaving, saveSettled, takeTheirs } =
    contactForm
  const { data: countries = [] } = useCountries()
  if (!conflict) return null
  const typed = form.getValues()
  // What is stored as it is typed here is no conflict.
  const stored = changedFields().filter(field => (typed[field] ?? '') === (conflict.theirs[field] ?? ''))
  const textOf = (field: keyof OrganisationValues | null, value: unknown) => {
    if (value === null || value === undefined || value === '') return '(empty)'
    if (typeof value !== 'string') return JSON.stringify(value)
    return (field === 'countryId' && countries.find(({ id }) => id === value)?.name) || value
  }
  const labelOf = (path: string) => {
    const field = fieldOfChange(path)
    return field ? organisationLabels[field] : `Further contacts: ${path.split('.').at(-1)}`
  }
  return (
    <ConflictDialog
      record="contact"
      unsaved={changedFields()
        .filter(field => !stored.includes(field))
        .map(field => organisationLabels[field])}
      contested={conflict.contested.map(field => ({
        field,
        label: organisationLabels[field],
        mine: textOf(field, typed[field]),
        theirs: textOf(field, conflict.theirs[field]),
      }))}
      mine={mine}
      onChoose={(field, isMine) => choose(field as keyof OrganisationValues, isMine)}
      changes={(conflict.problem.problem.changes ?? [])
        .filter(change => !stored.some(field => field === fieldOfChange(change.field)))
        .map(({ field, old, new: now, by, at }) => ({
          label: labelOf(field),
          from: textOf(fieldOfPath(field), old),
          to: textOf(fieldOfPath(field), now),
          by,
          at,
        }))}
      isSaving={isSaving}
      onCancel={closeConflict}
      onTakeTheirs={takeTheirs}
      onSave={() => void saveSettled()}
    />
  )
}
