import type { Company } from '#contract/company.ts'
import { DropBox } from '#web/ui/upload/DropBox.tsx'
import { useLogo } from './queries.ts'
import { LOGO_HINT, LOGO_TYPES, useLogoChange } from './use-logo-change.ts'
import './logo-drop.css'

/** Where a company's first logo is dropped; it is kept at once. */
export function LogoDropPicker({ company }: { company: Company }) {
  const { data: shown } = useLogo(company)
  const { put, isPending } = useLogoChange()
  return (
    <DropBox
      label="Logo"
      choose={company.logo ? 'Replace Logo' : 'Choose Logo'}
      accept={LOGO_TYPES}
      hint={LOGO_HINT}
      isBusy={isPending}
      onFiles={([file]) => file && void put(file)}
    >
      {company.logo && shown && (
        <img className="logo-drop__picture" src={shown.address} alt={`Logo of ${company.name}`} />
      )}
    </DropBox>
  )
}
