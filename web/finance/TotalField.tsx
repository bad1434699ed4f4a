import { useState } from 'react'
import { numberText } from '#web/lib/format.ts'
import { useHeldText } from '#web/ui/entry/use-held-text.ts'
import { NumberField } from '#web/ui/fields.tsx'

type Props = {
  label: string
  /** Names the field and its record. */
  place: string
  value: number | null
  isTyped: boolean
  /** What the parts come to; null where a total can only be typed. */
  sum: number | null
  /** What is summed: "lines". */
  partsName: string
  isReadOnly: boolean
  onChange: (change: { total?: number | null; totalIsTyped: boolean }) => void
  onBlur: () => void
}

/** A total that says whether it was added up or typed, and offers the sum back. */
export function TotalField(props: Props) {
  const { label, place, value, isTyped, sum, partsName, isReadOnly, onChange, onBlur } = props
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
  const note =
    sum === null
      ? 'Typed: the lines may be rates.'
      : isTyped
        ? `Typed: the ${partsName} come to ${numberText(sum)}.`
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
        negative
      />
      <p className="finance__note">
        {note}{' '}
        {isOther && !isReadOnly && (
          <button
            type="button"
            className="finance__sum"
            onClick={() => {
              onChange({ totalIsTyped: false })
              onBlur()
            }}
          >
            Use the sum
          </button>
        )}
      </p>
    </div>
  )
}
