import { Input } from '@mantine/core'
import '#web/ui/entry/entry.css'
import type { FieldProps } from './fields.tsx'

type DayField = Pick<FieldProps<string | null>, 'label' | 'value' | 'readOnly' | 'disabled'>

/** Of an input that holds a day which may be changed: what empties it. */
export const clearing = (field: DayField, clear: () => void) =>
  field.value !== null &&
  !field.readOnly &&
  !field.disabled && {
    rightSection: <Input.ClearButton aria-label={`Clear ${field.label}`} tabIndex={-1} onClick={clear} />,
  }

type Choices = {
  label: FieldProps<string | null>['label']
  choices: readonly string[]
  inWords: (choice: string) => string
  onChoose: (choice: string) => void
}

/** The days that a typed text can mean, one click each. */
export const DayChoices = ({ label, choices, inWords, onChoose }: Choices) =>
  choices.length > 0 && (
    <p className="date-choices" role="group" aria-label={`${label}: which day is meant?`}>
      {choices.map(choice => (
        <button key={choice} type="button" className="date-choice" onClick={() => onChoose(choice)}>
          {inWords(choice)}
        </button>
      ))}
    </p>
  )
