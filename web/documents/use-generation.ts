import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentTemplate } from '#contract/templates.ts'
import { jobQuery } from '#web/jobs/queries.ts'
import { ApiProblem, messageOf } from '#web/lib/problem.ts'
import { useGenerateDocument } from '#web/templates/queries.ts'

export type Reason = { place: string; message: string }

export type GenerationState =
  | { kind: 'idle' }
  | { kind: 'working'; template: string }
  | { kind: 'done'; document: string }
  | { kind: 'failed'; template: DocumentTemplate; message: string; reasons: readonly Reason[] }

const reasonsOf = (error: unknown): readonly Reason[] =>
  error instanceof ApiProblem ? error.errors.map(({ path, message }) => ({ place: path, message })) : []

/** Fills a template with the job's values; the new document is in the job's list when it is done. */
export function useGeneration(jobId: string, onMade: (documentId: string) => void) {
  const client = useQueryClient()
  const { mutateAsync: generate } = useGenerateDocument()
  const [state, setState] = useState<GenerationState>({ kind: 'idle' })

  const start = async (template: DocumentTemplate) => {
    setState({ kind: 'working', template: template.name })
    try {
      const made = await generate({ templateId: template.id, shipmentId: jobId })
      await client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey })
      onMade(made.id)
      setState({ kind: 'done', document: made.name })
    } catch (error) {
      const reasons = reasonsOf(error)
      // The list says each reason with its place; the server's sentence would only repeat the first.
      const message = reasons.length > 0 ? 'Mend these places in Word and upload it again:' : messageOf(error)
      setState({ kind: 'failed', template, message, reasons })
    }
  }
  return { state, start, dismiss: () => setState({ kind: 'idle' }) }
}
