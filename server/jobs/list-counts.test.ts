import { expect, test } from 'vitest'
import type { JobTableRow } from '#contract/job-table.ts'
import { buildJob } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'

const { company } = testCompany()
const listed = async (query: string) => {
  const reply = await company.call<JobTableRow[]>('GET', `/api/shipment/table?${query}&sort=jobId`)
  expect([query, reply.status]).toEqual([query, 200])
  return reply.body.map(({ name }) => name)
}

test('jobs are listed by free days and originals from one number to another, both included', async () => {
  for (const [name, freeDays, originals] of [
    ['none', null, null],
    ['nought', 0, 0],
    ['week', 7, 3],
    ['fortnight', 14, 2],
  ] as const)
    await buildJob(company, { name, freeDays, originals })
  expect(await listed('freeDaysFrom=7')).toEqual(['week', 'fortnight'])
  expect(await listed('freeDaysTo=7')).toEqual(['nought', 'week'])
  expect(await listed('freeDaysFrom=1&freeDaysTo=13')).toEqual(['week'])
  expect(await listed('freeDaysFrom=0&freeDaysTo=0')).toEqual(['nought'])
  expect(await listed('freeDaysFrom=9&freeDaysTo=1')).toEqual([])
  expect(await listed('originalsFrom=2')).toEqual(['week', 'fortnight'])
  expect(await listed('originalsFrom=2&freeDaysFrom=10')).toEqual(['fortnight'])
  expect(await listed('originalsTo=2147483647')).toEqual(['nought', 'week', 'fortnight'])
})

test('jobs are listed by what their places contain, whatever the case', async () => {
  const places = { incotermPlace: 'Port Qasim', freightPayableAt: 'ROTTERDAM', placeOfIssue: 'Żary, 100%' }
  await buildJob(company, { name: 'placed', ...places })
  for (const query of [
    'incotermPlace=qasim',
    'freightPayableAt=rotter',
    `placeOfIssue=${encodeURIComponent('100%')}`,
  ])
    expect(await listed(query)).toEqual(['placed'])
  const terminals = { emptyDepot: 'Seaboard Depot', containerTerminal: 'KICT, Berth 29' }
  await buildJob(company, { name: 'returned', ...terminals })
  for (const query of [
    'emptyDepot=seaBOARD',
    'containerTerminal=berth%2029',
    'emptyDepot=depot&containerTerminal=kict',
  ])
    expect(await listed(query)).toEqual(['returned'])
  for (const query of ['emptyDepot=kict', 'containerTerminal=seaboard'])
    expect(await listed(query)).toEqual([])
  expect(await listed('incotermPlace=rotter')).toEqual([])
  expect(await listed(`placeOfIssue=${encodeURIComponent('1%0%')}`)).toEqual([])
})

test('jobs are listed by the day until which their delivery order is valid', async () => {
  for (const [name, releaseValidUntil] of [
    ['no day', null],
    ['early', '2031-12-01'],
    ['late', '2031-12-08'],
  ] as const)
    await buildJob(company, { name, releaseValidUntil })
  expect(await listed('releaseValidUntilFrom=2031-12-01')).toEqual(['early', 'late'])
  expect(await listed('releaseValidUntilFrom=2031-12-02')).toEqual(['late'])
  expect(await listed('releaseValidUntilTo=2031-12-07')).toEqual(['early'])
  expect(await listed('releaseValidUntilFrom=2031-12-08&releaseValidUntilTo=2031-12-08')).toEqual(['late'])
  expectProblem(
    await company.call('GET', '/api/shipment/table?releaseValidUntilTo=2031-02-30'),
    'invalid_input',
  )
})

test('what is no whole number is refused', async () => {
  for (const bad of ['-1', '1.5', 'seven', '2147483648', '', '1e3', '99999999999'])
    for (const bound of ['freeDaysFrom', 'originalsTo'])
      expectProblem(await company.call('GET', `/api/shipment/table?${bound}=${bad}`), 'invalid_input')
})
