import { expect, test } from 'vitest'
import { dashboardAddress, dashboardPage, dashboardSearch } from './dashboard-search.ts'

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

test('a whole number of any length is searched for', () => {
  expect(dashboardPage({ search: 7 }).filters).toEqual({ search: '7' })
})
