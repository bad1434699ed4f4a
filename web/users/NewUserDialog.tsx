import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Invitation, MINIMUM_PASSWORD_LENGTH } from '#contract/users.ts'
import { configuration } from '#web/lib/configuration.ts'
import type { Role } from '#contract/permissions.ts'
import { FormText } from '#web/ui/form/form-fields.tsx'
import { showProblem } from '#web/ui/form/form-problems.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { useAddUser, useInviteUser } from './queries.ts'
import { RoleField } from './RoleField.tsx'
import './users.css'

type Values = Record<'displayName' | 'email' | 'password', string | null>
type Props = {
  /** Others add colleagues of the lesser of Staff and their own role. */
  maySetRole: boolean
  onClose: () => void
  /** `invitation`: how the colleague comes to a password; undefined where one was typed. */
  onCreated: (invitation?: Invitation) => void
  onFailed: (reason: string) => void
}

const fields = ['displayName', 'email', 'password'] as const
const fieldOf = (path: string) => fields.find(field => field === path) ?? null

/** Adds a colleague: by a link that invites them, or with a password that is typed here and told to them. */
export function NewUserDialog({ maySetRole, onClose, onCreated, onFailed }: Props) {
  const { control, ...form } = useForm<Values>({
    defaultValues: { displayName: null, email: null, password: null },
  })
  const [role, setRole] = useState<Role>('staff')
  const { passwordsHere } = configuration()
  const [wantsInvitation, setWantsInvitation] = useState(false)
  const byInvitation = wantsInvitation || !passwordsHere
  const add = useAddUser()
  const invite = useInviteUser()

  const submit = form.handleSubmit(async ({ displayName, email, password }) => {
    const person = {
      displayName: displayName ?? '',
      email: email?.trim() ?? '',
      ...(maySetRole && { role }),
    }
    if (byInvitation) return onCreated((await invite.mutateAsync(person)).invitation)
    await add.mutateAsync({ ...person, password: password ?? '' })
    onCreated()
  })
  const explain = (error: unknown) => {
    const reason = showProblem(form, error, fieldOf)
    onFailed(reason)
    return reason
  }

  return (
    <FormDialog
      title="New User"
      size="sm"
      onClose={onClose}
      onSubmit={() => submit()}
      isUnsaved={form.formState.isDirty || wantsInvitation || role !== 'staff'}
      submit="Create"
      explain={explain}
    >
      <FormText control={control} name="displayName" label="Name" autoFocus />
      <FormText control={control} name="email" label="Email" type="email" />
      {passwordsHere && (
        <label className="user-access">
          <input
            type="checkbox"
            checked={byInvitation}
            onChange={event => setWantsInvitation(event.currentTarget.checked)}
          />
          Invite by e-mail
        </label>
      )}
      {byInvitation ? (
        <p className="permissions__hint">
          Your colleague joins with a link that is valid for 7 days
          {passwordsHere ? '.' : ', and signs in with your company’s sign-in provider.'}
        </p>
      ) : (
        <FormText
          control={control}
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          description={`At least ${MINIMUM_PASSWORD_LENGTH} characters. Your colleague signs in with it. Somebody who already has a sign-in here keeps their own password.`}
        />
      )}
      {maySetRole && <RoleField value={role} onChange={setRole} />}
    </FormDialog>
  )
}
