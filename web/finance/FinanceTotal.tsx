import type { Finance } from '#contract/finance.ts'
import { hasUnchargedRates, sumOfSections } from '#contract/finance-totals.ts'
import { FormSection, WideField } from '#web/ui/FormSection.tsx'
import { goToRates } from './FreightCalculation.tsx'
import { TotalField } from './TotalField.tsx'

type Props = {
  finance: Finance
  isReadOnly: boolean
  onChange: (change: { total?: number | null; totalIsTyped: boolean }) => void
  onBlur: () => void
}

/** The whole job's total, in the account's currency. */
export function FinanceTotal({ finance, isReadOnly, onChange, onBlur }: Props) {
  return (
    <FormSection title={`Finance Total (${finance.currency})`}>
      <TotalField
        label="Finance Total"
        place={`${finance.id} total`}
        value={finance.total}
        isTyped={finance.totalIsTyped}
        sum={sumOfSections(finance)}
        partsName="sections"
        isReadOnly={isReadOnly}
        onChange={onChange}
        onBlur={onBlur}
      />
      {hasUnchargedRates(finance) && !finance.totalIsTyped && (
        <WideField>
          <p className="finance__uncharged">
            The rates in Freight Charges are not in this total yet.{' '}
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
