import { DEFAULT_JOB_SORT, jobSorts, type JobSort } from '#contract/jobs.ts'
import type { JobPage } from './queries.ts'

export const pageSizes = [25, 50, 100, 200] as const
const DEFAULT_SIZE = 50

/** What the dashboard's address may say; what it does not say stands at its default. */
export type DashboardSearch = { page?: number; size?: number; sort?: JobSort }

const sortOf = (value: unknown): JobSort => jobSorts.find(sort => sort === value) ?? DEFAULT_JOB_SORT

export function dashboardPage(search: Record<string, unknown>): JobPage {
  const page = Math.floor(Number(search['page']))
  return {
    page: page >= 1 ? page : 1,
    size: pageSizes.find(size => size === Number(search['size'])) ?? DEFAULT_SIZE,
    sort: sortOf(search['sort']),
  }
}

/** The same as an address, without what is at its default anyway. */
export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const { page, size, sort } = dashboardPage(search)
  return {
    ...(page !== 1 && { page }),
    ...(size !== DEFAULT_SIZE && { size }),
    ...(sort !== DEFAULT_JOB_SORT && { sort }),
  }
}

/** A sign-in that has just come back carries its token in the fragment; it is dealt with first. */
export const holdsAccessToken = () => window.location.hash.includes('access_token=')
