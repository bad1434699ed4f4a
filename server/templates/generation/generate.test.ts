import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import {
  buildCompany,
  buildItem,
  buildJob,
  buildOrganisation,
  buildParty,
  formWithFile,
  type Reply,
  buildColleague,
} from '#testing/factories.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'
import { sampleTemplates } from '#testing/word/templates.ts'

const { product, rows, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton & yarn <to> Felixstowe', mbl: 'MBL 7' })
})

const path = '/api/documenttemplate'

async function addTemplate(content: Uint8Array | string, name = 'Notice.dotx'): Promise<DocumentTemplate> {
  const bytes = typeof content === 'string' ? templateFile({ body: paragraph(content) }) : content
  const { payload, headers } = formWithFile({ name, content: bytes })
  return (await company.call<DocumentTemplate>('POST', path, payload, headers)).body
}

const generate = <Body = Document>(body: object, { shipmentId = job.id, caller = company } = {}) =>
  caller.call<Body>('POST', `${path}/generatedocument/?shipmentId=${shipmentId}`, body)

async function textOf(document: Document, part?: string): Promise<string> {
  const { rawPayload } = await product.app.inject({
    url: `/api/document/${document.id}`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  return documentText(rawPayload, part)
}

const refusal = ({ status, body }: Reply<unknown>) => ({ status, code: (body as Problem).code })

async function changesNothing<Result>(work: () => Promise<Result>): Promise<Result> {
  const everything = async () => ({
    files: await readdir(product.filesFolder, { recursive: true }),
    rows: await rows.ofCompany(company.membership.account.id),
  })
  const before = await everything()
  const result = await work()
  expect(await everything()).toEqual(before)
  return result
}

describe('generating a document', () => {
  test('fills the template with the job’s values and adds the document to the job', async () => {
    const shipper = await buildOrganisation(company, {
      name: 'Indus & Sons',
      organisationContacts: [
        { contact: { buildingNo: '7', street: 'Mall Road', city: 'Lahore', countryId: 'PK' } },
      ],
    })
    await buildParty(company, job.id, 'shipper', shipper.partyId)
    await buildItem(company, job.id, {
      name: 'Cotton yarn',
      quantity: 12,
      modeOfPacking: 1,
      grossWeight: 250.5,
    })
    await buildItem(company, job.id, { name: 'Cloth', quantity: 3, modeOfPacking: 13, grossWeight: 40 })
    const cells = (...texts: string[]) => row(texts.map(text => cell(paragraph(text), { width: 2000 })))
    const template = await addTemplate(
      templateFile({
        body:
          paragraph('Job {{Shipment.JobId}}: {{Shipment.Name}}, {{shipment_mbl}}') +
          paragraph('{{Shipper.Name}} / {{Shipper.Address}}') +
          paragraph('{{Consignee.Name}}.') +
          table(
            [
              cells(
                '{{#Items}}{{Items.Name}}',
                '{{Items.Quantity}} {{Items.PackingMode}}',
                '{{GrossWeight}}{{/Items}}',
              ),
            ],
            {
              widths: [2000, 2000, 2000],
            },
          ) +
          paragraph('{{ItemTotals.Quantity}} in all, for {{Company.Name}}'),
      }),
    )
    expect(template.problems).toEqual([])
    const { body: current } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    const { status, body, headers } = await generate(template)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      shipmentId: job.id,
      name: 'Document from template Notice.docx',
      type: 'Word Document',
      date: expect.stringMatching(/Z$/),
      size: expect.any(Number),
      mayRunCode: false,
      templateId: template.id,
      version: 1,
    })
    expect(headers.etag).toBe('"1"')
    expect((await textOf(body)).split('\n')).toEqual([
      `Job ${job.jobId}: Cotton & yarn <to> Felixstowe, MBL 7`,
      'Indus & Sons / 7 Mall Road / Lahore / Pakistan',
      '.',
      'Cotton yarn',
      '12 Bales',
      '250.5',
      'Cloth',
      '3 Cartons',
      '40',
      '15 in all, for Karachi Forwarding',
    ])
    const stored = await rows.select('select * from documents where id = $1', [body.id])
    expect(stored).toEqual([
      expect.objectContaining({
        account_id: company.membership.account.id,
        job_id: job.id,
        size: String(body.size),
        media_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        template_id: template.id,
        template_version: 1,
        job_version: current.version,
      }),
    ])
    const opened = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    expect(opened.body.documents).toEqual([body])
  })

  test('the first contact’s address stands on lines of its own', async () => {
    const consignee = await buildOrganisation(company, {
      name: 'Fairholme',
      organisationContacts: [{ contact: { street: 'Mall Road', city: 'Lahore' } }],
    })
    await buildParty(company, job.id, 'consignee', consignee.partyId)
    const { body } = await generate(await addTemplate('{{Consignee.Address}}'))
    expect(await textOf(body)).toBe('Mall Road / Lahore')
  })

  test('every sample template knows all its fields and fills', async () => {
    for (const [name, content] of sampleTemplates()) {
      const template = await addTemplate(content, name)
      expect({ name, problems: template.problems }).toEqual({ name, problems: [] })
      const { status, body } = await generate(template)
      expect({ name, status }).toEqual({ name, status: 201 })
      const text = await textOf(body)
      expect(text).not.toContain('{{')
      expect({ name, holdsCompany: /karachi forwarding/i.test(text) }).toEqual({ name, holdsCompany: true })
    }
  })

  test('a replaced template is used at once', async () => {
    const template = await addTemplate('One')
    expect(await textOf((await generate(template)).body)).toBe('One')
    const { payload, headers } = formWithFile(
      { name: 'Notice.dotx', content: templateFile({ body: paragraph('Two') }) },
      { documentTemplateId: template.id },
    )
    await company.call('PUT', `${path}/updatedoctemplatecontent`, payload, headers)
    const { body } = await generate(template)
    expect(await textOf(body)).toBe('Two')
    const [stored] = await rows.select('select template_version from documents where id = $1', [body.id])
    expect(stored).toEqual({ template_version: 2 })
  })

  test('never replaces another document: a number is added', async () => {
    const template = await addTemplate('x')
    const names: string[] = []
    for (let time = 0; time < 3; time += 1) names.push((await generate(template)).body.name)
    expect(names).toEqual([
      'Document from template Notice.docx',
      'Document from template Notice (2).docx',
      'Document from template Notice (3).docx',
    ])
    const other = await buildJob(company)
    expect((await generate(template, { shipmentId: other.id })).body.name).toBe(
      'Document from template Notice.docx',
    )
  })

  test('of several at the same moment, each finds a name', async () => {
    const template = await addTemplate('x')
    const replies = await Promise.all(Array.from({ length: 5 }, () => generate(template)))
    expect(replies.map(reply => reply.status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(replies.map(reply => reply.body.name)).size).toBe(5)
    expect((await rows.ofCompany(company.membership.account.id)).started_uploads).toBeUndefined()
  })

  test.each([
    ['Notice of arrival', 'Notice of arrival.docx'],
    ['Notice.DOCX', 'Notice.docx'],
    ['Notice.dotx', 'Notice.docx'],
    ['v1.2', 'v1.2.docx'],
    ['../x/Notice', 'Notice.docx'],
  ])('the wanted name “%s” becomes “%s”', async (wanted, name) => {
    const template = await addTemplate('x')
    expect((await generate({ id: template.id, defaultDocumentName: wanted })).body.name).toBe(name)
  })

  test('a template with unknown placeholders is refused with each of them and its place', async () => {
    const template = await addTemplate('{{Consignee.Nmae}} and {{Nothing.Of.The.Kind}}')
    const reply = await changesNothing(() => generate<Problem>(template))
    expect(refusal(reply)).toEqual({ status: 422, code: 'template_unusable' })
    expect(reply.body.errors).toEqual([
      {
        path: expect.stringContaining('body'),
        message: '“Consignee.Nmae” is not a known field; did you mean “Consignee.Name”?',
      },
      { path: expect.stringContaining('body'), message: expect.stringContaining('“Nothing.Of.The.Kind”') },
    ])
    expect(reply.body.detail).toContain('“Consignee.Nmae” is not a known field')
  })

  test('what is not there is not found: no such template or job, deleted, or another company’s', async () => {
    const template = await addTemplate('x')
    const stranger = await buildCompany(product)
    const foreignJob = await buildJob(stranger)
    const notFound = { status: 404, code: 'not_found' }
    expect(refusal(await changesNothing(() => generate({ id: randomUUID() })))).toEqual(notFound)
    expect(refusal(await changesNothing(() => generate(template, { shipmentId: randomUUID() })))).toEqual(
      notFound,
    )
    expect(refusal(await changesNothing(() => generate(template, { shipmentId: foreignJob.id })))).toEqual(
      notFound,
    )
    const foreign = { shipmentId: foreignJob.id, caller: stranger }
    expect(refusal(await changesNothing(() => generate(template, foreign)))).toEqual(notFound)
    await company.call('DELETE', `${path}/${template.id}`)
    expect(refusal(await changesNothing(() => generate(template)))).toEqual(notFound)
  })

  test.each([
    [{ id: 'x' }, 'id'],
    [{}, 'id'],
    [{ id: randomUUID(), defaultDocumentName: '' }, 'defaultDocumentName'],
  ])('refuses %j', async (body, field) => {
    const reply = await changesNothing(() => generate<Problem>(body))
    expect(refusal(reply)).toEqual({ status: 400, code: 'invalid_input' })
    expect(reply.body.errors?.map(error => error.path)).toEqual([field])
  })

  test('a job that is not named is refused', async () => {
    const template = await addTemplate('x')
    const reply = await changesNothing(() => company.call('POST', `${path}/generatedocument/`, template))
    expect(refusal(reply)).toEqual({ status: 400, code: 'invalid_input' })
  })

  test('viewers may not', async () => {
    const template = await addTemplate('x')
    const caller = await buildColleague(product, company, 'viewer')
    expect(refusal(await changesNothing(() => generate(template, { caller })))).toEqual({
      status: 403,
      code: 'not_allowed',
    })
  })
})

test('a generated document whose content is replaced is no longer the template’s', async () => {
  const { body } = await generate(await addTemplate('x'))
  const { payload, headers } = formWithFile({ name: 'mine.docx', content: 'hello' }, { documentId: body.id })
  await company.call('PUT', '/api/document/updatedocumentcontent', payload, headers)
  expect(
    await rows.select('select template_id, template_version, job_version from documents where id = $1', [
      body.id,
    ]),
  ).toEqual([{ template_id: null, template_version: null, job_version: null }])
})
