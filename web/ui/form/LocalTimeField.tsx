import '#web/ui/entry/entry.css'
import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { isUnparsedLocalTime, useLocalTimeEntry } from '#web/ui/entry/use-local-time-entry.ts'
import { clearing, DayChoices } from './day-parts.tsx'
import { type FieldProps, settingsOf } from './fields.tsx'
import { type Bound, type Text, useBound } from './form-fields.tsx'
import { LightTextInput } from './light-inputs.tsx'

/**
 * A day with its time on the clock of a place, as yyyy-MM-ddTHH:mm, typed as people write it; an emptied field is null.
 * What is neither is handed on as it was typed and stays in the field with the reason (`isUnparsedLocalTime`).
 */
export function LocalTimeField(field: FieldProps<string | null>) {
  const entry = useLocalTimeEntry(field.value, field.onChange)
  return (
    <div>
      <LightTextInput
        {...settingsOf({ ...field, error: entry.reason ?? field.error })}
        data-unread={entry.isUnread || undefined}
        placeholder={field.placeholder ?? 'yyyy-mm-dd hh:mm'}
        autoComplete="off"
        value={entry.text}
        onChange={entry.type}
        onFocus={entry.focus}
        onBlur={() => {
          entry.blur()
          field.onBlur?.()
        }}
        {...clearing(field, () => field.onChange(null))}
      />
      {entry.hint !== null && (
        <p className="local-time-hint" role="status">
          {entry.hint}
        </p>
      )}
      <DayChoices
        label={field.label}
        choices={entry.choices}
        inWords={choice => choice.replace('T', ' ')}
        onChoose={field.onChange}
      />
    </div>
  )
}

/** The same, bound to a react-hook-form control, whose save waits until the text is a day with a time. */
export function FormLocalTime<Values extends FieldValues>(
  props: Bound<Values, Text, ComponentProps<typeof LocalTimeField>>,
) {
  const { control, name, ...rest } = props
  const isTime = (value: Text) => !isUnparsedLocalTime(value) || `“${value}” is not a day with a time.`
  return <LocalTimeField {...rest} {...useBound<Values, Text>(control, name, isTime)} />
}
