import type { AsUser } from '#server/route.ts'
import type { TemplateDependencies } from './commands.ts'
import { loadSource, valuesFor } from './generation/generate.ts'
import { proveContent } from './prove-content.ts'
import { type LeftValue, MOST_LEFT, type TemplateContent } from './records.ts'

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
  const values = await valuesFor(dependencies, await asUser(session => loadSource(session, jobId)))
  const { left } = await proveContent(dependencies, { content, comparedWith: content, values, earlier: [] })
  return left.map(one => ({ ...one, shipmentId: jobId })).slice(-MOST_LEFT)
}
