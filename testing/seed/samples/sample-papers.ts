import { Direction, TransportMode } from '#contract/choices.ts'
import type { DocumentFormat } from '#contract/generation.ts'
import { USUAL_COPY } from '#contract/original-or-copy.ts'
import type { FileStore } from '#server/files/store.ts'
import type { PdfPrinter } from '#server/pdf/printer.ts'
import type { AsUser } from '#server/route.ts'
import { documentFiles, generateDocuments } from '#server/templates/generation/generate.ts'
import { nameOfOriginalOrCopy } from '#server/templates/generation/original-or-copy.ts'
import type { WordPool } from '#server/word/pool.ts'
import { sampleJobId } from './lay-out.ts'
import type { Sample } from './sample.ts'
import { isMaster, samples } from './samples.ts'

const ofAnyMode = [
  'Quotation',
  'Booking Confirmation',
  'Shipper’s Letter of Instruction',
  'Shipping Instructions',
  'Certificate of Receipt',
  'Packing List',
  'Pre-alert',
  'Cargo Manifest',
  'Arrival Notice',
  'Proforma Invoice',
  'Proof of Delivery',
] as const

/** What goes between the forwarder, the carrier and the agent; the other papers are made for each house. */
const ofMasters = ['Booking Confirmation', 'Shipping Instructions', 'Pre-alert', 'Cargo Manifest'] as const

/** The starter papers that suit a job by its mode and cargo, by their names without “(starter)”. */
export function papersOf(sample: Sample): string[] {
  const { transportMode } = sample.quote
  const isBySea = transportMode === TransportMode.sea
  const vgm = isBySea && sample.containers.length > 0 ? ['VGM Declaration'] : []
  if (isMaster(sample)) return [...ofMasters, ...vgm]
  // At destination alone the cargo is released against one.
  const released = sample.job.direction === Direction.import ? ['Delivery Order'] : []
  const isDangerous = sample.items.some(({ unNumber }) => unNumber)
  return [
    ...ofAnyMode,
    ...released,
    ...vgm,
    ...(isBySea && isDangerous ? ['Dangerous Goods Note'] : []),
    // Without originals there is a waybill; with them either may still be chosen.
    ...(isBySea && sample.job.originals ? ['House Bill of Lading'] : []),
    ...(isBySea ? ['Sea Waybill'] : []),
    ...(transportMode === TransportMode.air ? ['House Air Waybill'] : []),
    ...(transportMode === TransportMode.road ? ['CMR Consignment Note'] : []),
  ]
}

/** Under which names a paper stands among the attachments, without the ending: those that say what they are are copies. */
export const namesOfPaper = (paper: string): string[] => [paper, nameOfOriginalOrCopy(paper, USUAL_COPY)]

type Making = {
  files: FileStore
  word: WordPool
  /** Null: Word documents alone are made. */
  pdf: PdfPrinter | null
}

/** LibreOffice prints several documents in one run. */
const AT_ONCE = 8

/**
 * Makes the papers of the sample jobs that are not among their attachments yet, as Word and as PDF, with the starter
 * templates of the company; how many documents were made.
 */
export async function addSamplePapers({ files, word, pdf }: Making, asUser: AsUser): Promise<number> {
  const { templates, names } = await asUser(async ({ db, accountId }) => ({
    templates: await db
      .selectFrom('document_templates')
      .select(['id', 'name'])
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .execute(),
    names: await db
      .selectFrom('documents')
      .select(['job_id', 'name'])
      .where('account_id', '=', accountId)
      .where('job_id', 'in', samples.map(sampleJobId))
      .where('deleted_at', 'is', null)
      .execute(),
  }))
  const templateIds = new Map(templates.map(({ id, name }) => [name, id]))
  const there = new Set(names.map(({ job_id, name }) => `${job_id} ${name}`))
  const wanted = samples.flatMap(sample =>
    papersOf(sample).flatMap(paper => {
      const templateId = templateIds.get(`${paper} (starter).dotx`)
      return templateId === undefined ? [] : [{ jobId: sampleJobId(sample), paper, templateId }]
    }),
  )
  const missing = (format: DocumentFormat) =>
    wanted.filter(({ jobId, paper }) =>
      namesOfPaper(paper).every(name => !there.has(`${jobId} ${name}${documentFiles[format].extension}`)),
    )
  const unbounded = { take: () => undefined, spend: () => undefined }
  const noPrinter = { print: () => Promise.reject(new Error('Only Word documents are made here.')) }
  const dependencies = { files, word, pdf: pdf ?? (noPrinter as never), budgets: unbounded }
  const make = ({ jobId, templateId }: (typeof wanted)[number], format: DocumentFormat) =>
    generateDocuments(dependencies, asUser, { templateId, jobId, formats: [format] })
  const asWord = missing('word')
  // One after the other, so that the papers have the same numbers every time; the PDFs then have those.
  for (const one of asWord) await make(one, 'word')
  const asPdf = pdf ? missing('pdf') : []
  for (let done = 0; done < asPdf.length; done += AT_ONCE)
    await Promise.all(asPdf.slice(done, done + AT_ONCE).map(one => make(one, 'pdf')))
  return asWord.length + asPdf.length
}
