import { beforeEach, expect, test } from 'vitest'
import type { Company } from '#contract/company.ts'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildJob, formWithFile } from '#testing/factories.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { paragraph } from '#testing/word/markup.ts'
import { documentText } from '#testing/word/read-document.ts'
import { templateFile } from '#testing/word/template-file.ts'

const { product, company } = companyPerTest()
let job: Job

beforeEach(async () => {
  job = await newJob()
})

const newJob = (fields: object = {}) => buildJob(company, { quote: { commodity: 'Cotton' }, ...fields })

const path = '/api/documenttemplate'

async function templateOf(text: string): Promise<string> {
  const content = templateFile({ body: paragraph(text) })
  const { payload, headers } = formWithFile({ name: `${crypto.randomUUID()}.dotx`, content })
  return (await company.call<DocumentTemplate>('POST', path, payload, headers)).body.id
}

/** The text of a document that is made for a job. */
async function made(templateId: string, jobId = job.id): Promise<string> {
  const { status, body } = await company.call<Document>(
    'POST',
    `${path}/generatedocument/?shipmentId=${jobId}`,
    { id: templateId },
  )
  expect(status).toBeLessThan(300)
  const { rawPayload } = await product.app.inject({
    url: `/api/document/${body.id}`,
    headers: { authorization: `Bearer ${company.token}` },
  })
  return documentText(rawPayload)
}

const hblOf = async (jobId = job.id) => (await company.call<Job>('GET', `/api/shipment/${jobId}`)).body.hbl

const nextNumber = async (kind: string) =>
  (await company.call<Company>('GET', '/api/company')).body.numberSeries.find(one => one.kind === kind)
    ?.nextNumber

const setSeries = (series: object) => company.call('PUT', '/api/company', { numberSeries: [series] })

test('each job gets the next number of a paper and keeps it when the paper is made again', async () => {
  const invoice = await templateOf('{{Numbers.Invoice}}')
  const other = await newJob()
  expect(await made(invoice)).toBe('INV-00001')
  expect(await made(invoice, other.id)).toBe('INV-00002')
  expect(await made(invoice)).toBe('INV-00001')
  expect(await nextNumber('invoice')).toBe(3)
})

test('a proforma invoice uses no number of the invoices, whose numbers stay', async () => {
  const invoice = await templateOf('{{Numbers.Invoice}}')
  const proforma = await templateOf('{{Numbers.ProformaInvoice}}')
  expect(await made(invoice)).toBe('INV-00001')
  expect(await made(proforma)).toBe('PRO-00001')
  expect(await made(invoice)).toBe('INV-00001')
  expect([await nextNumber('proformaInvoice'), await nextNumber('invoice')]).toEqual([2, 2])
  await setSeries({ kind: 'proformaInvoice', prefix: 'PF/26/', nextNumber: 7 })
  expect(await made(proforma, (await newJob()).id)).toBe('PF/26/00007')
})

test('a house bill’s number becomes the job’s House B/L, in the document that gave it too', async () => {
  const bill = await templateOf('{{Numbers.HouseBill}} {{Shipment.HouseBl}}')
  expect(await made(bill)).toBe('HBL-00001 HBL-00001')
  expect(await hblOf()).toBe('HBL-00001')
})

test('a typed House B/L is the bill’s number, and takes none of the series', async () => {
  const typed = await newJob({ hbl: 'KHI 77' })
  expect(await made(await templateOf('{{Numbers.HouseBill}}'), typed.id)).toBe('KHI 77')
  expect(await nextNumber('houseBill')).toBe(1)
})

test('a document without a number takes none', async () => {
  await made(await templateOf('{{Shipment.Name}}'))
  expect([await nextNumber('houseBill'), await nextNumber('invoice')]).toEqual([1, 1])
  expect(await hblOf()).toBe(null)
})

test('documents made at once give every job one number and no number twice', async () => {
  const invoice = await templateOf('{{Numbers.Invoice}}')
  const jobs = [job, await newJob(), await newJob(), await newJob()]
  const texts = await Promise.all([...jobs, ...jobs].map(one => made(invoice, one.id)))
  expect(texts.slice(0, 4)).toEqual(texts.slice(4))
  expect(new Set(texts).size).toBe(4)
  expect(await nextNumber('invoice')).toBe(5)
})

test('a series is printed as the settings say, and passes over what is in use', async () => {
  await setSeries({ kind: 'houseBill', prefix: 'KHI/26/', digits: 3, nextNumber: 9 })
  const bill = await templateOf('{{Numbers.HouseBill}}')
  expect(await made(bill)).toBe('KHI/26/009')
  await setSeries({ kind: 'houseBill', nextNumber: 9 })
  await buildJob(company, { hbl: 'khi/26/010' })
  expect(await made(bill, (await newJob()).id)).toBe('KHI/26/011')
})

test('a company’s series are its own', async () => {
  const other = await buildTemplateCompany(product)
  const invoice = await other.addTemplate('{{Numbers.Invoice}}')
  const { id: shipmentId } = await buildJob(other, { quote: { commodity: 'Cotton' } })
  const { body } = await other.call<Document>('POST', `${path}/generatedocument/?shipmentId=${shipmentId}`, {
    id: invoice.id,
  })
  expect(await other.textOf(body)).toBe('INV-00001')
  expect(await made(await templateOf('{{Numbers.Invoice}}'))).toBe('INV-00001')
})

test('a document of which nothing came leaves the number with its job', async () => {
  const before = await nextNumber('invoice')
  const { status } = await company.call(
    'POST',
    `${path}/generatedocument/?shipmentId=${crypto.randomUUID()}`,
    {
      id: await templateOf('{{Numbers.Invoice}}'),
    },
  )
  expect(status).toBe(404)
  expect(await nextNumber('invoice')).toBe(before)
})

test('a series whose last number is taken says so before a document is made, and can be saved as it was read', async () => {
  const last = 999_999_999
  await setSeries({ kind: 'quotation', prefix: 'Q-', digits: 1, nextNumber: last })
  const template = await templateOf('{{Numbers.Quotation}}')
  expect(await made(template)).toBe(`Q-${last}`)
  const { numberSeries } = (await company.call<Company>('GET', '/api/company')).body
  expect(numberSeries.find(({ kind }) => kind === 'quotation')?.nextNumber).toBe(last + 1)
  expect((await company.call('PUT', '/api/company', { numberSeries })).status).toBe(200)
  const next = await newJob()
  const refused = await company.call('POST', `${path}/generatedocument/?shipmentId=${next.id}`, {
    id: template,
  })
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      type: 'about:blank',
      status: 409,
      code: 'in_use',
      title: expect.any(String),
      detail:
        'The numbers of the series “Quotation” are used up: 999999999 was its last. Give it another prefix and a lower next number under Company.',
    },
  ])
  expect((await company.call<Job>('GET', `/api/shipment/${next.id}`)).body.documents).toEqual([])
  // Whoever reads the last number's job again gets the same paper.
  expect(await made(template)).toBe(`Q-${last}`)
  expect((await setSeries({ kind: 'booking', nextNumber: last + 1 })).status).toBe(400)
  await setSeries({ kind: 'quotation', prefix: 'Q2-', nextNumber: 1 })
  expect(await made(template, next.id)).toBe('Q2-1')
})
