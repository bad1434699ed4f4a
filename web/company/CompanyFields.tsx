import type { Control } from 'react-hook-form'
import { companyLabels as labels } from '#contract/field-labels.ts'
import { useCountries } from '#web/organisations/queries.ts'
import { currencies } from '#web/ui/currencies.ts'
import { FormText, FormTextArea } from '#web/ui/form-fields.tsx'
import { FormSearchable } from '#web/ui/FormSearchable.tsx'
import { FormSection, WideField } from '#web/ui/FormSection.tsx'
import { type CompanyValues } from './form.ts'

type Props = { control: Control<CompanyValues>; readOnly: boolean }

/** Who the company is, where, and where its customers pay. */
export function CompanyFields(shared: Props) {
  const { data: countries = [] } = useCountries()
  const text = (
    name: Exclude<keyof typeof labels, 'countryId' | 'currency' | 'tradingTerms'>,
    type = 'text',
  ) => (
    <FormText {...shared} name={name} label={labels[name]} type={type as 'text' | 'tel' | 'email' | 'url'} />
  )
  return (
    <>
      <FormSection title="Company">
        {text('name')}
        {text('registrationNumber')}
        {text('taxNumber')}
        {text('licenceNumber')}
        <OneOf
          {...shared}
          name="currency"
          options={currencies}
          description="In which jobs are totalled. Fixed once a job holds amounts."
        />
      </FormSection>
      <FormSection title="Address">
        {text('buildingNo')}
        {text('buildingName')}
        {text('street')}
        {text('city')}
        {text('county')}
        {text('code')}
        <OneOf
          {...shared}
          name="countryId"
          options={countries.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormSection>
      <FormSection title="Contacts">
        {text('telephone', 'tel')}
        {text('fax', 'tel')}
        {text('email', 'email')}
        {text('website', 'url')}
      </FormSection>
      <FormSection title="Bank">
        {text('bankName')}
        {text('bankBranch')}
        {text('bankAccountName')}
        {text('bankAccountNumber')}
        {text('iban')}
        {text('swift')}
      </FormSection>
      <FormSection title="Small Print">
        <WideField>
          <FormTextArea
            {...shared}
            name="tradingTerms"
            label={labels.tradingTerms}
            rows={2}
            description="The sentence at the foot of papers: under whose conditions you trade."
          />
        </WideField>
      </FormSection>
    </>
  )
}

type OneOfProps = Props & {
  name: 'currency' | 'countryId'
  options: readonly { value: string; label: string }[]
  description?: string
}

function OneOf({ control, name, options, readOnly, description }: OneOfProps) {
  return (
    <FormSearchable
      control={control}
      name={name}
      label={labels[name]}
      options={options}
      description={description}
      readOnly={readOnly}
      clearable={name !== 'currency'}
    />
  )
}
