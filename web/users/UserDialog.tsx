import { Button } from '@mantine/core'
import { useState } from 'react'
import { roles } from '#contract/permissions.ts'
import { type Invitation, MINIMUM_PASSWORD_LENGTH, type User } from '#contract/users.ts'
import { configuration } from '#web/lib/configuration.ts'
import { useMembership } from '#web/lib/membership.ts'
import { messageOf } from '#web/lib/problem.ts'
import { useFailure } from '#web/ui/form/failure.ts'
import { TextField } from '#web/ui/form/fields.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { useApiTokens, useInviteAgain, useSetPassword, useUpdateUser } from './queries.ts'
import { RoleField } from './RoleField.tsx'
import { TokensToKeep } from './TokensToKeep.tsx'
import './users.css'

/** What an Administrator decides about a colleague: role, access, a new password. */
export function UserDialog({
  user,
  onClose,
  onInvited,
}: {
  user: User
  onClose: () => void
  /** A new invitation was made, which is on its way or has to be handed over. */
  onInvited: (invitation: Invitation) => void
}) {
  const [role, setRole] = useState(user.role)
  const [active, setActive] = useState(user.active)
  const [password, setPassword] = useState<string | null>(null)
  const failure = useFailure()
  const [keepTokens, setKeepTokens] = useState<string[]>([])
  const tokens = useApiTokens()
  const isSelf = useMembership()?.user.id === user.id
  const losesAccess = user.active && !active
  const loses = losesAccess || roles.indexOf(role) > roles.indexOf(user.role)
  const ofThisPerson = tokens.data?.filter(token => token.responsible?.id === user.id) ?? []
  const update = useUpdateUser()
  const renew = useSetPassword()
  const invite = useInviteAgain()
  const hasJoined = user.signIn === 'ready' || user.signIn === 'unknown'
  const mayHavePassword = hasJoined && configuration().passwordsHere
  const mayBeInvited = !hasJoined && user.active
  const sendLink = async () => {
    const invitation = await invite.mutateAsync(user.id)
    if (!invitation.link) notify.done(`An invitation is on its way to ${invitation.email}.`)
    onInvited(invitation)
    onClose()
  }
  const submit = async (hasLeft: () => boolean) => {
    // What would be revoked has to be seen before it is saved.
    if (loses && !tokens.data) {
      void tokens.refetch()
      throw new Error(`The API tokens of ${user.displayName} could not be loaded. ${messageOf(tokens.error)}`)
    }
    if (password) await renew.mutateAsync({ id: user.id, password })
    // Tried again after a refusal, the password is not set twice.
    setPassword(null)
    if (role !== user.role || active !== user.active)
      await update.mutateAsync({
        change: { id: user.id, role, active, keepTokens: loses ? keepTokens : [] },
        version: user.version,
      })
    if (hasLeft()) return
    notify.done(`${user.displayName} was changed.`)
    onClose()
  }
  return (
    <FormDialog
      title={user.displayName}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      isUnsaved={password !== null || role !== user.role || active !== user.active}
      failure={failure}
    >
      <RoleField value={role} onChange={setRole} />
      <label className="user-access">
        <input
          type="checkbox"
          checked={active}
          aria-describedby="user-access-hint"
          onChange={event => setActive(event.currentTarget.checked)}
        />
        Can sign in
      </label>
      <p id="user-access-hint" className="permissions__hint">
        {isSelf
          ? 'Without it, you can no longer see anything of the company. What you did is kept.'
          : 'Without it, the colleague can no longer see anything of the company. What they did is kept.'}
      </p>
      {loses && ofThisPerson.length > 0 && (
        <TokensToKeep
          user={user}
          isSelf={isSelf}
          tokens={ofThisPerson}
          kept={keepTokens}
          onChange={setKeepTokens}
        />
      )}
      {mayHavePassword && (
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          description={`Leave it empty to keep the password. At least ${MINIMUM_PASSWORD_LENGTH} characters. A new one signs ${isSelf ? 'you' : 'the colleague'} out everywhere.`}
        />
      )}
      {mayBeInvited && (
        <p>
          <Button
            variant="default"
            size="xs"
            loading={invite.isPending}
            onClick={() => void failure.attempt(sendLink)}
          >
            Send a new invitation
          </Button>
        </p>
      )}
    </FormDialog>
  )
}
