import { ownerOf, wholeFile } from '#server/files/store.ts'
import type { AsUser } from '#server/route.ts'
import type { TemplateDependencies } from './commands.ts'
import { findable } from './fields/findable.ts'
import { loadSource, valuesFor } from './generation/generate.ts'
import { type LeftValue, MOST_LEFT, type TemplateContent } from './records.ts'
import { fillTemplate } from './stored-template.ts'
import { asRefusal } from './word-refusals.ts'

/**
 * The values of the job for which a finished document was made, as they stand in it: until its page is saved with
 * fields in their places, every paper of any job says them. None where no job is named.
 */
export async function valuesInDocument(
  dependencies: TemplateDependencies,
  asUser: AsUser,
  content: TemplateContent,
  jobId: string | undefined,
): Promise<LeftValue[]> {
  if (jobId === undefined) return []
  const { files, word } = dependencies
  const values = await valuesFor(dependencies, await asUser(session => loadSource(session, jobId)))
  const { contentKey: key, size } = content
  const { left } = await word
    .prove({
      company: ownerOf(key),
      page: await fillTemplate(dependencies, content, values, { blankUnknown: true }),
      bytes: () => wholeFile(files, { key, size }),
      known: findable.known,
      values,
      earlier: [],
    })
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  return left.map(one => ({ ...one, shipmentId: jobId })).slice(-MOST_LEFT)
}
