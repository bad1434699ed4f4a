import { JobStatus, TransportMode } from '#contract/choices.ts'
import type { FileStore } from '#server/files/store.ts'
import type { AsUser } from '#server/route.ts'
import { generateDocuments } from '#server/templates/generation/generate.ts'
import type { WordPool } from '#server/word/pool.ts'

const WITH_PAPERS = 6
const papers = ['Booking Confirmation (starter).dotx', 'Shipping Instructions (starter).dotx']

/** Documents of the newest jobs by sea, made as people make them. */
export async function addPapers(
  { files, word }: { files: FileStore; word: WordPool },
  asUser: AsUser,
): Promise<void> {
  const { jobs, templates } = await asUser(async ({ db, accountId }) => ({
    jobs: await db
      .selectFrom('jobs')
      .select('id')
      .where('account_id', '=', accountId)
      .where('status', '=', JobStatus.inProgress)
      .where('transport_mode', '=', TransportMode.sea)
      .where('quote_type', 'is not', null)
      .orderBy('job_number', 'desc')
      .limit(WITH_PAPERS)
      .execute(),
    templates: await db
      .selectFrom('document_templates')
      .select(['id', 'name'])
      .where('account_id', '=', accountId)
      .where('name', 'in', papers)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
  }))
  const unbounded = { take: () => undefined, spend: () => undefined }
  const noPrinter = {
    print: () => Promise.reject(new Error('Only Word documents are made here.')),
  }
  for (const { id } of jobs)
    for (const template of templates)
      await generateDocuments({ files, word, budgets: unbounded, pdf: noPrinter as never }, asUser, {
        templateId: template.id,
        jobId: id,
        formats: ['word'],
        blankUnknown: true,
      })
}
