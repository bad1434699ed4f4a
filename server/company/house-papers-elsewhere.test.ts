import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { Job } from '#contract/jobs.ts'
import type { MailDetails } from '#contract/mails.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { buildJob } from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'
import { documentText } from '#testing/word/read-document.ts'

/* What is refused and asked where a document is made, is refused and asked where it is made again or for an e-mail. */

const AIR = 0
const SEA = 2

const { rows, company } = companyPerTest({}, buildTemplateCompany)
let bill: DocumentTemplate
let waybill: DocumentTemplate

beforeEach(async () => {
  bill = await company.addTemplate('B/L {{Numbers.HouseBill}}', 'Bill.dotx')
  waybill = await company.addTemplate('HAWB {{Numbers.HouseAirWaybill}}', 'Waybill.dotx')
})

const newJob = (transportMode: number) => buildJob(company, { quote: { commodity: 'Cotton', transportMode } })
const emptyJob = () => buildJob(company, { name: 'Cotton', quote: { transportMode: SEA } })
const generate = <Body = Document>(template: DocumentTemplate, job: Job) =>
  company.call<Body>('POST', `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`, {
    id: template.id,
  })
const again = <Body = Document>(document: Document, agreed: object = {}) =>
  company.call<Body>('POST', `/api/document/${document.id}/again`, agreed)
const send = <Body = MailDetails>(job: Job, template: DocumentTemplate, agreed: object = {}) =>
  company.call<Body>('POST', '/api/mail', {
    id: crypto.randomUUID(),
    shipmentId: job.id,
    to: [{ address: 'ann@x.example' }],
    subject: 'Bill',
    text: 'Attached.',
    attachments: [{ templateId: template.id, format: 'word', ...agreed }],
  })
const houseBl = async ({ id }: Job) => (await company.call<Job>('GET', `/api/shipment/${id}`)).body.hbl
async function attachedText(mail: MailDetails): Promise<string> {
  const { attachments } = await PostalMime.parse(await company.fileAt(`/api/mail/${mail.id}/eml`))
  return documentText(Buffer.from(attachments[0]?.content as ArrayBuffer))
}
const refusalOf = ({ status, body }: { status: number; body: Problem }) => [status, body]
const emptyJobRefusal = (job: Job) => [
  422,
  {
    type: 'about:blank',
    status: 422,
    code: 'job_empty',
    title: 'Nothing is entered on the job yet',
    detail:
      `Job ${job.jobId} has no parties, goods or route yet. A number would be used for: house bill of lading. ` +
      'Fill in the job, or send allowEmptyJob to make the document anyway.',
  },
]

test('made again, a document of an empty job uses a number only once somebody has agreed', async () => {
  const job = await emptyJob()
  const letter = await company.addTemplate('Letter', 'Letter.dotx')
  const { body: document } = await generate(letter, job)
  await company.replaceTemplate(letter, 'B/L {{Numbers.HouseBill}}')
  const refused = await expectNoChange(rows, company, () => again<Problem>(document))
  expect(refusalOf(refused)).toEqual(emptyJobRefusal(job))
  const made = await again(document, { allowEmptyJob: true })
  expect([made.status, await company.textOf(made.body)]).toEqual([200, 'B/L HBL-00001'])
  expect(await houseBl(job)).toBe('HBL-00001')
  // Its number is used: nothing is left to ask.
  expect((await again(document)).status).toBe(200)
})

test('an e-mail of an empty job uses a number only once somebody has agreed', async () => {
  const job = await emptyJob()
  const refused = await expectNoChange(rows, company, () => send<Problem>(job, bill))
  expect(refusalOf(refused)).toEqual(emptyJobRefusal(job))
  const sent = await send(job, bill, { allowEmptyJob: true })
  expect([sent.status, await attachedText(sent.body)]).toEqual([201, 'B/L HBL-00001'])
  expect(await houseBl(job)).toBe('HBL-00001')
  expect((await send(job, bill)).status).toBe(201)
})

test.each([
  ['air', SEA, AIR],
  ['sea', AIR, SEA],
])(
  'for a job that goes by %s now, the other paper is refused in the same words everywhere',
  async (_, was, is) => {
    const job = await newJob(was)
    const paper = was === SEA ? bill : waybill
    const { body: document } = await generate(paper, job)
    const number = await houseBl(job)
    await company.call('PUT', '/api/shipment', { id: job.id, quote: { transportMode: is } })
    const first = await expectNoChange(rows, company, () => generate<Problem>(paper, job))
    expect(first.body).toMatchObject({ status: 422, code: 'other_mode' })
    const made = await expectNoChange(rows, company, () => again<Problem>(document))
    const sent = await expectNoChange(rows, company, () => send<Problem>(job, paper))
    expect([refusalOf(made), refusalOf(sent)]).toEqual([refusalOf(first), refusalOf(first)])
    expect(await houseBl(job)).toBe(number)
  },
)
