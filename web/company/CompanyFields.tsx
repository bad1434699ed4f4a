import { useMemo, useState } from 'react'
import { useWatch, type Control } from 'react-hook-form'
import { dateOrderLabels, dateOrders } from '#contract/date-orders.ts'
import { paperSizeLabels, paperSizes } from '#contract/paper-sizes.ts'
import { companyLabels as labels, type Company } from '#contract/company.ts'
import { useCountries } from '#web/organisations/queries.ts'
import { currencies } from '#web/ui/form/currencies.ts'
import { FormNumber, FormText, FormTextArea } from '#web/ui/form/form-fields.tsx'
import { FormSearchable } from '#web/ui/form/FormSearchable.tsx'
import { FormSection, WideField } from '#web/ui/form/FormSection.tsx'
import { CurrencyActions } from './CurrencyActions.tsx'
import { type CompanyValues } from './form.ts'
import { timeZoneChoices } from '#web/ui/form/time-zone-choices.ts'

type Props = { control: Control<CompanyValues>; readOnly: boolean }

const CURRENCY_OPEN = 'The currency of job totals. Once a job has amounts, a change asks for the rate.'
const CURRENCY_FIXED = 'The currency of job totals. A charge section can have its own, with an exchange rate.'

const DATE_ORDER = 'How a date such as 03/04/2026 is read. Dates are shown as 2026-12-31.'
const PAPER_SIZE = 'Of printed lists and of starter templates that you have not changed.'

/** Who the company is, where, and where its customers pay. */
export function CompanyFields({ company, ...shared }: Props & { company: Company }) {
  const { isCurrencyFixed } = company
  const { data: countries = [] } = useCountries()
  const zones = useZones(shared.control)
  const text = (
    name: Exclude<
      keyof typeof labels,
      | 'countryId'
      | 'currency'
      | 'timeZone'
      | 'dateOrder'
      | 'paperSize'
      | 'airDivisor'
      | 'roadDensity'
      | 'tradingTerms'
    >,
    type: 'text' | 'tel' | 'email' | 'url' = 'text',
  ) => <FormText {...shared} name={name} label={labels[name]} type={type} />
  return (
    <>
      <FormSection title="Company">
        {text('name')}
        {text('registrationNumber')}
        {text('taxNumber')}
        {text('licenceNumber')}
        {text('iataAgentCode')}
        <div>
          <OneOf
            {...shared}
            name="currency"
            options={currencies}
            readOnly={shared.readOnly || isCurrencyFixed}
            description={isCurrencyFixed ? CURRENCY_FIXED : CURRENCY_OPEN}
          />
          {isCurrencyFixed && !shared.readOnly && <CurrencyActions timeZone={company.timeZone} />}
        </div>
        <OneOf
          {...shared}
          name="timeZone"
          options={zones}
          placeholder="Not set yet: UTC"
          description="It decides what “today” is on documents, new jobs and e-mails."
        />
        <OneOf
          {...shared}
          name="dateOrder"
          options={dateOrders.map(value => ({ value, label: dateOrderLabels[value] }))}
          placeholder="As your country writes them"
          description={DATE_ORDER}
        />
        <OneOf
          {...shared}
          name="paperSize"
          options={paperSizes.map(value => ({ value, label: paperSizeLabels[value] }))}
          placeholder={paperSizeLabels.A4}
          description={PAPER_SIZE}
        />
      </FormSection>
      <FormSection title="Chargeable Weight">
        <FormNumber
          {...shared}
          name="airDivisor"
          label={labels.airDivisor}
          decimals={0}
          positive
          placeholder="6000"
          description="What volume counts as weight by air: 6000 by IATA, 5000 with couriers."
        />
        <FormNumber
          {...shared}
          name="roadDensity"
          label={labels.roadDensity}
          decimals={0}
          positive
          placeholder="333"
          description="What a cubic metre counts as by road. By sea it is 1000 kg."
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
            description="Printed at the foot of documents: the conditions under which you trade."
          />
        </WideField>
      </FormSection>
    </>
  )
}

/** Every zone to choose from, among them the one that stands, which this browser's list may not have. */
function useZones(control: Props['control']) {
  const chosen = useWatch({ control, name: 'timeZone' })
  const [now] = useState(() => new Date())
  return useMemo(() => timeZoneChoices(chosen, now), [chosen, now])
}

type OneOfProps = Props & {
  name: 'currency' | 'timeZone' | 'countryId' | 'dateOrder' | 'paperSize'
  options: readonly { value: string; label: string }[]
  description?: string
  placeholder?: string
}

function OneOf({ control, name, options, readOnly, description, placeholder }: OneOfProps) {
  return (
    <FormSearchable
      control={control}
      name={name}
      label={labels[name]}
      options={options}
      description={description}
      placeholder={placeholder}
      readOnly={readOnly}
      clearable={name !== 'currency' && name !== 'timeZone'}
    />
  )
}
