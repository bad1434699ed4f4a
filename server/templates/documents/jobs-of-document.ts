import { withoutExtension } from '#contract/file-names.ts'
import { jobFieldLabels } from '#contract/job-fields.ts'
import { type JobOfDocument, MOST_JOBS_OF_DOCUMENT } from '#contract/template-documents.ts'
import type { Upload } from '#server/documents/upload.ts'
import { ownerOf, wholeFile } from '#server/files/store.ts'
import type { AsUser } from '#server/route.ts'
import type { TemplateDependencies } from '#server/templates/commands.ts'
import { findable } from '#server/templates/fields/findable.ts'
import { loadSource, valuesFor } from '#server/templates/generation/generate.ts'
import { asRefusal } from '#server/templates/word-refusals.ts'
import type { ShownPage } from '#server/word/finding/template-page.ts'
import { findJobsByNumbers, type NumberKind } from './jobs-of-document-records.ts'
import { jobNumbersIn, numbersIn, type WrittenNumber } from './numbers-in-text.ts'

const labels: Record<NumberKind, string> = {
  houseBill: jobFieldLabels.hbl,
  masterBill: jobFieldLabels.mbl,
  reference: 'Reference',
  jobNumber: 'Job number',
  container: 'Container',
}

/** Longer texts name no further job. */
const MOST_SIGNS = 200_000

/** The jobs for which a document may have been made, and how many places of it hold the values of the one that is asked about. */
export async function jobsOfDocument(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  { key, size, fileName, fields }: Upload<{ shipmentId?: string | undefined }>,
): Promise<{ jobs: JobOfDocument[]; found: number | null }> {
  const source =
    fields.shipmentId === undefined
      ? null
      : await asUser(session => loadSource(session, fields.shipmentId ?? ''))
  const page = await dependencies.word
    .page({
      company: ownerOf(key),
      bytes: () => wholeFile(dependencies.files, { key, size }),
      findable,
      values: source && (await valuesFor(dependencies, source)),
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  const stem = withoutExtension(fileName)
  const text = textOf(page).slice(0, MOST_SIGNS)
  const inName = [...numbersIn(stem), ...jobNumbersIn('', stem)]
  const jobNumbers = jobNumbersIn(text, stem)
  const numbers = [...inName, ...numbersIn(text), ...jobNumbers]
  const jobs = await asUser(({ db, accountId }) =>
    findJobsByNumbers(db, accountId, {
      texts: numbers.flatMap(({ spellings }) => spellings),
      jobNumbers: jobNumbers.flatMap(({ spellings }) => spellings.map(Number)),
      limit: MOST_JOBS_OF_DOCUMENT,
    }),
  )
  return {
    jobs: jobs.map(({ numbers: own, ...job }) => ({
      ...job,
      numbers: own.map(({ kind, text: kept }) => ({ label: labels[kind], text: writtenIn(numbers, kept) })),
      inName: [
        ...new Set(own.flatMap(one => (spelled(inName, one.text) ? [writtenIn(inName, one.text)] : []))),
      ],
    })),
    found: source && page.places.filter(({ kind }) => kind !== 'field').length,
  }
}

const spelled = (numbers: readonly WrittenNumber[], kept: string) =>
  numbers.find(({ spellings }) => spellings.includes(kept))

/** As it stands in the document. */
const writtenIn = (numbers: readonly WrittenNumber[], kept: string) => spelled(numbers, kept)?.raw ?? kept

type Block = ShownPage['parts'][number]['blocks'][number]

function textOf({ parts }: ShownPage): string {
  const lines = (blocks: readonly Block[]): string[] =>
    blocks.flatMap(block =>
      block.kind === 'paragraph'
        ? block.runs.map(({ text }) => text).join('')
        : block.rows.flatMap(({ cells }) => cells.flatMap(cell => lines(cell.blocks))),
    )
  return parts.flatMap(({ blocks }) => lines(blocks)).join('\n')
}
