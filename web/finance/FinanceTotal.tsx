import { sumOfSections, type Finance } from '#contract/finance.ts'
import { FormSection } from '#web/ui/FormSection.tsx'
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
    </FormSection>
  )
}
