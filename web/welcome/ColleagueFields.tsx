import { roleLabels, roles } from '#contract/permissions.ts'
import { ChoiceSelect } from '#web/ui/form/ChoiceSelect.tsx'
import { TextField } from '#web/ui/form/fields.tsx'
import type { Colleague } from './kept-beginning.ts'
import { nameOfAddress } from './proposals.ts'

type Props = {
  colleague: Partial<Colleague>
  mistakes: Partial<Record<'email' | 'displayName', string>>
  onChange: (change: Partial<Colleague>) => void
}

/** The typed name, or what the address says. */
export const nameOf = ({ displayName, email }: Partial<Colleague>): string =>
  displayName?.trim() || nameOfAddress(email ?? '')

/** Whom the company's first person wants beside them; empty, nobody is invited. */
export function ColleagueFields({ colleague, mistakes, onChange }: Props) {
  const { email = null, displayName, role = 'staff' } = colleague
  return (
    <>
      <TextField
        label="Email"
        type="email"
        value={email}
        error={mistakes.email}
        description="Invited by a link that works for 7 days."
        onChange={value => onChange({ email: value })}
      />
      <TextField
        label="Name"
        value={displayName === undefined ? nameOfAddress(email ?? '') : displayName}
        error={mistakes.displayName}
        description="As it stands in the list of users."
        onChange={value => onChange({ displayName: value })}
      />
      <ChoiceSelect
        label="Role"
        description="Staff do the daily work."
        choices={roles.map(value => ({ value, label: roleLabels[value] }))}
        value={role}
        onChange={value => onChange({ role: value })}
      />
    </>
  )
}
