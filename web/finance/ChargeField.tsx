import { decimalsOf } from '#contract/currency-decimals.ts'
import { useHeldText } from '#web/ui/entry/use-held-text.ts'
import { NumberField } from '#web/ui/form/fields.tsx'

type Props = {
  label: string
  /** Names the field and its record. */
  place: string
  value: number | null
  currency: string
  onChange: (value: number | null) => void
  onBlur: () => void
  isReadOnly: boolean
}

/** One line's amount. What is no figure stays here and is not saved. */
export function ChargeField({ label, place, value, currency, onChange, onBlur, isReadOnly }: Props) {
  const typed = useHeldText({ place, value, onChange, undo: () => onChange(value) })
  return (
    <NumberField
      label={label}
      value={typed.value}
      onChange={typed.onChange}
      onBlur={() => {
        typed.settle()
        onBlur()
      }}
      placeholder="00.0"
      readOnly={isReadOnly}
      least={decimalsOf(currency)}
      unit={currency}
      negative
    />
  )
}
