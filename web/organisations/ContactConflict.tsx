import { organisationLabels } from '#contract/organisations.ts'
import { ConflictDialog } from '#web/ui/record-form/ConflictDialog.tsx'
import { valueText } from '#web/ui/record-form/value-text.ts'
import type { ContactForm } from './contact-form.ts'
import { fieldOfChange, fieldOfPath } from './form.ts'
import { useCountries } from './queries.ts'

const personLabels: Readonly<Record<string, string>> = { name: 'Name', email: 'E-mail', role: 'Role' }

/** Somebody saved the contact since its form was filled. */
export function ContactConflict({ contactForm }: { contactForm: ContactForm }) {
  const { record, isSaving, saveSettled, takeTheirs } = contactForm
  const { data: countries = [] } = useCountries()
  const textOf = (path: string, value: unknown) => {
    const isCountry = fieldOfPath(path) === 'countryId'
    return (isCountry && countries.find(({ id }) => id === value)?.name) || valueText(value)
  }
  const labelOf = (path: string) => {
    const field = fieldOfChange(path)
    return field
      ? organisationLabels[field]
      : `${personLabels[path.split('.').at(-1) ?? ''] ?? 'Details'} of a further contact`
  }
  return (
    <ConflictDialog
      noun="contact"
      record={record}
      words={{ label: labelOf, text: textOf, fieldOf: fieldOfChange }}
      isSaving={isSaving}
      onTakeTheirs={takeTheirs}
      onSave={() => void saveSettled()}
    />
  )
}
