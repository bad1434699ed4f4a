import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '#contract/documents.ts'
import type { Job } from '#contract/jobs.ts'
import type { DocumentTemplate } from '#contract/templates.ts'
import { cell, paragraph, row, table } from '#testing/word/markup.ts'
import { templateFile } from '#testing/word/template-file.ts'

export type Send = (method: string, path: string, body?: object | FormData) => Promise<Response>

/** A template whose page is as long as a forwarder's longest papers. */
export type LongPaper = {
  name: string
  /** As LibreOffice prints it. */
  pages: number
  templateId: string
  /** The job whose values stand on it. */
  jobId: string
  /** Its items were found on it, and so the figures say something. */
  showsItems: boolean
}

type Options = { send: Send; itemCount: number; folder: string }

/** The packing list and the house bill of a job with so many items as documents, and a template full of fields. */
export async function makeLongPapers({ send, itemCount, folder }: Options): Promise<LongPaper[]> {
  const call = async <Body>(...asked: Parameters<Send>): Promise<Body> =>
    (await send(...asked)).json() as Promise<Body>
  const job = await newJob(send, itemCount)
  const upload = (name: string, bytes: Uint8Array, query = '') => {
    const form = new FormData()
    form.append('afile', new Blob([new Uint8Array(bytes)]), name)
    return call<DocumentTemplate>('POST', `/api/documenttemplate${query}`, form)
  }
  const printed = async (id: string | undefined) => {
    const made = await call<Document[]>(
      'POST',
      `/api/documenttemplate/generatedocuments?shipmentId=${job.id}`,
      { id, formats: ['word', 'pdf'], blankUnknown: true, allowEmptyJob: true },
    )
    const bytes = async (ending: string) => {
      const document = made.find(one => one.name.endsWith(ending))
      return Buffer.from(await (await send('GET', `/api/document/${document?.id}`)).arrayBuffer())
    }
    await writeFile(join(folder, 'paper.pdf'), await bytes('.pdf'))
    const about = execFileSync('pdfinfo', [join(folder, 'paper.pdf')], { encoding: 'utf8' })
    return { word: await bytes('.docx'), pages: Number(/Pages:\s+(\d+)/.exec(about)?.[1]) }
  }
  await call('POST', '/api/documenttemplate/starters')
  const templates = await call<DocumentTemplate[]>('GET', '/api/documenttemplate')
  const papers: LongPaper[] = []
  for (const name of ['Packing List', 'House Bill of Lading']) {
    const { word, pages } = await printed(templates.find(one => one.name === `${name} (starter).dotx`)?.id)
    const { id } = await upload(`${name}.docx`, word, '?asTemplate=true')
    papers.push({ name, pages, templateId: id, jobId: job.id, showsItems: true })
  }
  const { id } = await upload('Agreement.dotx', agreement())
  const { pages } = await printed(id)
  papers.push({ name: 'Agreement', pages, templateId: id, jobId: job.id, showsItems: false })
  return papers
}

async function newJob(send: Send, itemCount: number): Promise<Job> {
  const created = await send('POST', '/api/shipment', { name: 'Household goods', hbl: 'HBL-4711' })
  const job = (await created.json()) as Job
  await send('PUT', '/api/shipment', {
    ...{ id: job.id, vesselName: 'Northern Jubilee', voyage: '14W', etd: '2026-12-03' },
    quote: { transportMode: 2, clType: 0 },
  })
  const items = Array.from({ length: itemCount }, (_, index) => ({
    id: crypto.randomUUID(),
    ...{ name: `Article ${index + 1} of cotton`, marksAndNumbers: `LOT ${index}\nKARACHI`, weightUnit: 0 },
    ...{ numberOfPacks: 10 + (index % 90), modeOfPacking: 1, grossWeight: 100.25 + index },
    ...{ netWeight: 90.125 + index, volume: (150 + index) / 100, hsCode: '6302.60' },
    description: `Sets of four pieces, woven, dyed,\nin cartons of twelve, lot ${index}`,
  }))
  await send('POST', '/api/item/many', { shipmentId: job.id, items })
  return job
}

const CLAUSES = 700
const RATES = 560
const FIELDS = [
  'Shipment.VesselName',
  'Shipment.Voyage',
  'Shipment.HouseBl',
  'Shipment.Etd | date:"dd.MM.yyyy"',
]

/** Clauses and a table of rates, with a field in each clause and in every second row. */
function agreement(): Buffer {
  const field = (at: number) => `{{${FIELDS[at % FIELDS.length]}}}`
  const clauses = Array.from({ length: CLAUSES }, (_, at) =>
    paragraph(
      `${at + 1}. The carrier of ${field(at)} delivers the goods to whom the bill of lading names, against one of its originals, and keeps them at the place of delivery for as many days as clause ${(at % 40) + 1} says.`,
    ),
  )
  const rates = Array.from({ length: RATES }, (_, at) =>
    row(
      [String(at + 1), `Handling, step ${at}`, at % 2 === 0 ? field(at / 2) : 'per shipment', `${at}.50`].map(
        text => cell(paragraph(text), { width: 2_400 }),
      ),
    ),
  )
  return templateFile({
    body: clauses.join('') + table(rates, { widths: Array.from({ length: 4 }, () => 2_400) }) + paragraph(''),
  })
}
