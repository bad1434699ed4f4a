import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Invitation, MINIMUM_PASSWORD_LENGTH } from '#contract/users.ts'
import type { Role } from '#contract/permissions.ts'
import { CancelButton, Dialog } from '#web/ui/Dialog.tsx'
import { FormText } from '#web/ui/form-fields.tsx'
import { showProblem } from '#web/ui/form-problems.ts'
import { Banner } from '#web/ui/states.tsx'
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

const fields: readonly string[] = ['displayName', 'email', 'password']
const fieldOf = (path: string) => (fields.includes(path) ? (path as keyof Values) : null)

/** Makes a colleague's sign-in: by a link to choose a password, or with one that is typed here and told to them. */
export function NewUserDialog({ maySetRole, onClose, onCreated, onFailed }: Props) {
  const { control, ...form } = useForm<Values>({
    defaultValues: { displayName: null, email: null, password: null },
  })
  const [role, setRole] = useState<Role>('staff')
  const [failure, setFailure] = useState('')
  const [byInvitation, setByInvitation] = useState(false)
  const add = useAddUser()
  const invite = useInviteUser()

  const submit = form.handleSubmit(async ({ displayName, email, password }) => {
    setFailure('')
    try {
      const person = {
        displayName: displayName ?? '',
        email: email?.trim() ?? '',
        ...(maySetRole && { role }),
      }
      if (byInvitation) return onCreated((await invite.mutateAsync(person)).invitation)
      await add.mutateAsync({ ...person, password: password ?? '' })
      onCreated()
    } catch (error) {
      const reason = showProblem(form, error, fieldOf)
      setFailure(reason)
      onFailed(reason)
    }
  })

  return (
    <Dialog
      title="New User"
      size="sm"
      onClose={onClose}
      onSubmit={() => void submit()}
      isUnsaved={form.formState.isDirty || byInvitation || role !== 'staff'}
      footer={
        <>
          <CancelButton />
          <Button type="submit" loading={add.isPending || invite.isPending}>
            Create
          </Button>
        </>
      }
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      <FormText control={control} name="displayName" label="Name" autoFocus />
      <FormText control={control} name="email" label="Email" type="email" />
      <label className="user-access">
        <input
          type="checkbox"
          checked={byInvitation}
          onChange={event => setByInvitation(event.currentTarget.checked)}
        />
        Invite by e-mail
      </label>
      {byInvitation ? (
        <p className="permissions__hint">
          Your colleague chooses a password by a link that is good for 7 days.
        </p>
      ) : (
        <FormText
          control={control}
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          description={`At least ${MINIMUM_PASSWORD_LENGTH} characters. Your colleague signs in with it.`}
        />
      )}
      {maySetRole && <RoleField value={role} onChange={setRole} />}
    </Dialog>
  )
}
