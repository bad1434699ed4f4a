import { NativeSelect, type NativeSelectProps } from '@mantine/core'

type Props<Value extends string> = Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> & {
  value: Value
  choices: readonly { value: Value; label: string; disabled?: boolean }[]
  onChange: (value: Value) => void
}

/** One of a few choices, which are all that it can give. */
export function ChoiceSelect<Value extends string>({ value, choices, onChange, ...rest }: Props<Value>) {
  return (
    <NativeSelect
      {...rest}
      data={choices.map(choice => ({ ...choice }))}
      value={value}
      onChange={event => {
        const chosen = choices.find(choice => choice.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    />
  )
}
