import { Button } from '@mantine/core'
import { IconTrash } from '#web/ui/icons.ts'
import { useState } from 'react'
import type { ApiToken } from '#contract/api-tokens.ts'
import { dayText, momentText } from '#web/lib/format.ts'
import { useMembership } from '#web/lib/membership.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { useApiTokens } from './queries.ts'
import { tokenRoleText } from './tokens-text.ts'
import { useAskAndRevoke } from './use-ask-and-revoke.ts'

const momentOr = (moment: string | null, otherwise: string) => (moment ? momentText(moment) : otherwise)

// The last day of a token is a day of the company, wherever it is read.
const expiryText = ({ expiresAt, actsAs }: ApiToken, timeZone: string | null) => {
  if (Date.parse(expiresAt) <= Date.now()) return `Expired ${dayText(expiresAt, timeZone)}`
  return actsAs === null ? 'Ended: the person responsible has no access' : dayText(expiresAt, timeZone)
}

const factsIn = (timeZone: string | null): readonly Column<ApiToken>[] => [
  { id: 'name', header: 'Name', text: token => token.name, width: 240 },
  { id: 'role', header: 'Role', text: tokenRoleText, width: 220 },
  { id: 'expires', header: 'Last day', text: token => expiryText(token, timeZone), width: 190 },
  { id: 'used', header: 'Last used', text: token => momentOr(token.lastUsedAt, 'never'), width: 190 },
  { id: 'by', header: 'Made by', text: token => token.createdBy ?? '', width: 200 },
  {
    id: 'responsible',
    header: 'Person responsible',
    text: token => token.responsible?.displayName ?? '',
    grow: true,
  },
]

/** The tokens by which programs call the API: made, seen, kept for longer and revoked by Administrators. */
export function ApiTokens() {
  const { data, error, refetch } = useApiTokens()
  const [isAdding, setIsAdding] = useState(false)
  const askAndRevoke = useAskAndRevoke()
  const { timeZone } = useMembership().account
  const actions: Column<ApiToken> = {
    id: 'actions',
    header: 'Revoke',
    text: () => '',
    render: token => (
      <IconButton
        label={`Revoke ${token.name}`}
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
        columns={[...factsIn(timeZone), actions]}
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
