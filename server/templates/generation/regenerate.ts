import type { Document } from '#contract/documents.ts'
import type { OutdatedDocument } from '#contract/generation.ts'
import { withNumberHolder, describeNumbers, markNumbersUsed } from '#server/company/use-numbers-commands.ts'
import { loadDocument, lockForChange } from '#server/documents/commands.ts'
import * as documents from '#server/documents/records.ts'
import { AppError } from '#server/errors.ts'
import { fileKinds } from '#server/files/kinds.ts'
import { requireJob } from '#server/records/require-job.ts'
import type { AsUser } from '#server/route.ts'
import { loadTemplate, type TemplateDependencies } from '#server/templates/commands.ts'
import { withinBudget } from './document-budget.ts'
import { loadSource, makeDocument, sourceOfDocument, storeContents, valuesFor } from './generate.ts'
import { differences, snapshotBeside } from './document-snapshot.ts'
import {
  generatedDocument,
  type GeneratedDocument,
  generatedDocuments,
  keepSource,
} from './source-records.ts'
import { printsOriginalOrCopy, withOriginalOrCopy } from '#server/templates/fields/paper-fields.ts'
import { readReport } from '#server/templates/stored-template.ts'

/** A job's generated documents that would come out differently now. */
export async function outdatedDocuments(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  jobId: string,
): Promise<OutdatedDocument[]> {
  const { generated, source } = await asUser(async session => {
    await requireJob(session, jobId)
    const found = await generatedDocuments(session.db, session.accountId, jobId)
    return { generated: found, source: found.length > 0 ? await loadSource(session, jobId) : null }
  })
  if (!source) return []
  const values = await valuesFor(dependencies, source)
  const compared = await Promise.all(
    generated.map(async document => {
      const { documentId, source: was } = document
      // Made before it was noted what documents print: only the job's version is known.
      if (!was)
        return document.jobVersion === source.job.version
          ? []
          : [{ documentId, cause: 'job' as const, changes: [] }]
      const report = await readReport(dependencies, document).catch(refusedToday)
      if (!report) return []
      const now = withOriginalOrCopy(values, document.originalOrCopy)
      const changes = differences(was.printed, snapshotBeside(was.printed, report, now))
      const cause: OutdatedDocument['cause'] = was.templateHash === document.contentHash ? 'job' : 'template'
      return cause === 'job' && changes.length === 0 ? [] : [{ documentId, cause, changes }]
    }),
  )
  return compared.flat()
}

function refusedToday(error: unknown): null {
  if (error instanceof AppError && error.code === 'template_unusable') return null
  throw error
}

/** Generates a document again in its own place; its earlier content can be restored for 30 days. */
export async function regenerate(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  input: {
    documentId: string
    blankUnknown?: boolean | undefined
    allowEmptyJob?: boolean | undefined
  },
  ifMatch: number | undefined,
): Promise<Document> {
  const { document, stored, chosen } = await asUser(async session => {
    const { document: existing } = await loadDocument(session, input.documentId)
    const { db, accountId } = session
    const generated = requireGenerated(await generatedDocument(db, accountId, input.documentId), existing)
    return {
      document: existing,
      stored: await loadTemplate(session, generated.templateId),
      chosen: generated.originalOrCopy ?? undefined,
    }
  })
  // A template that has come to leave it out is not asked for it.
  const { fields } = await readReport(dependencies, stored)
  const originalOrCopy = printsOriginalOrCopy(fields) ? chosen : undefined
  const format = document.type === fileKinds.pdf.label ? 'pdf' : 'word'
  const { blankUnknown, allowEmptyJob } = input
  return withNumberHolder(asUser, async holder => {
    return withinBudget(dependencies, stored, 1, async () => {
      const { source, numbers } = await sourceOfDocument(dependencies, asUser, stored, {
        jobId: document.shipmentId,
        blankUnknown,
        allowEmptyJob,
        originalOrCopy,
        holder,
      })
      const { made, origin } = await makeDocument(dependencies, stored, source, {
        formats: [format],
        blankUnknown,
      })
      return storeContents(dependencies, asUser, made, async (session, [stands]) => {
        if (!stands) throw new Error('A document was asked for and none was made.')
        const { db, accountId } = session
        // The job before the document, as everywhere.
        const given = describeNumbers(await markNumbersUsed(session, holder, numbers))
        await lockForChange(session, document.id, ifMatch)
        await keepSource(db, accountId, document.id, origin.source)
        return documents.replaceContent(db, accountId, document.id, stands, origin.versions, given)
      })
    })
  })
}

function requireGenerated(generated: GeneratedDocument | null, { name }: Document): GeneratedDocument {
  if (generated) return generated
  throw new AppError(
    'bad_request',
    `“${name}” cannot be made again: it was not made from a template as it is, or its template was deleted.`,
  )
}
