import { useMergedRef } from '@mantine/hooks'
import type { Ref } from 'react'
import type { Choice } from '#contract/choices.ts'
import type { NumberRules } from '#web/ui/entry/read-number.ts'
import { type Figure, numberRules, useNumberEntry } from '#web/ui/entry/use-number-entry.ts'
import type { Counted } from '#contract/counted.ts'
import type { Measured } from '#web/ui/entry/units-behind.ts'
import { LightSelect, LightTextarea, LightTextInput } from './light-inputs.tsx'

export type FieldProps<Value> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  onBlur?: (() => void) | undefined
  /** A sentence that says what is wrong. */
  error?: string | undefined
  /** A hint under the label. */
  description?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  readOnly?: boolean | undefined
  autoFocus?: boolean | undefined
  name?: string | undefined
  id?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

type Settings = { value: unknown; onChange: unknown; autoFocus?: boolean | undefined }

type Present<Props> = { [Key in keyof Props]: Exclude<Props[Key], undefined> }

/** A field's settings as the kit takes them: its types tell "absent" from "undefined". */
export function settingsOf<Props extends Settings>(props: Props) {
  const { value: _value, onChange: _onChange, autoFocus, ...rest } = props
  const entries = Object.entries({ ...rest, 'data-autofocus': autoFocus || undefined })
  return Object.fromEntries(entries.filter(([, setting]) => setting !== undefined)) as Present<
    Omit<Props, 'value' | 'onChange' | 'autoFocus'>
  >
}

type TextFieldProps = FieldProps<string | null> & {
  maxLength?: number
  /** The id of a list of suggestions. */
  list?: string
  type?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'search'
  autoComplete?: string
}

/** Text; an emptied field is null. */
export function TextField(props: TextFieldProps) {
  const { maxLength, type = 'text', autoComplete = 'off', ...field } = props
  return (
    <LightTextInput
      {...settingsOf(field)}
      {...(maxLength ? { maxLength } : {})}
      dir={type === 'text' ? 'auto' : undefined}
      type={type}
      autoComplete={autoComplete}
      value={field.value ?? ''}
      onChange={event => field.onChange(event.currentTarget.value || null)}
    />
  )
}

type TextAreaProps = Omit<FieldProps<string | null>, 'ref'> & {
  rows?: number
  ref?: Ref<HTMLTextAreaElement> | undefined
}

/** Text of several lines. */
export function TextAreaField({ rows = 3, ...field }: TextAreaProps) {
  return (
    <LightTextarea
      {...settingsOf(field)}
      dir="auto"
      rows={rows}
      value={field.value ?? ''}
      onChange={event => field.onChange(event.currentTarget.value || null)}
    />
  )
}

type NumberFieldProps = FieldProps<Figure> &
  Partial<NumberRules> & {
    /** The description is a warning: amber, below the field. */
    isWarned?: boolean
    /** How many decimals the figure has at least once the field is left, as amounts of a currency do. */
    least?: number
    /** What the figure counts, beside it. */
    unit?: string
    /** It may be typed with its unit: “12,5 kg”. */
    measured?: Measured
    /** It may be typed with the word for what it counts: “20 ctns”. */
    counted?: Counted
  }

/**
 * A figure, at the right of its field; an emptied field is null. What is typed and not understood is handed on as
 * a text and stays in the field with the reason; whoever saves waits for a figure.
 */
export function NumberField(props: NumberFieldProps) {
  const { decimals, negative, positive, limit, isWarned, least, unit, measured, counted, ...field } = props
  const rules = numberRules({ decimals, negative, positive, limit })
  const entry = useNumberEntry(field.value, field.onChange, rules, least, measured, counted)
  const ref = useMergedRef(entry.ref, field.ref)
  return (
    <LightTextInput
      {...settingsOf({
        ...field,
        error: entry.reason ?? field.error,
        description: entry.hint ?? field.description,
      })}
      isNoteBelow={Boolean(entry.hint || isWarned)}
      inputClass="field--number"
      rightSection={unit && <span className="field__unit">{unit}</span>}
      noteClass={isWarned && !entry.hint ? 'field__warning' : undefined}
      {...entry.input}
      ref={ref}
      onFocus={entry.focus}
      onBlur={() => {
        entry.blur()
        field.onBlur?.()
      }}
    />
  )
}

type ChoiceFieldProps = Omit<FieldProps<number | null>, 'ref' | 'readOnly'> & {
  choices: readonly Choice[]
  ref?: Ref<HTMLSelectElement> | undefined
}

/** One of a few numbered choices; the first line is none (null). */
export function ChoiceField({ choices, ...field }: ChoiceFieldProps) {
  return (
    <LightSelect
      {...settingsOf(field)}
      data={[
        { value: '', label: '' },
        ...choices.map(one => ({ value: String(one.value), label: one.label })),
      ]}
      value={field.value === null ? '' : String(field.value)}
      onChange={event =>
        field.onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
    />
  )
}
