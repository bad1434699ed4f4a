import { useController, type Control } from 'react-hook-form'
import { FormText, FormTextArea } from '#web/ui/form-fields.tsx'
import { FormSection, WideField } from '#web/ui/FormSection.tsx'
import { SearchableField } from '#web/ui/SearchableField.tsx'
import type { OrganisationValues } from './form.ts'
import { useCountries } from './queries.ts'

type Props = {
  control: Control<OrganisationValues>
  /** E-mail and website, which the contact's page has and the dialog has not. */
  withOnlineFields?: boolean
  readOnly?: boolean
}

/** Who a company is and where: the same fields in the dialog and on the contact's page. */
export function OrganisationFields({ control, withOnlineFields = false, readOnly = false }: Props) {
  const shared = { control, readOnly }
  return (
    <>
      <FormSection title="Organisation">
        <FormText {...shared} name="name" label="Name" autoFocus />
        <FormText {...shared} name="contactName" label="Contact Name" />
        <WideField>
          <FormTextArea {...shared} name="description" label="Description" rows={2} />
        </WideField>
      </FormSection>
      <FormSection title="Address">
        <FormText {...shared} name="buildingNo" label="Building No." />
        <FormText {...shared} name="buildingName" label="Building Name" />
        <FormText {...shared} name="street" label="Street" />
        <FormText {...shared} name="city" label="City" />
        <FormText {...shared} name="county" label="County" />
        <FormText {...shared} name="code" label="Post Code" />
        <CountryField {...shared} />
        <FormText {...shared} name="telephone" label="Telephone" type="tel" />
        <FormText {...shared} name="mobile" label="Mobile" type="tel" />
        {withOnlineFields && <FormText {...shared} name="email" label="E-mail" type="email" />}
        {withOnlineFields && <FormText {...shared} name="website" label="Website" type="url" />}
      </FormSection>
    </>
  )
}

function CountryField({ control, readOnly }: Required<Pick<Props, 'control' | 'readOnly'>>) {
  const { data: countries = [] } = useCountries()
  const { field, fieldState } = useController({ control, name: 'countryId' })
  return (
    <SearchableField
      label="Country"
      options={countries.map(({ id, name }) => ({ value: id, label: name }))}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      ref={field.ref}
      readOnly={readOnly}
      error={fieldState.error?.message}
    />
  )
}
