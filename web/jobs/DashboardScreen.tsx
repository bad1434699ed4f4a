import { Button } from '@mantine/core'
import { IconPlus } from '#web/ui/icons.ts'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { JobTableRow } from '#contract/job-table.ts'
import type { AskedJobs } from '#contract/job-changes.ts'
import type { JobColumnKey, JobSort } from '#contract/job-columns.ts'
import type { TableLayout } from '#contract/preferences.ts'
import type { SheetFormat } from '#contract/sheet-formats.ts'
import { readCurrent } from '#web/lib/current.ts'
import { useMay, useMembership } from '#web/lib/membership.ts'
import { useKeepPreferences, usePreferences } from '#web/lib/preferences.ts'
import { useOpenNewJob } from '#web/records/new-job.ts'
import { jobPageQuery } from '#web/records/queries.ts'
import { SheetMenu } from '#web/ui/SheetMenu.tsx'
import { keptLayout } from '#web/ui/table/column-memory.ts'
import { shownIn } from '#web/ui/table/columns.ts'
import { NoticePlace } from '#web/ui/notice/NoticePlace.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { Pager } from '#web/ui/table/Pager.tsx'
import { Screen } from '#web/ui/page/Screen.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import {
  dashboardAddress,
  type DashboardPage,
  dashboardPage,
  holdsAccessToken,
  filteredBy,
  type JobFilters,
  listedPage,
  pageSizes,
} from './dashboard-search.ts'
import { dashboardColumns } from './job-columns.tsx'
import { JOB_LINE_HEIGHT, phoneColumns } from './job-line.tsx'
import { JobFilterBar } from './JobFilterBar.tsx'
import { JobTabs } from './JobTabs.tsx'
import { JobViews } from './JobViews.tsx'
import { jobsFile } from '#web/records/job-changes.ts'
import { useFurtherParts } from './use-further-parts.ts'
import { useLastOpened } from './last-opened.ts'
import { type Making, useChosen } from './use-chosen.ts'
import { FromTemplate } from './FromTemplate.tsx'

const ChosenJobs = lazy(async () => ({ default: (await import('./ChosenJobs.tsx')).ChosenJobs }))
const ForEachJob = lazy(async () => ({ default: (await import('./ForEachJob.tsx')).ForEachJob }))
const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }))
const OrganisationDialog = lazy(async () => ({
  default: (await import('#web/organisations/OrganisationPicker.tsx')).OrganisationDialog,
}))

/** Which job it is stays in sight, however far to the right its columns are read. */
const frozenColumns = ['jobId', 'name'] as const

/** Said wherever the person is by then: the table saves its columns a moment after the last change. */
const columnsNotSaved = (error: unknown, again: () => void) =>
  notify.failedBecause('Your columns could not be saved.', error, { label: 'Try again', run: again })

export function DashboardScreen() {
  const asked = dashboardPage(useSearch({ strict: false }))
  const preferences = usePreferences()
  const { mutate: keepPreferences } = useKeepPreferences(columnsNotSaved)
  const opened = useLastOpened(asked, keepPreferences)
  const { view, isKnown, chooseTab } = opened
  const navigate = useNavigate()
  const client = useQueryClient()
  const router = useRouter()
  const { account, user } = useMembership()
  const mayWriteJobs = useMay('jobs:write')
  const mayWriteContacts = useMay('organisations:write')
  const [isNamingContact, setIsNamingContact] = useState(false)
  const [columnsPlace, setColumnsPlace] = useState<HTMLElement | null>(null)
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  const [making, setMaking] = useState<Making | null>(null)
  const listed = listedPage(view)
  const [further, showing] = useFurtherParts()
  const jobs = useQuery({ ...jobPageQuery(listed, further), enabled: isKnown && !holdsAccessToken() })
  const { rows, total } = (isKnown && jobs.data) || {}
  const chosen = useChosen(listed.filters, rows, total)
  const { openNewJob, isPending: isCreating } = useOpenNewJob()

  const kept = preferences?.jobTable
  const columnsKey = `lading.jobs.columns.${user.id}`
  const keep = useCallback((jobTable: TableLayout) => keepPreferences({ jobTable }), [keepPreferences])

  const exported = (format: SheetFormat, asked: AskedJobs) => {
    const shown = shownIn(dashboardColumns, keptLayout(columnsKey)).map(({ id }) => id as JobColumnKey)
    return jobsFile({ ...asked, format, columns: shown, sort: view.sort })
  }
  const show = (change: Partial<DashboardPage>) =>
    void navigate({
      to: '/webapp',
      search: dashboardAddress({
        ...view,
        tab: view.tab ?? opened.nameOfAll,
        ...change,
      }),
      replace: true,
    })
  const filter = (filters: JobFilters) => {
    if (Object.keys(filters).length === 0) opened.leaveView()
    const { tab: next, ...change } = filteredBy(view, filters)
    show({ ...change, ...(next && { tab: next }) })
  }
  const isFiltered = Object.keys(view.filters).length > 0
  const open = (row: JobTableRow) => void navigate({ to: '/webapp/shipment', search: { id: row.id } })
  const prepare = (row: JobTableRow) =>
    void router.preloadRoute({ to: '/webapp/shipment', search: { id: row.id } })
  const pages = Math.max(1, Math.ceil((total ?? 0) / view.size))
  useEffect(() => {
    // The next page is ready before anybody asks for it.
    if (view.page < pages)
      void client.prefetchQuery(jobPageQuery({ ...listed, page: view.page + 1 }, further))
  })

  /** Nothing is there yet: the list itself offers the first job. */
  const isNew = total === 0 && !isFiltered && view.tab !== 'open' && view.tab !== 'mine'
  const createButton = mayWriteJobs && (
    <span className="create-job">
      <Button
        variant={isNew ? 'default' : 'filled'}
        leftSection={<IconPlus size={18} aria-hidden />}
        loading={isCreating}
        onClick={() => void openNewJob()}
      >
        Create Job
      </Button>
      <FromTemplate />
    </span>
  )

  return (
    <Screen
      title="Dashboard"
      fill
      actions={
        <>
          <JobViews view={view} keepColumns={keep} onOpen={opened.chooseView} />
          <span ref={setColumnsPlace} />
          <SheetMenu
            name="jobs"
            load={format => exported(format, { filter: listed.filters })}
            importTo={mayWriteJobs ? { kind: 'jobs' } : undefined}
          />
          {mayWriteContacts && (
            <Button variant="default" onClick={() => setIsNamingContact(true)}>
              Create Contact
            </Button>
          )}
          {createButton}
        </>
      }
    >
      <div className="job-bar">
        <JobTabs view={view} onChoose={chooseTab} />
        <JobFilterBar filters={view.filters} onChange={filter} />
      </div>
      <DataTable
        // Another table, which remembers nothing of the other one's columns.
        key={isPhone ? 'phone' : 'desk'}
        label="Jobs"
        fill
        {...(isPhone
          ? { columns: phoneColumns, tapHeight: JOB_LINE_HEIGHT }
          : {
              columns: dashboardColumns,
              frozen: frozenColumns,
              remember: columnsKey,
              keeper: { kept, keep },
              columnsPlace,
            })}
        onColumns={showing}
        rows={rows}
        rowId={row => row.id}
        error={jobs.error}
        onRetry={() => void jobs.refetch()}
        isStale={jobs.isPlaceholderData}
        sort={view.sort}
        onSort={sort => show({ sort: sort as JobSort, page: 1 })}
        // Back from a job, it is the one that stands out.
        initialId={readCurrent('currentShipment', account.id)?.id}
        onOpen={open}
        onIntent={prepare}
        checked={chosen.ids}
        onCheck={chosen.choose}
        onCheckRows={chosen.chooseRows}
        empty={
          total ? (
            <EmptyState
              title="There are fewer pages now."
              action={
                <Button variant="default" onClick={() => show({ page: pages })}>
                  Go to the last page
                </Button>
              }
            />
          ) : isFiltered ? (
            <EmptyState
              title="No jobs match these filters."
              action={
                <Button variant="default" onClick={() => filter({})}>
                  Clear all
                </Button>
              }
            />
          ) : view.tab === 'open' || view.tab === 'mine' ? (
            <EmptyState
              title={view.tab === 'open' ? 'No jobs are open.' : 'You own no open jobs.'}
              action={
                <Button
                  variant="default"
                  onClick={() => {
                    chooseTab('all')
                    show({ tab: 'all', page: 1 })
                  }}
                >
                  Show all jobs
                </Button>
              }
            />
          ) : (
            <Suspense>
              <FirstSteps isCreating={isCreating} onCreate={() => void openNewJob()} />
            </Suspense>
          )
        }
      />
      <NoticePlace />
      <Pager
        page={view.page}
        size={view.size}
        total={total}
        sizes={pageSizes}
        noun="jobs"
        one="job"
        onPage={page => show({ page })}
        onSize={size => show({ size, page: 1 })}
      />
      {chosen.count > 0 && (
        <Suspense>
          <ChosenJobs chosen={chosen} total={total ?? 0} load={exported} onMake={setMaking} />
        </Suspense>
      )}
      {making && (
        <Suspense>
          <ForEachJob
            what={making}
            jobs={chosen.jobs}
            onBegun={chosen.clear}
            onClose={() => setMaking(null)}
          />
        </Suspense>
      )}
      {isNamingContact && (
        <Suspense>
          <OrganisationDialog
            onClose={() => setIsNamingContact(false)}
            onCreated={organisation =>
              void navigate({ to: '/webapp/contact', search: { id: organisation.id } })
            }
          />
        </Suspense>
      )}
    </Screen>
  )
}
