import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { MINIMUM_PASSWORD_LENGTH } from '#contract/users.ts'
import type { Role } from '#contract/permissions.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormText } from '#web/ui/form-fields.tsx'
import { showProblem } from '#web/ui/form-problems.ts'
import { Banner } from '#web/ui/states.tsx'
import { useAddUser } from './queries.ts'
import { RoleField } from './RoleField.tsx'

type Values = Record<'displayName' | 'email' | 'password', string | null>
type Props = {
  /** Others add colleagues of the lesser of Staff and their own role. */
  maySetRole: boolean
  onClose: () => void
  onCreated: () => void
  onFailed: (reason: string) => void
}

const fields: readonly string[] = ['displayName', 'email', 'password']
const fieldOf = (path: string) => (fields.includes(path) ? (path as keyof Values) : null)

/** Makes a colleague's sign-in; the password is told to the colleague by the person who types it here. */
export function NewUserDialog({ maySetRole, onClose, onCreated, onFailed }: Props) {
  const { control, ...form } = useForm<Values>({
    defaultValues: { displayName: null, email: null, password: null },
  })
  const [role, setRole] = useState<Role>('staff')
  const [failure, setFailure] = useState('')
  const add = useAddUser()

  const submit = form.handleSubmit(async ({ displayName, email, password }) => {
    setFailure('')
    try {
      await add.mutateAsync({
        displayName: displayName ?? '',
        email: email?.trim() ?? '',
        password: password ?? '',
        ...(maySetRole && { role }),
      })
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
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Create
          </Button>
        </>
      }
    >
      {failure && <Banner tone="failed">{failure}</Banner>}
      <FormText control={control} name="displayName" label="Name" autoFocus />
      <FormText control={control} name="email" label="Email" type="email" />
      <FormText
        control={control}
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        description={`At least ${MINIMUM_PASSWORD_LENGTH} characters. Your colleague signs in with it.`}
      />
      {maySetRole && <RoleField value={role} onChange={setRole} />}
    </Dialog>
  )
}
