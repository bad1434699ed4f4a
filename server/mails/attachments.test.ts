import PostalMime from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { AttachmentInput, MailDetails } from '#contract/mails.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildColleague, buildJob, formWithFile } from '#testing/factories.ts'
import { expectNoChange, expectProblem } from '#testing/refusals.ts'
import { testCompany } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'

const { product, rows, company } = testCompany({ withoutOffice: true })
let job: Job

beforeAll(async () => {
  job = await buildJob(company, { name: 'Cotton', mbl: 'MBL 7' })
})

async function addTemplate(text: string, name: string): Promise<DocumentTemplate> {
  const form = formWithFile({ name, content: templateFile({ body: paragraph(text) }) })
  return (await company.call<DocumentTemplate>('POST', '/api/documenttemplate', form.payload, form.headers))
    .body
}

const post = (attachments: AttachmentInput[], by = company) =>
  by.call<MailDetails>('POST', '/api/mail', {
    id: crypto.randomUUID(),
    shipmentId: job.id,
    to: [{ address: 'ann@x.example' }],
    subject: 'Arrival notice',
    text: 'Attached.',
    attachments,
  })

async function attachedTo(id: string): Promise<{ name: string; bytes: Buffer }[]> {
  const reply = await product.app.inject({
    url: `/api/mail/${id}/eml`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  const { attachments } = await PostalMime.parse(reply.rawPayload)
  return attachments.map(({ filename, content }) => ({
    name: filename ?? '',
    bytes: Buffer.from(content as ArrayBuffer),
  }))
}

test('a template is filled with the job’s values as they are now, for the mail alone', async () => {
  const { id: templateId } = await addTemplate('B/L {{Shipment.Mbl}} of {{Shipment.Name}}', 'Notice.dotx')
  const { status, body } = await post([
    { templateId, format: 'word' },
    { templateId, format: 'word', name: 'For Ann' },
  ])
  expect(status).toBe(201)
  expect(body.attachments).toMatchObject([
    { name: 'Document from template Notice.docx', documentId: null, templateId },
    { name: 'For Ann.docx', documentId: null, templateId },
  ])
  const attached = await attachedTo(body.id)
  expect(attached.map(({ name }) => name)).toEqual(body.attachments.map(({ name }) => name))
  for (const [index, { bytes }] of attached.entries()) {
    expect(await documentText(bytes)).toBe('B/L MBL 7 of Cotton')
    expect(bytes.length).toBe(body.attachments[index]?.size)
  }
  expect((await company.call<Job>('GET', `/api/shipment/${job.id}`)).body.documents).toEqual([])
})

test('a template that names what does not exist, or a format that cannot be made here, is refused and sends nothing', async () => {
  const { id: templateId } = await addTemplate('{{Shipment.Unknown}}', 'Wrong.dotx')
  const { id: rightId } = await addTemplate('Right', 'Right.dotx')
  await expectNoChange(rows, company, async () => {
    expectProblem(await post([{ templateId, format: 'word' }]), 'template_unusable')
    expectProblem(await post([{ templateId: rightId, format: 'pdf' }]), 'unavailable')
  })
  expect((await post([{ templateId, format: 'word', blankUnknown: true }])).status).toBe(201)
})

test('who may send but make no documents attaches what is there', async () => {
  const { id: templateId } = await addTemplate('Text', 'Kept.dotx')
  const form = formWithFile({ name: 'list.txt', content: 'one' }, { shipmentId: job.id })
  const { body } = await company.call<{ id: string }>('POST', '/api/document', form.payload, form.headers)
  const staff = await buildColleague(product, company, 'staff')
  await company.call('PUT', '/api/register/permissions', {
    adjustments: { staff: { 'documents:write': false } },
  })
  await expectNoChange(rows, company, async () =>
    expectProblem(await post([{ templateId, format: 'word' }], staff), 'not_allowed'),
  )
  expect((await post([{ documentId: body.id }], staff)).status).toBe(201)
})
