import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { findJobsOfDocument } from '#contract/template-documents.ts'
import type { z } from 'zod'
import { buildColleague, buildCompany, type Caller, formWithFile } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { rawZip } from '#testing/word/hostile-zips.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

type Reply = z.infer<NonNullable<(typeof findJobsOfDocument)['reply']>>

const path = '/api/documenttemplate/jobsof'
const { product, rows, company } = companyPerTest()

const document = (...lines: readonly string[]) =>
  templateFile({ isDocument: true, body: lines.map(line => paragraph(line)).join('') })

async function ask<Body = Reply>(
  { name = 'Bill.docx', content }: { name?: string; content: Uint8Array },
  { by = company as Caller, shipmentId = '' } = {},
) {
  const { payload, headers } = formWithFile({ name, content }, shipmentId ? { shipmentId } : {})
  return by.call<Body>('POST', path, payload, headers)
}
const found = (
  job: Job,
  numbers: readonly (readonly [string, string])[],
  inName: readonly string[] = [],
) => ({
  ...{ id: job.id, jobId: job.jobId, name: job.name },
  numbers: numbers.map(([label, text]) => ({ label, text })),
  inName,
})

test('the jobs whose numbers stand in a document are found, the likeliest first, and nothing is stored', async () => {
  const master = await buildFullJob(company, { name: 'Groupage', mbl: 'KSOL-4711', hbl: null })
  const house = await buildFullJob(company, { name: 'Linen', hbl: 'LDG-0815', mbl: null })
  await buildFullJob(company, { name: 'Another', hbl: 'LDG-08155', mbl: 'KSOL-47110' })
  await company.call('POST', '/api/container', { shipmentId: master.id, number: 'MSCU1234566' })
  await company.call('POST', '/api/reference', { shipmentId: house.id, kind: 'booking', number: 'BK 99871' })
  const content = templateFile({
    isDocument: true,
    body:
      paragraph('Master bill ksol-4711') +
      table([row([cell(paragraph('MSCU 123456-6'), { width: 3_000 })])], { widths: [3_000] }) +
      paragraph('Bill of lading LDG-0815, booking BK 99871, dated 31.12.2026'),
  })
  const { status, body } = await expectNoChange(rows, company, () => ask({ content }))
  expect([status, body]).toEqual([
    200,
    {
      jobs: [
        found(house, [
          ['House BL', 'LDG-0815'],
          ['Reference', 'BK 99871'],
        ]),
        found(master, [
          ['Master BL', 'ksol-4711'],
          ['Container', 'MSCU 123456-6'],
        ]),
      ],
      found: null,
    },
  ])
})

test('the name of the file names a job, by its bill or by its number', async () => {
  const bill = await buildFullJob(company, { hbl: 'LDG-9302' })
  const content = document('As agreed')
  expect((await ask({ name: 'HBL LDG-9302.docx', content })).body).toEqual({
    jobs: [found(bill, [['House BL', 'LDG-9302']], ['LDG-9302'])],
    found: null,
  })
  await rows.select('update jobs set job_number = 7302 where id = $1', [bill.id])
  expect((await ask({ name: 'Notice 7302.docx', content })).body.jobs).toEqual([
    found({ ...bill, jobId: 7302 }, [['Job number', '7302']], ['7302']),
  ])
  expect((await ask({ name: 'Notice 7303.docx', content })).body.jobs).toEqual([])
})

test('with a job it says how many places hold its values, none where there is none', async () => {
  const [job, other] = [
    await buildFullJob(company, { vesselName: 'Northern Jubilee', voyage: '14W', hbl: 'LDG-1' }),
    await buildFullJob(company, { vesselName: 'Orwell', voyage: '77E', hbl: 'LDG-2' }),
  ]
  const content = document('Vessel: Northern Jubilee', 'Voyage: 14W')
  const count = async ({ id }: Job) =>
    (await expectNoChange(rows, company, () => ask({ content }, { shipmentId: id }))).body
  expect([await count(job), await count(other)]).toEqual([
    { jobs: [], found: 2 },
    { jobs: [], found: 0 },
  ])
})

test('what names all houses of a consolidation is its master’s, and what names one of them is the house’s', async () => {
  const master = await buildFullJob(company, { name: 'Groupage', mbl: 'KSOL-9001', hbl: null })
  const house = async (hbl: string | null) => {
    const job = await buildFullJob(company, { name: hbl ?? 'Unnumbered', hbl, mbl: 'KSOL-9001' })
    await rows.select('update jobs set master_job_id = $1 where id = $2', [master.id, job.id])
    return job
  }
  const [first, second] = [await house('LDG-9101'), await house('LDG-9102')]
  // A house that has no number yet is on no manifest.
  await house(null)
  const manifest = document('Cargo manifest', 'LDG-9101', 'LDG-9102', `Job ${first.jobId}`)
  const order = async (content: Buffer) => (await ask({ content })).body.jobs.map(({ id }) => id)
  expect((await ask({ content: manifest })).body.jobs[0]).toEqual(
    found(master, [
      ['House BL', 'LDG-9101'],
      ['House BL', 'LDG-9102'],
    ]),
  )
  expect((await order(manifest)).toSorted()).toEqual([master.id, first.id, second.id].toSorted())
  expect(await order(document('LDG-9101'))).toEqual([first.id])
  const [likeliest] = await order(document('Bill LDG-9101', 'KSOL-9001'))
  expect(likeliest).toBe(first.id)
})

test('no more than five are proposed, the latest first', async () => {
  const jobs: Job[] = []
  for (let index = 0; index < 7; index += 1)
    jobs.push(await buildFullJob(company, { mbl: 'KSOL-1234', hbl: null }))
  const { body } = await ask({ content: document('KSOL-1234') })
  expect(body.jobs).toEqual(
    jobs
      .toReversed()
      .slice(0, 5)
      .map(job => found(job, [['Master BL', 'KSOL-1234']])),
  )
})

test('another company’s jobs are never found, and whoever may not write templates asks in vain', async () => {
  const job = await buildFullJob(company, { hbl: 'LDG-0815' })
  const content = document('LDG-0815', `Job ${job.jobId}`)
  const stranger = await buildCompany(product)
  expect((await ask({ content }, { by: stranger })).body).toEqual({ jobs: [], found: null })
  expectProblem(await ask({ content }, { by: stranger, shipmentId: job.id }), 'not_found')
  const viewer = await buildColleague(product, company, 'viewer')
  expectProblem(await ask({ content }, { by: viewer }), 'not_allowed')
})

test.each([
  ['no Word file', 'Bill.docx', Buffer.from('%PDF-1.7'), 422],
  [
    'a zip bomb',
    'Bill.docx',
    rawZip([{ name: 'word/document.xml', content: Buffer.alloc(300 * 1024 * 1024) }]),
    422,
  ],
  ['a file of another kind', 'Bill.pdf', Buffer.from('%PDF-1.7'), 400],
])('%s is refused and leaves nothing behind', async (_, name, content, status) => {
  const reply = await expectNoChange(rows, company, () => ask<{ detail: string }>({ name, content }))
  expect([reply.status, reply.body.detail.length > 20], JSON.stringify(reply.body)).toEqual([status, true])
})
