import { useState } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { packedVolume } from '#contract/item-rules.ts'
import { itemLabels } from '#contract/items.ts'
import { numberText } from '#web/lib/format.ts'
import { cubicMetreMeasure } from '#web/records/measures.ts'
import { type Figure, numberRules, reasonOf } from '#web/ui/entry/use-number-entry.ts'
import { NumberField } from '#web/ui/form/fields.tsx'
import type { ItemValues } from './form.ts'
import './items.css'

const DECIMALS = 3
const figure = (value: Figure) => (typeof value === 'number' ? value : null)

/** The volume: that of the packages as long as nobody types another. It says which of them it is. */
export function ItemVolume({ control }: { control: Control<ItemValues> }) {
  const values = useWatch({ control }) as ItemValues
  const { field, fieldState } = useController({
    control,
    name: 'volume',
    rules: { validate: value => reasonOf(value, numberRules({ decimals: DECIMALS })) ?? true },
  })
  // Emptied means "no other than the packages’", but not before the person has left the field.
  const [isEmptied, setIsEmptied] = useState(false)
  const packed = packedVolume({
    numberOfPacks: figure(values.numberOfPacks),
    length: figure(values.length),
    width: figure(values.width),
    height: figure(values.height),
    dimensionUnit: values.dimensionUnit,
  })
  const isTyped = field.value !== null
  const proposed = isEmptied ? null : packed
  return (
    <div>
      <NumberField
        name="volume"
        ref={field.ref}
        label={itemLabels.volume}
        unit="m³"
        decimals={DECIMALS}
        measured={{ measure: cubicMetreMeasure, unit: 0 }}
        value={isTyped ? field.value : proposed}
        onChange={value => {
          setIsEmptied(value === null)
          field.onChange(value)
        }}
        onBlur={() => {
          setIsEmptied(false)
          field.onBlur()
        }}
        error={fieldState.error?.message}
      />
      <p className="item-note">
        {packed === null
          ? 'Number of packs, length, width and height propose it.'
          : isTyped
            ? `Typed: the packages come to ${numberText(packed)} m³.`
            : 'Packs × length × width × height.'}{' '}
        {packed !== null && isTyped && field.value !== packed && (
          <button type="button" className="item-note__action" onClick={() => field.onChange(null)}>
            Use the packages’
          </button>
        )}
      </p>
    </div>
  )
}
