import { DateInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { type ComponentProps, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { calendarDate } from './calendar-date.ts'
import { type FieldProps, given } from './fields.tsx'
import { type Bound, type Text, useBound } from './form-fields.tsx'

/** A calendar date as yyyy-MM-dd, typed, or picked from the calendar that a click opens; an emptied field is null. */
export function DateField(field: FieldProps<string | null>) {
  // Not on focus, as the kit would: the calendar hides what people who type and tab come to next.
  const [isOpen, setIsOpen] = useState(false)
  return (
    <DateInput
      {...given(field)}
      // The kit gives the name to a hidden field beside the one that people see.
      data-field={field.name}
      placeholder={field.placeholder ?? 'yyyy-mm-dd'}
      valueFormat="YYYY-MM-DD"
      dateParser={calendarDate}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${field.label}`, tabIndex: -1 }}
      onClick={() => setIsOpen(true)}
      onBlur={() => {
        setIsOpen(false)
        field.onBlur?.()
      }}
      // The first Escape is the calendar's, not that of the dialog around it.
      data-mantine-stop-propagation={isOpen || undefined}
      onKeyDown={event => {
        if (event.key !== 'Tab') setIsOpen(false)
      }}
      getDayProps={() => ({ onClick: () => setIsOpen(false) })}
      popoverProps={{ opened: isOpen, trapFocus: false, returnFocus: false, shadow: 'md' }}
      // Red is for what needs a person, and a Sunday does not.
      weekendDays={[]}
      previousLabel="Previous month"
      nextLabel="Next month"
      value={field.value}
      onChange={value => field.onChange(value)}
    />
  )
}

/** The same, bound to a react-hook-form control. */
export function FormDate<Values extends FieldValues>(
  props: Bound<Values, Text, ComponentProps<typeof DateField>>,
) {
  const { control, name, ...rest } = props
  return <DateField {...rest} {...useBound<Values, Text>(control, name)} />
}
