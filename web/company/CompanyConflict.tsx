import { useCountries } from '#web/organisations/queries.ts'
import { ConflictDialog } from '#web/ui/record-form/ConflictDialog.tsx'
import { isBlank, valueText } from '#web/ui/record-form/value-text.ts'
import type { CompanyFormState } from './company-form.ts'
import { companyFieldLabels, fieldOfChange } from './form.ts'

/** Somebody saved the company's settings since the form was filled. */
export function CompanyConflict({ companyForm }: { companyForm: CompanyFormState }) {
  const { record, isSaving, saveSettled, takeTheirs } = companyForm
  const { data: countries = [] } = useCountries()
  const labelOf = (path: string) => {
    const field = fieldOfChange(path)
    return field ? companyFieldLabels[field] : 'Logo'
  }
  const textOf = (path: string, value: unknown) => {
    if (path === 'logo' && !isBlank(value)) return 'a picture'
    const isCountry = path === 'countryId'
    return (isCountry && countries.find(({ id }) => id === value)?.name) || valueText(value)
  }
  return (
    <ConflictDialog
      noun="company"
      record={record}
      words={{ label: labelOf, text: textOf, fieldOf: fieldOfChange }}
      isSaving={isSaving}
      onTakeTheirs={takeTheirs}
      onSave={() => void saveSettled()}
    />
  )
}
