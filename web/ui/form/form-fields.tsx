import { type ComponentProps, useState } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { type Figure, numberRules, reasonOf } from '#web/ui/entry/use-number-entry.ts'
import { ChoiceSelect } from './ChoiceSelect.tsx'
import { ChoiceField, NumberField, TextAreaField, TextField } from './fields.tsx'

export type Bound<Values extends FieldValues, Value, Props> = Omit<
  Props,
  'value' | 'onChange' | 'onBlur' | 'error' | 'ref' | 'name'
> & {
  control: Control<Values>
  name: FieldPathByValue<Values, Value>
}

export function useBound<Values extends FieldValues, Value>(
  control: Control<Values>,
  name: FieldPathByValue<Values, Value>,
  /** true, or why a save has to wait for this field. */
  understand: (value: Value) => true | string = () => true,
) {
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: { understood: value => understand((value ?? null) as Value) } },
  })
  // A reason belongs to the text that was refused: once another stands in the field, it is out of date.
  const { error } = fieldState
  const [refused, setRefused] = useState({ error, value: field.value as unknown })
  if (refused.error !== error) setRefused({ error, value: field.value })
  const isOutdated = refused.error === error && refused.value !== field.value
  return {
    name,
    ref: field.ref,
    value: ((field.value as Value | undefined) ?? null) as Value,
    onChange: (value: Value) => field.onChange(value),
    onBlur: field.onBlur,
    error: isOutdated ? undefined : error?.message,
  }
}

export type Text = string | null
type Choice = number | null

/** The fields of `fields.tsx`, bound to a react-hook-form control; a refused one gets the focus. */
export function FormText<Values extends FieldValues>(
  props: Bound<Values, Text, ComponentProps<typeof TextField>> & {
    /** What a save says that waits for a text here; none is needed by default. */
    required?: string
  },
) {
  const { control, name, required, ...rest } = props
  const isThere = (value: Text) => required === undefined || Boolean(value?.trim()) || required
  return <TextField {...rest} {...useBound<Values, Text>(control, name, isThere)} />
}

export function FormTextArea<Values extends FieldValues>(
  props: Bound<Values, Text, ComponentProps<typeof TextAreaField>>,
) {
  const { control, name, ...rest } = props
  return <TextAreaField {...rest} {...useBound<Values, Text>(control, name)} />
}

export function FormNumber<Values extends FieldValues>(
  props: Bound<Values, Figure, ComponentProps<typeof NumberField>>,
) {
  const { control, name, ...rest } = props
  const isFigure = (value: Figure) => reasonOf(value, numberRules(rest)) ?? true
  return <NumberField {...rest} {...useBound<Values, Figure>(control, name, isFigure)} />
}

export function FormChoice<Values extends FieldValues>(
  props: Bound<Values, Choice, ComponentProps<typeof ChoiceField>>,
) {
  const { control, name, ...rest } = props
  return <ChoiceField {...rest} {...useBound<Values, Choice>(control, name)} />
}

/** One of a few named choices. */
export function FormChoiceSelect<Values extends FieldValues, Value extends string>(
  props: Bound<Values, Value, ComponentProps<typeof ChoiceSelect<Value>>>,
) {
  const { control, name, ...rest } = props
  const bound = useBound<Values, Value>(control, name)
  return <ChoiceSelect {...rest} {...bound} />
}
