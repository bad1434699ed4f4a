import { Input } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'
import { type Bound, useBound } from '#web/ui/form/form-fields.tsx'
import './mail-templates.css'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
}

/** Several of a few, bound to a form. */
export function FormCheckedList<Values extends FieldValues, Value extends string>(
  props: Bound<Values, Value[], Props<Value>>,
) {
  const { control, name, label, options } = props
  const { value, onChange, error } = useBound<Values, Value[]>(control, name)
  return (
    <fieldset className="checked-list">
      <legend>{label}</legend>
      {options.map(option => (
        <label key={option.value} className="checked-list__one">
          <input
            type="checkbox"
            checked={value.includes(option.value)}
            onChange={event =>
              onChange(
                event.currentTarget.checked
                  ? [...value, option.value]
                  : value.filter(one => one !== option.value),
              )
            }
          />
          {option.label}
        </label>
      ))}
      {error && <Input.Error>{error}</Input.Error>}
    </fieldset>
  )
}
