import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { roleLabels } from '#contract/permissions.ts'
import type { Invitation, User } from '#contract/users.ts'
import { useMay } from '#web/lib/membership.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { StatusDot, type Tone } from '#web/ui/page/StatusDot.tsx'
import { Banner, EmptyState } from '#web/ui/page/states.tsx'
import { RolePermissions } from './RolePermissions.tsx'
import { UserDialog } from './UserDialog.tsx'
import { ApiTokens } from './ApiTokens.tsx'
import { TokensToReview } from './TokensToReview.tsx'
import { InvitationLinkPicker } from './InvitationLinkPicker.tsx'
import { LeaveCompany } from './LeaveCompany.tsx'
import { NewUserDialog } from './NewUserDialog.tsx'
import { useUsers } from './queries.ts'

type Access = { text: string; tone: Tone }

const signIns: Record<User['signIn'], Access> = {
  ready: { text: 'Can sign in', tone: 'green' },
  invited: { text: 'Invited', tone: 'blue' },
  declined: { text: 'Declined', tone: 'amber' },
  left: { text: 'Has left', tone: 'amber' },
  // Whether the provider elsewhere lets them in is its own affair; here nothing stands in their way.
  unknown: { text: 'Has access', tone: 'green' },
}

const accessOf = ({ active, signIn }: User): Access =>
  active ? signIns[signIn] : { text: 'Removed', tone: 'amber' }

const columns: readonly Column<User>[] = [
  { id: 'name', header: 'Name', text: user => user.displayName, width: 280 },
  { id: 'email', header: 'Email', text: user => user.identities[0]?.issuerAssignedId ?? '', width: 320 },
  { id: 'role', header: 'Role', text: user => roleLabels[user.role], width: 140 },
  {
    id: 'access',
    header: 'Access',
    text: user => accessOf(user).text,
    render: user => <StatusDot tone={accessOf(user).tone}>{accessOf(user).text}</StatusDot>,
    width: 140,
  },
  {
    id: 'history',
    header: 'History',
    text: () => '',
    render: user => (
      <Link
        className="users__history"
        to="/webapp/users/history"
        search={{ id: user.id }}
        aria-label={`History of ${user.displayName}`}
        onDoubleClick={event => event.stopPropagation()}
      >
        History
      </Link>
    ),
    width: 100,
  },
]

type Outcome = { tone: 'done' | 'failed'; message: string; reason?: string }

const JOINS = 'Your colleague joins by accepting the invitation at the first sign-in.'

const created = (invitation: Invitation | undefined): Outcome => ({
  tone: 'done',
  message: 'User created successfully.',
  reason: !invitation
    ? JOINS
    : invitation.link
      ? 'Give your colleague the link to join.'
      : `An invitation is on its way to ${invitation.email}.`,
})
const failed = (reason: string): Outcome => ({
  tone: 'failed',
  message: 'User could not be created.',
  reason,
})

export function UsersScreen() {
  const [isAdding, setIsAdding] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const [changed, setChanged] = useState<User>()
  const [invitation, setInvitation] = useState<Invitation>()
  const mayAdd = useMay('users:add')
  const mayManage = useMay('users:manage')
  const { data, error, refetch } = useUsers()
  const addButton = mayAdd && <Button onClick={() => setIsAdding(true)}>Add User</Button>
  return (
    <Screen title="Users" summary="Add a colleague to work with you." actions={addButton}>
      {outcome && (
        <Banner tone={outcome.tone} onDismiss={() => setOutcome(undefined)}>
          {outcome.message} {outcome.reason}
        </Banner>
      )}
      {mayManage && <TokensToReview />}
      <DataTable
        label="Users"
        columns={columns}
        rows={data}
        rowId={user => user.id}
        {...(mayManage && { onOpen: setChanged, openLabel: 'Change' })}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title="Nobody is here yet." />}
      />
      <RolePermissions mayManage={mayManage} />
      {mayManage && <ApiTokens />}
      <LeaveCompany />
      {changed && (
        <UserDialog user={changed} onClose={() => setChanged(undefined)} onInvited={setInvitation} />
      )}
      {invitation?.link && (
        <InvitationLinkPicker
          email={invitation.email}
          link={invitation.link}
          onClose={() => setInvitation(undefined)}
        />
      )}
      {isAdding && (
        <NewUserDialog
          maySetRole={mayManage}
          onClose={() => setIsAdding(false)}
          onCreated={made => {
            setIsAdding(false)
            setOutcome(created(made))
            setInvitation(made)
          }}
          onFailed={reason => setOutcome(failed(reason))}
        />
      )}
    </Screen>
  )
}
