import { Select } from '@mantine/core'
import type { FieldProps } from './fields.tsx'

type SearchableFieldProps = Omit<FieldProps<string | null>, 'name'> & {
  options: readonly { value: string; label: string }[]
}

/** One of many: type a few letters, then choose. Countries, packing modes, currencies. */
export function SearchableField({ options, label, value, onChange, onBlur, ...rest }: SearchableFieldProps) {
  const { error, description, placeholder, disabled, readOnly, autoFocus, ref } = rest
  return (
    <Select
      label={label}
      data={[...options]}
      value={value}
      onChange={chosen => onChange(chosen)}
      searchable
      clearable
      selectFirstOptionOnChange
      nothingFoundMessage="Nothing fits."
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      comboboxProps={{ shadow: 'md' }}
      maxDropdownHeight={260}
      {...(onBlur ? { onBlur } : {})}
      {...(error ? { error } : {})}
      {...(description ? { description } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(disabled ? { disabled } : {})}
      {...(readOnly ? { readOnly } : {})}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      {...(ref ? { ref } : {})}
    />
  )
}
