import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { HistorySearch } from '#contract/history.ts'
import { useMay } from '#web/lib/membership.ts'
import { messageOf } from '#web/lib/problem.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { notify } from '#web/ui/notify.ts'
import { Pager } from '#web/ui/Pager.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { EmptyState, FailedState, FormSkeleton } from '#web/ui/states.tsx'
import { type HistoryAddress, searchOf } from './history-address.ts'
import { HistoryFilters } from './HistoryFilters.tsx'
import { HistoryList } from './HistoryList.tsx'
import { historyFile, useHistorySearch } from './queries.ts'

const PAGE_SIZE = 50

/** Everything that was changed in the company, for its Administrators. */
export function HistoryScreen() {
  if (!useMay('history:all'))
    return (
      <Screen title="History">
        <EmptyState
          title="Only Administrators search the whole history."
          hint="What was changed on a job or a contact stands on its own History tab."
        />
      </Screen>
    )
  return <AllHistory />
}

function AllHistory() {
  const address: HistoryAddress = useSearch({ strict: false })
  const navigate = useNavigate()
  const [isExporting, setIsExporting] = useState(false)
  const { page = 1, size = PAGE_SIZE } = address
  const search = searchOf(address)
  const { data, error, refetch, isPlaceholderData } = useHistorySearch(search, {
    offset: (page - 1) * size,
    limit: size,
  })
  const show = (next: HistoryAddress) =>
    void navigate({ to: '/webapp/history', search: { ...address, page: 1, ...next } })

  const download = async (wanted: HistorySearch) => {
    setIsExporting(true)
    try {
      saveFile(await historyFile(wanted), `history-${new Date().toISOString().slice(0, 10)}.csv`)
    } catch (failure) {
      notify.failed(`The history could not be exported. ${messageOf(failure)}`)
    }
    setIsExporting(false)
  }
  const isNarrowed = Object.values(search).some(Boolean)
  return (
    <Screen
      title="History"
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={isExporting}
          onClick={() => void download(search)}
        >
          Export CSV
        </Button>
      }
    >
      <HistoryFilters address={address} onChange={show} />
      {error && !data && (
        <FailedState title="The history could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <FormSkeleton fields={6} />}
      {data?.total === 0 && (
        <EmptyState
          title={isNarrowed ? 'Nothing was changed by this person in this time.' : 'Nothing was changed yet.'}
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
      />
    </Screen>
  )
}
