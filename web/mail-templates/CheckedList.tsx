import './mail-templates.css'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
}

/** Several of a few. */
export function CheckedList<Value extends string>({ label, options, value, onChange }: Props<Value>) {
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
    </fieldset>
  )
}
