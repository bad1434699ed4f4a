import { NativeSelect } from '@mantine/core'
import type { Finance } from '#contract/finance.ts'
import {
  surchargeBases,
  surchargeBasisFields,
  surchargeBasisLabels,
  defaultBasis,
} from '#contract/finance-sections.ts'
import { ChargeField } from './ChargeField.tsx'
import { figureOf, type SectionChange } from './charges.ts'

type Props = {
  line: keyof typeof surchargeBasisFields
  label: string
  finance: Finance
  isReadOnly: boolean
  onChange: (change: SectionChange) => void
  onBlur: () => void
}

const names = { fsc: 'Fuel surcharge', ssc: 'Security surcharge' }
const choices = surchargeBases.map(value => ({ value, label: surchargeBasisLabels[value] }))

/** A surcharge and what its figure is: a rate per kilogram or a flat amount. */
export function SurchargeField({ line, label, finance, isReadOnly, onChange, onBlur }: Props) {
  const basisField = surchargeBasisFields[line]
  const basis = finance.freightCharge?.[basisField] ?? defaultBasis(finance.transportMode)
  return (
    <div className="finance__surcharge">
      <ChargeField
        label={label}
        place={`${finance.id} freightCharge.${line}`}
        value={figureOf(finance, 'freightCharge', line)}
        currency={finance.freightCharge?.currency ?? finance.currency}
        // What the screen said the figure is goes with it, whatever becomes of the job's mode meanwhile.
        onChange={value => onChange({ [line]: value, ...(value !== null && { [basisField]: basis }) })}
        onBlur={onBlur}
        isReadOnly={isReadOnly}
      />
      <NativeSelect
        aria-label={`${names[line]}: per kg or flat`}
        data={choices}
        value={basis}
        disabled={isReadOnly}
        onChange={event => {
          onChange({ [basisField]: event.currentTarget.value })
          onBlur()
        }}
      />
    </div>
  )
}
