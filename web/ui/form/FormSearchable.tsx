import { type ComponentProps, useRef } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import type { Bound } from './form-fields.tsx'
import { SearchableField } from './SearchableField.tsx'

type Props<Values extends FieldValues, Value extends string | number> = Omit<
  Bound<Values, Value | null, ComponentProps<typeof SearchableField<Value>>>,
  'onUnfit'
>

/** A searchable field bound to a form, which is not sent as long as the field's text is no entry of its list. */
export function FormSearchable<Values extends FieldValues, Value extends string | number>({
  control,
  name,
  ...rest
}: Props<Values, Value>) {
  const unfit = useRef<string | null>(null)
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: () => unfit.current ?? true },
  })
  return (
    <SearchableField<Value>
      {...rest}
      value={field.value as Value | null}
      onChange={value => field.onChange(value)}
      onBlur={field.onBlur}
      ref={field.ref}
      // The field itself says what is wrong with its text, and takes that back.
      error={fieldState.error?.type === 'validate' ? undefined : fieldState.error?.message}
      onUnfit={sentence => {
        unfit.current = sentence
      }}
    />
  )
}
