import { NativeSelect } from '@mantine/core'
import { type Role, roleLabels, roles } from '#contract/permissions.ts'

type Props = { value: Role; onChange: (role: Role) => void; description?: string }

export function RoleField({ value, onChange, description }: Props) {
  return (
    <NativeSelect
      label="Role"
      data={roles.map(role => ({ value: role, label: roleLabels[role] }))}
      value={value}
      onChange={event => onChange(event.currentTarget.value as Role)}
      {...(description && { description })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
