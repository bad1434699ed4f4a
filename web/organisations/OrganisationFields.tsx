import type { Control } from 'react-hook-form'
import { useLastUsed } from '#web/lib/last-used.ts'
import { FormText, FormTextArea } from '#web/ui/form/form-fields.tsx'
import { FormSearchable } from '#web/ui/form/FormSearchable.tsx'
import { FormSection } from '#web/ui/form/FormSection.tsx'
import { organisationLabels as labels } from '#contract/organisations.ts'
import type { OrganisationValues } from './form.ts'
import { useCountries } from './queries.ts'
import { TradeDetails } from './TradeDetails.tsx'

type FieldProps = {
  control: Control<OrganisationValues>
  readOnly?: boolean
}

type Props = FieldProps & {
  /** Of the stored contact; absent for one that is being made. */
  id?: string
}

/** Who a company is and where: the same fields in the dialog and on the contact's page. */
export function OrganisationFields({ control, readOnly = false, id }: Props) {
  const shared = { control, readOnly }
  return (
    <>
      <div className="form-grid">
        <FormText {...shared} name="name" label={labels.name} autoFocus />
        <FormTextArea {...shared} name="description" label={labels.description} rows={1} />
        <FormText {...shared} name="contactName" label={labels.contactName} />
      </div>
      <FormSection title="Address">
        <FormText {...shared} name="buildingNo" label={labels.buildingNo} />
        <FormText {...shared} name="buildingName" label={labels.buildingName} />
        <FormText {...shared} name="street" label={labels.street} />
        <FormText {...shared} name="city" label={labels.city} />
        <FormText {...shared} name="county" label={labels.county} />
        <FormText {...shared} name="code" label={labels.code} />
        <CountryField {...shared} />
        <FormText {...shared} name="telephone" label={labels.telephone} type="tel" />
        <FormText {...shared} name="mobile" label={labels.mobile} type="tel" />
        <FormText {...shared} name="email" label={labels.email} type="email" />
        <FormText {...shared} name="website" label={labels.website} type="url" />
      </FormSection>
      <TradeDetails {...shared} id={id ?? null} />
    </>
  )
}

export function CountryField({ control, readOnly = false }: FieldProps) {
  const { data: countries = [] } = useCountries()
  const lastUsed = useLastUsed('countries')
  return (
    <FormSearchable
      control={control}
      name="countryId"
      label={labels.countryId}
      options={countries.map(({ id, name }) => ({ value: id, label: name }))}
      {...lastUsed}
      readOnly={readOnly}
    />
  )
}
