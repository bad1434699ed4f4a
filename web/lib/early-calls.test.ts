import { expect, test } from 'vitest'
import { listJobTable } from '#contract/job-table.ts'
import { getJob } from '#contract/jobs.ts'
import { getPreferences } from '#contract/preferences.ts'
import { getMembership } from '#contract/users.ts'
import { addressOf } from './address.ts'
import { firstCalls } from './early-calls.ts'

const job = '7b0f6a52-3f8e-4a64-9d2a-6f3f0a6c1d11'
const membership = getMembership.path

test('the dashboard’s first page, the layout of its table and the company are asked for early', () => {
  for (const pathname of ['/webapp', '/webapp/'])
    for (const further of ['none', 'containers,references']) {
      const page = { sort: '-jobId', limit: 50, offset: 0, further }
      expect(firstCalls({ pathname, search: '', hash: '' }, further)).toEqual([
        membership,
        addressOf(listJobTable.path, {}, page),
        getPreferences.path,
      ])
    }
})

test('a job in the address is asked for early, on each of its tabs', () => {
  const calls = [membership, addressOf(getJob.path, { id: job }, { stakeholder: 'true' })]
  for (const pathname of ['/webapp/shipment', '/webapp/shipment/items'])
    expect(firstCalls({ pathname, search: `?id=${job}`, hash: '' }, 'none')).toEqual(calls)
})

test('of any other screen the company alone is, and of a page without a sign-in nothing', () => {
  for (const [pathname, search] of [
    ['/webapp', '?sort=eta'],
    ['/webapp/shipment', '?id=7'],
    ['/webapp/contact', `?id=${job}`],
    ['/webapp/contacts', ''],
  ] as const)
    expect(firstCalls({ pathname, search, hash: '' }, 'none')).toEqual([membership])
  expect(firstCalls({ pathname: '/webapp', search: '', hash: '#access_token=abc' }, 'none')).toEqual([
    membership,
  ])
  for (const pathname of ['/login', '/register', '/logout', '/join/secret', '/webapplication'])
    expect(firstCalls({ pathname, search: '', hash: '' }, 'none')).toEqual([])
})
