import { sumOfLines, type Finance } from '#contract/finance.ts'
import {
  chargeLines,
  chargeSectionLabels,
  isFreightLineShown,
  type ChargeSection,
} from '#contract/finance-sections.ts'
import { FormSection } from '#web/ui/FormSection.tsx'
import type { Cargo } from '#contract/chargeable-weight.ts'
import { figureOf, type SectionChange } from './charges.ts'
import { ChargeField } from './ChargeField.tsx'
import { CurrencyFields } from './CurrencyFields.tsx'
import { FreightCalculation } from './FreightCalculation.tsx'
import { TotalField } from './TotalField.tsx'

type Props = {
  section: ChargeSection
  finance: Finance
  cargo: Cargo
  isReadOnly: boolean
  onChange: (change: SectionChange) => void
  onBlur: () => void
}

/** One leg's charges: its lines, then its total. */
export function ChargeSectionFields({ section, finance, cargo, isReadOnly, onChange, onBlur }: Props) {
  const charges = finance[section]
  const lines = Object.entries(chargeLines[section]).filter(
    ([line]) => section !== 'freightCharge' || isFreightLineShown(line, finance.transportMode),
  )
  return (
    <FormSection title={chargeSectionLabels[section]}>
      {lines.map(([line, label]) => (
        <ChargeField
          key={line}
          label={label}
          place={`${finance.id} ${section}.${line}`}
          value={figureOf(finance, section, line)}
          onChange={value => onChange({ [line]: value })}
          onBlur={onBlur}
          isReadOnly={isReadOnly}
        />
      ))}
      <TotalField
        label="Total"
        place={`${finance.id} ${section}.total`}
        value={charges?.total ?? null}
        isTyped={charges?.totalIsTyped ?? false}
        sum={sumOfLines(section, charges ?? {})}
        partsName="lines"
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
      {section === 'freightCharge' && !isReadOnly && (
        <FreightCalculation
          finance={finance}
          cargo={cargo}
          onUse={total => {
            onChange({ total, totalIsTyped: true })
            onBlur()
          }}
        />
      )}
    </FormSection>
  )
}
