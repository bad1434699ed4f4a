import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import { type JobTemplate, MOST_JOB_TEMPLATES } from '#contract/job-templates.ts'
import type { Job, JobCounts, OtherJob } from '#contract/jobs.ts'
import { buildColleague, buildCompany, buildJob, buildOrganisation } from '#testing/factories.ts'
import { expectFieldsRefused, expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { product, rows, company } = companyPerTest()

const put = (body: object, by = company) => by.call<Job>('PUT', '/api/shipment', body)
const templates = async (search = '', by = company) =>
  (await by.call<JobTemplate[]>('GET', `/api/shipment/templates?search=${encodeURIComponent(search)}`)).body
const names = async (search?: string) => (await templates(search)).map(one => one.templateName)
const template = (templateName: string, body: object = {}) => buildJob(company, { ...body, templateName })
const copy = (id: string) =>
  company.call<OtherJob[]>('POST', `/api/shipment/${id}/copy`, { ids: [crypto.randomUUID()] })

test('a job is a template while it has a template’s name, and stays in lists and counts', async () => {
  const acme = await buildOrganisation(company, { name: 'Acme' })
  const job = await buildJob(company, {
    name: 'Cotton',
    shipmentConsignees: [{ consigneeId: acme.partyId }],
  })
  expect(await templates()).toEqual([])
  const marked = await put({ id: job.id, templateName: ' Weekly cotton ' })
  expect(marked).toMatchObject({
    status: 200,
    body: { templateName: 'Weekly cotton', version: job.version + 1 },
  })
  const whole = { id: job.id, jobId: job.jobId, name: 'Cotton', templateName: 'Weekly cotton' }
  expect(await templates()).toEqual([
    { ...whole, consignee: 'Acme', loadingPort: null, destinationPort: null },
  ])
  const listed = await company.call<Job[]>('GET', '/api/shipment/table')
  expect(listed.body).toMatchObject([whole])
  expect((await company.call<JobCounts>('GET', '/api/shipment/counts')).body).toEqual({
    ...{ all: 1, open: 1, mine: 1, overdue: 0 },
  })
  expect(await put({ id: job.id, templateName: null })).toMatchObject({ body: { templateName: null } })
  expect(await templates()).toEqual([])
})

test('a job made from it is none itself', async () => {
  const { id } = await template('Weekly cotton', { etd: '2026-12-01', hbl: 'H1' })
  const [made] = (await copy(id)).body
  expect((await company.call<Job>('GET', `/api/shipment/${made?.id}`)).body).toMatchObject({
    ...{ templateName: null, etd: null, hbl: null },
  })
  expect(await templates()).toMatchObject([{ id }])
})

test('those used last come first, then by name', async () => {
  const [tea, cotton, rice] = [await template('tea'), await template('Cotton'), await template('Rice')]
  expect(await names()).toEqual(['Cotton', 'Rice', 'tea'])
  await copy(rice.id)
  await copy(tea.id)
  expect(await names()).toEqual(['tea', 'Rice', 'Cotton'])
  await copy(cotton.id)
  expect(await names()).toEqual(['Cotton', 'tea', 'Rice'])
})

test('they are found by the template’s name and by their job’s name and number', async () => {
  const tea = await template('Weekly_tea', { name: 'Green leaves' })
  await template('Cotton 100%')
  expect(await names('ly_T')).toEqual(['Weekly_tea'])
  expect(await names('LEAVES')).toEqual(['Weekly_tea'])
  expect(await names(`${tea.jobId} w`)).toEqual(['Weekly_tea'])
  expect(await names('0%')).toEqual(['Cotton 100%'])
  expect(await names('_')).toEqual(['Weekly_tea'])
  expect(await names('nothing')).toEqual([])
})

test('one answer names at most fifty', async () => {
  await rows.select(
    `with f as (insert into finances (account_id, id) select $1, gen_random_uuid() from generate_series(1, 51) returning id)
     insert into jobs (account_id, id, job_number, finance_id, template_name)
     select $1, gen_random_uuid(), row_number() over (), id, 'Lane' from f`,
    [company.membership.account.id],
  )
  expect(await templates()).toHaveLength(MOST_JOB_TEMPLATES)
})

test('the history tells it, and a former name comes back', async () => {
  const { id } = await template('Weekly cotton')
  await put({ id, templateName: null })
  const [entry] = (await company.call<HistoryEntry[]>('GET', `/api/history?job=${id}`)).body
  expect(entry?.changes).toMatchObject([
    { label: 'Template Name', oldText: 'Weekly cotton', newText: '', restorable: true },
  ])
  const back = { entry: entry?.id, fields: ['templateName'] }
  expect((await company.call('POST', '/api/history/restore', back)).status).toBe(200)
  expect(await names()).toEqual(['Weekly cotton'])
})

test('viewers see templates and make none; another company sees none', async () => {
  const job = await template('Weekly cotton')
  const viewer = await buildColleague(product, company, 'viewer')
  expect(await templates('', viewer)).toHaveLength(1)
  await expectNoChange(rows, company, async () =>
    expectProblem(await put({ id: job.id, templateName: null }, viewer), 'not_allowed'),
  )
  expect(await templates('', await buildCompany(product))).toEqual([])
})

test('a name that cannot be one is refused', async () => {
  const { id } = await template('Weekly cotton')
  await expectFieldsRefused(rows, company, {
    method: 'PUT',
    url: '/api/shipment',
    fields: { templateName: ['', '  ', 7, 'x'.repeat(81), '\u202e', 'a\u0000b'] },
    bodyWith: (path, value) => ({ id, [path]: value }),
  })
  const tooLong = await company.call('GET', `/api/shipment/templates?search=${'x'.repeat(201)}`)
  expectProblem(tooLong, 'invalid_input')
})
