import { readdir } from 'node:fs/promises'
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

const documents = async () => (await company.call<Job>('GET', `/api/shipment/${job.id}`)).body.documents

async function fileOf(id: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${company.token}` }
  return (await product.app.inject({ url: `/api/document/${id}`, headers })).rawPayload
}

test('a template is filled with the job’s values as they are now, and what was sent is filed with the job', async () => {
  const { id: templateId } = await addTemplate('B/L {{Shipment.Mbl}} of {{Shipment.Name}}', 'Notice.dotx')
  const { status, body } = await post([
    { templateId, format: 'word' },
    { templateId, format: 'word', name: 'For Ann' },
  ])
  expect(status).toBe(201)
  expect(body.attachments).toMatchObject([
    { name: 'Document from template Notice.docx', documentId: expect.any(String), templateId },
    { name: 'For Ann.docx', documentId: expect.any(String), templateId },
  ])
  const attached = await attachedTo(body.id)
  expect(attached.map(({ name }) => name)).toEqual(body.attachments.map(({ name }) => name))
  const filed = await documents()
  expect(filed).toHaveLength(2)
  for (const [index, { name, bytes }] of attached.entries()) {
    expect(await documentText(bytes)).toBe('B/L MBL 7 of Cotton')
    const { size, documentId } = body.attachments[index] ?? {}
    expect(bytes.length).toBe(size)
    expect(filed.find(({ id }) => id === documentId)).toMatchObject({ name, size, type: 'Word Document' })
    expect(await fileOf(documentId ?? '')).toEqual(bytes)
  }
})

test('what stands unchanged on the job is sent as it is, and filed once; what would say something else is made anew', async () => {
  const { id: templateId } = await addTemplate('{{Shipment.Name}} on {{Today}}', 'Twice.dotx')
  const made = { templateId, format: 'word' as const, name: 'Twice' }
  const before = (await documents()).length
  const [first] = (await post([made])).body.attachments
  const again = await post([made])
  expect(again.body.attachments).toMatchObject([
    { name: 'Twice.docx', documentId: first?.documentId, templateId },
  ])
  expect((await attachedTo(again.body.id))[0]?.bytes).toEqual(await fileOf(first?.documentId ?? ''))
  expect(await documents()).toHaveLength(before + 1)

  await rows.select(
    `update document_sources set printed = jsonb_set(printed, '{passing,Today}', '"2 January 2020"')
     where document_id = $1`,
    [first?.documentId],
  )
  const [nextDay] = (await post([made])).body.attachments
  expect(nextDay?.documentId).not.toBe(first?.documentId)
  expect((await documents()).map(({ name }) => name)).toContain('Twice (2).docx')

  // What people have changed by hand is theirs.
  const form = formWithFile(
    { name: 'Twice (2).docx', content: 'mine' },
    { documentId: nextDay?.documentId ?? '' },
  )
  await company.call('PUT', '/api/document/updatedocumentcontent', form.payload, form.headers)
  const [third] = (await post([made])).body.attachments
  expect([first?.documentId, nextDay?.documentId]).not.toContain(third?.documentId)
  expect(await documents()).toHaveLength(before + 3)
})

test('a mail that is sent twice, or refused, files nothing more', async () => {
  const { id: templateId } = await addTemplate('Of {{Shipment.Name}}', 'Once.dotx')
  const body = {
    id: crypto.randomUUID(),
    shipmentId: job.id,
    to: [{ address: 'ann@x.example' }],
    subject: 'Once',
    text: 'Attached.',
    attachments: [{ templateId, format: 'word' }],
  }
  const before = (await documents()).length
  const replies = await Promise.all([1, 2, 3].map(() => company.call<MailDetails>('POST', '/api/mail', body)))
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 201])
  expect(await documents()).toHaveLength(before + 1)
  const files = () => readdir(product.filesFolder, { recursive: true })
  const stored = await files()
  await expectNoChange(rows, company, async () => {
    expectProblem(await company.call('POST', '/api/mail', { ...body, subject: 'Another' }), 'already_exists')
    const numbers = [{ kind: 'invoice', number: 'INV-404' }]
    const text = 'Invoice INV-404 is attached.'
    const attachments = [{ templateId, format: 'word', allowEmptyJob: true }]
    const wrong = { ...body, id: crypto.randomUUID(), text, numbers, attachments }
    expectProblem(await company.call('POST', '/api/mail', wrong), 'number_given')
  })
  expect(await files()).toEqual(stored)
  // Sending it again attaches what the first one carried.
  const resent = await company.call<MailDetails>('POST', `/api/mail/${body.id}/resend`, {
    id: crypto.randomUUID(),
  })
  expect(resent.body.attachments[0]?.documentId).toBe(replies[0]?.body.attachments[0]?.documentId)
  expect(await documents()).toHaveLength(before + 1)
})

test('a document filed with a mail is deleted and restored as any other, and its history says what made it', async () => {
  const { id: templateId } = await addTemplate('For {{Shipment.Name}}', 'Filed.dotx')
  const { body } = await post([{ templateId, format: 'word', name: 'Filed' }])
  const id = body.attachments[0]?.documentId
  expect((await company.call('DELETE', `/api/document/${id}`)).status).toBe(204)
  expect((await company.call('POST', `/api/document/${id}/restore`)).status).toBe(200)
  const { body: entries } = await company.call<{ entries: { text: string }[] }>(
    'GET',
    `/api/history?job=${job.id}`,
  )
  expect(JSON.stringify(entries)).toContain('made document Filed.docx from Filed.dotx')
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

test('documents of the houses go with an e-mail on their master, and those of other jobs do not', async () => {
  const master = await buildJob(company)
  const house = await buildJob(company, { masterShipmentId: master.id })
  const upload = async (shipmentId: string, name: string) => {
    const form = formWithFile({ name, content: 'Bill' }, { shipmentId })
    return (await company.call<{ id: string }>('POST', '/api/document', form.payload, form.headers)).body.id
  }
  const mail = (shipmentId: string, documentId: string) =>
    company.call<MailDetails>('POST', '/api/mail', {
      ...{ id: crypto.randomUUID(), shipmentId, subject: 'House bills', text: 'Attached.' },
      ...{ to: [{ address: 'agent@x.example' }], attachments: [{ documentId }] },
    })
  const bill = await upload(house.id, 'HBL 1.txt')
  const { status, body } = await mail(master.id, bill)
  expect(status).toBe(201)
  expect((await attachedTo(body.id)).map(({ name, bytes }) => [name, bytes.toString()])).toEqual([
    [`HBL 1 job ${house.jobId}.txt`, 'Bill'],
  ])
  // By its House BL, where it has one: the agent knows it by that.
  await company.call('PUT', '/api/shipment', { id: house.id, hbl: ' KHI/26:7 ' })
  const named = await mail(master.id, bill)
  expect((await attachedTo(named.body.id)).map(({ name }) => name)).toEqual(['HBL 1 KHI-26-7.txt'])
  expect((await attachedTo((await mail(house.id, bill)).body.id)).map(({ name }) => name)).toEqual([
    'HBL 1.txt',
  ])
  const masters = await upload(master.id, 'Manifest.txt')
  const stranger = await upload((await buildJob(company)).id, 'Other.txt')
  await expectNoChange(rows, company, async () => {
    for (const [shipmentId, documentId] of [
      [master.id, stranger],
      // What is the master's is not for the people of one house.
      [house.id, masters],
      [stranger, bill],
    ] as const)
      expectProblem(await mail(shipmentId, documentId), 'not_found')
  })
})
