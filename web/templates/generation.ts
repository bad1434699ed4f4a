import type { QueryClient } from '@tanstack/react-query'
import type { Document } from '#contract/documents.ts'
import { type DocumentFormat, generateDocuments } from '#contract/generation.ts'
import { jobQuery } from '#web/jobs/queries.ts'
import { call } from '#web/lib/call.ts'
import { countText } from '#web/lib/format.ts'
import { ApiProblem, messageOf } from '#web/lib/problem.ts'
import { runTask } from '#web/ui/task-store.ts'

export type Generation = {
  templates: readonly { id: string; name: string }[]
  jobs: readonly { id: string; jobId: number }[]
  formats: readonly DocumentFormat[]
  /** Print nothing where a template names what does not exist. */
  blankUnknown: boolean
}

// Two at a time keep the server's workers busy and leave it time for everybody else; PDFs that wait together
// are printed in one go.
const atOnce = (formats: readonly DocumentFormat[]) => (formats.includes('pdf') ? 8 : 2)

/** Makes every document that is asked for, job by job; each is in its job's list as soon as it is there. */
export function startGeneration(
  client: QueryClient,
  { templates, jobs, formats, blankUnknown }: Generation,
  onMade: (document: Document) => void,
): Promise<void> {
  const steps = jobs.flatMap(job =>
    templates.map(template => ({
      label: jobs.length > 1 ? `${template.name} for job ${job.jobId}` : template.name,
      run: async (signal: AbortSignal) => {
        const body = { id: template.id, formats: [...formats], blankUnknown }
        const made = await call(generateDocuments, { query: { shipmentId: job.id }, body, signal })
        await client.invalidateQueries({ queryKey: jobQuery(job.id).queryKey })
        for (const document of made) onMade(document)
        return made
      },
    })),
  )
  return runTask({
    title: 'Generating',
    steps,
    atOnce: atOnce(formats),
    explain,
    summarise: (results, failed) => outcomeOf(results.flat(), failed, jobs.length),
  })
}

function explain(error: unknown) {
  const reasons = error instanceof ApiProblem ? error.errors : []
  // The list says each reason with its place; the server's sentence would only repeat the first.
  const message = reasons.length > 0 ? 'Mend these places in Word and upload it again.' : messageOf(error)
  return {
    message,
    reasons: reasons.map(reason => (reason.path ? `${reason.message} (${reason.path})` : reason.message)),
  }
}

function outcomeOf(made: readonly Document[], failed: number, jobs: number): string {
  const [only] = made
  if (made.length === 1 && only && failed === 0) return `${only.name} was generated and added to this job.`
  if (made.length === 0) return 'No document was generated.'
  const where = jobs === 1 ? 'added to this job' : 'added to their jobs'
  const generated = `${countText(made.length, 'document')} ${made.length === 1 ? 'was' : 'were'} generated and ${where}.`
  return failed === 0 ? generated : `${generated} ${countText(failed, 'template')} failed.`
}
