import type { Cargo } from '#contract/chargeable-weight.ts'
import type { Finance } from '#contract/finance.ts'
import { hasUnchargedRates, payable, sumOfSections } from '#contract/finance-totals.ts'
import { freightDifference } from '#contract/freight-calculation.ts'
import { FormSection, WideField } from '#web/ui/form/FormSection.tsx'
import { differenceWords } from './freight-words.ts'
import { goToRates } from './FreightCalculation.tsx'
import { TotalField } from './TotalField.tsx'

type Props = {
  finance: Finance
  cargo: Cargo
  isReadOnly: boolean
  onChange: (change: { total?: number | null; totalIsTyped: boolean }) => void
  onBlur: () => void
}

/** The whole job's total, in the account's currency. */
export function FinanceTotal({ finance, cargo, isReadOnly, onChange, onBlur }: Props) {
  const difference = freightDifference(finance, cargo)
  const mark = difference
    ? `Freight Charges (${finance.freightCharge?.currency ?? finance.currency}): ${differenceWords(difference, finance.freightCharge?.currency ?? finance.currency)}`
    : hasUnchargedRates(finance)
      ? 'This total does not include the rates in Freight Charges yet.'
      : null
  return (
    <FormSection title={`Finance Total (${finance.currency})`}>
      <TotalField
        label="Finance Total"
        place={`${finance.id} total`}
        currency={finance.currency}
        value={finance.totalIsTyped ? finance.total : payable(finance)}
        isTyped={finance.totalIsTyped}
        sum={payable({ ...finance, total: sumOfSections(finance) })}
        partsName="sections"
        isReadOnly={isReadOnly}
        onChange={onChange}
        onBlur={onBlur}
      />
      {mark && !finance.totalIsTyped && (
        <WideField>
          <p className="finance__uncharged">
            {mark}{' '}
            {!isReadOnly && (
              <button type="button" className="finance__sum" onClick={goToRates}>
                Go to the rates
              </button>
            )}
          </p>
        </WideField>
      )}
    </FormSection>
  )
}
