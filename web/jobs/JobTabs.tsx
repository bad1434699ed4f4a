import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type JobTab, jobTabs } from '#contract/jobs.ts'
import { numberText } from '#web/lib/format.ts'
import { jobCountsQuery } from '#web/records/queries.ts'
import { dashboardAddress, type DashboardPage, holdsAccessToken, underTab } from './dashboard-search.ts'
import './filters.css'

const words: Record<JobTab, { label: string; meaning: string }> = {
  all: { label: 'All', meaning: 'All jobs' },
  open: { label: 'Open', meaning: 'Jobs that are In Progress or have no status' },
  mine: { label: 'Mine', meaning: 'Open jobs that you own' },
  overdue: {
    label: 'Overdue',
    meaning:
      'Jobs In Progress whose delivery order was not picked up after the ETA, or that have no bill of lading after the ETD',
  },
}

type JobTabsProps = { view: DashboardPage; onChoose: (tab: JobTab) => void }

/** The counts are those of the whole company: the filters narrow the list, and the pages below say to how many. */
export function JobTabs({ view, onChoose }: JobTabsProps) {
  const { data: counts } = useQuery({ ...jobCountsQuery, enabled: !holdsAccessToken() })
  const shown = view.tab ?? 'all'
  return (
    <nav className="job-tabs" aria-label="Which jobs">
      {jobTabs.map(tab => (
        <Link
          key={tab}
          className="job-tabs__tab"
          to="/webapp"
          search={dashboardAddress(underTab(view, tab))}
          replace
          preload="intent"
          activeOptions={{ exact: true, includeSearch: true }}
          {...(tab === shown && { 'aria-current': 'page' as const })}
          title={words[tab].meaning}
          onClick={() => onChoose(tab)}
        >
          {words[tab].label} <span className="job-tabs__count">{counts && numberText(counts[tab])}</span>
        </Link>
      ))}
    </nav>
  )
}
