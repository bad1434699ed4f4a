import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildJob, formWithFile } from '#testing/factories.ts'
import { testCompany } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

const { rows, company } = testCompany()
let job: Job

beforeAll(async () => {
  job = await buildJob(company, {
    name: '=HYPERLINK("http://evil.example","Cotton")',
    customerInstructions: 'A, "B"\nC',
  })
})

const exported = (query = '') => company.call<string>('GET', `/api/history/export${query}`)

test('history is exported with a line a field, nothing in it a formula', async () => {
  const reply = await exported(`?job=${job.id}`)
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(reply.headers['content-disposition']).toMatch(
    /^attachment; filename="history-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(reply.body.startsWith('\uFEFFWhen (UTC),Who,')).toBe(true)
  const lines = parse<Record<string, string>>(reply.body, { columns: true, bom: true })
  const [changed] = (await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}`)).body
  expect(lines.map(line => [line['Field'], line['Old value'], line['New value']])).toEqual([
    ['Name', '', `'=HYPERLINK("http://evil.example","Cotton")`],
    ['Customer Instructions', '', 'A, "B"\nC'],
    ['Job Id', '', '1'],
    ['Status', '', 'In Progress'],
    ['Owner', '', 'Amina Qureshi'],
    ['Shipment Date', '', job.shipmentDate],
  ])
  expect(lines[1]).toEqual({
    'When (UTC)': changed?.at,
    Who: 'Amina Qureshi',
    'Job Id': '1',
    Job: `'=HYPERLINK("http://evil.example","Cotton")`,
    Record: 'Job',
    Name: `'=HYPERLINK("http://evil.example","Cotton")`,
    Action: 'changed',
    Words: changed?.words,
    Field: 'Customer Instructions',
    'Old value': '',
    'New value': 'A, "B"\nC',
    Address: '127.0.0.1',
    Program: 'lightMyRequest',
  })
})

test('a long history is exported whole, each change once, also those of one moment', async () => {
  const accountId = company.membership.account.id
  await rows.select(
    `insert into history (account_id, at, user_id, record_type, record_id, job_id, version, changes)
     select $1, '2020-01-01T00:00:00.000001Z'::timestamptz + (n / 700) * interval '1 microsecond', $2, 'jobs', $3, $3, null,
       jsonb_build_object('igm', jsonb_build_array(null, n::text))
     from generate_series(1, 2100) as n`,
    [accountId, company.membership.user.id, job.id],
  )
  const reply = await exported('?to=2020-01-01')
  const lines = parse<Record<string, string>>(reply.body, { columns: true, bom: true })
  expect(lines.map(line => Number(line['New value']))).toEqual(
    Array.from({ length: 2100 }, (_, index) => 2100 - index),
  )
})

test('what the product found in a template’s file is no line of the history', async () => {
  const file = templateFile({ body: paragraph('{{Shipment.Name}}') })
  const { payload, headers } = formWithFile({ name: 'Notice.dotx', content: file })
  const { body } = await company.call<DocumentTemplate>('POST', '/api/documenttemplate', payload, headers)
  await rows.select(`update document_templates set left_places = 2, missing = '["Tax"]' where id = $1`, [
    body.id,
  ])
  const dismissals = [{ text: 'Tax', at: { paragraph: 0, offset: 0 }, before: '' }]
  await rows.select('update document_templates set dismissals = $1 where id = $2', [
    JSON.stringify(dismissals),
    body.id,
  ])
  const reply = await exported()
  const lines = parse<Record<string, string>>(reply.body, { columns: true, bom: true })
  const fields = lines.filter(line => line['Record'] === 'Document Template').map(line => line['Field'])
  expect(fields).toContain('Name')
  expect(fields).not.toContain('Left places')
  expect(fields).not.toContain('Missing')
  expect(fields).not.toContain('Dismissals')
})
