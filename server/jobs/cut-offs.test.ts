import { beforeEach, expect, test } from 'vitest'
import type { JobTableRow } from '#contract/job-table.ts'
import type { Job } from '#contract/jobs.ts'
import { jobSheet } from '#server/job-changes/export.ts'
import { valueOf } from '#testing/template-source.ts'
import { buildJob } from '#testing/factories.ts'
import { expectFieldsRefused, expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { rows, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company)
})

const times = {
  documentsCutOff: '2026-12-01T14:00',
  vgmCutOff: '2026-12-02T00:00',
  cargoCutOff: '2026-12-03T23:59',
}
const put = (body: object, version?: number) =>
  company.call<Job>(
    'PUT',
    '/api/shipment',
    { id: job.id, ...body },
    version === undefined ? {} : { 'if-match': `"${version}"` },
  )

test('cut-offs are kept to the minute, without a time zone, and read alike from the job, its list and its table', async () => {
  const { body: saved } = await put(times)
  expect(saved).toEqual({ ...job, ...times, version: 2 })
  expect((await company.call('GET', `/api/shipment/${job.id}`)).body).toEqual(saved)
  expect((await company.call<Job[]>('GET', '/api/shipment')).body[0]).toMatchObject(times)
  const [row] = (await company.call<JobTableRow[]>('GET', '/api/shipment/table')).body
  expect(row).toMatchObject(times)
  expect(row && jobSheet(['documentsCutOff', 'vgmCutOff']).cells(row)).toEqual([
    '2026-12-01 14:00',
    '2026-12-02 00:00',
  ])
  expect((await put({ vgmCutOff: null })).body).toEqual({ ...saved, vgmCutOff: null, version: 3 })
})

test('a copy takes none of them', async () => {
  await put(times)
  const id = crypto.randomUUID()
  await company.call('POST', `/api/shipment/${job.id}/copy`, { ids: [id] })
  const { body } = await company.call<Job>('GET', `/api/shipment/${id}`)
  expect(body).toMatchObject({ documentsCutOff: null, vgmCutOff: null, cargoCutOff: null })
})

test('the history tells them in words and puts former ones back; an outdated save is refused', async () => {
  await put(times)
  await put({ cargoCutOff: '2026-12-04T08:30' })
  const { body } = await company.call<{ id: number }[]>('GET', `/api/history?job=${job.id}&limit=1`)
  expect(body[0]).toMatchObject({
    words: 'set Cargo Cut-off from 2026-12-03 23:59 to 2026-12-04 08:30',
    changes: [{ field: 'cargoCutOff', oldText: '2026-12-03 23:59', newText: '2026-12-04 08:30' }],
  })
  await expectNoChange(rows, company, async () =>
    expectProblem(await put({ vgmCutOff: null }, 1), 'changed_meanwhile'),
  )
  await company.call('POST', '/api/history/restore', { entry: body[0]?.id, fields: ['cargoCutOff'] })
  expect((await company.call('GET', `/api/shipment/${job.id}`)).body).toMatchObject(times)
})

test('what is no day with a time is refused by name', async () => {
  const bad = [
    '2026-12-03',
    '2026-02-30T14:00',
    '2026-12-03T24:00',
    '2026-12-03T14:00Z',
    '2026-12-03 14:00',
    14,
  ]
  await expectFieldsRefused(rows, company, {
    method: 'PUT',
    url: '/api/shipment',
    fields: { documentsCutOff: bad, vgmCutOff: bad, cargoCutOff: bad },
    bodyWith: (path, value) => ({ id: job.id, name: 'never', [path]: value }),
  })
})

test('templates print a cut-off with its time', () => {
  expect(valueOf('Shipment.DocumentsCutOff')).toBe('2026-11-29T14:00')
  expect(valueOf('CargoCutOff')).toBe('2026-11-30T08:30')
})
