import { Button } from '@mantine/core'
import type { DocumentTemplate } from '#contract/templates.ts'
import './documents.css'
import { Banner } from '#web/ui/states.tsx'
import type { GenerationState } from './use-generation.ts'

type Props = {
  state: GenerationState
  onDismiss: () => void
  onRetry: (template: DocumentTemplate) => void
}

/** How the making of a document goes, and where its template has to be mended when it does not. */
export function GenerationStatus({ state, onDismiss, onRetry }: Props) {
  switch (state.kind) {
    case 'idle':
      return null
    case 'working':
      return (
        <Banner tone="done">
          Generating a document from {state.template}… <progress aria-label="Generating" />
        </Banner>
      )
    case 'done':
      return (
        <Banner tone="done" onDismiss={onDismiss}>
          {state.document} was generated and added to this job.
        </Banner>
      )
    case 'failed':
      return (
        <Banner tone="failed" onDismiss={onDismiss}>
          No document was generated from {state.template.name}. {state.message}
          {state.reasons.length > 0 && (
            <ul className="generation__reasons">
              {state.reasons.map((reason, index) => (
                <li key={`${index} ${reason.place}`}>
                  {reason.message}
                  {reason.place && ` (${reason.place})`}
                </li>
              ))}
            </ul>
          )}{' '}
          <Button size="compact-sm" variant="default" onClick={() => onRetry(state.template)}>
            Try again
          </Button>
        </Banner>
      )
  }
}
