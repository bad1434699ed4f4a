import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { JobTab } from '#contract/jobs.ts'
import type { Preferences } from '#contract/preferences.ts'
import { usePreferences, usePreferencesSettled } from '#web/lib/preferences.ts'
import { dashboardAddress, type DashboardPage, dashboardPage, namesJobs } from './dashboard-search.ts'

type Opened = Pick<Preferences, 'jobTab' | 'jobAddress'>

/**
 * Which page of jobs the dashboard shows: the one of its address, or where that says nothing, the view or tab that the
 * person used last.
 */
export function useLastOpened(asked: DashboardPage, keep: (change: Partial<Opened>) => void) {
  const preferences = usePreferences()
  const isSettled = usePreferencesSettled()
  const navigate = useNavigate()
  const router = useRouter()
  // Not the kept one itself: another window may change it, and the list would change by itself.
  const [last, setLast] = useState<Opened>()
  if (isSettled && last === undefined)
    setLast({ jobTab: preferences?.jobTab ?? 'all', jobAddress: preferences?.jobAddress ?? '' })

  const isNamed = namesJobs(asked)
  const isBare = Object.keys(dashboardAddress(asked)).length === 0
  const kept = isBare && last?.jobAddress ? router.options.parseSearch(`?${last.jobAddress}`) : undefined
  const used = kept && dashboardPage(kept)
  const saved = used && namesJobs(used) ? used : undefined
  const tab = isNamed || last?.jobTab === 'all' ? asked.tab : last?.jobTab
  const view: DashboardPage = saved ?? { ...asked, tab }
  useEffect(() => {
    if (saved !== undefined || asked.tab !== tab)
      void navigate({ to: '/webapp', search: dashboardAddress(view), replace: true })
  })

  const choose = (change: Partial<Opened>) => {
    setLast(before => before && { ...before, ...change })
    keep(change)
  }
  return {
    view,
    /** Whether it is known which jobs are meant. */
    isKnown: isNamed || last !== undefined,
    /** How “All” is said in an address: without a name it would be what was used last. */
    nameOfAll: last?.jobTab === 'all' && !last.jobAddress ? undefined : ('all' as const),
    chooseTab: (jobTab: JobTab) => choose({ jobTab, jobAddress: '' }),
    chooseView: (jobAddress: string) => choose({ jobAddress }),
    leaveView: () => {
      if (last?.jobAddress) choose({ jobAddress: '' })
    },
  }
}
