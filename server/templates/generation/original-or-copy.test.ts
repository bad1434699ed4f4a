import { beforeEach, describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { GeneratedDocument, OutdatedDocument, Preflight } from '#contract/generation.ts'
import type { HistoryEntry } from '#contract/history.ts'
import type { Job } from '#contract/jobs.ts'
import type { MailDetails } from '#contract/mails.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildJob, formWithFile } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const { rows, company } = companyPerTest({}, buildTemplateCompany)
let job: Job
let bill: DocumentTemplate

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton', vesselName: 'Meridian Aurora' })
  bill = await company.addTemplate('{{Paper.OriginalOrCopy}}: {{Shipment.VesselName}}', 'Bill.dotx')
})

const generate = <Body = Document>(body: object, template = bill) =>
  company.call<Body>('POST', `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`, {
    id: template.id,
    defaultDocumentName: 'Bill',
    ...body,
  })
const stored = () =>
  rows.select<{ name: string; original_or_copy: string | null }>(
    'select name, original_or_copy from documents where job_id = $1 order by date, name',
    [job.id],
  )

describe('a bill that says what it is', () => {
  test.each([
    [undefined, 'copy', 'COPY – NON-NEGOTIABLE', 'Bill COPY.docx'],
    ['copy', 'copy', 'COPY – NON-NEGOTIABLE', 'Bill COPY.docx'],
    ['draft', 'draft', 'DRAFT', 'Bill DRAFT.docx'],
    ['original', 'original', 'ORIGINAL', 'Bill ORIGINAL.docx'],
  ])('asked for as %s is made as %s', async (originalOrCopy, kept, printed, name) => {
    const { status, body } = await generate({ originalOrCopy })
    expect(status).toBe(201)
    expect(body.name).toBe(name)
    expect(await company.textOf(body)).toBe(`${printed}: Meridian Aurora`)
    expect(await stored()).toEqual([{ name, original_or_copy: kept }])
  })

  test('has its mark in each format, and what is made twice gets a number behind it', async () => {
    const url = `/api/documenttemplate/generatedocuments/?shipmentId=${job.id}`
    const body = { id: bill.id, formats: ['word'], originalOrCopy: 'draft' }
    for (const name of [
      'Document from template Bill DRAFT.docx',
      'Document from template Bill DRAFT (2).docx',
    ]) {
      const made = await company.call<GeneratedDocument[]>('POST', url, body)
      expect(made.body.map(one => one.name)).toEqual([name])
    }
  })

  test('is told of in the history', async () => {
    const { body } = await generate({ originalOrCopy: 'original' })
    const { body: told } = await company.call<HistoryEntry[]>('GET', `/api/history?job=${job.id}`)
    const added = told.find(({ record }) => record.id === body.id)
    expect(added?.changes).toContainEqual(
      expect.objectContaining({ label: 'Original or copy', old: null, new: 'original', restorable: false }),
    )
  })

  test('made again stays what it was; as long as only that is chosen, it is not out of date', async () => {
    const outdated = async () =>
      (await company.call<OutdatedDocument[]>('GET', `/api/document/outdated?shipmentId=${job.id}`)).body
    const { body: original } = await generate({ originalOrCopy: 'original' })
    await generate({ originalOrCopy: 'draft' })
    expect(await outdated()).toEqual([])
    await company.call('PUT', '/api/shipment', { id: job.id, vesselName: 'Gulf Star' })
    expect(await outdated()).toHaveLength(2)
    for (const { changes } of await outdated())
      expect(changes).toEqual([
        { label: expect.stringMatching(/vessel/i), was: 'Meridian Aurora', is: 'Gulf Star' },
      ])
    const again = await company.call<Document>('POST', `/api/document/${original.id}/again`, {})
    expect(again.status).toBe(200)
    expect(again.body.name).toBe('Bill ORIGINAL.docx')
    expect(await company.textOf(again.body)).toBe('ORIGINAL: Gulf Star')
    expect(await stored()).toContainEqual({ name: 'Bill ORIGINAL.docx', original_or_copy: 'original' })
    await company.replaceTemplate(bill, 'On {{Shipment.VesselName}}')
    expect((await company.call('POST', `/api/document/${original.id}/again`, {})).status).toBe(200)
    expect(await stored()).toContainEqual({ name: 'Bill ORIGINAL.docx', original_or_copy: null })
  })

  test('replaced by hand is no longer what a template made', async () => {
    const { body } = await generate({ originalOrCopy: 'original' })
    const { payload, headers } = formWithFile({ name: 'x.docx', content: 'x' }, { documentId: body.id })
    await company.call('PUT', '/api/document/updatedocumentcontent', payload, headers)
    expect(await stored()).toEqual([{ name: 'Bill ORIGINAL.docx', original_or_copy: null }])
  })

  test('is no original where the job states 0 originals, unless it does not print how many there are', async () => {
    await company.call('PUT', '/api/shipment', { id: job.id, originals: 0 })
    expect((await generate({ originalOrCopy: 'original' })).status).toBe(201)
    const counting = await company.addTemplate(
      '{{Paper.OriginalOrCopy}} {{Numbers.HouseBill}} of {{Shipment.NumberOfOriginals}}',
      'Counting.dotx',
    )
    const refused = await expectNoChange(rows, company, () =>
      generate({ originalOrCopy: 'original', allowEmptyJob: true }, counting),
    )
    expectProblem(refused, 'bad_request', {
      detail: `Job ${job.jobId} states 0 originals: its cargo is delivered without one. Make a copy, or change Number of Originals first.`,
    })
    expect((await generate({ originalOrCopy: 'draft', allowEmptyJob: true }, counting)).status).toBe(201)
  })

  test('may also only ask which it is', async () => {
    const asking = await company.addTemplate(
      '{{#if Document.OriginalOrCopy = "ORIGINAL"}}Sign here{{else}}No signature{{/if}}',
      'Asking.dotx',
    )
    expect(await company.textOf((await generate({}, asking)).body)).toBe('No signature')
    expect(await company.textOf((await generate({ originalOrCopy: 'original' }, asking)).body)).toBe(
      'Sign here',
    )
  })
})

describe('a template that does not say it', () => {
  test('makes documents under their plain names, and is not asked for more', async () => {
    const plain = await company.addTemplate('On {{Shipment.VesselName}}', 'Plain.dotx')
    expect((await generate({}, plain)).body.name).toBe('Bill.docx')
    expect(await stored()).toEqual([{ name: 'Bill.docx', original_or_copy: null }])
    const refused = await expectNoChange(rows, company, () => generate({ originalOrCopy: 'original' }, plain))
    expectProblem(refused, 'bad_request', { detail: expect.stringContaining('{{Paper.OriginalOrCopy}}') })
    const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', {
      templateIds: [plain.id, bill.id],
      shipmentIds: [job.id],
    })
    expect(body.templates.map(({ id, asksOriginalOrCopy }) => [id, asksOriginalOrCopy])).toEqual([
      [plain.id, false],
      [bill.id, true],
    ])
    expect(body.jobs[0]?.missing).toEqual([])
  })
})

test.each(['ORIGINAL', 'Copy', '', 1, true, ['copy']])('%j is none of the three', async originalOrCopy => {
  const refused = await expectNoChange(rows, company, () => generate({ originalOrCopy }))
  expectProblem(refused, 'invalid_input')
})

describe('an e-mail that makes a bill', () => {
  const post = (attachment: object) =>
    company.call<MailDetails>('POST', '/api/mail', {
      id: crypto.randomUUID(),
      shipmentId: job.id,
      to: [{ address: 'ann@x.example' }],
      subject: 'Your bill',
      text: 'Attached.',
      attachments: [{ templateId: bill.id, format: 'word', name: 'Bill', ...attachment }],
    })

  test('attaches a copy, unless something else is asked for; what stands is sent once more', async () => {
    const [copy] = (await post({})).body.attachments
    expect(copy?.name).toBe('Bill COPY.docx')
    const [draft] = (await post({ originalOrCopy: 'draft' })).body.attachments
    expect(draft?.name).toBe('Bill DRAFT.docx')
    expect(draft?.documentId).not.toBe(copy?.documentId)
    const [again] = (await post({ originalOrCopy: 'copy' })).body.attachments
    expect([again?.name, again?.documentId]).toEqual(['Bill COPY.docx', copy?.documentId])
    expect((await stored()).map(one => [one.name, one.original_or_copy])).toEqual([
      ['Bill COPY.docx', 'copy'],
      ['Bill DRAFT.docx', 'draft'],
    ])
  })

  test('of a template that does not say it refuses a choice', async () => {
    await company.replaceTemplate(bill, 'On {{Shipment.VesselName}}')
    const refused = await expectNoChange(rows, company, () => post({ originalOrCopy: 'original' }))
    expectProblem(refused, 'bad_request')
  })
})
