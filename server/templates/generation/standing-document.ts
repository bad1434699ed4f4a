import type { DocumentFormat } from '#contract/generation.ts'
import type { AsUser } from '#server/route.ts'
import type { loadTemplate, TemplateDependencies } from '#server/templates/commands.ts'
import type { TemplateSource } from '#server/templates/fields/catalogue.ts'
import { readReport } from '#server/templates/stored-template.ts'
import { saysTheSame, snapshotOf } from './document-snapshot.ts'
import { documentFiles, valuesFor } from './generate.ts'
import { generatedDocuments } from './source-records.ts'

/**
 * The id of a job's document that the template made in this format and that says, to the letter, what one made now
 * would say; null where there is none. One that people have changed since counts as theirs, and is never found.
 */
export async function standingDocument(
  dependencies: Pick<TemplateDependencies, 'files' | 'word'>,
  asUser: AsUser,
  stored: Awaited<ReturnType<typeof loadTemplate>>,
  { source, format }: { source: TemplateSource; format: DocumentFormat },
): Promise<string | null> {
  const standing = await asUser(({ db, accountId }) => generatedDocuments(db, accountId, source.job.id))
  const { label } = documentFiles[format].kind
  const ofTemplate = standing.filter(one => one.templateId === stored.template.id && one.type === label)
  if (ofTemplate.length === 0) return null
  const values = await valuesFor(dependencies, source)
  const now = snapshotOf(await readReport(dependencies, stored), values)
  const same = ofTemplate.find(
    one => one.source?.templateHash === stored.contentHash && saysTheSame(one.source.printed, now),
  )
  return same?.documentId ?? null
}
