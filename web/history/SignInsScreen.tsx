import { useNavigate, useSearch } from '@tanstack/react-router'
import { failedOutcomes, type SignInEvent, signInWords } from '#contract/sign-ins.ts'
import { momentText } from '#web/lib/format.ts'
import type { Column } from '#web/ui/table/columns.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { StatusDot } from '#web/ui/page/StatusDot.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { type HistoryAddress, searchOf } from './history-address.ts'
import { HistoryFilters } from './HistoryFilters.tsx'
import './history.css'
import { AdministratorsOnly, HistoryFrame } from './HistoryFrame.tsx'
import { signInsFile, useSignIns } from './queries.ts'

const PAGE_SIZE = 50

const wordsOf = ({ outcome, by }: SignInEvent) => signInWords[outcome] + (by ? ` by ${by.displayName}` : '')

const columns: readonly Column<SignInEvent>[] = [
  { id: 'at', header: 'When', text: ({ at }) => momentText(at), width: 190 },
  { id: 'who', header: 'Who', text: ({ user }) => user.displayName, width: 180 },
  {
    id: 'what',
    header: 'What',
    text: wordsOf,
    render: event => (
      <StatusDot tone={failedOutcomes.includes(event.outcome) ? 'amber' : 'green'}>
        {wordsOf(event)}
      </StatusDot>
    ),
    width: 300,
  },
  { id: 'address', header: 'Address', text: ({ address }) => address ?? '', width: 140 },
  { id: 'program', header: 'Program', text: ({ userAgent }) => userAgent ?? '', width: 310 },
]

/** Who signed in, failed to, or changed how they sign in. */
export const SignInsScreen = () => (
  <AdministratorsOnly>
    <SignIns />
  </AdministratorsOnly>
)

function SignIns() {
  const address: HistoryAddress = useSearch({ strict: false })
  const navigate = useNavigate()
  const { page = 1, size = PAGE_SIZE, failed = false } = address
  const { by: user, ...period } = searchOf(address)
  const search = { ...period, ...(user && { user }), ...(failed && { failed: 'true' as const }) }
  const { data, error, refetch, isPlaceholderData } = useSignIns(search, {
    offset: (page - 1) * size,
    limit: size,
  })
  const show = (next: HistoryAddress) =>
    void navigate({ to: '/webapp/history/signins', search: { ...address, page: 1, ...next } })
  const isNarrowed = Object.values(search).some(Boolean)
  return (
    <HistoryFrame file={() => signInsFile(search)} fileName="sign-ins">
      <HistoryFilters address={address} onChange={show}>
        <label className="history-filters__check">
          <input
            type="checkbox"
            checked={failed}
            onChange={event => show({ failed: event.currentTarget.checked || undefined })}
          />
          Failures only
        </label>
      </HistoryFilters>
      <DataTable
        label="Sign-ins"
        columns={columns}
        rows={data?.rows}
        rowId={({ id }) => String(id)}
        isStale={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState
            title={
              isNarrowed ? 'There was nothing of this kind in this period.' : 'Nobody has signed in yet.'
            }
          />
        }
      />
      <Pager
        page={page}
        size={size}
        total={data?.total}
        onPage={number => show({ page: number })}
        onSize={rows => show({ size: rows, page: 1 })}
        noun="entries"
        one="entry"
      />
    </HistoryFrame>
  )
}
