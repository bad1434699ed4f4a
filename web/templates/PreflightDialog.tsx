import { Button } from '@mantine/core'
import type { Preflight } from '#contract/generation.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { generateText, templatesMade } from './generation.ts'
import { type CopyChoices, PreflightFindings } from './PreflightFindings.tsx'

type Props = CopyChoices & {
  preflight: Preflight
  onBack: () => void
  onClose: () => void
  onGenerate: () => void
}

/** What would be blank in the documents; to generate them anyway stays possible. */
export function PreflightDialog({ preflight, onBack, onClose, onGenerate, ...choices }: Props) {
  const { templates, jobs } = preflight
  return (
    <Dialog
      title="Before the documents are made"
      onClose={onBack}
      footer={
        <>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button disabled={templatesMade(templates, jobs).length === 0} onClick={onGenerate} data-autofocus>
            {generateText(preflight)}
          </Button>
        </>
      }
    >
      <PreflightFindings preflight={preflight} onLeave={onClose} {...choices} />
    </Dialog>
  )
}
