import { IconBookmark } from '#web/ui/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { JobView, TableLayout } from '#contract/preferences.ts'
import { usePreferences } from '#web/lib/preferences.ts'
import { sharedViewsQuery } from '#web/shared-views/queries.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { notify } from '#web/ui/notice/notify.ts'
import { builtInViews, everyColumn, isSameLayout } from './built-in-views.ts'
import { dashboardAddress, type DashboardPage, dashboardPage, namesJobs } from './dashboard-search.ts'
import { ViewList } from './ViewList.tsx'

type Props = {
  view: DashboardPage
  keepColumns: (layout: TableLayout) => void
  /** Told the address of the view that was opened. */
  onOpen: (address: string) => void
}

/** What says neither a tab nor a filter is of all jobs, not of the tab that was used last. */
const namingJobs = (page: DashboardPage): DashboardPage => (namesJobs(page) ? page : { ...page, tab: 'all' })

/** Filters, search, order and columns under a name: the built-in views, one's own and those that colleagues share. */
export function JobViews(props: Props) {
  return (
    <MenuButton label="Views" icon={<IconBookmark size={18} aria-hidden />} title="Saved views">
      {close => <Views {...props} close={close} />}
    </MenuButton>
  )
}

function Views({ view, keepColumns, onOpen, close }: Props & { close: () => void }) {
  const router = useRouter()
  const navigate = useNavigate()
  const { jobViews: own, jobTable } = usePreferences() ?? {}
  const shared = useQuery(sharedViewsQuery)
  const addressOf = (page: DashboardPage) =>
    router.options.stringifySearch(dashboardAddress(page)).replace(/^\?/, '')

  const open = ({ id, name, address, layout }: Pick<JobView, 'id' | 'name' | 'address' | 'layout'>) => {
    const before = jobTable ?? everyColumn
    const isBuiltIn = builtInViews.some(one => one.id === id)
    // How high the rows are is no matter of a built-in view.
    const next = layout && isBuiltIn ? { ...layout, comfortable: before.comfortable } : layout
    if (next) keepColumns(next)
    if (next && !isSameLayout(next, before)) {
      const known = [...builtInViews, ...(own ?? []), ...(shared.data ?? [])]
      const isKept = known.some(one => one.layout && isSameLayout(one.layout, before))
      // Arranged by hand, and nowhere else.
      if (!isKept)
        notify.done(`“${name}” is shown with its own columns.`, {
          label: 'Keep my columns',
          run: () => keepColumns(before),
        })
    }
    const page = namingJobs(dashboardPage(router.options.parseSearch(`?${address}`)))
    onOpen(addressOf(page))
    void navigate({ to: '/webapp', search: dashboardAddress(page) })
    close()
  }
  return (
    <ViewList
      own={own}
      shared={shared}
      shown={{ address: addressOf(namingJobs({ ...view, page: 1 })), layout: jobTable ?? null }}
      onOpen={open}
    />
  )
}
