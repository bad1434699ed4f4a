import { expect, test } from 'vitest'
import {
  dashboardAddress,
  dashboardPage,
  dashboardSearch,
  filteredBy,
  listedPage,
  namesJobs,
  underTab,
} from './dashboard-search.ts'

const party = '0b6a3c5e-8a53-4b52-9b53-6b1b8f0f6a01'

test('what the address says comes back as the same address', () => {
  const address = {
    status: '1,2',
    mode: 2,
    party,
    owner: 'me',
    etdFrom: '2026-11-01',
    search: 'indus',
    sort: 'eta',
    page: 3,
    size: 25,
  } as const
  expect(dashboardPage(address)).toEqual({
    page: 3,
    size: 25,
    sort: 'eta',
    filters: { status: '1,2', mode: '2', party, owner: 'me', etdFrom: '2026-11-01', search: 'indus' },
  })
  expect(dashboardAddress(dashboardPage(address))).toEqual(address)
})

test('what stands at its default is not said', () => {
  expect(dashboardSearch({ page: 1, size: 50, sort: '-jobId' })).toEqual({})
})

test('what makes no sense is left out', () => {
  expect(
    dashboardSearch({
      status: '7,x',
      mode: '',
      party: 'x',
      owner: 'somebody',
      etdTo: 'soon',
      search: 'ab',
      sort: 'x',
      page: -1,
    }),
  ).toEqual({})
})

test('the tab stands among what is asked; “Mine” has no other owner', () => {
  const mine = dashboardPage({ tab: 'mine', owner: party, mode: 2 })
  expect(mine).toMatchObject({ tab: 'mine', filters: { mode: '2' } })
  expect(dashboardAddress(mine)).toEqual({ tab: 'mine', mode: 2 })
  expect(listedPage(mine).filters).toEqual({ mode: '2', open: 'true', owner: 'me' })
  expect(filteredBy(mine, { owner: party })).toMatchObject({ tab: 'open', filters: { owner: party } })
  expect(underTab(dashboardPage({ owner: party, page: 3 }), 'mine')).toMatchObject({ page: 1, filters: {} })
  const all = dashboardPage({ tab: 'somebody’s' })
  expect([all.tab, listedPage(all).filters, namesJobs(all)]).toEqual([undefined, {}, false])
  expect(namesJobs(dashboardPage({ search: 'rice' })) && namesJobs(dashboardPage({ tab: 'all' }))).toBe(true)
})

test('a whole number of any length is searched for', () => {
  expect(dashboardPage({ search: 7 }).filters).toEqual({ search: '7' })
})

test('days from today on and what a job lacks are kept as they are said', () => {
  const address = { overdue: true, noDocument: true, etd: 'last-3-days', eta: 'before-today', search: 'true' }
  const page = dashboardPage(address)
  expect(page.filters).toEqual({
    overdue: 'true',
    noDocument: 'true',
    etd: 'last-3-days',
    eta: 'before-today',
    search: 'true',
  })
  expect(dashboardAddress(page)).toEqual(address)
  expect(dashboardSearch({ etd: 'last-0-days', eta: 'soon', noHouseBl: 'no', overdue: false })).toEqual({})
  expect(dashboardAddress(dashboardPage({ tab: 'overdue', overdue: true }))).toEqual({ tab: 'overdue' })
})
