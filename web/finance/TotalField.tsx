import { useState } from 'react'
import { decimalsOf } from '#contract/currency-decimals.ts'
import { amountText } from '#web/lib/format.ts'
import { useHeldText } from '#web/ui/entry/use-held-text.ts'
import { NumberField } from '#web/ui/form/fields.tsx'

type Props = {
  label: string
  /** Names the field and its record. */
  place: string
  value: number | null
  currency: string
  isTyped: boolean
  /** What the parts come to; null where there are none. */
  sum: number | null
  /** What is summed: "lines". */
  partsName: string
  /** Some of the lines are rates, which enter no sum. */
  hasRates?: boolean
  isReadOnly: boolean
  onChange: (change: { total?: number | null; totalIsTyped: boolean }) => void
  onBlur: () => void
}

/** A total that says whether it was added up or typed, and offers the sum back. */
export function TotalField(props: Props) {
  const {
    label,
    place,
    value,
    currency,
    isTyped,
    sum,
    partsName,
    hasRates = false,
    isReadOnly,
    onChange,
    onBlur,
  } = props
  // Emptied means "no other than the sum", but not before the person has left the field.
  const [isEmptied, setIsEmptied] = useState(false)
  const typed = useHeldText({
    place,
    value: isEmptied ? null : value,
    onChange: total => {
      setIsEmptied(total === null)
      if (total !== null) onChange({ total, totalIsTyped: true })
    },
    undo: () =>
      onChange(isTyped ? { total: value, totalIsTyped: true } : { total: null, totalIsTyped: false }),
  })
  const isOther = isTyped && sum !== null
  const summed = hasRates ? 'amounts, without the rates,' : partsName
  const note = isOther
    ? `Typed: the ${summed} come to ${amountText(sum, currency)}.`
    : hasRates
      ? 'Sum of the amounts, without the rates.'
      : `Sum of the ${partsName}.`
  return (
    <div className="finance__total">
      <NumberField
        label={label}
        value={typed.value}
        onChange={typed.onChange}
        onBlur={() => {
          if (isEmptied) onChange({ total: null, totalIsTyped: false })
          setIsEmptied(false)
          typed.settle()
          onBlur()
        }}
        placeholder="00.0"
        readOnly={isReadOnly}
        least={decimalsOf(currency)}
        unit={currency}
        negative
      />
      <p className="finance__note">
        {note}{' '}
        {isOther && !isReadOnly && (
          <button
            type="button"
            className="finance__sum"
            onClick={() => {
              typed.release()
              onChange({ totalIsTyped: false })
              onBlur()
            }}
          >
            {hasRates ? 'Charge only the amounts' : 'Use the sum'}
          </button>
        )}
      </p>
    </div>
  )
}
