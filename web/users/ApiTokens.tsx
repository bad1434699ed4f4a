import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiToken } from '#contract/api-tokens.ts'
import { roleLabels } from '#contract/permissions.ts'
import { mediumDateText } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/problem.ts'
import type { Column } from '#web/ui/columns.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { askMessage } from '#web/ui/message-box-store.ts'
import { notify } from '#web/ui/notify.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { useApiTokens, useRevokeToken } from './queries.ts'

const momentOr = (moment: string | null, otherwise: string) => (moment ? mediumDateText(moment) : otherwise)

const facts: readonly Column<ApiToken>[] = [
  { id: 'name', header: 'Name', text: token => token.name, width: 240 },
  { id: 'role', header: 'Role', text: token => roleLabels[token.role], width: 120 },
  {
    id: 'expires',
    header: 'Good until',
    text: token => momentOr(token.expiresAt, 'it is taken back'),
    width: 190,
  },
  { id: 'used', header: 'Last used', text: token => momentOr(token.lastUsedAt, 'never'), width: 190 },
  { id: 'by', header: 'Made by', text: token => token.createdBy ?? '', grow: true },
]

/** The tokens by which programs call the API: made, seen and taken back by Administrators. */
export function ApiTokens() {
  const { data, error, refetch } = useApiTokens()
  const [isAdding, setIsAdding] = useState(false)
  const revoke = useRevokeToken()
  const askAndRevoke = async ({ id, name }: ApiToken) => {
    const isMeant = await askMessage({
      title: `Do you want to take ‘${name}’ back?`,
      description: 'Programs that use this token are refused from then on.',
      destructive: true,
    })
    if (!isMeant) return
    try {
      await revoke.mutateAsync(id)
    } catch (problem) {
      notify.failed(`‘${name}’ was not taken back. ${messageOf(problem)}`)
    }
  }
  const actions: Column<ApiToken> = {
    id: 'actions',
    header: 'Take back',
    text: () => '',
    render: token => (
      <IconButton
        label={`Take ${token.name} back`}
        icon={IconTrash}
        destructive
        onClick={() => void askAndRevoke(token)}
      />
    ),
    width: 96,
  }
  return (
    <section className="form-section" aria-labelledby="api-tokens">
      <h2 id="api-tokens" className="form-section__title">
        API tokens
      </h2>
      <DataTable
        label="API tokens"
        columns={[...facts, actions]}
        rows={data}
        rowId={token => token.id}
        error={error}
        onRetry={() => void refetch()}
        toolbar={
          <Button variant="default" onClick={() => setIsAdding(true)}>
            Add Token
          </Button>
        }
        empty={
          <EmptyState
            title="No tokens yet."
            hint="A program that calls the API needs one. The calls are described at /api/docs."
          />
        }
      />
      {isAdding && <NewTokenDialog onClose={() => setIsAdding(false)} />}
    </section>
  )
}
