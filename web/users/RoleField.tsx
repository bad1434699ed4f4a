import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { type Role, roleLabels, roles } from '#contract/permissions.ts'

type Props = { value: Role; onChange: (role: Role) => void; description?: string }

export function RoleField({ value, onChange, description }: Props) {
  return (
    <ChoiceSelect
      label="Role"
      choices={roles.map(role => ({ value: role, label: roleLabels[role] }))}
      value={value}
      onChange={onChange}
      {...(description && { description })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
