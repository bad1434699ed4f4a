import { Input } from '@mantine/core'
import '#web/ui/entry/entry.css'
import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { isUnparsedLocalTime, useLocalTimeEntry } from '#web/ui/entry/use-local-time-entry.ts'
import { type FieldProps, settingsOf } from './fields.tsx'
import { type Bound, type Text, useBound } from './form-fields.tsx'
import { LightTextInput } from './light-inputs.tsx'

/**
 * A day with its time on the clock of a place, as yyyy-MM-ddTHH:mm, typed as people write it; an emptied field is null.
 * What is neither is handed on as it was typed and stays in the field with the reason (`isUnparsedLocalTime`).
 */
export function LocalTimeField(field: FieldProps<string | null>) {
  const entry = useLocalTimeEntry(field.value, field.onChange)
  const isFixed = field.readOnly || field.disabled
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
        {...(field.value !== null &&
          !isFixed && {
            rightSection: (
              <Input.ClearButton
                aria-label={`Clear ${field.label}`}
                tabIndex={-1}
                onClick={() => field.onChange(null)}
              />
            ),
          })}
      />
      {entry.hint !== null && (
        <p className="local-time-hint" role="status">
          {entry.hint}
        </p>
      )}
      {entry.choices.length > 0 && (
        <p className="date-choices" role="group" aria-label={`${field.label}: which day is meant?`}>
          {entry.choices.map(choice => (
            <button key={choice} type="button" className="date-choice" onClick={() => field.onChange(choice)}>
              {choice.replace('T', ' ')}
            </button>
          ))}
        </p>
      )}
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
