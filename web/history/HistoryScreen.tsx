import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Pager } from '#web/ui/table/Pager.tsx'
import { EmptyState, FailedState, FormSkeleton } from '#web/ui/page/states.tsx'
import { type HistoryAddress, searchOf } from './history-address.ts'
import { HistoryFilters } from './HistoryFilters.tsx'
import { AdministratorsOnly, HistoryFrame } from './HistoryFrame.tsx'
import { HistoryList } from './HistoryList.tsx'
import { historyFile, useHistorySearch } from './queries.ts'

const PAGE_SIZE = 50

/** Everything that was changed in the company, for its Administrators. */
export const HistoryScreen = () => (
  <AdministratorsOnly>
    <AllHistory />
  </AdministratorsOnly>
)

function AllHistory() {
  const address: HistoryAddress = useSearch({ strict: false })
  const navigate = useNavigate()
  const { page = 1, size = PAGE_SIZE } = address
  const search = searchOf(address)
  const { data, error, refetch, isPlaceholderData } = useHistorySearch(search, {
    offset: (page - 1) * size,
    limit: size,
  })
  const show = (next: HistoryAddress) =>
    void navigate({ to: '/webapp/history', search: { ...address, page: 1, ...next } })

  const isNarrowed = Object.values(search).some(Boolean)
  return (
    <HistoryFrame file={() => historyFile(search)} fileName="history">
      <HistoryFilters address={address} onChange={show} />
      {error && !data && (
        <FailedState title="The history could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <FormSkeleton fields={6} />}
      {data?.total === 0 && (
        <EmptyState
          title={isNarrowed ? 'This person changed nothing in this period.' : 'Nothing has been changed yet.'}
          {...(isNarrowed && {
            action: (
              <Button
                variant="default"
                onClick={() => show({ by: undefined, from: undefined, to: undefined })}
              >
                Show everything
              </Button>
            ),
          })}
        />
      )}
      {data && data.total > 0 && (
        <div aria-busy={isPlaceholderData}>
          <HistoryList label="Changes" entries={data.rows} namesRecords />
        </div>
      )}
      <Pager
        page={page}
        size={size}
        total={data?.total}
        onPage={number => show({ page: number })}
        onSize={rows => show({ size: rows, page: 1 })}
        noun="changes"
        one="change"
      />
    </HistoryFrame>
  )
}
