import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Document } from '#contract/documents.ts'
import type { Preflight } from '#contract/generation.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildItem, buildOrganisation } from '#testing/factories.ts'
import { buildFullJob } from '#testing/job-fixtures.ts'
import { paperCases } from '#testing/papers/cases.ts'
import { knownWords, textsOf } from '#testing/papers/known-texts.ts'
import type { PaperCase } from '#testing/papers/paper-case.ts'
import { readPaper, wordsOf } from '#testing/papers/read-paper.ts'
import { buildTemplateCompany, type TemplateCompany } from '#testing/template-company.ts'
import { readStarterTemplates } from './starter-templates.ts'

/*
 * Reads papers as a careful stranger would: each figure and word of a paper has to be the job's or the form's own,
 * and the job's figures have to be there. `npm run test:papers` prints some as PDF too and looks for figures that are broken over two lines.
 */

const withPdf = process.env['PAPERS'] === 'all'
const starters = await readStarterTemplates()
const names = starters.map(one => one.defaultDocumentName.replace('.docx', ''))
const withCharges = ['Quotation', 'Proforma Invoice', 'Arrival Notice']
/** By the job's mode: air, sea. */
const paperOfOtherMode: Record<string, string> = { 0: 'House Bill of Lading', 2: 'House Air Waybill' }
const withItems = [
  'Booking Confirmation',
  'Shipping Instructions',
  'Certificate of Receipt',
  'Packing List',
  'House Bill of Lading',
  'House Air Waybill',
  'Arrival Notice',
  'Delivery Order',
]

let product: TestApp
beforeAll(async () => {
  product = await startTestApp({ starters })
})
afterAll(() => product?.close())

async function build(company: TemplateCompany, one: PaperCase): Promise<Job> {
  await company.call('PUT', '/api/company', { currency: one.currency, city: 'Hamburg' })
  const organisation = async (fields?: Record<string, unknown>) => {
    if (!fields) return undefined
    const { name, ...contact } = fields
    return buildOrganisation(company, { name, organisationContacts: [{ contact }] })
  }
  const port = async (fields?: Record<string, string>) =>
    fields && (await company.call<{ id: string }>('POST', '/api/port', fields)).body.id
  const ports = {
    loadingPortId: await port(one.ports?.loading),
    destinationPortId: await port(one.ports?.destination),
  }
  const job = await buildFullJob(
    company,
    { ...one.job, quote: { ...one.quote, ...(one.ports && ports) } },
    {
      shipper: await organisation(one.parties.shipper),
      consignee: await organisation(one.parties.consignee),
    },
  )
  for (const item of one.items) await buildItem(company, job.id, item)
  const { status } = await company.call('PUT', '/api/finance', { id: job.quote.financeId, ...one.finance })
  expect(status).toBe(200)
  return job
}

/** What a form says by itself: its text without the places to fill. */
async function wordsOfForm(name: string): Promise<string[]> {
  const file = await readFile(new URL(`./starter/${name} (starter).dotx`, import.meta.url))
  return wordsOf(readPaper(file).text.replaceAll(/\{\{.*?\}\}/gs, ' '))
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const dateText = (day: string) => `${day.slice(8)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
const sameSpaces = (text: string) => text.replaceAll(/[^\S\n]/g, ' ')
const inTable = (rows: string[][], heading: string, columns: readonly string[]) => {
  const from = rows.findIndex(
    row => row.includes(heading) && columns.every(one => row.some(cell => cell.startsWith(one))),
  )
  const places = columns.map(one => (rows[from] ?? []).findIndex(cell => cell.startsWith(one)))
  const to = rows.findIndex((row, index) => index > from && row.some(cell => /^Total\b/.test(cell)))
  return rows.slice(from + 1, to + 1).map(row => places.map(place => sameSpaces(row[place] ?? '')))
}

describe.each(Object.entries(paperCases).map(([name, one]) => ({ name, one })))('$name', ({ name, one }) => {
  let company: TemplateCompany
  let job: Job
  let templates: DocumentTemplate[]
  beforeAll(async () => {
    company = await buildTemplateCompany(product)
    job = await build(company, one)
    templates = (await company.call<DocumentTemplate[]>('GET', '/api/documenttemplate')).body
  })

  test('what papers will lack, and what figures disagree, is told before', async () => {
    const { body } = await company.call<Preflight>('POST', '/api/documenttemplate/preflight', {
      templateIds: templates.map(({ id }) => id),
      shipmentIds: [job.id],
    })
    const messages = body.jobs[0]?.missing.map(({ message }) => message) ?? []
    expect(messages).toEqual(expect.arrayContaining([...one.read.told]))
    const disagreements = messages.filter(message => /come to|not charged|finer|IATA/.test(message))
    expect(one.read.told).toEqual(expect.arrayContaining(disagreements))
  })

  test.each(names)('%s says what the job says, and nothing else', async paper => {
    const id = templates.find(({ name }) => name === `${paper} (starter).dotx`)?.id
    const url = `/api/documenttemplate/generatedocument/?shipmentId=${job.id}`
    const { status, body } = await company.call<Document>('POST', url, { id, allowEmptyJob: true })
    const isOfOtherMode = paper === paperOfOtherMode[String(one.quote?.transportMode)]
    expect([status, paper]).toEqual([isOfOtherMode ? 422 : 201, paper])
    if (isOfOtherMode) return
    const { text, rows } = readPaper(await company.fileAt(`/api/document/${body.id}`))
    const today = new Date().toISOString().slice(0, 10)
    const allowed = new Set([
      ...(await wordsOfForm(paper)),
      ...wordsOf(
        [
          ...textsOf(one),
          ...knownWords,
          dateText(today),
          company.membership.account.name,
          company.membership.user.displayName,
          company.person.email,
          'Hamburg',
          String(job.jobId),
          ...['QUO', 'BKG', 'HBL', 'HAWB', 'AN', 'DO', 'FCR', 'INV'].map(series => `${series}-00001`),
        ].join(' '),
      ),
      one.currency,
      ...['Flight', 'Vessel', 'Packages', 'KG'],
    ])
    expect(wordsOf(text).filter(word => !allowed.has(word))).toEqual([])
    // Every word that was entered is there, in its order.
    const printed = wordsOf(text).join(' ')
    for (const [role, fields] of Object.entries(one.parties))
      if (text.includes(role === 'shipper' ? 'Shipper' : 'Consignee') && paper !== 'Pre-alert')
        expect
          .soft([paper, role, printed.includes(wordsOf(String(fields.name)).join(' '))])
          .toEqual([paper, role, true])
    const { read } = one
    if (withCharges.includes(paper) && read.charges.length > 0) {
      const columns = ['Section', 'Charge', 'Amount', 'Currency', 'Rate', `Amount in ${one.currency}`]
      const found = inTable(rows, 'Charge', columns)
      expect(found.slice(0, -1).filter(row => row[1] !== 'Subtotal')).toEqual(read.charges)
      expect(
        found.filter(row => row[1] === 'Subtotal').map(([section, , ...figures]) => [section, ...figures]),
      ).toEqual(read.subtotals)
      expect(found.at(-1)?.at(-1)).toBe(read.total)
    }
    if (withItems.includes(paper) && read.items.length > 0) {
      const found = inTable(rows, 'Packages', ['Packages', 'Gross weight', 'Unit'])
      expect(found.slice(0, -1)).toEqual(read.items)
      const [packages = '', weight] = found.at(-1) ?? []
      expect([packages.replace(/^(Total )?/, 'Total '), weight]).toEqual([read.packages, read.grossWeight])
    }
  })

  const isPrinted = withPdf && ['three currencies', 'forty items', 'an air job', 'mixed units'].includes(name)
  const housePaper = name === 'an air job' ? 'House Air Waybill' : 'House Bill of Lading'
  const printedPapers = [...withCharges, housePaper, 'Packing List', 'Cargo Manifest']
  test.each(isPrinted ? printedPapers : [])('%s keeps its figures whole as a PDF', async paper => {
    const id = templates.find(template => template.name === `${paper} (starter).dotx`)?.id
    const url = `/api/documenttemplate/generatedocuments/?shipmentId=${job.id}`
    const { body } = await company.call<Document[]>('POST', url, { id, formats: ['word', 'pdf'] })
    const [word, pdf] = await Promise.all(body.map(one => company.fileAt(`/api/document/${one.id}`)))
    const figures = wordsOf(readPaper(word ?? Buffer.alloc(0)).text).filter(one => /\d[.,]\d/.test(one))
    const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
    const onPages = new Set(wordsOf(stdout))
    expect(figures.filter(figure => !onPages.has(figure))).toEqual([])
  })
})
