import type { Cargo } from '#contract/chargeable-weight.ts'
import type { Finance } from '#contract/finance.ts'
import {
  chargeSectionLabels,
  visibleLines,
  surchargeLines,
  type ChargeSection,
} from '#contract/finance-sections.ts'
import { hasRates, sumOfLines } from '#contract/finance-totals.ts'
import { FormSection } from '#web/ui/form/FormSection.tsx'
import { figureOf, type SectionChange } from './charges.ts'
import { ChargeField } from './ChargeField.tsx'
import { CurrencyFields } from './CurrencyFields.tsx'
import { FreightCalculation } from './FreightCalculation.tsx'
import { SurchargeField } from './SurchargeField.tsx'
import { TotalField } from './TotalField.tsx'

type Props = {
  section: ChargeSection
  finance: Finance
  cargo: Cargo
  /** Kept, and shown on demand alone. */
  isNotCharged?: boolean
  isReadOnly: boolean
  onChange: (change: SectionChange) => void
  onBlur: () => void
}

/** One leg's charges: its lines, then its total. */
export function ChargeSectionFields(props: Props) {
  const { section, finance, cargo, isNotCharged = false, isReadOnly, onChange, onBlur } = props
  const charges = finance[section]
  const title = chargeSectionLabels[section]
  const currency = charges?.currency ?? finance.currency
  return (
    <FormSection title={isNotCharged ? `${title} (not charged)` : title}>
      {visibleLines(section, finance.transportMode).map(([line, label]) => {
        const surcharge = surchargeLines.find(one => section === 'freightCharge' && one === line)
        return surcharge ? (
          <SurchargeField
            key={line}
            line={surcharge}
            label={label}
            finance={finance}
            isReadOnly={isReadOnly}
            onChange={onChange}
            onBlur={onBlur}
          />
        ) : (
          <ChargeField
            key={line}
            label={label}
            place={`${finance.id} ${section}.${line}`}
            value={figureOf(finance, section, line)}
            currency={currency}
            onChange={value => onChange({ [line]: value })}
            onBlur={onBlur}
            isReadOnly={isReadOnly}
          />
        )
      })}
      <TotalField
        label="Total"
        place={`${finance.id} ${section}.total`}
        value={charges?.total ?? null}
        currency={currency}
        isTyped={charges?.totalIsTyped ?? false}
        sum={sumOfLines(section, charges ?? {}, finance.transportMode)}
        partsName="lines"
        hasRates={hasRates(section, charges, finance.transportMode)}
        isReadOnly={isReadOnly}
        onChange={onChange}
        onBlur={onBlur}
      />
      <CurrencyFields
        section={section}
        finance={finance}
        isReadOnly={isReadOnly}
        onChange={onChange}
        onBlur={onBlur}
      />
      {section === 'freightCharge' && !isNotCharged && (
        <FreightCalculation
          finance={finance}
          cargo={cargo}
          isReadOnly={isReadOnly}
          onUse={total => {
            onChange({ total, totalIsTyped: true })
            onBlur()
          }}
        />
      )}
    </FormSection>
  )
}
