import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import type { Budgets } from '#server/budgets/budgets.ts'
import { type FileStore, ownerOf } from '#server/files/store.ts'
import type { PdfPrinter } from '#server/pdf/printer.ts'
import type { TemplateReport } from '#server/word/report.ts'
import type { FieldValues } from '#server/word/language/known-fields.ts'
import type { WordPool } from '#server/word/pool.ts'
import { knownFields } from '#server/templates/fields/catalogue.ts'
import { asRefusal } from './word-refusals.ts'

export type FillDependencies = {
  files: FileStore
  word: WordPool
  pdf: PdfPrinter
  budgets: Pick<Budgets, 'take' | 'spend'>
}

/** A template's content: where it lies and the hash by which it is known. */
export type StoredContent = { contentKey: string; contentHash: string }

// What is kept of a template goes by its content and by what a template may name.
export const catalogueHash = createHash('sha256').update(JSON.stringify(knownFields)).digest('hex')
const keyOf = ({ contentHash }: StoredContent) => `${contentHash} ${catalogueHash}`

const reports = new LRUCache<string, TemplateReport>({ max: 500 })

/** What a stored template asks for, and what is wrong with it by what the product knows today. */
export async function readReport(
  { files, word }: Pick<FillDependencies, 'files' | 'word'>,
  content: StoredContent,
): Promise<TemplateReport> {
  const key = keyOf(content)
  const kept = reports.get(key)
  if (kept) return kept
  const report = await word
    .inspect({
      company: ownerOf(content.contentKey),
      bytes: async () => buffer(await files.get(content.contentKey)),
      known: knownFields,
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  reports.set(key, report)
  return report
}

/** The Word document that a template makes of some values. */
export async function fillTemplate(
  { files, word }: Pick<FillDependencies, 'files' | 'word'>,
  /** With its bytes where it is not stored. */
  content: StoredContent & { bytes?: Uint8Array },
  values: FieldValues,
  { blankUnknown, left }: { blankUnknown: boolean; left?: AbortSignal | undefined },
): Promise<Uint8Array> {
  return word
    .fill({
      company: ownerOf(content.contentKey),
      key: keyOf(content),
      bytes: async () => content.bytes ?? buffer(await files.get(content.contentKey)),
      known: knownFields,
      values,
      options: { unfillable: blankUnknown ? 'blank' : 'refuse' },
      left,
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
}

/** `accountId`: whose document it is, for the printer keeps companies apart. */
export async function printAsPdf(
  { pdf }: Pick<FillDependencies, 'pdf'>,
  { accountId }: { accountId: string },
  document: Uint8Array,
  left?: AbortSignal,
) {
  return pdf.print(accountId, document, left).catch((error: unknown) => {
    throw asRefusal(error)
  })
}
