import { expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { JobTableRow } from '#contract/job-table.ts'
import { dayIn } from '#contract/time-zones.ts'
import { buildJob, formWithFile } from '#testing/factories.ts'
import { expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { company } = companyPerTest()

const DAY_MS = 86_400_000
const dayFromNow = (zone: string, days: number) => dayIn(zone, new Date(Date.now() + days * DAY_MS))
const listed = async (query: string) => {
  const reply = await company.call<JobTableRow[]>('GET', `/api/shipment/table?${query}&sort=jobId`)
  expect(reply.status).toBe(200)
  return reply.body.map(({ name }) => name)
}
const moveTo = (timeZone: string) => company.call('PUT', '/api/company', { timeZone })

test('relative days are reckoned from the company’s day, and no page of another day is shown again', async () => {
  const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
  // Midway between both, east is always one day ahead of west.
  await moveTo(west)
  for (const days of [-8, -3, -1, 0, 1, 7, 8])
    await buildJob(company, {
      name: String(days),
      etd: dayFromNow(west, days),
      eta: dayFromNow(west, days + 1),
    })
  await buildJob(company, { name: 'none' })
  expect(await listed('etd=today')).toEqual(['0'])
  expect(await listed('etd=yesterday')).toEqual(['-1'])
  expect(await listed('etd=tomorrow')).toEqual(['1'])
  expect(await listed('etd=before-today')).toEqual(['-8', '-3', '-1'])
  expect(await listed('etd=last-3-days')).toEqual(['-3', '-1', '0'])
  expect(await listed('etd=next-7-days')).toEqual(['0', '1', '7'])
  expect(await listed('eta=today')).toEqual(['-1'])
  expect(await listed(`etd=next-7-days&etdFrom=${dayFromNow(west, 1)}&etdTo=9999-12-31`)).toEqual(['1', '7'])
  expect(await listed('etd=yesterday&eta=today')).toEqual(['-1'])
  const week = await listed('etd=this-week')
  expect(week).toContain('0')
  expect(week).not.toContain('8')
  // Nothing of the jobs has changed, only the day.
  await moveTo(east)
  expect(await listed('etd=today')).toEqual(dayGap(west, east) === 1 ? ['1'] : [])
  expect(await listed(`etd=last-${dayGap(west, east)}-days`)).toContain('0')
  expect(await listed('eta=before-today')).toEqual(
    dayGap(west, east) === 2 ? ['-8', '-3', '-1', '0'] : ['-8', '-3', '-1'],
  )
})

/** How many days east is ahead: one, and for an hour of each day two. */
function dayGap(west: string, east: string): number {
  return (Date.parse(dayFromNow(east, 0)) - Date.parse(dayFromNow(west, 0))) / DAY_MS
}

test('overdue is what was overdue yesterday too, and the count follows the day', async () => {
  await moveTo('Pacific/Pago_Pago')
  const today = dayFromNow('Pacific/Pago_Pago', 0)
  await buildJob(company, { name: 'Due today', eta: today, hbl: 'H' })
  await buildJob(company, { name: 'Late', eta: dayFromNow('Pacific/Pago_Pago', -1), hbl: 'H' })
  const count = async () =>
    (await company.call<{ overdue: number }>('GET', '/api/shipment/counts')).body.overdue
  expect([await listed('overdue=true'), await count()]).toEqual([['Late'], 1])
  await moveTo('Pacific/Kiritimati')
  expect([await listed('overdue=true'), await count()]).toEqual([['Due today', 'Late'], 2])
})

test('what a job lacks is found, and no longer once it is there', async () => {
  const job = await buildJob(company, { name: 'Bare' })
  await buildJob(company, { name: 'Export', hbl: 'H-1', direction: 1 })
  expect(await listed('noHouseBl=true')).toEqual(['Bare'])
  expect(await listed('noArrivalNotice=true')).toEqual(['Bare'])
  await company.call('PUT', '/api/shipment', { id: job.id, hbl: 'H-2', dettco: '2026-11-24' })
  expect(await listed('noHouseBl=true')).toEqual([])
  expect(await listed('noArrivalNotice=true')).toEqual([])
  await company.call('PUT', '/api/shipment', { id: job.id, hbl: '' })
  expect(await listed('noHouseBl=true')).toEqual(['Bare'])
})

test('a job has no document until one is attached, and again once it is deleted', async () => {
  const job = await buildJob(company, { name: 'Bare' })
  await buildJob(company, { name: 'Other' })
  expect(await listed('noDocument=true')).toEqual(['Bare', 'Other'])
  const { payload, headers } = formWithFile(
    { name: 'Invoice.pdf', content: '%PDF-1.4' },
    { shipmentId: job.id },
  )
  const attached = await company.call<Document>('POST', '/api/document', payload, headers)
  expect(await listed('noDocument=true')).toEqual(['Other'])
  expect((await company.call('DELETE', `/api/document/${attached.body.id}`)).status).toBeLessThan(300)
  expect(await listed('noDocument=true')).toEqual(['Bare', 'Other'])
})

test.each([
  'etd=someday',
  'eta=last-0-days',
  'eta=next-1000-days',
  'etd=',
  'overdue=false',
  'noDocument=1',
  'noHouseBl=',
  'noArrivalNotice=yes',
])('%s is refused by name', async query => {
  const [field = ''] = query.split('=')
  const reply = await company.call('GET', `/api/shipment/table?${query}`)
  expectProblem(reply, 'invalid_input')
  expect(JSON.stringify(reply.body)).toContain(field)
})
