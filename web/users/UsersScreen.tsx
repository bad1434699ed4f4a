import { Button } from '@mantine/core'
import { useState } from 'react'
import type { User } from '#contract/users.ts'
import { useMay } from '#web/lib/membership.ts'
import type { Column } from '#web/ui/columns.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Banner, EmptyState } from '#web/ui/states.tsx'
import { NewUserDialog } from './NewUserDialog.tsx'
import { useUsers } from './queries.ts'

const columns: readonly Column<User>[] = [
  { id: 'name', header: 'Name', text: user => user.displayName, width: 280 },
  { id: 'email', header: 'Email', text: user => user.identities[0]?.issuerAssignedId ?? '', width: 320 },
]

const outcomes = {
  created: { tone: 'done', message: 'User created successfully.' },
  failed: { tone: 'failed', message: 'User could not be created.' },
} as const

export function UsersScreen() {
  const [isAdding, setIsAdding] = useState(false)
  const [outcome, setOutcome] = useState<keyof typeof outcomes>()
  const mayAdd = useMay('users:add')
  const { data, error, refetch } = useUsers()
  const addButton = mayAdd && <Button onClick={() => setIsAdding(true)}>Add User</Button>
  return (
    <Screen title="Users" summary="Add a colleague to work with you." actions={addButton}>
      {outcome && (
        <Banner tone={outcomes[outcome].tone} onDismiss={() => setOutcome(undefined)}>
          {outcomes[outcome].message}
        </Banner>
      )}
      <DataTable
        label="Users"
        columns={columns}
        rows={data}
        rowId={user => user.id}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title="Nobody is here yet." />}
      />
      {isAdding && (
        <NewUserDialog
          onClose={() => setIsAdding(false)}
          onCreated={() => {
            setIsAdding(false)
            setOutcome('created')
          }}
          onFailed={() => setOutcome('failed')}
        />
      )}
    </Screen>
  )
}
