import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Problem } from '#contract/errors.ts'
import type { GeneratedDocument } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import { charactersWithoutFont, fontCoverage } from '#server/pdf/fonts.ts'
import { startTestApp } from '#testing/app.ts'
import { buildJob } from '#testing/factories.ts'
import { expectNoChange } from '#testing/refusals.ts'
import { openRows } from '#testing/rows.ts'
import { buildTemplateCompany } from '#testing/template-company.ts'
import { companyPerTest } from '#testing/test-company.ts'

const start = promisify(execFile)
const path = '/api/documenttemplate'

const { rows, company } = companyPerTest({}, buildTemplateCompany)
let job: Job

beforeEach(async () => {
  job = await buildJob(company, { name: 'Cotton to Felixstowe' })
})

const generate = <Body = Document>(body: object) =>
  company.call<Body>('POST', `${path}/generatedocument/?shipmentId=${job.id}`, body)
const generateSeveral = <Body = Document[]>(body: object) =>
  company.call<Body>('POST', `${path}/generatedocuments?shipmentId=${job.id}`, body)

const made = (name: string, type: string): Document => ({
  id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  shipmentId: job.id,
  name,
  type,
  date: expect.stringMatching(/Z$/) as string,
  size: expect.any(Number) as number,
  mayRunCode: false,
  templateId: expect.any(String) as string,
  version: 1,
})

describe.skipIf(process.env.LADING_WITHOUT_LIBREOFFICE === '1')('PDF', () => {
  async function pdfText(bytes: Buffer): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'lading-formats-'))
    await writeFile(join(folder, 'it.pdf'), bytes)
    const { stdout } = await start('pdftotext', [join(folder, 'it.pdf'), '-'])
    await rm(folder, { recursive: true })
    return stdout.trim()
  }

  test('is one of the formats', async () => {
    expect((await company.call('GET', `${path}/formats`)).body).toEqual([
      { format: 'word', unavailable: null },
      { format: 'pdf', unavailable: null },
    ])
  })

  test('is made of the filled document and added under the name with its extension', async () => {
    const { id } = await company.addTemplate('For {{Shipment.Name}}')
    const { status, body } = await generate({ id, format: 'pdf' })
    expect({ status, body }).toEqual({
      status: 201,
      body: made('Document from template Notice.pdf', 'PDF'),
    })
    const bytes = await company.fileAt(`/api/document/${body.id}`)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await pdfText(bytes)).toBe('For Cotton to Felixstowe')
    expect(await rows.select('select media_type from documents where id = $1', [body.id])).toEqual([
      { media_type: 'application/pdf' },
    ])
  })

  test('and Word at once are two documents of the job', async () => {
    const { id } = await company.addTemplate('For {{Shipment.Name}}')
    const { status, body } = await generateSeveral({ id, formats: ['word', 'pdf'] })
    expect({ status, body }).toEqual({
      status: 201,
      body: [
        made('Document from template Notice.docx', 'Word Document'),
        made('Document from template Notice.pdf', 'PDF'),
      ],
    })
    const [word, pdf] = body as [Document, Document]
    expect(await company.textOf(word)).toBe('For Cotton to Felixstowe')
    expect(await pdfText(await company.fileAt(`/api/document/${pdf.id}`))).toBe('For Cotton to Felixstowe')
    const { body: opened } = await company.call<Job>('GET', `/api/shipment/${job.id}`)
    expect(opened.documents.map(document => document.id).toSorted()).toEqual([word.id, pdf.id].toSorted())
  })

  test('says for which characters the server has no font, where it is a PDF', async () => {
    // Private characters, which no font of Debian's draws.
    const name = 'Yarn \u{10fff0}'
    const lacking = charactersWithoutFont(name, (await fontCoverage()) ?? [])
    expect(lacking).toHaveLength(1)
    job = await buildJob(company, { name })
    const { id } = await company.addTemplate('For {{Shipment.Name}}')
    const { body } = await generateSeveral<GeneratedDocument[]>({ id, formats: ['word', 'pdf'] })
    expect(body.map(one => one.withoutFont)).toEqual([
      undefined,
      [expect.stringContaining(`The server has no font for ${lacking[0]?.characters}: in a PDF`)],
    ])
  })
})

test('without LibreOffice PDF is refused with the reason, and nothing is added', async () => {
  const without = await startTestApp({ withoutOffice: true })
  const own = await openRows(without)
  const stranger = await buildTemplateCompany(without)
  const reason = 'PDF needs LibreOffice, which is not installed on the server.'
  expect((await stranger.call('GET', `${path}/formats`)).body).toEqual([
    { format: 'word', unavailable: null },
    { format: 'pdf', unavailable: reason },
  ])
  const theirJob = await buildJob(stranger)
  const { id } = await stranger.addTemplate('x')
  const refused = await expectNoChange(own, stranger, () =>
    stranger.call<Problem>('POST', `${path}/generatedocuments?shipmentId=${theirJob.id}`, {
      id,
      formats: ['word', 'pdf'],
    }),
  )
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', detail: reason } })
  await own.close()
  await without.close()
})

describe('fields that do not exist', () => {
  test('are refused, and printed as blanks only when that is asked for', async () => {
    const { id } = await company.addTemplate('Dear {{Consignee.Nmae}}, {{Shipment.Name}}')
    const refused = await expectNoChange(rows, company, () => generateSeveral({ id, formats: ['word'] }))
    expect(refused).toMatchObject({ status: 422, body: { code: 'template_unusable' } })
    const { status, body } = await generateSeveral({ id, formats: ['word'], blankUnknown: true })
    expect(status).toBe(201)
    expect(await company.textOf((body as [Document])[0])).toBe('Dear , Cotton to Felixstowe')
    const one = await generate({ id, blankUnknown: true })
    expect(await company.textOf(one.body)).toBe('Dear , Cotton to Felixstowe')
  })
})

test.each([
  [{ formats: [] }, 'formats'],
  [{ formats: ['excel'] }, 'formats.0'],
  [{ formats: ['word'], blankUnknown: 'yes' }, 'blankUnknown'],
])('refuses %j', async (body, field) => {
  const { id } = await company.addTemplate('x')
  const reply = await expectNoChange(rows, company, () => generateSeveral<Problem>({ id, ...body }))
  expect(reply.status).toBe(400)
  expect(reply.body.errors?.map(error => error.path)).toEqual([field])
})
