import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useMergedRef } from '@mantine/hooks'
import { type ComponentProps, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useSelectOnClick } from '#web/ui/entry/select-on-click.ts'
import { isUnparsedDate, useDateEntry } from '#web/ui/entry/use-date-entry.ts'
import { Anchor } from './Anchor.tsx'
import { clearing, DayChoices } from './day-parts.tsx'
import { type FieldProps, settingsOf } from './fields.tsx'
import { type Bound, type Text, useBound } from './form-fields.tsx'
import { LightTextInput } from './light-inputs.tsx'

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const dayInWords = (day: string) => inWords.format(new Date(`${day}T00:00Z`))

/**
 * A calendar date as yyyy-MM-dd, typed as people write it, or picked from the calendar that a click opens; an emptied
 * field is null. What is no date is handed on as it was typed and stays in the field with the reason; whoever saves
 * waits for a date (`isUnparsedDate`).
 */
export function DateField(field: FieldProps<string | null>) {
  // Not on focus, as the kit would: the calendar hides what people who type and tab come to next.
  const [isOpen, setIsOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const ref = useMergedRef(input, field.ref)
  const selectOnClick = useSelectOnClick()
  const entry = useDateEntry(field.value, field.onChange)
  const day = entry.isUnread ? null : field.value
  const isFixed = field.readOnly || field.disabled
  const take = (date: string | null) => {
    field.onChange(date)
    setIsOpen(false)
  }
  return (
    <div>
      <LightTextInput
        {...settingsOf({ ...field, error: entry.reason ?? field.error })}
        ref={ref}
        data-unread={entry.isUnread || undefined}
        placeholder={field.placeholder ?? 'yyyy-mm-dd'}
        autoComplete="off"
        value={entry.text}
        onChange={entry.type}
        onMouseDown={selectOnClick.onMouseDown}
        onClick={event => {
          selectOnClick.onClick(event)
          setIsOpen(true)
        }}
        onFocus={entry.focus}
        onBlur={() => {
          setIsOpen(false)
          entry.blur()
          field.onBlur?.()
        }}
        // The first Escape is the calendar's, not that of the dialog around it.
        data-mantine-stop-propagation={isOpen || undefined}
        onKeyDown={event => {
          if (event.key !== 'Tab') setIsOpen(false)
        }}
        {...clearing(field, () => take(null))}
      />
      {isOpen && !isFixed && (
        <Popover
          opened
          trapFocus={false}
          returnFocus={false}
          withRoles={false}
          position="bottom-start"
          shadow="md"
          transitionProps={{ duration: 0 }}
        >
          <Popover.Target>
            <Anchor at={input} />
          </Popover.Target>
          {/* The cursor stays in the field while a day is picked. */}
          <Popover.Dropdown onMouseDown={event => event.preventDefault()}>
            <DatePicker
              // Opens at the day that stands in the field.
              key={day}
              value={day}
              onChange={take}
              allowDeselect
              // Red is for what needs a person, and a Sunday does not.
              weekendDays={[]}
              previousLabel="Previous month"
              nextLabel="Next month"
              {...(day && { defaultDate: day })}
            />
          </Popover.Dropdown>
        </Popover>
      )}
      <DayChoices label={field.label} choices={entry.choices} inWords={dayInWords} onChoose={take} />
    </div>
  )
}

/** The same, bound to a react-hook-form control, whose save waits until the text is a date. */
export function FormDate<Values extends FieldValues>(
  props: Bound<Values, Text, ComponentProps<typeof DateField>>,
) {
  const { control, name, ...rest } = props
  const isDate = (value: Text) => !isUnparsedDate(value) || `“${value}” is not a date.`
  return <DateField {...rest} {...useBound<Values, Text>(control, name, isDate)} />
}
