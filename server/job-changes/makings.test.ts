import { beforeEach, describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { JobChangeReport } from '#contract/job-changes.ts'
import type { Job } from '#contract/jobs.ts'
import type { MailTemplate } from '#contract/mail-templates.ts'
import type { MailDetails } from '#contract/mails.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import {
  buildColleague,
  buildCompany,
  buildContainer,
  buildItem,
  buildJob,
  buildNote,
  buildOrganisation,
  buildParty,
  type Caller,
  financeOf,
  formWithFile,
} from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { addedToJobs, madeWithJobs } from '#server/jobs/removal-records.ts'
import { continueChange, giveUp } from './carrying-out.ts'

const { product, rows, company } = companyPerTest()
let jobs: Job[]

beforeEach(async () => {
  jobs = []
  for (const name of ['Cotton', 'Silk', 'Wool'])
    jobs.push(await buildJob(company, { name, mbl: `M ${name}` }))
})

const uuid = () => crypto.randomUUID()
const nth = (index: number): Job => jobs[index] ?? expect.fail('There is no such job.')
const preview = (make: object, body: object = {}, by: Pick<Caller, 'call'> = company) =>
  by.call<JobChangeReport>('POST', '/api/job-changes/preview', {
    ...{ id: uuid(), shipmentIds: jobs.map(({ id }) => id), change: { make } },
    ...body,
  })
const begin = (id: string) => company.call<JobChangeReport>('POST', '/api/job-changes', { id })
const undo = (of: string, id: string = uuid()) =>
  company.call<JobChangeReport>('POST', `/api/job-changes/${of}/undo`, { id })
const read = async (id: string) => (await company.call<JobChangeReport>('GET', `/api/job-changes/${id}`)).body
const queued = (id: string) => ({
  ...{ account: company.membership.account.id, change: id, person: company.membership.user.id },
})
/** What the background does, until nothing is left of it. */
async function workOff(id: string): Promise<JobChangeReport> {
  for (let parts = 0; parts < 20; parts += 1) {
    const report = await read(id)
    if (report.state !== 'underWay') return report
    await continueChange(product.database, queued(id), product.makings)
  }
  return expect.fail('It did not end.')
}
async function done(make: object, body: object = {}): Promise<JobChangeReport> {
  const { body: report } = await preview(make, body)
  await begin(report.id)
  return workOff(report.id)
}
const told = ({ state, total, waiting, changed, same, refused }: JobChangeReport) => ({
  ...{ state, total, waiting, changed, same, refused },
})
const all = async () => (await company.call<Job[]>('GET', '/api/shipment?sort=jobId')).body
const documentsOf = async (index: number) =>
  (await company.call<Job>('GET', `/api/shipment/${nth(index).id}`)).body.documents ?? []
const count = async () =>
  (await rows.select('select job_count::int, last_job_number::int from accounts')).at(-1)
const anId = expect.stringMatching(/^[0-9a-f-]{36}$/) as string

async function addTemplate(text: string, name = 'Notice.dotx'): Promise<DocumentTemplate> {
  const { payload, headers } = formWithFile({ name, content: templateFile({ body: paragraph(text) }) })
  return (await company.call<DocumentTemplate>('POST', '/api/documenttemplate', payload, headers)).body
}

describe('copies of many jobs', () => {
  test('are shown, made, told of, and deleted again; the numbers are not given anew', async () => {
    await buildItem(company, nth(0).id, { name: 'Yarn', quantity: 12 })
    const shipper = await buildOrganisation(company, { name: 'Indus' })
    await buildParty(company, nth(1).id, 'shipper', shipper.partyId)
    const { status, body: shown } = await preview({ what: 'copy', take: { ports: false } })
    expect({ status, ...told(shown), words: shown.words, makes: shown.makes }).toEqual({
      ...{ status: 201, state: 'previewed', total: 3, waiting: 3, changed: 0, same: 0, refused: 0 },
      words: 'Copy with parties, items, charges',
      makes: 'copy',
    })
    expect(await all()).toHaveLength(3)

    const { body: made } = await begin(shown.id)
    expect(told(made)).toEqual({ state: 'ended', total: 3, waiting: 0, changed: 3, same: 0, refused: 0 })
    expect(made.jobs.map(({ jobId, made: copies }) => [jobId, copies])).toEqual(
      [4, 5, 6].map((number, index) => [index + 1, [{ kind: 'job', id: anId, name: String(number) }]]),
    )
    expect((await begin(shown.id)).body).toEqual(made)
    expect((await all()).map(({ jobId, name, mbl }) => [jobId, name, mbl])).toEqual([
      ...[
        [1, 'Cotton', 'M Cotton'],
        [2, 'Silk', 'M Silk'],
        [3, 'Wool', 'M Wool'],
      ],
      ...[
        [4, 'Cotton', null],
        [5, 'Silk', null],
        [6, 'Wool', null],
      ],
    ])
    const copy = (await all())[3]
    const history = await company.call<HistoryEntry[]>('GET', `/api/history?job=${copy?.id}`)
    expect(history.body.every(({ jobChange }) => jobChange?.id === shown.id && jobChange.others === 2)).toBe(
      true,
    )
    expect(history.body.length).toBeGreaterThan(0)

    const back = await undo(shown.id)
    expect(told(back.body)).toEqual({ state: 'ended', total: 3, waiting: 0, changed: 3, same: 0, refused: 0 })
    expect(back.body.words).toBe('Undo of Copy with parties, items, charges')
    expect(back.body.undoableUntil).toBeNull()
    expect((await all()).map(({ jobId }) => jobId)).toEqual([1, 2, 3])
    expect(await count()).toEqual({ job_count: 3, last_job_number: 6 })
    expect((await buildJob(company)).jobId).toBe(7)
    expectProblem(await undo(back.body.id), 'invalid_input')
  })

  test('that somebody has changed since stay, and it is said whose change it was', async () => {
    for (const index of [0, 1, 2]) await buildItem(company, nth(index).id, { name: 'Yarn' })
    const made = await done({ what: 'copy' })
    const copies = made.jobs.map(({ made: [copy] }) => copy?.id ?? '')
    const colleague = await buildColleague(product, company, 'staff', { name: 'Sana Mir' })
    await colleague.call('PUT', '/api/shipment', { id: copies[0], name: 'Mine' })
    await buildNote(colleague, copies[1] ?? '', { text: 'Call first' })
    const { body } = await undo(made.id)
    expect(told(body)).toEqual({ state: 'ended', total: 3, waiting: 0, changed: 1, same: 0, refused: 2 })
    expect(body.jobs.map(({ reason }) => reason)).toEqual([
      'Sana Mir has changed the copy 4 since: it stays.',
      'Sana Mir has changed the copy 5 since: it stays.',
      null,
    ])
    expect((await all()).map(({ jobId }) => jobId)).toEqual([1, 2, 3, 4, 5])
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['a new item', id => buildItem(company, id, { name: 'More' })],
    ['a container', id => buildContainer(company, id)],
    [
      'a charge',
      async id => {
        const { body: job } = await company.call<Job>('GET', `/api/shipment/${id}`)
        const finance = await financeOf(company, job)
        const destinationCharge = { thc: 1450 }
        const reply = await company.call('PUT', '/api/finance', { id: finance.id, destinationCharge })
        expect(reply.status).toBe(200)
      },
    ],
  ])('stay with %s', async (_what, change) => {
    const made = await done({ what: 'copy' }, { shipmentIds: [nth(0).id] })
    await change(made.jobs[0]?.made[0]?.id ?? '')
    expect((await undo(made.id)).body).toMatchObject({ changed: 0, refused: 1 })
    expect(await all()).toHaveLength(4)
  })

  test('a job of too many items is named, and the others are copied', async () => {
    await rows.select(
      `insert into items (account_id, id, job_id, name)
       select account_id, gen_random_uuid(), id, 'x' from jobs, generate_series(1, 5001) n where id = $1`,
      [nth(1).id],
    )
    const { body } = await preview({ what: 'copy' })
    expect(body).toMatchObject({ waiting: 2, refused: 1 })
    expect(body.jobs[0]).toMatchObject({ jobId: 2, reason: 'It has 5001 items, too many to copy.' })
    expect((await begin(body.id)).body).toMatchObject({ changed: 2, refused: 1 })
  })
})

test('every table that keeps something of a job is either taken away with it or keeps it', async () => {
  const tables = await rows.select(
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'jobs'::regclass and confdeltype <> 'c' order by 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual(
    [...addedToJobs, ...madeWithJobs, 'jobs'].toSorted((a, b) => (a < b ? -1 : 1)),
  )
})

describe('documents of many jobs', () => {
  test('are made in the background, once, and deleted again where nobody has touched them', async () => {
    const template = await addTemplate('{{Shipment.Name}} {{Consignee.Name}}')
    const make = { what: 'documents', templateIds: [template.id], formats: ['word'] }
    const { body: shown } = await preview(make)
    expect(shown).toMatchObject({
      ...{ words: 'Generate Notice.dotx as Word', makes: 'documents', waiting: 3, warned: 3, refused: 0 },
    })
    expect(shown.jobs[0]).toEqual({
      ...{ id: nth(0).id, jobId: 1, name: 'Cotton', state: 'waiting', fields: [], reason: null, made: [] },
      warning: 'Consignee is not set.',
      lines: [{ label: 'Documents', text: 'Notice.dotx as Word' }],
    })
    const begun = await begin(shown.id)
    expect(told(begun.body)).toMatchObject({ state: 'underWay', waiting: 3 })
    // A worker that made a document and did not live to say so.
    const { database, makings } = product
    const name = 'Document from template Notice.docx'
    await continueChange(database, queued(shown.id), makings)
    await rows.select(
      `update job_change_jobs set state = 'waiting', making = making - 'made' where change_id = $1 and job_id = $2`,
      [shown.id, nth(1).id],
    )
    await rows.select(`update job_changes set state = 'underWay', changed = 2 where id = $1`, [shown.id])
    await rows.select(`update document_sets set ended_at = null where id = $1`, [shown.id])
    const ended = await workOff(shown.id)
    expect(told(ended)).toMatchObject({ state: 'ended', changed: 3, refused: 0 })
    for (const index of [0, 1, 2])
      expect((await documentsOf(index)).map(document => document.name)).toEqual([name])
    expect(ended.jobs.map(({ made }) => made)).toEqual(
      [0, 1, 2].map(() => [{ kind: 'document', id: anId, name }]),
    )
    const [first] = await documentsOf(0)
    const renamed = { id: first?.id, name: 'Mine.docx' }
    expect((await company.call('PUT', '/api/document', renamed)).status).toBe(200)
    const { body: back } = await undo(shown.id)
    expect(told(back)).toMatchObject({ state: 'ended', changed: 2, refused: 1 })
    expect(back.jobs[0]?.reason).toBe('“Document from template Notice.docx” was changed since: it stays.')
    expect((await documentsOf(0)).map(document => document.name)).toEqual(['Mine.docx'])
    expect(await documentsOf(1)).toEqual([])
    const deleted = await company.call<Document[]>('GET', `/api/document/deleted?shipmentId=${nth(1).id}`)
    expect(deleted.body.map(document => document.name)).toEqual([name])
  })

  test('are originals, copies or drafts as chosen, where a template says so', async () => {
    const bill = await addTemplate('{{Paper.OriginalOrCopy}} {{Shipment.Name}}')
    const plain = await addTemplate('{{Shipment.Name}}', 'Plain.dotx')
    const make = { what: 'documents', templateIds: [bill.id, plain.id], formats: ['word'] }
    const asWord = async (chosen: object) =>
      (await preview({ ...make, ...chosen })).body.jobs[0]?.lines?.map(({ text }) => text)
    expect(await asWord({})).toEqual(['Notice.dotx (copy), Plain.dotx as Word'])
    const { body: shown } = await preview({ ...make, originalOrCopy: 'draft' })
    expect(shown.jobs[0]?.lines?.[0]?.text).toBe('Notice.dotx (draft), Plain.dotx as Word')
    await begin(shown.id)
    expect(told(await workOff(shown.id))).toMatchObject({ state: 'ended', changed: 3, refused: 0 })
    expect((await documentsOf(0)).map(({ name }) => name).toSorted()).toEqual([
      'Document from template Notice DRAFT.docx',
      'Document from template Plain.docx',
    ])
  })

  test('jobs that would only use up a number are refused by name; numbers follow the order of the jobs', async () => {
    const consignee = await buildOrganisation(company, { name: 'Fairholme' })
    for (const index of [0, 2]) await buildParty(company, nth(index).id, 'consignee', consignee.partyId)
    const template = await addTemplate('{{Numbers.ArrivalNotice}} {{Consignee.Name}}')
    const make = { what: 'documents', templateIds: [template.id], formats: ['word'] }
    const { body } = await preview(make)
    expect(body.jobs[0]).toMatchObject({
      jobId: 2,
      reason: 'It has no parties, goods or route yet: its papers would use up numbers.',
    })
    await begin(body.id)
    expect(told(await workOff(body.id))).toMatchObject({ changed: 2, refused: 1 })
    const numbers = await rows.select(
      'select j.job_number::int as job, n.number from job_numbers n join jobs j on j.id = n.job_id order by n.number',
    )
    expect(numbers.map(({ job }) => job)).toEqual([1, 3])
  })

  test('a template that is deleted meanwhile, and a right that is taken away, are said', async () => {
    const template = await addTemplate('x')
    const make = { what: 'documents', templateIds: [template.id], formats: ['word'] }
    const gone = (await preview(make)).body
    const forbidden = (await preview(make)).body
    await begin(forbidden.id)
    await rows.select(`update users set role = 'viewer' where id = $1`, [company.membership.user.id])
    await continueChange(product.database, queued(forbidden.id), product.makings)
    await rows.select(`update users set role = 'administrator' where id = $1`, [company.membership.user.id])
    expect((await read(forbidden.id)).jobs[0]?.reason).toMatch(/ may not do this any more\.$/)
    await company.call('DELETE', `/api/documenttemplate/${template.id}`)
    await begin(gone.id)
    await expect(continueChange(product.database, queued(gone.id), product.makings)).rejects.toThrow()
    await giveUp(product.database, queued(gone.id))
    expect(await read(gone.id)).toMatchObject({ state: 'ended', changed: 0, refused: 3 })
  })
})

describe('e-mails about many jobs', () => {
  const mailTemplate = (fields: object) =>
    company
      .call<MailTemplate>('POST', '/api/mailtemplate', {
        ...{ id: uuid(), name: 'Notice', purpose: 'other', subject: 'Job {{Shipment.JobId}}', cc: [] },
        ...{ to: ['consignee'], text: 'Your {{Shipment.Name}}.', documentTemplateIds: [], stamp: null },
        ...fields,
      })
      .then(({ body }) => body)
  const sent = () =>
    rows.select(
      'select m.subject, j.job_number::int as job from mails m join jobs j on j.id = m.job_id order by 2',
    )

  test('are shown with their recipients, sent once each, and cannot be taken back', async () => {
    for (const index of [0, 1]) {
      const fields = { organisationContacts: [{ contact: { email: `c${index}@buyer.example` } }] }
      const consignee = await buildOrganisation(company, { name: `Buyer ${index}`, ...fields })
      await buildParty(company, nth(index).id, 'consignee', consignee.partyId)
    }
    const { id } = await mailTemplate({})
    const make = { what: 'mail', templateId: id, format: 'word' }
    const { body: shown } = await preview(make)
    expect(shown).toMatchObject({ words: 'E-mail “Notice”', makes: 'mail', waiting: 2, refused: 1 })
    expect(shown.jobs.map(({ jobId, lines, reason }) => ({ jobId, lines, reason }))).toEqual([
      {
        jobId: 3,
        lines: [{ label: 'Subject', text: 'Job 3' }],
        reason: 'There is nobody to send it to.',
      },
      ...[0, 1].map(index => ({
        jobId: index + 1,
        lines: [
          { label: 'To', text: `Buyer ${index} <c${index}@buyer.example>` },
          { label: 'Subject', text: `Job ${index + 1}` },
        ],
        reason: null,
      })),
    ])
    // What would say something else by now is not sent.
    await company.call('PUT', '/api/shipment', { id: nth(1).id, name: 'Linen' })
    await begin(shown.id)
    const ended = await workOff(shown.id)
    expect(told(ended)).toMatchObject({ state: 'ended', changed: 1, refused: 2 })
    expect(ended.undoableUntil).toBeNull()
    expect(ended.jobs.find(({ jobId }) => jobId === 2)?.reason).toBe(
      'The job or the template was changed since: the e-mail would be another one. Look at it again.',
    )
    expect(await sent()).toEqual([{ job: 1, subject: 'Job 1' }])
    await rows.select(`update job_change_jobs set state = 'waiting' where change_id = $1 and job_id = $2`, [
      shown.id,
      nth(0).id,
    ])
    await rows.select(`update job_changes set state = 'underWay', changed = 0 where id = $1`, [shown.id])
    expect(told(await workOff(shown.id))).toMatchObject({ changed: 1 })
    expect(await sent()).toHaveLength(1)
    const mailId = ended.jobs.find(({ jobId }) => jobId === 1)?.made[0]?.id
    expect((await company.call<MailDetails>('GET', `/api/mail/${mailId}`)).body.subject).toBe('Job 1')
    expectProblem(await undo(shown.id), 'invalid_input')
  })

  test('something that is missing refuses the e-mail, unless it is to be sent all the same', async () => {
    const fields = { organisationContacts: [{ contact: { email: 'c@buyer.example' } }] }
    const consignee = await buildOrganisation(company, { name: 'Buyer', ...fields })
    await buildParty(company, nth(0).id, 'consignee', consignee.partyId)
    const { id } = await mailTemplate({ text: 'By {{Shipment.VesselName}}.' })
    const make = { what: 'mail', templateId: id, format: 'word' }
    const only = { shipmentIds: [nth(0).id] }
    expect((await preview(make, only)).body.jobs[0]).toMatchObject({
      ...{ state: 'refused', reason: 'Missing: Vessel name is empty.' },
    })
    expect((await preview({ ...make, sendIncomplete: true }, only)).body.jobs[0]).toMatchObject({
      ...{ state: 'waiting', warning: 'Vessel name is empty.' },
    })
  })
})

test('what is made and what is changed do not go together, and each needs its permission', async () => {
  const template = await addTemplate('x')
  const make = { what: 'documents', templateIds: [template.id], formats: ['word'] }
  const stranger = await buildCompany(product)
  await expectNoChange(rows, company, async () => {
    expectProblem(await preview(make, { change: { make, etd: '2027-01-01' } }), 'invalid_input')
    expectProblem(await preview({ what: 'fly' }), 'invalid_input')
    expectProblem(await preview({ ...make, templateIds: [uuid()] }), 'not_found')
    expectProblem(await preview({ what: 'copy' }, {}, stranger), 'invalid_input')
  })
  const staff = await buildColleague(product, company, 'staff')
  const settings = { staff: { 'documents:write': false, 'mail:send': false } }
  expect((await company.call('PUT', '/api/register/permissions', { adjustments: settings })).status).toBe(200)
  expectProblem(await preview(make, {}, staff), 'not_allowed')
  expectProblem(await preview({ what: 'mail', templateId: uuid(), format: 'pdf' }, {}, staff), 'not_allowed')
  expect((await preview({ what: 'copy' }, {}, staff)).status).toBe(201)
})
